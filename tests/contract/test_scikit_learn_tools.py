"""Inside scikit-learn's tools: clone, pipelines, searches, set_output, feature names, metadata routing."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from fenlei import LinearDiscriminantAnalysis
from tests.contract.samples import FORMS, PLAIN, Form, opinion

NAMES = ["密度", "含糖率", "weight", "size"]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_clone_and_pickle_keep_parameters_and_model(form: Form) -> None:
    X, y = form.rows()
    model = form.make().fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert clone(model).get_params() == model.get_params() == again.get_params()
    assert not hasattr(clone(model), "classes_")
    assert_array_equal(opinion(again, X), opinion(model, X))


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_pipeline_and_cross_validation(form: Form) -> None:
    X, y = form.rows()
    pipeline = make_pipeline(FunctionTransformer(), form.make()).fit(X, y)
    assert_array_equal(pipeline.predict(X), form.make().fit(X, y).predict(X))
    method = "predict_proba" if form.has_probabilities else "decision_function"
    assert cross_val_predict(pipeline, X, y, cv=3, method=method).shape == (60, 3)
    assert pipeline.score(X, y) > 0.4


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("gaussian_nb", {"var_smoothing": [0.0, 1e-9, 1.0]}),
        ("categorical_nb", {"alpha": [0.1, 1.0], "min_categories": [4]}),
        ("lda", {"solver": ["lsqr", "eigen"], "shrinkage": [None, 0.5, "auto"]}),
        ("qda", {"reg_param": [0.0, 0.5]}),
    ],
)
def test_grid_search(name: str, grid: dict[str, list[object]]) -> None:
    form = next(form for form in PLAIN if form.entry.name == name)
    search = GridSearchCV(form.make(), grid, cv=3, error_score="raise").fit(*form.rows())
    assert search.best_score_ > 0.4


@pytest.mark.parametrize("form", PLAIN, ids=str)
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_feature_names_are_kept_and_checked(form: Form, frame: type) -> None:
    X, y = form.rows()
    named = frame(dict(zip(NAMES, X.T, strict=True)))
    model = form.make().fit(named, y)
    assert_array_equal(model.feature_names_in_, NAMES)
    assert_allclose(opinion(model, named), opinion(form.make().fit(X, y), X), rtol=1e-12)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(named.rename(**_renaming(frame)))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X)


def _renaming(frame: type) -> dict[str, dict[str, str]]:
    return {"columns" if frame is pd.DataFrame else "mapping": {"size": "colour"}}


@pytest.mark.parametrize("solver", ["svd", "lsqr", "eigen"])
@pytest.mark.parametrize(("library", "frame"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_set_output_names_the_discriminant_directions(solver: str, library: str, frame: type) -> None:
    X, y = FORMS[0].rows()
    lda = LinearDiscriminantAnalysis(solver=solver).set_output(transform=library)
    Z = lda.fit_transform(X, y)
    assert isinstance(Z, frame)
    assert list(Z.columns) == ["lineardiscriminantanalysis0", "lineardiscriminantanalysis1"]
    assert lda.get_feature_names_out().tolist() == list(Z.columns)
    assert_allclose(Z.to_numpy(), lda.set_output(transform="default").transform(X))


@pytest.mark.parametrize("form", [form for form in PLAIN if form.entry.weights], ids=str)
def test_sample_weight_is_routed_through_pipeline_and_cross_validation(form: Form) -> None:
    X, y = form.rows(n=120)
    w = np.random.default_rng(1).integers(0, 3, 120).astype(float)
    with sklearn.config_context(enable_metadata_routing=True):
        estimator = clone(form.make())
        for _, voter in getattr(estimator, "estimators", None) or ():
            voter.set_fit_request(sample_weight=True)
        estimator.set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        pipeline = make_pipeline(FunctionTransformer(), estimator)
        pipeline.fit(X, y, sample_weight=w)
        scores = cross_validate(pipeline, X, y, cv=2, params={"sample_weight": w}, error_score="raise")
    assert_array_equal(opinion(pipeline, X), opinion(form.make().fit(X, y, sample_weight=w), X))
    assert np.isfinite(scores["test_score"]).all()
    if form.entry.mergeable:
        assert hasattr(form.make(), "set_partial_fit_request")


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_an_estimator_that_is_not_fitted_says_so(form: Form) -> None:
    X, _ = form.rows()
    for method in ("predict", "predict_proba", "decision_function", "transform", "merge"):
        if hasattr(form.make(), method):
            with pytest.raises(NotFittedError):
                getattr(form.make(), method)(X)
