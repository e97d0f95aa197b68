"""scikit-learn's callbacks follow the fit of `LogisticRegression`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from fenlei import LogisticRegression
from fenlei.errors import DataError, FenleiWarning

pytest.importorskip("sklearn.callback")

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 4))
y = np.digitize(X @ [1.0, -2.0, 0.5, 0.0] + rng.normal(size=80), [-1.0, 1.0])


class Recorder:
    """Notes the hooks that are called, and the models that they are given."""

    max_propagation_depth = None

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.models: list[Any] = []
        self.metadata: list[Any] = []

    def setup(self, estimator: Any, context: Any) -> None:
        self.calls.append(("setup", context.task_name))

    def teardown(self, estimator: Any, context: Any) -> None:
        self.calls.append(("teardown", context.task_name))

    def on_fit_task_begin(self, estimator: Any, context: Any) -> None:
        self.calls.append(("begin", context.task_name))

    def on_fit_task_end(
        self, estimator: Any, context: Any, *, X: Any, y: Any, metadata: Any, fitted_estimator: Any
    ) -> None:
        self.calls.append(("end", context.task_name))
        self.models.append(fitted_estimator)
        self.metadata.append(metadata)


@pytest.mark.parametrize("verbose", [0, 1])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_each_iteration_is_a_task_with_the_weights_so_far(
    dtype: str, verbose: int, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = Recorder()
    rows, w = X.astype(dtype), np.linspace(1, 2, 80)
    model = LogisticRegression(verbose=verbose).set_callbacks(seen).fit(rows, y, sample_weight=w)
    steps = int(model.n_iter_[0])
    assert seen.calls[:3] == [("setup", "fit"), ("begin", "fit"), ("begin", "iteration")]
    assert seen.calls[-2:] == [("end", "fit"), ("teardown", "fit")]
    assert seen.calls.count(("begin", "iteration")) == seen.calls.count(("end", "iteration")) == steps + 1
    *iterations, empty, whole = seen.models
    assert empty is None
    assert_array_equal(whole.predict_proba(rows), model.predict_proba(rows))
    assert iterations[-1].coef_.dtype == model.coef_.dtype
    assert_allclose(iterations[-1].predict_proba(rows), model.predict_proba(rows), rtol=1e-5)
    assert_array_equal(seen.metadata[0]["sample_weight"], w)
    assert capsys.readouterr().out.count("iteration ") == steps * verbose
    assert_array_equal(LogisticRegression().fit(rows, y, sample_weight=w).coef_, model.coef_)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_weights_of_more_columns_than_rows_are_whole() -> None:
    seen, wide = Recorder(), rng.normal(size=(10, 30))
    model = LogisticRegression().set_callbacks(seen).fit(wide, y[:10] > 1)
    assert seen.models[0].coef_.shape == (1, 30)
    first = LogisticRegression(max_iter=1).fit(wide, y[:10] > 1)
    assert_allclose(seen.models[0].coef_, first.coef_, atol=1e-12)
    assert_allclose(seen.models[int(model.n_iter_[0]) - 1].coef_, model.coef_, atol=1e-12)


def test_other_solvers_are_one_task() -> None:
    seen = Recorder()
    with pytest.warns(FenleiWarning, match="with solver='newton' they are called before and after the fit"):
        model = LogisticRegression(solver="newton").set_callbacks(seen)
    model.fit(X, y)
    assert seen.calls == [(hook, "fit") for hook in ("setup", "begin", "end", "teardown")]


def test_clones_keep_callbacks_and_none_removes_them() -> None:
    seen = Recorder()
    model = clone(LogisticRegression().set_callbacks(seen)).fit(X, y)
    count = len(seen.calls)
    assert count > 5
    model.set_callbacks().fit(X, y)
    assert len(seen.calls) == count


def test_a_fit_that_fails_before_it_begins_calls_nothing() -> None:
    seen = Recorder()
    with pytest.raises(DataError, match="only one class"):
        LogisticRegression().set_callbacks(seen).fit(X, np.zeros(80))
    assert not seen.calls


def test_a_search_passes_its_callbacks_on() -> None:
    seen = Recorder()
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=2).set_callbacks(seen)  # type: ignore[attr-defined]
    search.fit(X, y)
    assert seen.calls.count(("begin", "iteration")) > 4
    assert [hook for hook, _ in seen.calls].count("setup") == 1
