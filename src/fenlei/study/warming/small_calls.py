"""Calls that reach the other kernels: comparisons, scores, searches, explanations."""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei import evaluate, explanation, neighbors
from fenlei.cluster.choosing_k import choose_n_clusters
from fenlei.ensemble.adaboost.adaboost import AdaBoostClassifier
from fenlei.ensemble.boosting.classifier import HistGradientBoostingClassifier
from fenlei.ensemble.boosting.regressor import HistGradientBoostingRegressor
from fenlei.ensemble.forest.classifier import RandomForestClassifier
from fenlei.ensemble.forest.regressor import RandomForestRegressor
from fenlei.table.coding import BLOCK_LABELS, encode_labels
from fenlei.trees.c45 import C45Classifier
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.reading.rule_list import rule_list

if TYPE_CHECKING:
    from fenlei.kernels import Array


def call_small() -> None:
    """All of them, on a few hundred rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    y = np.digitize(X[:, 0] + 0.5 * rng.normal(size=300), [-0.5, 0.5])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compare_small()
        encode_labels(np.arange(2 * BLOCK_LABELS) % 3)
        score_small(X[:, 0], y)
        search_small(X, y)
        explain_small(X, y)
        divide_small(X, y)


def compare_small() -> None:
    """Numbers of three classes, and a table of two with names."""
    from fenlei.study.comparison import compare

    compare("iris", models=["gaussian_nb", "lda"], folds=2, n_jobs=1)
    compare("birth_weight", models=["mixed_nb"], folds=2, n_jobs=1)


def score_small(scores: Array, y: Array) -> None:
    """Counts and curves; scores are float64 or float32."""
    evaluate.confusion_matrix(y, y, sample_weight=np.ones(len(y)))
    for given in (scores, scores.astype(np.float32)):
        for score in (evaluate.roc_auc_score, evaluate.average_precision_score, evaluate.roc_curve):
            score(y > 0, given)
            score(y > 0, given, sample_weight=np.linspace(1.0, 2.0, len(y)))
    evaluate.thin_curve(np.arange(len(scores)), np.sort(scores))


def search_small(X: Array, y: Array) -> None:
    """Neighbours, rows that stand for the others, and numbers of clusters."""
    for metric in ("euclidean", "manhattan"):
        tree = neighbors.KDTree(X, metric=metric)
        tree.query(X, k=3)
        tree.query_radius(X, r=1.0)
    neighbors.CondensedNearestNeighbour(random_state=0).fit_resample(X, y)
    neighbors.ReducedNearestNeighbour(random_state=0).fit_resample(X, y)
    neighbors.EditedNearestNeighbours().fit_resample(X, y)
    evaluate.silhouette_score(X, y)
    choose_n_clusters(X, range(1, 3), n_references=1, random_state=0)


def explain_small(X: Array, y: Array) -> None:
    """The ways through trees, with missing values and names too, and what forests tell of their features."""
    gaps = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)
    names = np.array(["a", "b"])[(X[:, :2] > 0).astype(int)].astype(object)
    trees: list[Any] = [DecisionTreeClassifier(), DecisionTreeRegressor(), C45Classifier()]
    few: dict[str, Any] = {"n_estimators": 3, "random_state": 0}
    forests: list[Any] = [RandomForestClassifier(**few), RandomForestRegressor(**few)]
    for rows in (X, gaps, np.column_stack([names, X[:, 2:]])):
        row = np.full((1, X.shape[1]), np.nan) if rows is gaps else rows[:1]
        for model in trees + forests:
            explanation.explain(model.fit(rows, y), row)
        for forest in forests:
            assert len(forest.feature_importances_) == rows.shape[1]
    rule_list(C45Classifier().fit(X, y), X, y)


def divide_small(X: Array, y: Array) -> None:
    """Predictions of sums of trees as parts of their features, of numbers and with gaps."""
    gaps = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)
    few: dict[str, Any] = {"n_estimators": 3, "random_state": 0}
    models: list[Any] = [
        DecisionTreeClassifier(max_depth=3),
        DecisionTreeRegressor(max_depth=3),
        RandomForestClassifier(**few),
        RandomForestRegressor(**few),
        AdaBoostClassifier(**few),
        HistGradientBoostingClassifier(max_iter=3, random_state=0),
        HistGradientBoostingRegressor(max_iter=3, random_state=0),
    ]
    for model in models:
        for rows in (X, gaps):
            with suppress(ValueError):  # of missing values
                evaluate.shapley_values(model.fit(rows, y), rows[:20])
