"""Ensembles: forests and boosting.

Forests are compared by their accuracy on fresh rows, which differs in the third digit from seed to seed.

AdaBoost's contenders are compared by the features, thresholds and voting weights of their stumps, in order.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Row, fitting, predicting
from benchmarks.rows_trees import step_law


def slanted_classes(n: int, p: int, seed: int = 0) -> Data:
    """Two classes told apart by a sum of columns, so that every round has another stump."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    return Data(X, (X[:, : p // 3].sum(axis=1) + rng.standard_normal(n) > 0).astype(np.int64))


def stumps(model: Any, data: Data) -> NDArray[Any]:
    """Feature, threshold and voting weight of each round."""
    trees = [estimator.tree_ for estimator in model.estimators_]
    splits = [(tree.feature[0], tree.threshold[0]) for tree in trees]
    return np.column_stack([splits, model.estimator_weights_])


def right(predicted: Any, data: Data) -> NDArray[Any]:
    """Share of rows that are classified right."""
    return np.array([np.mean(predicted == data.y)])


BOOSTERS = {
    "fenlei": Contender("fenlei.ensemble.adaboost.adaboost:AdaBoostClassifier", {"n_estimators": 100}),
    "scikit-learn": Contender(
        "sklearn.ensemble:AdaBoostClassifier", {"n_estimators": 100, "random_state": 0}
    ),
}
boosting = partial(Row, n=100_000, data=partial(slanted_classes, p=20), contenders=BOOSTERS, floor=False)

ROUNDS = {"max_iter": 100, "early_stopping": False}
GRADIENT_BOOSTERS = {
    "fenlei": Contender("fenlei.ensemble.boosting.classifier:HistGradientBoostingClassifier", ROUNDS),
    "scikit-learn": Contender("sklearn.ensemble:HistGradientBoostingClassifier", ROUNDS),
    "LightGBM": Contender("lightgbm:LGBMClassifier", {"n_jobs": -1, "verbose": -1}),
}


def fresh_log_loss(model: Any, data: Data) -> NDArray[Any]:
    """Log-loss of fresh rows of the same distribution."""
    fresh = slanted_classes(len(data.y), data.X.shape[1], seed=1)
    P = model.predict_proba(fresh.X)
    return np.array([-np.mean(np.log(P[np.arange(len(fresh.y)), fresh.y]))])


