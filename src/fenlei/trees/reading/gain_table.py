"""The table of gains at a node of a fitted tree: every candidate split, and what it is worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.kernels import Array
from fenlei.table.coding import code_labels
from fenlei.trees.criteria import SplitWorth, split_worth
from fenlei.trees.reading.conditions import FeatureNames, TreeNames
from fenlei.trees.tree_classifier import TreeClassifier


class GainRow(NamedTuple):
    """One candidate split of a node, and what it is worth."""

    feature: int
    name: str
    threshold: float | None  # None: one branch per category
    worth: SplitWorth


def gain_table(
    model: TreeClassifier,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = False,
    feature_names: FeatureNames | None = None,
) -> list[GainRow]:
    """The table of the book: conditional entropy, gain, split information, ratio and Gini of each feature.

    X and y are the training rows; those that pass `node` (by the heaviest branch where a value is missing)
    are counted. Of a number the best threshold by gain is listed, or, with `every_threshold`, all of them.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, gain_table
    >>> apples = load("apples")
    >>> model = ID3Classifier().fit(apples.X[:, :3], apples.y)
    >>> [(row.name, round(row.worth.gain, 4)) for row in gain_table(model, apples.X[:, :3], apples.y)]
    [('x0', 0.61), ('x1', 0.2813), ('x2', 0.0058)]
    """
    tree, names = model._fitted(), TreeNames(model, feature_names, None)
    coded, codes = model._check_X(X), code_labels(np.asarray(y), model.classes_)
    here = model.tree_.decision_path(coded)[:, [node]].toarray().ravel() > 0
    rows: list[GainRow] = []
    for j, size in enumerate(tree.sizes):
        x, k, name = coded[here, j], codes[here], names.features[j]
        if size:
            table = _table(x, k, int(size), len(model.classes_))
            rows.append(GainRow(j, name, None, split_worth(table, len(x))))
            continue
        cuts = _threshold_rows(j, name, x, k, len(model.classes_))
        best = max(cuts, key=lambda row: round(row.worth.gain, 12), default=None)
        rows += cuts if every_threshold or best is None else [best]
    return rows


def _threshold_rows(j: int, name: str, x: Array, codes: Array, K: int) -> list[GainRow]:
    """One row per threshold of a number."""
    values = np.unique(x[~np.isnan(x)])
    return [
        GainRow(j, name, float(t), split_worth(_table(np.where(np.isnan(x), x, x > t), codes, 2, K), len(x)))
        for t in (values[:-1] + values[1:]) / 2
    ]


def _table(x: Array, codes: Array, branches: int, K: int) -> Array:
    """Class counts (branches, K); a missing x is left out."""
    known = ~np.isnan(x)
    return np.bincount(x[known].astype(np.int64) * K + codes[known], minlength=branches * K).reshape(
        branches, K
    )
