"""Pools in a comparison: scored by weights of other folds, fitted to all rows, saved, explained, exported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei import compare, explain, load, load_model, read_table, train
from fenlei.errors import UsageError
from fenlei.export import compare_export, python_script
from fenlei.export.onnx_file import onnx_model
from tests.study.test_schema import SCHEMA, faults

PARTS = ["gaussian_nb", "random_forest", "lda"]
POOLS = ["weighted_vote", "stacking"]


def by_name(result: Any) -> dict[str, Any]:
    return {model["name"]: model for model in result["models"]}


def table(n: int = 400, seed: int = 0) -> dict[str, list[Any]]:
    """Class 2 is told by many columns along a line, 0 and 1 by a column that only a tree can use."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    wave = rng.integers(0, 4, n) + rng.uniform(0.0, 0.5, n)  # in the first halves: class 0
    wave = np.where(y < 2, wave + 0.5 * (y == 1), rng.uniform(0.0, 4.0, n))
    columns = {f"line{j}": rng.normal(1.2 * (y == 2), 1.5) for j in range(8)}
    columns["line0"][::17] = np.nan
    colour = np.where(rng.random(n) < 0.5, y, rng.integers(0, 3, n))
    return {
        **{name: values.tolist() for name, values in columns.items()},
        "wave": wave.tolist(),
        "colour": [f"c{k}" for k in colour],
        "kind": [f"k{k}" for k in y],
    }


def prefer(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make a finished model the best, whatever its scores."""

    def chosen(first: Any, models: list[Any], *_: Any) -> Any:
        return next(model for model in models if model["name"] == name)

    monkeypatch.setattr("fenlei.study.facts.result.choose", chosen)


def test_pools_stand_in_every_comparison_of_all_models() -> None:
    result = compare(read_table(table(), target="kind"), folds=3, n_jobs=1)
    found = by_name(result)
    assert set(POOLS) <= set(found)
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []
    alone = min(
        model["summary"]["log_loss"]["mean"]
        for name, model in found.items()
        if model["status"] == "done" and name not in POOLS
    )
    done = [found[name] for name in POOLS if found[name]["status"] == "done"]
    assert done
    assert all(model["summary"]["log_loss"]["mean"] < 1.05 * alone for model in done)


@pytest.mark.parametrize("name", POOLS)
@pytest.mark.parametrize("more", [{}, {"repeats": 2}, {"test_size": 0.4}, {"metric": "balanced_accuracy"}])
def test_a_pool_is_compared_saved_and_explained(
    name: str, more: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefer(monkeypatch, name)
    rows = read_table(table(), target="kind")
    folds = {} if "test_size" in more else {"folds": 3}
    result = compare(rows, models=[*PARTS, name], out=tmp_path, n_jobs=1, **folds, **more)
    found = by_name(result)[name]
    assert found["status"] == "done"
    assert len(found["folds"]) == len(by_name(result)["lda"]["folds"])
    assert result["best"] == name
    model = load_model(tmp_path / "best.fenlei")
    proba = model.predict_proba(rows)
    assert_allclose(proba.sum(axis=1), 1.0)
    assert result["matters"] is not None
    assert {column["name"] for column in result["matters"]["columns"]} == set(table()) - {"kind"}
    working = explain(model, rows, 2)
    assert str(model.predict(rows)[2]) in working.conclusion
    assert "out=" in python_script(result)
    if "metric" in more:  # a preference for classes stands around the pool
        return
    members = [(member, member.rows(rows.coded().X)) for member in model.estimator.members_]
    each = [member.weight * member.estimator.predict_log_proba(own) for member, own in members]
    if name == "stacking":
        together = np.exp(sum(each))
        assert_allclose(proba, together / together.sum(axis=1, keepdims=True), atol=1e-10)


def test_weights_of_a_fold_do_not_depend_on_its_own_rows() -> None:
    """Labels of one tested fold that are turned round leave the pool's answers for it as they were."""
    from fenlei.ensemble.pooled.weights import vote_weights
    from fenlei.study.pooling.entries import VOTE
    from fenlei.study.pooling.folds import TestedAnswers

    rng = np.random.default_rng(3)
    answers = np.log(rng.dirichlet(np.ones(3), size=(4, 90)))
    truth, parts = rng.integers(0, 3, 90), np.repeat([0, 1, 2], 30)
    before, weights = TestedAnswers(VOTE, answers, truth, parts, [0, 1, 2], False).left_out()
    turned = np.where(parts == 1, (truth + 1) % 3, truth)
    after, _ = TestedAnswers(VOTE, answers, turned, parts, [0, 1, 2], False).left_out()
    assert_allclose(after[parts == 1], before[parts == 1], rtol=0, atol=0)
    assert np.abs(after - before).max() > 0
    assert_allclose(weights[1], vote_weights(answers[:, parts != 1], truth[parts != 1]))
    forward, _ = TestedAnswers(VOTE, answers, truth, parts, [0, 1, 2], True).left_out()
    assert_allclose(np.exp(forward[:30]), np.exp(answers[:, :30]).mean(axis=0))


def test_a_quantity_has_a_weighted_mean(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 2))
    columns = {"a": X[:, 0], "b": X[:, 1], "y": X[:, 0] + np.sin(3 * X[:, 1]) + rng.normal(0, 0.3, 150)}
    rows = read_table(columns, target="y")
    models = ["linear_regression", "k_neighbors_regressor", "decision_tree_regressor", "weighted_mean"]
    result = compare(rows, models=models, folds=4, out=tmp_path, n_jobs=1)
    found = by_name(result)
    assert result["best"] == "weighted_mean"
    rmse = {name: found[name]["summary"]["rmse"]["mean"] for name in models}
    assert rmse["weighted_mean"] == min(rmse.values())
    model = load_model(tmp_path / "best.fenlei")
    ends = model.predict_interval(rows)
    assert (ends[:, 0] <= model.predict(rows)).all()
    assert (model.predict(rows) <= ends[:, 1]).all()
    assert "RMSE" not in str(explain(model, rows, 0))
    assert "LinearRegression" in str(explain(model, rows, 0))


