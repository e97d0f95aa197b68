"""A tree edited by hand: what the library gives, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.errors import FenleiError
from fenlei.model_file import load_model
from tests.studio.asks.desk import Desk

BY_HAND = [["split", 0, "hardness", None, None]]


@pytest.fixture(scope="module")
def apples(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("apples_train", tmp_path_factory.mktemp("apples"))


@pytest.fixture(scope="module")
def melons(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("watermelon", tmp_path_factory.mktemp("melons"))


def shape(found: Any) -> list[tuple[Any, ...]]:
    """What a person sees of a tree."""
    return [(one["branch"], one["feature"], one["label"], one["counts"]) for one in found["nodes"]]


def test_the_gains_of_the_book(apples: Desk) -> None:
    """Acceptance line 20: source 002, B-G13."""
    table = apples("tree.node", model="id3", node=0)["table"]
    gains = {row["feature"]: round(row["gain"], 4) for row in table}
    assert gains == {"colour": 0.6755, "skin": 0.0290, "hardness": 0.6100, "size": 0.0}
    assert [row["feature"] for row in table if row["chosen"]] == ["colour"]


def test_splitting_growing_and_pruning_by_hand(apples: Desk) -> None:
    """Acceptance line 20: hardness by hand, then colour and what grows; pruned, dark red is a leaf."""
    by_hand = apples("tree", model="id3", edits=BY_HAND)
    assert [one["counts"] for one in by_hand["nodes"]] == [[5, 5], [4, 0], [1, 5]]
    edits = [["split", 0, "colour", None, None], ["grow", 0, 0]]
    grown = apples("tree", model="id3", edits=edits, validation="apples_validation")
    assert shape(grown) == shape(apples("tree", model="id3"))
    assert grown["validation"] == {"right": 6, "rows": 7}
    edits.append(["prune", "reduced_error"])
    pruned = apples("tree", model="id3", edits=edits, validation="apples_validation")
    assert pruned["validation"] == {"right": 6, "rows": 7}
    assert [(one["branch"], one["is_leaf"]) for one in pruned["nodes"]][1] == ("= dark red", True)
    assert pruned["leaves"] == 3


def test_the_saved_tree_predicts(apples: Desk) -> None:
    found = apples("tree.save", model="id3", edits=BY_HAND)
    model = load_model(apples.facts.folder / found["file"])
    table = fenlei.load("apples_train").table
    hard = table.arrow.column("hardness").to_pylist()
    assert model.predict(table).tolist() == ["no" if one == "hard" else "yes" for one in hard]


@pytest.mark.parametrize(
    ("alpha", "leaves", "right"), [(0.0, 5, 17), (0.0515, 3, 16), (0.1831, 2, 14), (0.2124, 1, 9)]
)
def test_the_price_of_a_leaf(melons: Desk, alpha: float, leaves: int, right: int) -> None:
    """Acceptance line 21."""
    whole = melons("tree", model="decision_tree")
    assert np.round(whole["alphas"]["alpha"], 4).tolist() == [0.0, 0.0515, 0.1830, 0.2123]
    assert whole["alphas"]["leaves"] == [5, 3, 2, 1]
    found = melons("tree", model="decision_tree", edits=[["alpha", alpha]])
    assert (found["leaves"], found["training"]) == (leaves, {"right": right, "rows": 17})


@pytest.mark.parametrize("model", ["decision_tree", "c45"])
def test_a_tree_grown_by_hand_from_its_root(melons: Desk, model: str) -> None:
    """CART grown from a single leaf is the tree that was fitted; C4.5 before it is pruned."""
    params = "pruning=False; collapse=False; thresholds=midpoint" if model == "c45" else ""
    fitted = melons("tree", model=model, params=params)
    grown = melons("tree", model=model, params=params, edits=[["leaf", 0], ["grow", 0, 0]])
    assert shape(grown) == shape(fitted)
    one = melons("tree", model=model, params=params, edits=[["leaf", 0], ["grow", 0, 1]])
    assert one["depth"] == 1
    assert one["nodes"][0]["feature"] == fitted["nodes"][0]["feature"]


def test_every_threshold_has_its_decrease(melons: Desk) -> None:
    """By definition: the Gini index of the node less that of the sides."""
    found = melons("tree.thresholds", model="decision_tree", node=0, feature="density")
    x = fenlei.load("watermelon").X[:, 0]
    good = fenlei.load("watermelon").y == "good"
    assert found["count"] == len(np.unique(x)) - 1
    for row in found["splits"]:
        left = x <= row["threshold"]
        after = sum(side.mean() * 2 * good[side].mean() * (1 - good[side].mean()) for side in (left, ~left))
        assert row["decrease"] == pytest.approx(2 * good.mean() * (1 - good.mean()) - after, abs=1e-12)


def test_a_threshold_of_ones_own(melons: Desk) -> None:
    found = melons("tree", model="decision_tree", edits=[["split", 0, "density", 0.5, None]], row=1)
    x, labels = fenlei.load("watermelon").X[:, 0], fenlei.load("watermelon").y
    sides = [[int((labels[side] == name).sum()) for name in ("bad", "good")] for side in (x <= 0.5, x > 0.5)]
    assert [one["counts"] for one in found["nodes"][1:]] == sides
    assert found["path"] == [0, 2]


def test_rows_of_a_node(melons: Desk) -> None:
    found = melons("tree.node", model="decision_tree", node=1)
    tree = melons("tree", model="decision_tree")["nodes"]
    x = fenlei.load("watermelon").X[:, 1]
    assert tree[0]["feature"] == "sugar_content"
    assert found["rows"] == (np.flatnonzero(x <= tree[0]["threshold"]) + 1).tolist()
    assert found["n_rows"] == tree[1]["rows"]


def test_a_regression_tree(tmp_path: Path) -> None:
    desk = Desk("diabetes", tmp_path)
    ask = {"model": "decision_tree_regressor", "params": "max_depth=2"}
    table = desk("tree.node", node=0, **ask)["table"]
    best = min((row for row in table if row["allowed"]), key=lambda row: row["loss"])
    assert best["chosen"]
    found = desk("tree", edits=[["prune", "cost_complexity"]], **ask)
    assert found["leaves"] <= 4
    assert found["training"]["mse"] > 0


def test_a_large_tree_is_cut_and_counted(tmp_path: Path) -> None:
    found = Desk("diabetes", tmp_path)("tree", model="decision_tree_regressor")
    assert len(found["nodes"]) <= 200
    assert found["hidden"] == 2 * found["leaves"] - 1 - len(found["nodes"])


@pytest.mark.parametrize(
    "edits",
    [
        "leaf",
        [["magic"]],
        [["leaf"]],
        [["leaf", -1]],
        [["leaf", 999]],
        [["leaf", True]],
        [["split", 0, "nothing"]],
        [["split", 0, "hardness", 0.5]],
        [["split", 0, "hardness", "x"]],
        [["prune", "reduced_error"]],
        [["prune", "axe"]],
        [["alpha", "much"]],
        [["alpha", None]],
        [["grow", 0]],
        [[]],
        [["leaf", 0]] * 500,
    ],
)
def test_edits_that_cannot_be_are_refused(apples: Desk, edits: object) -> None:
    with pytest.raises(FenleiError):
        apples("tree", model="id3", edits=edits)
    assert apples("tree", model="id3")["leaves"] == 4
