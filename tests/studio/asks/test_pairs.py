"""Two models, and decisions: against the library's own tests and a reference in a few lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.errors import FenleiError
from fenlei.evaluate import corrected_resampled_t_test, mcnemar
from fenlei.studio.asks.out_of_fold import out_of_fold
from fenlei.studio.session import PLAN
from tests.studio.asks.desk import Desk

MODELS = ["lda", "gaussian_nb", "decision_tree"]


def compared(dataset: str, folder: Path, models: list[str], **plan: Any) -> Desk:
    """A desk in whose folder some models were compared."""
    fenlei.compare(dataset, models=models, out=folder, **plan)
    desk = Desk(dataset, folder)
    desk.facts.take_plan({"models": models, **plan})
    return desk


@pytest.fixture(scope="module")
def cancer(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return compared("breast_cancer", tmp_path_factory.mktemp("pair"), MODELS, folds=5)


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return compared("wine", tmp_path_factory.mktemp("wine"), ["lda", "decision_tree"], folds=4, repeats=2)


def test_the_tests_are_those_of_the_library(cancer: Desk) -> None:
    """Acceptance line 16."""
    found = cancer("pair", first="lda", second="decision_tree")
    a, b = (out_of_fold(cancer.facts, name) for name in ("lda", "decision_tree"))
    test = mcnemar(a.codes, a.decided, b.decided)
    assert found["mcnemar"] == test._asdict()
    models = {one["name"]: one for one in cancer.facts.result["models"]}  # type: ignore[index]
    for one in found["metrics"]:
        scores = [
            [fold["scores"][one["metric"]] for fold in models[name]["folds"]] for name in found["names"]
        ]
        assert np.transpose(one["folds"]).tolist() == scores
        by_library = corrected_resampled_t_test(*scores, test_train_ratio=1 / 4)
        assert one["test"]["p"] == by_library.p
        assert one["test"]["difference"] == by_library.difference


@pytest.mark.parametrize("which", ["cancer", "wine"])
def test_the_rows_that_one_model_gets_right(which: str, request: pytest.FixtureRequest) -> None:
    """Acceptance line 16: b + c rows, and each says who is right."""
    desk = request.getfixturevalue(which)
    found = desk("pair", first="lda", second="decision_tree")
    one_right = [row for row in found["rows"] if row["right"] != "neither"]
    b, c = found["mcnemar"]["first_only"], found["mcnemar"]["second_only"]
    assert len(one_right) == b + c > 0
    assert len({row["row"] for row in one_right}) == b + c
    for row in one_right:
        assert row["truth"] == desk("row.fields", row=row["row"])["truth"]
        assert row["said"].index(row["truth"]) == ("first", "second").index(row["right"])
    n = desk.facts.table.n_rows
    assert found["both"] + found["neither"] + b + c == n == len(found["arrays"]["x"])


def test_the_other_way_round(cancer: Desk) -> None:
    one, other = (
        cancer("pair", first=a, second=b, **{"class": 0})
        for a, b in [("lda", "gaussian_nb"), ("gaussian_nb", "lda")]
    )
    assert one["mcnemar"]["first_only"] == other["mcnemar"]["second_only"]
    assert one["arrays"]["x"].tolist() == other["arrays"]["y"].tolist()
    assert [row["row"] for row in one["rows"] if row["right"] == "first"] == [
        row["row"] for row in other["rows"] if row["right"] == "second"
    ]


def test_a_pair_of_regressions(tmp_path: Path) -> None:
    desk = compared("diabetes", tmp_path, ["linear_regression", "k_neighbors_regressor"], folds=3)
    found = desk("pair", first="linear_regression", second="k_neighbors_regressor")
    truth, x, y = (
        np.array([row["truth"] for row in found["rows"]]),
        *(np.array([row["said"][which] for row in found["rows"]]) for which in (0, 1)),
    )
    assert sum(found["nearer"]) == found["total"]
    first = np.array([row["right"] == "first" for row in found["rows"]])
    assert (first == (abs(x - truth) < abs(y - truth))).all()
    assert all(one["test"] is not None for one in found["metrics"])


@pytest.mark.parametrize(
    ("second", "key"), [("lda", "studio.one_model"), ("svc", "studio.no_folds"), ("nothing", "studio.field")]
)
def test_models_that_are_no_pair(cancer: Desk, second: str, key: str) -> None:
    with pytest.raises(FenleiError) as refused:
        cancer("pair", first="lda", second=second)
    assert refused.value.key == key


@pytest.mark.parametrize("costs", [(1.0, 1.0), (1.0, 10.0), (5.0, 1.0), (0.0, 1.0)])
@pytest.mark.parametrize("model", MODELS)
def test_the_honest_cost(cancer: Desk, model: str, costs: tuple[float, float]) -> None:
    """Acceptance line 16: against a reference that tries every threshold by hand."""
    cost_fp, cost_fn = costs
    found = cancer("decide.honest", model=model, cost_fp=cost_fp, cost_fn=cost_fn, positive=0)
    seen = out_of_fold(cancer.facts, model)
    truth, scores = seen.codes == 0, seen.scores[:, 0]

    def paid(rows: Any, t: float) -> float:
        called = scores[rows] >= t
        return float(cost_fp * (called & ~truth[rows]).sum() + cost_fn * (~called & truth[rows]).sum())

    total = 0.0
    for fold, one in zip(range(5), found["folds"], strict=True):
        here = seen.folds == fold
        tried = [np.inf, *sorted(set(scores[~here]), reverse=True)]
        best = min(tried, key=lambda t: paid(~here, t))
        assert one["threshold"] == best
        assert one["cost"] == pytest.approx(paid(here, best) / here.sum(), abs=1e-12)
        total += paid(here, best)
    assert found["mean"] == pytest.approx(total / len(truth), abs=1e-12)
    everything = np.ones(len(truth), dtype=bool)
    least = min(paid(everything, t) for t in [np.inf, *set(scores)])
    assert found["optimistic"] == pytest.approx(least / len(truth), abs=1e-12)
    assert found["optimistic"] <= found["mean"] + 1e-12


def test_what_has_no_honest_cost(wine: Desk, cancer: Desk) -> None:
    with pytest.raises(FenleiError, match="two classes"):
        wine("decide.honest", model="lda")
    with pytest.raises(FenleiError):
        cancer("decide.honest", model="lda", cost_fp=-1.0)


def test_calibration_counts_every_row(cancer: Desk) -> None:
    found = cancer("decide.calibration", model="lda", positive=1)
    seen = out_of_fold(cancer.facts, "lda")
    p, positive = seen.scores[:, 1], seen.codes == 1
    assert sum(found["rows"]) == len(p)
    first = p <= 0.1
    assert found["y"][0] == pytest.approx(positive[first].mean())
    assert found["x"][0] == pytest.approx(p[first].mean())
    assert found["brier"] == pytest.approx(((p - positive) ** 2).mean())


def test_other_parameters_before_and_after(cancer: Desk, tmp_path: Path) -> None:
    """The scores are those that `compare` gives with and without the parameters."""
    found = cancer("model.changed", model="decision_tree", params="max_depth=1")
    after = fenlei.compare(
        "breast_cancer", models=["decision_tree"], params={"decision_tree": {"max_depth": 1}}, folds=5
    )
    before = cancer.facts.result
    assert before is not None
    for one in found["metrics"]:
        for key, result in (("before", before), ("after", after)):
            model = next(each for each in result["models"] if each["name"] == "decision_tree")
            assert one[key] == pytest.approx(model["summary"][one["metric"]]["mean"], abs=1e-12)
    facts = cancer("model", model="decision_tree", params="max_depth=1")
    assert {"name": "max_depth", "value": "1", "is_default": False} in facts["parameters"]
    deep, stump = (
        cancer("model.working", model="decision_tree", params=params)["html"]
        for params in ("", "max_depth=1")
    )
    assert deep != stump


@pytest.mark.parametrize("params", ["max_depth=-3", "nothing=1", "oh"])
def test_parameters_that_do_not_fit(cancer: Desk, params: str) -> None:
    with pytest.raises(FenleiError):
        cancer("model.changed", model="decision_tree", params=params)


def test_mistakes_are_the_rows_that_are_wrong(cancer: Desk) -> None:
    found = cancer("model.mistakes", model="lda")
    seen = out_of_fold(cancer.facts, "lda")
    assert (
        found["wrong"]
        == int((seen.decided != seen.codes).sum())
        == sum(one["count"] for one in found["pairs"])
    )
    for pair in found["pairs"]:
        for row in pair["rows"]:
            assert cancer("row.fields", row=row["row"])["truth"] == pair["truth"]


@pytest.mark.parametrize("reject", [None, 0.2])
def test_counts_of_decisions_are_those_of_the_kept_model(wine: Desk, reject: float | None) -> None:
    """Acceptance line 15: the desk counts as the decision that is kept does."""
    costs = [[0, 1, 4], [2, 0, 1], [1, 3, 0]]
    found = wine("decide.counts", model="decision_tree", costs=costs, reject_cost=reject)
    kept = wine("decision.keep", model="decision_tree", costs=costs, reject_cost=reject)["facts"]
    assert found["counts"] == np.ravel(kept["counts"]).tolist()
    assert found["mean"] == pytest.approx(kept["mean_cost"], abs=1e-12)


def test_a_table_whose_rows_have_names_has_workings(tmp_path: Path) -> None:
    """A column that only names the rows is in no model, and in no place of the Studio in the way."""
    path = tmp_path / "named.csv"
    lines = [
        f"C{i},{i % 7}.5,{'ab'[i % 2]},2021-0{1 + i % 9}-11,{'yes' if i * 7 % 10 < 4 else 'no'}"
        for i in range(60)
    ]
    path.write_text("\n".join(["customer,size,kind,since,good", *lines]), encoding="utf-8")
    desk = Desk("iris", tmp_path)
    source = {"kind": "file", "path": str(path), "label": "named.csv", "data_lang": "en"}
    desk("open", folder=str(tmp_path), source=source, plan=dict(PLAN), target="good", task=None, reading={})
    assert desk.facts.table.schema.named("customer").kind == "identifier"
    for model in ("mixed_nb", "decision_tree", "logistic_regression"):
        assert desk("model.working", model=model)["tracks"]
        assert {"good", "size", "kind"} <= set(desk("model.working", model=model)["table"]["names"])
        assert desk("row.working", model=model, row=3)["html"]
        for what in ("row.neighbours", "row.contrast"):
            assert desk(what, model=model, row=3)
        assert desk("row.curve", model=model, row=3, feature="kind")
    for method in ("pca", "kmeans", "agglomerative"):
        assert desk("structure", method=method, size=2)["n"] == 60
        assert desk("structure.working", method=method, size=2)["tracks"]
    assert desk("tree", model="decision_tree")["nodes"]
    assert desk("plane.points", model="mixed_nb", x="size", y="kind")["drawn"] == 60