def test_tables_with_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefer(monkeypatch, "weighted_vote")
    rng = np.random.default_rng(0)
    words = np.array(["good sweet ripe fruit today", "bad sour old fruit again", "so so fruit for the day"])
    kind = rng.integers(0, 3, 90)
    said = [f"{words[k]} {rng.integers(0, 50)} and {rng.integers(0, 50)}" for k in kind]
    columns = {"size": rng.normal(kind, 1.0), "remark": said, "kind": [f"k{k}" for k in kind]}
    rows = read_table(columns, target="kind", text="remark")
    models = ["logistic_regression", "random_forest", "gaussian_nb", "weighted_vote"]
    result = compare(rows, models=models, folds=3, out=tmp_path, n_jobs=1)
    assert result["best"] == "weighted_vote"
    model = load_model(tmp_path / "best.fenlei")
    assert (model.predict(rows) == columns["kind"]).mean() > 0.9
    assert {column["name"] for column in result["matters"]["columns"]} == {"size", "remark"}
    for row in (0, 7):
        working = explain(model, rows, row)
        assert working.conclusion == f"Decision: {model.predict(rows)[row]}"
        assert said[row] in str(working)
        for member in model.estimator.members_:
            answer = np.exp(member.estimator.predict_log_proba(member.rows(rows.take([row]).rows())))[0]
            assert all(f"{share:.3g}"[:4] in str(working) for share in answer if share > 0.01)


@pytest.mark.parametrize(
    ("name", "more"),
    [("stacking", {}), ("weighted_vote", {"metric": "balanced_accuracy"}), ("weighted_mean", {})],
)
def test_workings_of_rows_with_texts(
    name: str, more: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two columns of text, one with a missing one; a preference for classes stands around the pool."""
    prefer(monkeypatch, name)
    rng = np.random.default_rng(1)
    level = rng.integers(0, 2, 90)
    said = [f"{['plain dull thing', 'bright fine thing'][k]} seen {rng.integers(0, 60)} times" for k in level]
    noted = [f"note {rng.integers(0, 60)} by {['ann', 'bob'][k]} at noon" for k in rng.integers(0, 2, 90)]
    columns: dict[str, object] = {"size": rng.normal(level, 1.0), "said": said, "noted": [None, *noted[1:]]}
    if name == "weighted_mean":
        columns["y"] = 3.0 * level + rng.normal(0, 0.5, 90)
        models = ["ridge", "random_forest_regressor", "k_neighbors_regressor", name]
    else:
        columns["y"] = [f"k{k}" for k in level]
        models = ["logistic_regression", "random_forest", "gaussian_nb", name]
    rows = read_table(columns, target="y", text=["said", "noted"])
    compare(rows, models=models, folds=3, out=tmp_path, n_jobs=1, **more)
    model = load_model(tmp_path / "best.fenlei")
    inside = model.estimator if hasattr(model.estimator, "members_") else model.estimator.estimator_
    assert hasattr(inside, "members_")
    for row in (0, 5):
        working, predicted = explain(model, rows, row), model.predict(rows)[row]
        found = working.conclusion.split()[-1]
        assert (
            found == predicted
            if isinstance(predicted, str)
            else float(found) == pytest.approx(predicted, 1e-4)
        )
        assert said[row] in str(working)


def test_when_there_is_no_pool() -> None:
    alone = compare("iris", models=["lda", "stacking"], folds=3, n_jobs=1)
    assert by_name(alone)["stacking"]["status"] == "skipped"
    assert by_name(alone)["stacking"]["reason"]
    bare = compare("iris", models=[*PARTS, "stacking"], folds=3, calibrate=False, n_jobs=1)
    assert by_name(bare)["stacking"]["status"] == "skipped"
    with pytest.raises(UsageError, match="compare"):
        train("iris", "stacking")


def test_a_pool_as_a_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")
    rows = read_table(table(), target="kind")
    for name in POOLS:
        prefer(monkeypatch, name)
        compare(rows, models=[*PARTS, name], out=tmp_path, folds=3, n_jobs=1)
        model = load_model(tmp_path / "best.fenlei")
        assert hasattr(model.estimator, "members_")
        found = compare_export(model, onnx_model(model).SerializeToString(), rows)
        assert found.labels == 0
        assert found.largest <= 1e-12


def test_iris_keeps_a_single_model_where_a_pool_is_not_clearly_better() -> None:
    result = compare("iris", models=["gaussian_nb", "k_neighbors", "lda", *POOLS], folds=5, n_jobs=1)
    assert result["best"] not in POOLS
    assert load("iris").table.n_rows == 150
