"""Decision trees: growing and predicting.

Contenders are compared by the mean impurity of their leaves: equally good splits may be taken in another
order, so that trees of the same worth have different nodes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Row, fitting, predicting
from benchmarks.rows import category_codes

OURS, SKLEARN = "fenlei.trees.decision_tree:DecisionTreeClassifier", "sklearn.tree:DecisionTreeClassifier"


def overlapping_classes(n: int, p: int, K: int) -> Data:
    """Normal classes that overlap, so that a full tree is deep."""
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=n)
    return Data(rng.standard_normal((n, p)) + 0.5 * rng.standard_normal((K, p))[y], y)


def mixed_columns(n: int, p: int, K: int) -> Data:
    """Half of the columns are codes of ten categories."""
    data = overlapping_classes(n, p, K)
    data.X[:, : p // 2] = np.clip(np.round(2 * data.X[:, : p // 2] + 4.5), 0, 9)
    return data


def leaf_impurity(model: Any, data: Data) -> NDArray[Any]:
    """Mean impurity of the leaves, by weight."""
    tree = model.tree_
    leaf = tree.feature < 0
    total = (tree.weighted_n_node_samples * tree.impurity)[leaf].sum()
    return np.array([total / tree.weighted_n_node_samples[0]])


def step_law(n: int, p: int, seed: int = 0) -> Data:
    """A value that jumps where a few features cross 0, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    y: NDArray[Any] = (X[:, : p // 4] > 0) @ np.arange(1.0, p // 4 + 1) + rng.standard_normal(n)
    return Data(X, y)


def right(predicted: Any, data: Data) -> NDArray[Any]:
    """Share of rows that are classified right."""
    return np.array([np.mean(predicted == data.y)])


def contenders(**params: Any) -> dict[str, Contender]:
    return {
        "fenlei": Contender(OURS, params),
        "scikit-learn": Contender(SKLEARN, {**params, "random_state": 0}),
    }


tree = partial(Row, n=200_000, data=partial(overlapping_classes, p=20, K=5), floor=False)
REGRESSION = {
    "fenlei": Contender("fenlei.trees.decision_tree_regressor:DecisionTreeRegressor", {"max_depth": 8}),
    "scikit-learn": Contender("sklearn.tree:DecisionTreeRegressor", {"max_depth": 8, "random_state": 0}),
}
ID3_AND_CART = {
    "fenlei": Contender("fenlei.trees.id3:ID3Classifier"),
    "scikit-learn CART": Contender(SKLEARN, {"criterion": "entropy", "random_state": 0}),
}
C45_AND_CART = {
    "fenlei": Contender(OURS, {"categorical_features": list(range(10))}),
    "fenlei C4.5": Contender(
        "fenlei.trees.c45:C45Classifier",
        {"categorical_features": list(range(10))},
        like="fenlei C4.5",  # another method: its tree differs
    ),
}

ROWS = [
    tree(
        "tree_fit",
        "Decision tree fit, full depth",
        start=fitting,
        answer=leaf_impurity,
        contenders=contenders(),
    ),
    tree(
        "tree_depth8_fit",
        "Decision tree fit, depth 8",
        start=fitting,
        answer=leaf_impurity,
        contenders=contenders(max_depth=8),
        within=1e-4,  # equally good splits lead to other leaves: 4e-5 on 10,000 rows
    ),
    tree(
        "tree_entropy_fit",
        "Decision tree fit, entropy",
        start=fitting,
        answer=leaf_impurity,
        contenders=contenders(criterion="entropy"),
    ),
    tree("tree_predict", "Decision tree predict", start=predicting, answer=right, contenders=contenders()),
    Row(
        "c45_fit",
        "C4.5 fit, mixed columns",
        n=100_000,
        data=partial(mixed_columns, p=20, K=5),
        start=fitting,
        answer=leaf_impurity,
        contenders=C45_AND_CART,
        floor=False,
    ),
    Row(
        "id3_fit",
        "ID3 fit, 8 columns of 10 categories",
        n=200_000,
        data=partial(category_codes, p=8, categories=10),
        start=fitting,
        answer=leaf_impurity,
        contenders=ID3_AND_CART,
        floor=False,
    ),
    Row(
        "tree_regressor_fit",
        "Regression tree fit, depth 8",
        n=200_000,
        data=partial(step_law, p=20),
        start=fitting,
        answer=leaf_impurity,
        contenders=REGRESSION,
        floor=False,
    ),
]
