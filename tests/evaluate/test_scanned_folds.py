"""k models from one pass: those of refits, with the scores that the rows of each fold give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, log_loss, r2_score, root_mean_squared_error

from fenlei import GaussianNB, LinearDiscriminantAnalysis, LogisticRegression, MixedNB, Ridge, scan
from fenlei.errors import DataError, UsageError
from fenlei.evaluate import cross_validate_scan
from fenlei.evaluate.scanned_folds import fold_of
from fenlei.registry import REGISTRY
from fenlei.rows.engine import working_on
from tests.rows.test_engine import Pickles
from tests.rows.test_scanned_fits import CUTS, N, digest, frame, small_leaves, written
from tests.rows.test_together import Counting

__all__ = ["small_leaves"]
pytestmark = pytest.mark.usefixtures("small_leaves")
FOLD = fold_of(0, N, 4)


@pytest.mark.parametrize("name", ["lda", "qda", "mixed_nb", "fisher", "ridge", "linear_regression"])
def test_the_models_and_scores_of_refits(name: str, tmp_path: Path) -> None:
    entry = REGISTRY[name]
    rows = frame(entry)
    X = rows.drop(columns=["w", "t"])
    X = X if name == "mixed_nb" else np.ascontiguousarray(X)
    y, w = rows["t"].to_numpy(), rows["w"].to_numpy()
    with working_on(Counting()) as engine:
        found = cross_validate_scan(
            entry.load()(), scan(written(rows, tmp_path / "7", CUTS[7]), target="t", weight="w"), 4
        )
    assert engine.passes == 2  # type: ignore[attr-defined]
    for f, model in enumerate(found.models):
        train, test = f != FOLD, f == FOLD
        apart = entry.load()().fit(X[train], y[train], sample_weight=w[train])
        np.testing.assert_allclose(found.weight[f], w[test].sum())
        truth, weights, predicted = y[test], w[test], apart.predict(X[test])
        score = {key: values[f] for key, values in found.scores.items()}
        if entry.kind == "regressor":
            np.testing.assert_allclose(model.coef_, apart.coef_, rtol=1e-9)
            np.testing.assert_allclose(
                score["rmse"], root_mean_squared_error(truth, predicted, sample_weight=weights)
            )
            np.testing.assert_allclose(score["r2"], r2_score(truth, predicted, sample_weight=weights))
            continue
        np.testing.assert_allclose(score["accuracy"], accuracy_score(truth, predicted, sample_weight=weights))
        if hasattr(apart, "predict_proba"):
            P = apart.predict_proba(X[test])
            np.testing.assert_allclose(
                score["log_loss"], log_loss(truth, P, sample_weight=weights), rtol=1e-9
            )
        else:
            assert "log_loss" not in score


def test_no_cut_and_no_engine_changes_a_bit(tmp_path: Path) -> None:
    rows = frame(REGISTRY["lda"])
    seen = set()

    def look(data: Any) -> None:
        found = cross_validate_scan(LinearDiscriminantAnalysis(), data, 3)
        seen.add((*map(digest, found.models), found.scores["log_loss"].tobytes()))

    for count, cuts in CUTS.items():
        look(scan(written(rows, tmp_path / str(count), cuts), target="t", weight="w"))
    with working_on(Pickles(4)):
        look(scan(tmp_path / "7", target="t", weight="w"))
    assert len(seen) == 1


def test_what_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,c,t\n1,u,a\n2,v,b\n3,u,a\n4,v,b\n")
    data = scan(path, target="t")
    with pytest.raises(UsageError, match="LogisticRegression is not solved from one summary"):
        cross_validate_scan(LogisticRegression(), data)
    with pytest.raises(UsageError, match="5 folds of 4 rows"):
        cross_validate_scan(MixedNB(), data)
    with pytest.raises(UsageError, match="has categories"):
        cross_validate_scan(GaussianNB(), data, 2)
    with pytest.raises(UsageError, match="balanced"):
        cross_validate_scan(
            LinearDiscriminantAnalysis(class_weight="balanced"), scan(path, target="t", drop="c"), 2
        )
    with pytest.raises(DataError, match="has no rows"):
        cross_validate_scan(Ridge(), three(tmp_path), 3)


def three(folder: Path) -> Any:
    """Three rows, of which two are of one fold."""
    path = folder / "three.csv"
    path.write_text("x,t\n1,1\n2,4\n3,9\n")
    assert len(set(fold_of(0, 3, 3).tolist())) < 3
    return scan(path, target="t")
