"""Exported models: every entry of the registry is written, or refused by a sentence; both answer alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris

import fenlei
from fenlei.errors import MESSAGES, UsageError
from fenlei.export.kinds import COMPOSED, REFUSED, WRITERS
from fenlei.export.onnx_file import compare_export, differences, export_onnx, onnx_model, run_onnx
from fenlei.export.tree_routes import rounded_down
from fenlei.model_file import Model
from fenlei.registry import REGISTRY
from fenlei.study import train
from fenlei.table.reading import conform
from tests.export.tables import RANKS, mixed_table, on_thresholds

EXACT, SINGLE = 1e-12, 1e-6
WRITTEN = sorted({*WRITERS, *COMPOSED})
CODES = ("categorical_nb", "id3", "bernoulli_nb")  # take codes or indicators
LONG = {"n_estimators": 20}
TARGETS = {"classifier": ("two", "three"), "regressor": ("much",)}


def limited(name: str) -> dict[str, Any]:
    """Fewer trees, where a model has many."""
    return LONG if "forest" in name or "adaboost" in name else {}


def agree(found: Any, float32: bool) -> None:
    assert found.labels == 0
    assert found.largest <= (SINGLE if float32 else EXACT)


def test_every_entry_is_written_or_refused_for_a_reason() -> None:
    assert {*WRITERS, *COMPOSED, *REFUSED} == set(REGISTRY)
    assert not {*WRITERS, *COMPOSED} & {*REFUSED}
    assert set(REFUSED.values()) <= set(MESSAGES)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_refusal_is_one_sentence_with_a_way_out(name: str) -> None:
    X, y = load_iris(return_X_y=True)
    model: Any = REGISTRY[name].load()()
    model.n_features_in_, model.classes_ = X.shape[1], np.unique(y)
    with pytest.raises(UsageError) as caught:
        onnx_model(model)
    for lang in ("en", "zh"):
        assert "export." not in caught.value.text(lang)
    assert "fenlei models" in str(caught.value)


@pytest.mark.parametrize("name", WRITTEN)
def test_estimators_by_themselves(name: str) -> None:
    entry = REGISTRY[name]
    X, y = (load_diabetes if entry.kind == "regressor" else load_iris)(return_X_y=True)
    X = X.astype(np.float32).astype(np.float64)
    if name in CODES:
        X = np.floor(X - X.min(axis=0)).clip(0, 30)
    model = entry.load()(**limited(name))
    if name == "reject_near_boundary":
        model.set_params(reject_label=-1, margin=0.1)
    model.fit(X, y)
    for float32, floats in ((False, np.float64), (True, np.float32)):
        made = onnx_model(model, float32=float32).SerializeToString()
        agree(differences(Model(model), made, X, {"X": X.astype(floats)}), float32)


@pytest.mark.parametrize(
    ("name", "target"),
    [(name, target) for name in WRITTEN for target in TARGETS.get(REGISTRY[name].kind, ())],
)
def test_models_of_a_table_with_gaps_and_unseen_names(name: str, target: str) -> None:
    entry = REGISTRY[name]
    table, new = mixed_table()
    used = ["size", "count", "colour", "flag", "rank"] if entry.numeric else ["colour", "flag", "rank"]
    options: dict[str, Any] = {"params": limited(name)}
    if name == "reject_near_boundary":
        options["params"] = {"margin": 0.05}
    if name in ("multinomial_nb", "poisson_nb"):
        options["scale"] = "minmax"
    frame = {column: table[column] for column in [*used, target]}
    model = train(frame, name, target, ordinal=RANKS, **options)
    assert model.schema is not None
    rows = conform({column: new[column] for column in used}, model.schema)
    for float32 in (False, True):
        made = onnx_model(model, float32=float32).SerializeToString()
        agree(compare_export(model, made, rows, float32=float32), float32)


@pytest.mark.parametrize("name", ["decision_tree", "random_forest", "hist_gradient_boosting", "adaboost"])
def test_rows_on_thresholds(name: str) -> None:
    X, y = load_iris(return_X_y=True)
    model = REGISTRY[name].load()(**limited(name)).fit(X, y)
    record = getattr(model.model_, "stumps", model.model_)
    if name == "random_forest":
        asked = list(zip(record.feature[record.feature >= 0], record.threshold, strict=True))
    else:
        asked = [(j, t) for j, t in zip(record.feature, record.threshold, strict=True) if j >= 0]
    rows = on_thresholds(X, [(int(j), float(t)) for j, t in asked])
    assert len(rows) > 3
    agree(differences(Model(model), onnx_model(model).SerializeToString(), rows, {"X": rows}), False)
    single = rows.astype(np.float32)
    made = onnx_model(model, float32=True).SerializeToString()
    agree(differences(Model(model), made, single.astype(np.float64), {"X": single}), True)


def test_a_threshold_is_rounded_down() -> None:
    rng = np.random.default_rng(0)
    t = rng.normal(size=1000)
    down, near = rounded_down(t, np.dtype(np.float32)), t.astype(np.float32)
    assert (down <= t).all()
    assert (np.nextafter(down, np.float32(np.inf)) > t).all()
    for x in (near, np.nextafter(near, np.float32(np.inf)), np.nextafter(near, np.float32(-np.inf))):
        assert ((x <= down) == (x.astype(np.float64) <= t)).all()


def test_the_oracle_of_divided_rows_has_gaps() -> None:
    """The C4.5 tree above really divides rows: with a gap the answer is a mean of leaves."""
    table, _ = mixed_table()
    model = train({name: table[name] for name in ("size", "colour", "two")}, "c45", "two")
    shares = model.predict_proba({"size": np.array([np.nan]), "colour": np.array([None], object)})
    leaves = model.estimator._shares[model.estimator.model_.kind == 0]
    assert not any(np.allclose(shares[0], leaf) for leaf in leaves)


def test_prepared_rows_skip_the_preparation(tmp_path: Path) -> None:
    model = train("iris", "logistic_regression")
    export_onnx(model, tmp_path / "m.onnx", start="prepared")
    X = model.preparation.transform(fenlei.load("iris").X)
    found = run_onnx(str(tmp_path / "m.onnx"), {"X": X})
    assert np.abs(found["probabilities"] - model.predict_proba(fenlei.load("iris").X)).max() <= EXACT


def test_dates_are_refused_with_the_way_out() -> None:
    days = [f"2024-{1 + i % 12:02d}-{1 + i % 28:02d}" for i in range(60)]
    frame = {"day": days, "size": np.arange(60.0) % 7, "kind": ["a", "b"] * 30}
    model = train(frame, "decision_tree", "kind")
    with pytest.raises(UsageError, match="--from prepared"):
        onnx_model(model)


@pytest.mark.parametrize(
    ("model", "word"),
    [
        (fenlei.SVC(kernel=lambda a, b: a @ b.T), "kernel"),
        (fenlei.KNeighborsClassifier(metric="cosine"), "cosine"),
        (fenlei.KNeighborsClassifier(ties="nearest"), "ties"),
    ],
)
def test_what_cannot_be_written_is_named(model: Any, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        onnx_model(model.fit(*load_iris(return_X_y=True)))


def test_a_model_of_another_library_is_refused() -> None:
    from sklearn.linear_model import LogisticRegression

    X, y = load_iris(return_X_y=True)
    with pytest.raises(UsageError, match="not an estimator of fenlei"):
        onnx_model(LogisticRegression(max_iter=1000).fit(X, y))


def test_the_same_model_gives_the_same_bytes_and_labels_of_numbers_stay_numbers() -> None:
    X, y = load_iris(return_X_y=True)
    model = fenlei.GaussianNB().fit(X, y + 5)
    made = onnx_model(model).SerializeToString()
    assert made == onnx_model(model).SerializeToString()
    assert run_onnx(made, {"X": X})["label"].tolist() == model.predict(X).tolist()


@pytest.mark.parametrize("method", ["temperature", "offsets", "platt", "isotonic"])
@pytest.mark.parametrize("name", ["gaussian_nb", "random_forest", "linear_svc", "adaboost"])
@pytest.mark.parametrize("several", [False, True])
def test_calibrated_probabilities(name: str, method: str, several: bool) -> None:
    made_of = pytest.importorskip("fenlei.ensemble.calibration.calibrated").CalibratedClassifier
    record = pytest.importorskip("fenlei.ensemble.calibration.record")
    X, y = load_iris(return_X_y=True)
    y = y if several else y // 2
    K, rng = len(np.unique(y)), np.random.default_rng(0)
    fitted = record.plain_calibration(method, rng.uniform(0.5, 2, K), rng.normal(size=K), -30.0)
    if method == "isotonic":
        at = np.sort(rng.normal(size=(K, 7)), axis=1).ravel()
        steps = np.sort(rng.uniform(size=(K, 7)), axis=1).ravel()
        fitted = fitted._replace(
            starts=np.arange(K + 1) * 7, steps_at=at, steps=steps, shares=np.full(K, 0.05 / K)
        )
    fitted = fitted._replace(preference=rng.normal(size=K) * 0.1)
    model = made_of.from_fitted(REGISTRY[name].load()(**limited(name)).fit(X, y), fitted)
    made = onnx_model(model).SerializeToString()
    agree(differences(Model(model), made, X, {"X": X}), False)