def slanted_quantities(n: int, p: int, seed: int = 0) -> Data:
    """A quantity that is a sum of steps and products of columns, with noise of deviation 1."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    steps = np.sign(X[:, : p // 3]).sum(axis=1) + X[:, 0] * X[:, 1]
    return Data(X, steps + rng.standard_normal(n))


def fresh_rmse(model: Any, data: Data) -> NDArray[Any]:
    """Root mean squared error on fresh rows of the same distribution."""
    fresh = slanted_quantities(len(data.y), data.X.shape[1], seed=1)
    return np.array([np.sqrt(np.mean((model.predict(fresh.X) - fresh.y) ** 2))])


GRADIENT_REGRESSORS = {
    "fenlei": Contender("fenlei.ensemble.boosting.regressor:HistGradientBoostingRegressor", ROUNDS),
    "scikit-learn": Contender("sklearn.ensemble:HistGradientBoostingRegressor", ROUNDS),
    "LightGBM": Contender("lightgbm:LGBMRegressor", {"n_jobs": -1, "verbose": -1}),
}
gradient = partial(
    Row, n=1_000_000, data=partial(slanted_classes, p=28), contenders=GRADIENT_BOOSTERS, floor=False
)

TREES = {"n_estimators": 20, "max_features": 0.5, "random_state": 0}
FORESTS = {
    "fenlei": Contender("fenlei.ensemble.forest.classifier:RandomForestClassifier", {"random_state": 0}),
    "scikit-learn": Contender("sklearn.ensemble:RandomForestClassifier", {"random_state": 0, "n_jobs": -1}),
    "scikit-learn-intelex": Contender(
        "sklearnex.ensemble:RandomForestClassifier", {"random_state": 0, "n_jobs": -1}
    ),
}


def fresh_accuracy(model: Any, data: Data) -> NDArray[Any]:
    """Share of fresh rows of the same distribution that are classified right."""
    fresh = overlapping_classes(len(data.y), data.X.shape[1], int(data.y.max()) + 1, seed=1)
    return np.array([np.mean(model.predict(fresh.X) == fresh.y)])


def overlapping_classes(n: int, p: int, K: int, seed: int = 0) -> Data:
    """Normal classes that overlap, so that full trees are deep; the centres do not depend on the seed."""
    centres = 0.5 * np.random.default_rng(0).standard_normal((K, p))
    rng = np.random.default_rng(seed + 1)
    y = rng.integers(K, size=n)
    return Data(rng.standard_normal((n, p)) + centres[y], y)


def fresh_error(model: Any, data: Data) -> NDArray[Any]:
    """Mean squared error on fresh rows of the same law."""
    fresh = step_law(len(data.y), data.X.shape[1], seed=1)
    return np.array([np.mean((model.predict(fresh.X) - fresh.y) ** 2)])


REGRESSION_FORESTS = {
    "fenlei": Contender("fenlei.ensemble.forest.regressor:RandomForestRegressor", TREES),
    "scikit-learn": Contender("sklearn.ensemble:RandomForestRegressor", {**TREES, "n_jobs": -1}),
}
BAGS = {
    "fenlei": Contender("fenlei.ensemble.bagging.bagging:BaggingClassifier", {"random_state": 0}),
    "scikit-learn": Contender("sklearn.ensemble:BaggingClassifier", {"random_state": 0, "n_jobs": -1}),
}

REGRESSION_BOOSTS = {
    "fenlei": Contender(
        "fenlei.ensemble.adaboost.regressor:AdaBoostRegressor", {"n_estimators": 20, "random_state": 0}
    ),
    "scikit-learn": Contender("sklearn.ensemble:AdaBoostRegressor", {"n_estimators": 20, "random_state": 0}),
}
REGRESSION_BAGS = {
    "fenlei": Contender("fenlei.ensemble.bagging.regressor:BaggingRegressor", {"random_state": 0}),
    "scikit-learn": Contender("sklearn.ensemble:BaggingRegressor", {"random_state": 0, "n_jobs": -1}),
}


def their_vote() -> Any:
    """scikit-learn's vote of the classifiers that vote by default in fenlei's."""
    from sklearn.ensemble import VotingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    parts = [
        ("logistic_regression", LogisticRegression(max_iter=1000)),
        ("decision_tree", DecisionTreeClassifier(random_state=0)),
        ("gaussian_nb", GaussianNB()),
    ]
    return VotingClassifier(parts, n_jobs=-1)


VOTES = {
    "fenlei": Contender("fenlei.ensemble.voting:VotingClassifier"),
    "scikit-learn": Contender("benchmarks.rows_ensemble:their_vote"),
}

forest = partial(
    Row, n=100_000, data=partial(overlapping_classes, p=20, K=5), contenders=FORESTS, floor=False
)

ROWS = [
    forest("forest_fit", "Random forest fit, 100 trees", start=fitting, answer=fresh_accuracy, within=0.02),
    forest("forest_predict", "Random forest predict, 100 trees", start=predicting, answer=right),
    Row(
        "forest_regressor_fit",
        "Regression forest fit, 20 trees",
        n=50_000,
        data=partial(step_law, p=20),
        start=fitting,
        answer=fresh_error,
        contenders=REGRESSION_FORESTS,
        floor=False,
        within=0.01,
    ),
    forest(
        "bagging_fit",
        "Bagging fit, 10 trees",
        n=50_000,
        start=fitting,
        answer=fresh_accuracy,
        contenders=BAGS,
        within=0.02,
    ),
    Row(
        "adaboost_regressor_fit",
        "AdaBoost.R2 fit, 20 trees of depth 3",
        n=20_000,
        data=partial(step_law, p=20),
        start=fitting,
        answer=fresh_error,
        contenders=REGRESSION_BOOSTS,
        floor=False,
        within=0.05,
    ),
    Row(
        "bagging_regressor_fit",
        "Bagging of regression trees fit, 10 trees",
        n=20_000,
        data=partial(step_law, p=20),
        start=fitting,
        answer=fresh_error,
        contenders=REGRESSION_BAGS,
        floor=False,
        within=0.01,
    ),
    forest(
        "voting_fit",
        "Vote of logistic regression, a tree and naive Bayes, fit",
        start=fitting,
        answer=fresh_accuracy,
        contenders=VOTES,
        within=0.005,
    ),
    gradient(
        "boosting_fit",
        "Gradient boosting fit, 100 trees of 31 leaves",
        start=fitting,
        answer=fresh_log_loss,
        within=0.004,  # equal trees, but for a split of 10,000 rows that rounding decides, either way
    ),
    Row(
        "boosting_regressor_fit",
        "Gradient boosting regression fit, 100 trees of 31 leaves",
        n=1_000_000,
        data=partial(slanted_quantities, p=28),
        contenders=GRADIENT_REGRESSORS,
        floor=False,
        start=fitting,
        answer=fresh_rmse,
        within=0.005,
    ),
    gradient("boosting_predict", "Gradient boosting predict", start=predicting, answer=right, within=0.005),
    boosting(
        "adaboost_fit", "AdaBoost fit, 100 stumps", start=fitting, answer=stumps, within=1e-6
    ),  # thresholds of float32
    boosting("adaboost_predict", "AdaBoost predict, 100 stumps", start=predicting, answer=right),
]
