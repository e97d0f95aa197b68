"""Intervals of trained regressions: saved with the model, predicted, evaluated, and refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import make_friedman1

import fenlei
from fenlei.errors import UsageError
from fenlei.study import evaluate_model, predict_blocks, train

METHODS = ("scaled", "split", "cv+")


def friedman(rows: int = 200, seed: int = 0) -> dict[str, Any]:
    X, y = make_friedman1(rows, noise=1.0, random_state=seed)
    colour = np.array(["red", "green", "blue"], object)[np.arange(rows) % 3]
    return {f"x{j}": X[:, j] for j in range(5)} | {"colour": colour, "y": y}


@pytest.mark.parametrize("method", METHODS)
def test_a_saved_model_has_the_same_intervals(method: str, tmp_path: Path) -> None:
    rows = friedman()
    model = train(rows, "ridge", "y", intervals=method)
    fenlei.save_model(model, tmp_path / "m.fenlei")
    again = fenlei.load_model(tmp_path / "m.fenlei")
    for level in (0.5, 0.9):
        assert np.array_equal(again.predict_interval(rows, level), model.predict_interval(rows, level))
    fenlei.save_model(again, tmp_path / "n.fenlei")
    assert (tmp_path / "m.fenlei").read_bytes() == (tmp_path / "n.fenlei").read_bytes()


def test_the_model_is_the_same_with_and_without(tmp_path: Path) -> None:
    rows = friedman()
    plain = train(rows, "random_forest_regressor", "y", params={"n_estimators": 10})
    with_them = train(rows, "random_forest_regressor", "y", params={"n_estimators": 10}, intervals="scaled")
    assert np.array_equal(plain.predict(rows), with_them.predict(rows))
    assert not hasattr(plain, "predict_interval")
    fenlei.save_model(plain, tmp_path / "m.fenlei")
    assert b'\\"format\\":1' in (tmp_path / "m.fenlei").read_bytes()  # older versions read it


def test_rows_get_two_columns_more() -> None:
    rows = friedman()
    model = train(rows, "linear_regression", "y", intervals="scaled")
    (block,) = predict_blocks(model, rows, interval=0.8)
    low, value, high = (
        block.column(name).to_numpy() for name in ("prediction_low", "prediction", "prediction_high")
    )
    assert ((low < value) & (value < high)).all()
    assert np.array_equal(np.column_stack([low, high]), model.predict_interval(rows, 0.8))


def test_an_evaluation_counts_what_is_covered() -> None:
    rows = friedman()
    model = train({name: values[:120] for name, values in rows.items()}, "ridge", "y", intervals="scaled")
    new = {name: values[120:] for name, values in rows.items()}
    facts: Any = evaluate_model(model, new)
    low, high = model.predict_interval(new).T
    assert facts["intervals"]["coverage"] == np.mean((low <= new["y"]) & (new["y"] <= high))
    assert facts["intervals"]["rows"] == 80
    assert train(rows, "ridge", "y").intervals is None


def test_a_comparison_has_intervals_of_its_best(tmp_path: Path) -> None:
    rows = friedman(300)
    result: Any = fenlei.compare(rows, "y", models=["ridge"], folds=5, out=tmp_path, n_jobs=1)
    facts = result["intervals"]
    assert facts["model"] == result["best"] == "ridge"
    assert 0.85 <= facts["usual"]["coverage"] <= 0.95
    assert facts["usual"]["rows"] == 300
    assert (np.diff(facts["held"]) >= 0).all()
    assert max(abs(held - level) for held, level in zip(facts["held"], facts["levels"], strict=True)) < 0.06
    best = fenlei.load_model(tmp_path / "best.fenlei")
    new = friedman(600, seed=1)
    low, high = best.predict_interval(new, 0.9).T
    assert 0.85 <= ((low <= new["y"]) & (new["y"] <= high)).mean() <= 0.95
    assert "Prediction intervals" in Path(result.report(tmp_path / "r.html")).read_text("utf-8")
    assert "预测区间" in Path(result.report(tmp_path / "z.html", "zh")).read_text("utf-8")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: train("iris", "lda", intervals="scaled"), "probabilities instead"),
        (lambda: train(friedman(), "ridge", "y", intervals="bootstrap"), "scaled"),
        (
            lambda: next(predict_blocks(train(friedman(), "ridge", "y"), friedman(), interval=0.9)),
            "--intervals",
        ),
        (lambda: next(predict_blocks(train("iris", "lda"), "iris", interval=0.9)), "--proba"),
    ],
)
def test_what_cannot_be_is_one_sentence(call: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        call()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    from fenlei.ensemble.intervals.residual_intervals import IntervalModel, ResidualIntervals
    from fenlei.errors import ModelFileError

    model = train(friedman(), "ridge", "y", intervals="split")
    record = model.intervals.model_
    for wrong in (
        record._replace(scores=record.scores[::-1].copy()),
        record._replace(rows=np.array(3)),
        record._replace(fold=np.zeros(len(record.scores), np.int64)),
    ):
        broken = ResidualIntervals("split")
        broken.n_features_in_, broken.parts_ = model.intervals.n_features_in_, ()
        broken._keep(IntervalModel(*wrong))
        object.__setattr__(model, "intervals", broken)
        fenlei.save_model(model, tmp_path / "m.fenlei")
        with pytest.raises(ModelFileError):
            fenlei.load_model(tmp_path / "m.fenlei")
