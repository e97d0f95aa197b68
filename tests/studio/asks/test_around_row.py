"""What lies about a row, by definition."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fenlei
from fenlei.errors import FenleiError
from fenlei.table.reading import conform
from tests.studio.asks.desk import Desk


@pytest.fixture(scope="module")
def iris(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("iris", tmp_path_factory.mktemp("iris"))


@pytest.fixture(scope="module")
def apples(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("apples", tmp_path_factory.mktemp("apples"))


def test_neighbours_by_their_definition(iris: Desk) -> None:
    found = iris("row.neighbours", model="lda", row=71)
    X = fenlei.load("iris").X
    far = np.sqrt((((X - X[70]) / X.std(axis=0)) ** 2).sum(axis=1))
    order = [int(i) for i in np.argsort(far, kind="stable") if i != 70]
    assert [one["row"] for one in found["rows"]] == [i + 1 for i in order[:10]]
    for one in found["rows"]:
        assert one["distance"] == pytest.approx(far[one["row"] - 1])
        assert sum(part["squared"] for part in one["parts"]) == pytest.approx(one["distance"] ** 2)
    answers = iris.facts.model("lda").predict(fenlei.load("iris").table)
    first = next(i for i in order if answers[i] != answers[70])
    assert (found["other"]["row"], found["other"]["said"]) == (first + 1, answers[first])


def test_a_changed_row_has_itself_as_a_neighbour(iris: Desk) -> None:
    name = iris.facts.table.schema.features[0].name
    found = iris("row.neighbours", model="lda", row=1, values={name: 5.2})
    itself = next(one for one in found["rows"] if one["row"] == 1)
    assert itself["distance"] == pytest.approx(0.1 / fenlei.load("iris").X[:, 0].std())
    assert [part["name"] for part in itself["parts"]] == [name]


def test_categories_are_one_apart(apples: Desk) -> None:
    found = apples("row.neighbours", model="bayes_classifier", row=1)
    kinds = {one.name: one.kind for one in apples.facts.data.schema.features}
    parts = [part for one in found["rows"] for part in one["parts"]]
    assert {part["squared"] for part in parts if kinds[part["name"]] != "numeric"} == {1.0}


def test_a_curve_is_what_the_model_says(iris: Desk) -> None:
    table = fenlei.load("iris").table
    name = table.schema.features[2].name
    found = iris("row.curve", model="lda", row=71, feature=name)
    places = np.array(found["places"])
    own = table.arrow.column(name)[70].as_py()
    assert found["own"] == own
    assert own in places
    assert (np.diff(places) > 0).all()
    model = iris.facts.model("lda")
    columns = {
        one.name: [table.arrow.column(one.name)[70].as_py()] * len(places) for one in table.schema.features
    }
    by_model = model.predict_proba(conform(columns | {name: places.tolist()}, model.schema))
    assert np.array(found["shares"]).T.tolist() == by_model.tolist()


def test_a_curve_over_categories(apples: Desk) -> None:
    found = apples("row.curve", model="bayes_classifier", row=1, feature="taste")
    assert not found["is_number"]
    assert set(found["places"]) == set(fenlei.load("apples").table.schema.named("taste").categories or ())
    assert found["own"] in found["places"]


def test_why_this_class_and_not_that(iris: Desk) -> None:
    found = iris("row.contrast", model="lda", row=71)
    now = iris.facts.model("lda").predict_proba(fenlei.load("iris").table)[70]
    assert found["now"] == sorted(now, reverse=True)[:2]
    table, first = fenlei.load("iris").table, found["features"][0]
    model = iris.facts.model("lda")
    columns = {one.name: [table.arrow.column(one.name)[70].as_py()] for one in table.schema.features}
    after = model.predict_proba(conform(columns | {first["name"]: [first["typical"]]}, model.schema))[0]
    assert first["after"] == after[found["chosen"]].tolist()
    column = table.arrow.column(first["name"]).to_numpy()
    assert first["typical"] == np.median(column)
    other = iris("row.contrast", model="lda", row=71, against=0)
    assert other["chosen"][1] == 0


def test_a_quantity(tmp_path: Path) -> None:
    desk = Desk("diabetes", tmp_path)
    assert desk("row.neighbours", model="ridge", row=1)["other"] is None
    found = desk("row.contrast", model="ridge", row=1)
    assert len(found["now"]) == 1
    assert "shares" not in desk("row.curve", model="ridge", row=1, feature=found["features"][0]["name"])


def test_missing_values_are_apart_from_known_ones(tmp_path: Path) -> None:
    desk = Desk("penguins", tmp_path)
    table = desk.facts.table
    row = 1 + next(i for i in range(table.n_rows) if table.arrow.column("sex")[i].as_py() is None)
    found = desk("row.neighbours", model="mixed_nb", row=row)
    assert len(found["rows"]) == 10


@pytest.mark.parametrize("ask", [{"feature": "no"}, {"feature": "taste", "values": {"no": 1}}, {"row": 0}])
def test_what_is_refused(apples: Desk, ask: dict[str, object]) -> None:
    with pytest.raises(FenleiError):
        apples("row.curve", **{"model": "bayes_classifier", "row": 1, **ask})
