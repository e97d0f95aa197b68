"""Shapley values of the best model on rows that it has not seen: what each column adds to a prediction.

The values of all that a preparation makes of a column are added up, so a nominal column counts once; of
several classes, the mean is taken over all of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.calibration.calibrated import uncalibrated
from fenlei.errors import FenleiError
from fenlei.evaluate.effects.shapley import shapley_values
from fenlei.evaluate.effects.tree_sums import tree_sum
from fenlei.kernels.matrices import as_dense
from fenlei.study.data import StudyData
from fenlei.study.facts.matter_types import ContributionFacts
from fenlei.table.features.appended import sources_made
from fenlei.table.features.columns import ColumnLayout
from fenlei.table.features.table_rows import coded_columns

ROWS, FEWEST = 200, 20  # that are explained
BACKGROUND = 500  # rows of the means
MOST_NODES = 20_000_000  # nodes times rows
MOST_CELLS = 2_000_000  # of the prepared rows
SHOWN = 20

Rows = NDArray[np.int64]


def contribution_facts(
    model: Any, data: StudyData, train: Rows, tested: Rows, owners: dict[int, str]
) -> ContributionFacts | None:
    """Mean sizes of the values of each column; None for models without exact ones, or with too many nodes.

    `owners` tells of each feature, and after them of each text column, which column of the table it is of.
    """
    inner = uncalibrated(model.estimator)
    try:
        nodes = _nodes(inner, _prepared(model, data, tested[:1]))
        count = min(ROWS, len(tested), MOST_NODES // max(nodes, 1))
        if count < min(FEWEST, len(tested)):
            return None
        X = _prepared(model, data, spread(tested, count))
        found = shapley_values(
            inner, X, background=_prepared(model, data, spread(train, BACKGROUND)), n_jobs=1
        )
    except FenleiError:
        return None
    values = found.values if found.values.ndim == 3 else found.values[:, :, None]
    sums: dict[str, NDArray[np.float64]] = {}
    for j, name in enumerate(_columns_made(model, owners)):
        sums[name] = sums.get(name, np.zeros((count, values.shape[2]))) + values[:, j]
    means = {name: float(np.abs(each).mean()) for name, each in sums.items()}
    ranked = sorted(means, key=lambda name: -means[name])[:SHOWN]
    if not np.isfinite(list(means.values())).all():
        return None
    return {
        "rows": count,
        "of": _explained(inner),
        "total": len(means),
        "columns": [{"name": name, "mean": means[name]} for name in ranked],
    }


def _explained(inner: Any) -> str:
    """What the values add up to: a number, a score, or a probability."""
    if not hasattr(inner, "classes_"):
        return "number"
    return "score" if hasattr(inner, "decision_function") else "probability"


def spread(rows: Rows, count: int) -> Rows:
    """So many of the rows, evenly."""
    return rows[np.linspace(0, len(rows) - 1, min(count, len(rows))).astype(np.int64)]


def _prepared(model: Any, data: StudyData, rows: Rows) -> Any:
    """Rows as the estimator takes them."""
    coded = data.coded(rows)
    if model.preparation is None:
        return coded_columns(coded)
    made = model.preparation.transform(coded)
    return made if np.prod(made.shape) > MOST_CELLS else as_dense(made)


def _nodes(inner: Any, X: Any) -> int:
    """Nodes of all trees; 0 of a model without any."""
    trees = tree_sum(inner, X)
    return 0 if trees is None else sum(len(tree.kind) for tree, _ in trees.terms)


def _columns_made(model: Any, owners: dict[int, str]) -> list[str]:
    """For each column that the estimator takes, the column of the table that it is made of."""
    preparation = model.preparation
    if preparation is None:
        return [owners[j] for j in range(model.estimator.n_features_in_)]
    layout = ColumnLayout(preparation._first(), preparation._periods())
    return [owners[j] for j in sources_made(preparation.model_, layout, preparation._many())]
