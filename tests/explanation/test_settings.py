"""Every setting that an estimator lists: its workings agree too, or one sentence names the setting.

The choices are those of the estimators' own limits, one changed at a time; numbers and flags beside them are
listed here.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fenlei.errors import DataError, FenleiError, UsageError
from fenlei.explanation import explain, explain_fit
from fenlei.registry import REGISTRY
from tests.explanation.tables import SmallTable, random_tables
from tests.explanation.test_recomputed import WHOLE, own_numbers, results, worst

FREE = ("n_jobs", "verbose", "random_state", "copy", "copy_X", "memory")  # which change no working
NUMBERS: dict[str, tuple[Any, ...]] = {
    "alpha": (0, 1.0),
    "fit_intercept": (False,),
    "positive": (True,),
    "warm_start": (True,),
    "penalize_intercept": (True,),
    "max_depth": (2,),
    "ccp_alpha": (0.02,),
    "min_samples_leaf": (2,),
    "learning_rate": (0.5,),
    "n_neighbors": (2,),
    "C": (0.1,),
    "p": (1, 3),
    "shuffle": (False,),
    "eta0": (0.5,),
    "basis": (2,),
    "max_iter": (3,),
    "monotonic_cst": ([1],),
}
LEFT_OUT = {  # answered by the sentence that names the setting
    ("lle", "method"),
    ("linear_svc", "multi_class"),
    ("decision_tree_regressor", "monotonic_cst"),
}


def changes(name: str) -> Iterator[tuple[str, Any]]:
    cls = REGISTRY[name].load()
    limits, defaults = getattr(cls, "_limits", {}), cls().get_params(deep=False)
    for key, default in defaults.items():
        listed = limits[key].choices if key in limits else ()
        for value in (*listed, *NUMBERS.get(key, ())):
            if key not in FREE and not (type(value) is type(default) and value == default):
                yield key, value


@pytest.mark.parametrize("name", WHOLE)
def test_every_setting_has_its_workings_or_is_named(name: str) -> None:
    kind, base = WHOLE[name]
    table = random_tables(3, kind)[2]
    for key, value in changes(name):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                model = REGISTRY[name].load()(**{**base, key: value}).fit(table.X, table.y)
            except (FenleiError, ValueError):  # not for these rows, or not beside the other parameters
                continue
            check(name, key, model, table)


def check(name: str, key: str, model: Any, table: SmallTable) -> None:
    if (name, key) in LEFT_OUT and refused(model, table):
        with pytest.raises(UsageError, match=f"^There is no working of {type(model).__name__} with {key}"):
            explain_fit(model, table.X, table.y)
    else:
        fit = explain_fit(model, table.X, table.y)
        assert worst(fit)[0] < 1e-9, (key, worst(fit)[1])
        assert len([step for step in fit.steps if step.formulas or step.frames]) >= 3, key
    working = explain(model, table.X, 0)
    assert worst(working)[0] < 1e-9, (key, worst(working)[1])
    if REGISTRY[name].kind == "classifier" and not hasattr(model, "decision_function"):
        assert working.prediction == str(model.predict(table.X[:1])[0])
    if (
        hasattr(model, "predict_proba")
        or hasattr(model, "decision_function")
        or not hasattr(model, "classes_")
    ):
        own = own_numbers(model, table.X, 0)
        wanted = max(own) if hasattr(model, "predict_proba") else own[0]
        assert np.min(np.abs(np.array(results(working)) - wanted)) <= 1e-12 * max(1.0, abs(wanted)), key


def refused(model: Any, table: SmallTable) -> bool:
    try:
        explain_fit(model, table.X, table.y)
    except UsageError:
        return True
    return False


COMBINED: list[tuple[str, dict[str, Any]]] = [
    ("gaussian_nb", {"conjugate_prior": (0.0, 1.0, 2.0, 1.0), "class_weight": "balanced"}),
    ("qda", {"conjugate_prior": "weak", "reg_param": 0.0}),
    ("lda", {"solver": "eigen", "shrinkage": 0.2}),
    ("lda", {"solver": "lsqr", "divisor": "n-K", "class_weight": "balanced"}),
    ("logistic_regression", {"solver": "auto", "l1_ratio": 1.0}),
    ("logistic_regression", {"solver": "auto", "l1_ratio": 0.4, "class_weight": "balanced"}),
    ("logistic_regression", {"basis": 2, "penalize_intercept": True}),
    ("perceptron", {"variant": "pocket", "class_weight": "balanced"}),
    ("perceptron", {"variant": "batch", "strict": True}),
    ("perceptron", {"penalty": "elasticnet", "alpha": 0.01}),
    ("perceptron", {"form": "dual", "basis": 2}),
    ("ridge", {"penalize_intercept": True, "alpha": 3.0}),
    ("ridge", {"positive": True, "fit_intercept": False}),
    ("elastic_net", {"selection": "random", "random_state": 3}),
    ("decision_tree", {"class_weight": "balanced", "ccp_alpha": 0.05}),
    ("least_squares", {"class_weight": "balanced", "alpha": 0.5, "penalize_intercept": True}),
]


@pytest.mark.parametrize(("name", "params"), COMBINED)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_settings_together(name: str, params: dict[str, Any], lang: str) -> None:
    kind, base = WHOLE[name]
    for table in random_tables(6, kind):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = REGISTRY[name].load()(**{**base, **params}).fit(table.X, table.y)
            fit = explain_fit(model, table.X, table.y, lang=lang)
            row = explain(model, table.X, 0, lang=lang)
        assert worst(fit)[0] < 1e-9, worst(fit)[1]
        assert worst(row)[0] < 1e-9, worst(row)[1]
        assert len([step for step in fit.steps if step.formulas or step.frames]) >= 3
        assert all(printed for printed in (str(fit), fit.to_latex(), fit._repr_html_()))


@pytest.mark.parametrize("name", ["linear_regression", "ridge"])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_several_targets(name: str, fit_intercept: bool) -> None:
    table = random_tables(3, "targets")[2]
    Y = np.column_stack([table.y, table.y**2, -table.y])
    model = REGISTRY[name].load()(fit_intercept=fit_intercept).fit(table.X, Y)
    fit, row = explain_fit(model, table.X, Y), explain(model, table.X, 1)
    assert worst(fit)[0] < 1e-9
    shown, own = np.array(results(row)), model.predict(table.X[1:2])[0]
    assert all(np.min(np.abs(shown - each)) < 1e-12 * max(1.0, abs(each)) for each in own)


@pytest.mark.parametrize("p", [7, 8, 9, 10, 11, 12, 13, 40])
def test_any_number_of_features(p: int) -> None:
    """A normal equation of nine to eleven features was looked for among twelve."""
    rng = np.random.default_rng(p)
    X = rng.normal(size=(60, p))
    y, labels = X[:, 0] + rng.normal(size=60), np.where(X[:, 0] > 0, "a", "b")
    for name in WHOLE:
        kind, base = WHOLE[name]
        if REGISTRY[name].kind not in ("classifier", "regressor") or kind in ("codes", "counts"):
            continue
        if "hist" in name or "bagging" in name or "forest" in name or "boost" in name:
            continue
        target = y if kind == "targets" else labels
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = REGISTRY[name].load()(**base).fit(X, target)
            for working in (explain_fit(model, X, target), explain(model, X, 0)):
                assert worst(working)[0] < 1e-9, name
                assert len([step for step in working.steps if step.formulas or step.frames]) >= 3, name


def test_rows_of_another_weighting_are_still_refused() -> None:
    """Class weights are known from the parameters; weights of rows are not, and the numbers tell."""
    table = random_tables(3, "numbers")[2]
    w = np.arange(1.0, len(table.X) + 1.0)
    model = REGISTRY["gaussian_nb"].load()().fit(table.X, table.y, sample_weight=w)
    with pytest.raises(DataError, match="fitted with weights"):
        explain_fit(model, table.X, table.y)


@pytest.mark.parametrize("reg_param", [0.0, 0.1])
@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_covariances_of_deficient_rank(reg_param: float, class_weight: str | None) -> None:
    """One row per class, few rows, a constant column: fits were refused as those of other rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(9, 3))
    tables = {
        "one row per class": (X[:6], [f"K{k}" for k in range(6)]),
        "few rows of one class": (X, ["a", *"bbbbbbbb"]),
        "a constant column": (np.column_stack([X[:, :2], np.full(9, 3.0)]), [*"aaaabbbbb"]),
        "constant in one class": (np.column_stack([X[:, :2], [1.0] * 4 + [2, 3, 4, 5, 6]]), [*"aaaabbbbb"]),
    }
    for name, (rows, labels) in tables.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = REGISTRY["qda"].load()(reg_param=reg_param, class_weight=class_weight).fit(rows, labels)
            for lang in ("en", "zh"):
                fit, row = explain_fit(model, rows, labels, lang=lang), explain(model, rows, 0, lang=lang)
                assert worst(fit)[0] < 1e-9, (name, worst(fit)[1])
                assert worst(row)[0] < 1e-9, (name, worst(row)[1])
                assert any("Σ" in str(each) for each in str(fit).split("\n"))
