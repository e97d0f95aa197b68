"""Workings of calibrated classifiers, which `compare` makes: every method, on scores of every kind."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from fenlei.ensemble.calibration.calibrated import CalibratedClassifier
from fenlei.ensemble.calibration.choice import fit_calibration
from fenlei.ensemble.calibration.class_log_scores import class_log_scores
from fenlei.explanation import explain, explain_fit
from fenlei.registry import REGISTRY
from tests.explanation.tables import awkward_tables, random_tables
from tests.explanation.test_recomputed import results, worst

METHODS = {
    "temperature": ("calibration_line", "fit_calibration_line"),
    "offsets": ("calibration_line", "fit_calibration_line"),
    "platt": ("calibration_shares", "fit_calibration_line"),
    "isotonic": ("calibration_shares", "fit_calibration_steps"),
}


@pytest.mark.parametrize("name", ["gaussian_nb", "decision_tree", "linear_svc", "lda"])
@pytest.mark.parametrize("method", METHODS)
def test_every_calibration_is_recomputed(method: str, name: str) -> None:
    of_row, of_fit = METHODS[method]
    for table in [*random_tables(6, "numbers"), *awkward_tables("numbers")]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            inner = REGISTRY[name].load()().fit(table.X, table.y)
            scores, _ = class_log_scores(inner, table.X)
            codes = np.searchsorted(inner.classes_, table.y)
            model = CalibratedClassifier.from_fitted(inner, fit_calibration(scores, codes, method))
            for lang in ("en", "zh"):
                fit = explain_fit(model, table.X, table.y, lang=lang)
                row = explain(model, table.X, 1, lang=lang)
                assert worst(fit)[0] < 1e-9, (table.name, worst(fit)[1])
                assert worst(row)[0] < 1e-9, (table.name, worst(row)[1])
                assert of_fit in [step.key for step in fit.steps]
                assert of_row in [step.key for step in row.steps]
                assert fit._repr_html_()
                assert row.to_latex()
        own = model.predict_proba(table.X[1:2])[0]
        shown = np.array(results(row))
        assert all(np.min(np.abs(shown - each)) <= 1e-12 for each in own), table.name
        assert row.prediction == str(model.predict(table.X[1:2])[0])
