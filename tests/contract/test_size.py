"""What is too large for a method is announced, refused or fitted in time, never a bare MemoryError."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
import pytest

from fenlei import (
    SNE,
    SVC,
    AdaBoostClassifier,
    AgglomerativeClustering,
    BayesClassifier,
    CategoricalNB,
    GaussianMixture,
    HistGradientBoostingClassifier,
    Isomap,
    LogisticRegression,
    NearestCentroid,
    OneVsOneClassifier,
    QuadraticDiscriminantAnalysis,
    RandomForestClassifier,
    RandomForestRegressor,
)
from fenlei.bayes import qda
from fenlei.bayes.joint import cell_gaussians, scores
from fenlei.contract.size import check_size
from fenlei.contract.transformer import Reducer
from fenlei.errors import DataError, FenleiWarning


def test_a_fit_of_hours_is_announced() -> None:
    with pytest.warns(
        FenleiWarning, match=r"^SVC: 4000 rows, 4 columns and 2000 classes will take about \d+ minutes"
    ):
        check_size(SVC(), 4000, 4, 2000)
    with pytest.warns(FenleiWarning, match=r"^HistGradientBoostingClassifier: 4000 rows"):
        check_size(HistGradientBoostingClassifier(), 4000, 4, 2000)
    with pytest.warns(FenleiWarning, match=r"will take about \d+ hours"):
        check_size(RandomForestClassifier(), 200_000, 2, 100_000)


@pytest.mark.parametrize("model", [SVC(), OneVsOneClassifier(), QuadraticDiscriminantAnalysis()])
def test_memory_that_is_not_there_is_refused(model: object) -> None:
    p = 100_000 if isinstance(model, QuadraticDiscriminantAnalysis) else 2
    with pytest.raises(DataError, match=r"need about .* GiB of memory, and .* GiB are free"):
        check_size(model, 2_000_000, p, 1_000_000)


@pytest.mark.parametrize("model", [SVC(), RandomForestClassifier(), AdaBoostClassifier(), BayesClassifier()])
def test_usual_sizes_are_not_mentioned(model: object) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_size(model, 10_000_000, 1000, 100)


def test_an_allocation_that_fails_is_one_sentence() -> None:
    class Greedy(CategoricalNB):
        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Greedy:
            np.empty(10**17)
            return self

    with pytest.raises(DataError, match="there is not enough memory for these rows and parameters"):
        Greedy().fit([[0], [1]], [0, 1])


def test_many_classes_take_time_in_proportion() -> None:
    X, y = np.random.default_rng(0).normal(size=(40_000, 2)), np.arange(40_000) % 20_000
    start = time.perf_counter()
    assert NearestCentroid().fit(X, y).centroids_.shape == (20_000, 2)
    assert time.perf_counter() - start < 20


def test_many_columns_by_cholesky_factors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The route of thousands of columns, taken by few, gives what eigenvectors give."""
    rng = np.random.default_rng(0)
    for n, p in ((40, 30), (200, 30)):
        y = np.arange(n) % 3
        X = rng.normal(size=(n, p)) + 0.3 * y[:, None]
        answers = []
        for many in (1000, 2):
            for module in (qda, cell_gaussians, scores):
                monkeypatch.setattr(module, "MANY_COLUMNS", many)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = QuadraticDiscriminantAnalysis().fit(X, y)
                joint = BayesClassifier().fit(X, y)
            answers.append((model.decision_function(X), joint.predict_log_proba(X)))
        np.testing.assert_allclose(answers[1][0], answers[0][0], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(answers[1][1], answers[0][1], rtol=1e-9, atol=1e-9)


def test_of_sparse_rows_a_linear_method_sees_the_entries() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_size(LogisticRegression(), 100_000, 100_000, 2, entries=100.0)
    with pytest.warns(FenleiWarning, match="LogisticRegression: 100000 rows"):
        check_size(LogisticRegression(), 100_000, 100_000, 2)


@pytest.mark.parametrize(
    ("model", "n", "p"),
    [
        (AgglomerativeClustering(), 400_000, 2),
        (SNE(), 4000, 4),
        (SNE(max_iter=250), 3000, 3000),
        (RandomForestRegressor(), 3000, 3000),
        (GaussianMixture(n_components=3), 3000, 3000),
    ],
    ids=["agglomerative", "sne", "sne of many columns", "forest", "mixture"],
)
def test_long_fits_without_classes_are_announced(model: Any, n: int, p: int) -> None:
    with pytest.warns(FenleiWarning, match=rf"{n} rows of {p} columns will take about"):
        check_size(model, n, p)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_size(model, 1000, 20)


def test_paths_between_too_many_rows_are_refused_at_once() -> None:
    with pytest.raises(DataError, match="200000 rows of 2 columns need about 596 GiB of memory"):
        Isomap().fit(np.random.default_rng(0).normal(size=(200_000, 2)))


def test_an_allocation_that_fails_is_one_sentence_in_fit_transform_too() -> None:
    class Greedy(Reducer):
        def fit_transform(self, X: Any, y: Any = None) -> Any:
            raise MemoryError("Unable to allocate 298. GiB")

    with pytest.raises(DataError, match="there is not enough memory for these rows"):
        Greedy().fit_transform([[1.0]])


def test_an_attribute_that_does_not_fit_in_memory_is_one_sentence() -> None:
    class Everything:
        @property
        def everything_(self) -> Any:
            return np.empty(10**17)

    class Greedy(Everything, CategoricalNB):
        """With an attribute of a mixin."""

    with pytest.raises(DataError, match="there is not enough memory for these rows"):
        _ = Greedy().fit([[0], [1]], [0, 1]).everything_
