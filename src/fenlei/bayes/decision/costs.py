r"""Cost matrices: λ_ij, the cost of action i when the truth is class j.

Rows are actions, columns are classes in the order of `classes_`. Negative costs are gains. The actions are
the classes themselves, or others (order a test, keep under watch, reject) under labels of their own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, Label
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase


class Actions(NamedTuple):
    """What can be done, and what it costs."""

    costs: Array  # (A, K)
    labels: Array  # (A,)


class CostTable(NamedTuple):
    """A cost matrix with the names of its actions; the fields are parameters of `MinimumRiskClassifier`."""

    costs: Array  # (A, K)
    action_labels: Array | None  # (A,); None: the actions are the classes


def zero_one(K: int) -> Array:
    """0-1 loss (K, K): an error costs 1, being right nothing."""
    return 1.0 - np.eye(K)


def check_costs(costs: ArrayLike, K: int) -> Array:
    """Costs as a float64 array (A, K), all finite."""
    try:
        table = np.ascontiguousarray(costs, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError("decision.costs_numbers", K=K) from None
    if np.ndim(costs) != 2 or table.shape[1] != K or len(table) == 0:
        raise UsageError("decision.costs_shape", shape=np.shape(costs), K=K)
    bad = ~np.isfinite(table)
    if bad.any():
        i, j = np.argwhere(bad)[0].tolist()
        raise UsageError("decision.costs_value", i=i, j=j, value=float(table[i, j]))
    return table


def named_actions(costs: Array, classes: Array, action_labels: ArrayLike | None = None) -> Actions:
    """Actions under their labels; without names they are the classes, and there must be as many."""
    if action_labels is None:
        if len(costs) != len(classes):
            raise UsageError("decision.actions_unnamed", A=len(costs), K=len(classes))
        return Actions(costs, classes)
    labels = label_array(action_labels)
    if labels.shape != (len(costs),) or len(set(labels.tolist())) != len(labels):
        raise UsageError("decision.action_labels", labels=labels.tolist(), A=len(costs))
    return Actions(costs, labels)


def with_reject(actions: Actions, reject_cost: float, reject_label: Label) -> Actions:
    """One more action, last, that costs the same whatever the truth is."""
    costs, labels = actions
    if reject_label in labels.tolist():
        raise UsageError("decision.reject_label", label=reject_label, labels=labels.tolist())
    if reject_cost < costs.min():
        raise UsageError("decision.reject_cost", cost=reject_cost, least=float(costs.min()))
    rejecting = np.full(costs.shape[1], reject_cost)
    return Actions(np.vstack([costs, rejecting]), label_array([*labels, reject_label]))


def label_array(labels: Any) -> Array:
    """Labels (A,) of one type as an array of that type, mixed ones as objects."""
    kinds = {np.asarray(label).dtype.kind for label in labels}
    return np.array(list(labels), dtype=None if len(kinds) == 1 else object)


def read_costs(source: object, classes: ArrayLike) -> CostTable:
    """Read a cost matrix from a table: its first column names the actions, its other headers the classes.

    Rows and columns may stand in any order; labels are compared as text. ColumnKinds are put in the order of
    `classes`; so are the rows that name a class, and other actions come after them in the order of the file.

    Parameters
    ----------
    source : path, DataFrame or dict of columns
        As for `fenlei.read_table`.
    classes : array-like of shape (K,)
        The classes, `classes_` of the classifier.

    Returns
    -------
    CostTable
        `costs` (A, K) and `action_labels` (A,), None if the actions are just the classes. Its fields are
        parameters: `MinimumRiskClassifier(model, **read_costs("costs.csv", classes)._asdict())`.

    Examples
    --------
    >>> table = {"decision": ["spam", "ham"], "spam": [0, 1], "ham": [20, 0]}
    >>> read_costs(table, ["ham", "spam"]).costs
    array([[ 0.,  1.],
           [20.,  0.]])
    """
    from fenlei.table.columns import origin_of
    from fenlei.table.reading import read_table

    origin, classes = origin_of(source), np.asarray(classes)
    first, *columns = (column.name for column in read_table(source).schema.columns)
    order = _class_order(columns, classes, origin)
    table = read_table(source, target=first, numeric=columns)
    costs = _complete(table.coded().X[:, order], origin)
    return _in_class_order(costs, table.labels().tolist(), classes, origin)


def _class_order(columns: list[str], classes: Array, origin: Phrase) -> list[int]:
    """Index of each class among the columns; they must be the same set."""
    names = [str(label) for label in classes.tolist()]
    if sorted(columns) != sorted(names):
        raise DataError("decision.costs_header", origin=origin, columns=columns, classes=names)
    return [columns.index(name) for name in names]


def _complete(costs: Array, origin: Phrase) -> Array:
    empty = np.isnan(costs)
    if empty.any():
        raise DataError("decision.costs_empty", origin=origin, row=int(np.argwhere(empty)[0, 0]) + 1)
    return costs


def _in_class_order(costs: Array, actions: list[Label], classes: Array, origin: Phrase) -> CostTable:
    """Rows that name a class in the order of the classes, then the others."""
    names = [str(label) for label in classes.tolist()]
    written = [str(action) for action in actions]
    if len(set(written)) < len(written):
        raise DataError("decision.costs_rows", origin=origin, actions=written)
    named = [written.index(name) for name in names if name in written]
    others = [i for i in range(len(actions)) if i not in named]
    if not others and len(named) == len(names):
        return CostTable(costs[named], None)
    labels = [classes[names.index(written[i])] for i in named] + [actions[i] for i in others]
    return CostTable(costs[named + others], label_array(labels))
