"""A model in a plane: what is drawn is what the model says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.studio.asks.plane.view import plane_view
from fenlei.studio.faults import StudioError
from tests.studio.asks.desk import Desk

WINE = {"x": "alcohol", "y": "malic_acid"}


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("wine", tmp_path_factory.mktemp("wine"))


@pytest.mark.parametrize(
    ("k", "label", "radius", "distances"),
    [(1, "class 2", 1.0, [1.0]), (3, "class 1", 2.0, [1.0, np.sqrt(2.0), 2.0])],
)
def test_neighbours_of_the_book(
    tmp_path: Path, k: int, label: str, radius: float, distances: list[float]
) -> None:
    """Acceptance line 17: source 002, example 5.1, the point (1, 2)."""
    desk = Desk("example_5_1", tmp_path)
    how = {"model": "k_neighbors", "x": "x1", "y": "x2", "params": f"n_neighbors={k}", "scale": "none"}
    found = desk("plane.point", px=1, py=2, **how)
    assert found["label"] == label
    assert found["ball"] == {"half": [radius, radius], "power": 2.0, "radius": radius}
    assert [one["distance"] for one in found["neighbours"]] == pytest.approx(distances, rel=1e-15)


def test_the_margin_of_the_book(tmp_path: Path) -> None:
    """Acceptance line 18: source 002, example 5.2, alpha = (0, 4, 3, 1), w = (-2, -2), b = 3."""
    desk = Desk("example_5_2", tmp_path)
    how = {"model": "svc", "x": "x1", "y": "x2", "scale": "none"}
    hard = desk("plane.overlays", params="C=inf; kernel=linear", **how)
    line = hard["line"]
    assert [line["a"], line["b"], line["c"], line["positive"]] == [-2.0, -2.0, 3.0, "1"]
    assert hard["margin"] == pytest.approx([0.7071068], abs=1e-7)
    assert {one["row"]: round(one["alpha"], 9) for one in hard["vectors"]} == {2: 4.0, 3: 3.0, 4: 1.0}
    soft = desk("plane.overlays", params="C=1; kernel=linear", **how)
    assert [soft["line"][name] for name in "abc"] == pytest.approx([-1.0, -1.0, 1.0], abs=1e-9)
    assert desk("plane.overlays", params="C=1; kernel=rbf", **how)["line"] is None


def test_a_slice_is_not_the_model_of_two_features(wine: Desk) -> None:
    """Acceptance line 19."""
    codes = [
        wine("plane.regions", model="lda", how=how, size=60, **WINE)["arrays"]["code"]
        for how in ("slice", "two")
    ]
    assert (codes[0] != codes[1]).mean() > 0.1


@pytest.mark.parametrize("how", ["slice", "two"])
def test_regions_are_predictions(wine: Desk, how: str) -> None:
    found = wine("plane.regions", model="gaussian_nb", how=how, size=7, of=1, **WINE)
    view = plane_view(wine.facts, {"model": "gaussian_nb", "how": how, **WINE})
    whole = fenlei.load("wine").X
    names = [one.name for one in wine.facts.data.schema.features]
    i, j = names.index("alcohol"), names.index("malic_acid")
    rows = np.tile(np.median(whole, axis=0), (49, 1))
    low, high = whole[:, [i, j]].min(axis=0), whole[:, [i, j]].max(axis=0)
    low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
    centres = low + (np.arange(7)[:, None] + 0.5) * (high - low) / 7
    rows[:, i], rows[:, j] = np.tile(centres[:, 0], 7), np.repeat(centres[:, 1], 7)
    rows = rows if how == "slice" else rows[:, [i, j]]
    own = fenlei.train("wine", "gaussian_nb", drop=[] if how == "slice" else others(names))
    assert np.array_equal(view.data.classes[found["arrays"]["code"]], own.predict(rows))
    assert found["arrays"]["value"] == pytest.approx(own.predict_proba(rows)[:, 1], abs=1e-6)


def others(names: list[str]) -> list[str]:
    return [name for name in names if name not in WINE.values()]


def test_rows_are_marked_where_the_model_is_wrong(wine: Desk) -> None:
    found = wine("plane.points", model="lda", how="two", **WINE)
    arrays = found["arrays"]
    assert found["wrong"] == (arrays["code"] != arrays["answer"]).sum() == 34
    assert found["counts"] == [59, 71, 48]
    assert arrays["row"].tolist() == list(range(1, 179))


def test_a_ball_of_scaled_features_is_an_ellipse_in_the_table(wine: Desk) -> None:
    """Every point on it is as far from the query, as the model measures, as the last neighbour."""
    ask = {"model": "k_neighbors", "how": "two", **WINE}
    found = wine("plane.point", px=13.0, py=2.5, **ask)
    view = plane_view(wine.facts, ask)
    angle = np.linspace(0, 2 * np.pi, 13)
    on_it = np.stack([np.cos(angle), np.sin(angle)], axis=1) * found["ball"]["half"] + [13.0, 2.5]
    centre = view.prepared(np.array([[13.0, 2.5]]))
    distances = np.sqrt(((view.prepared(on_it) - centre) ** 2).sum(axis=1))
    assert distances == pytest.approx(found["neighbours"][-1]["distance"], rel=1e-9)
    assert found["ball"]["half"][0] != pytest.approx(found["ball"]["half"][1], rel=0.05)


@pytest.mark.parametrize("model", ["gaussian_nb", "qda", "lda"])
@pytest.mark.parametrize("how", ["slice", "two"])
def test_ellipses_are_the_gaussians(wine: Desk, model: str, how: str) -> None:
    found = wine("plane.overlays", model=model, how=how, **WINE)["ellipses"]
    data = wine.facts.data
    names = [one.name for one in data.schema.features]
    X = data.X[:, [names.index("alcohol"), names.index("malic_acid")]]
    within = sum(np.cov(X[data.codes == k].T, bias=True) * (data.codes == k).sum() for k in range(3))
    for one in found:
        own = X[data.codes == one["code"]]
        assert one["mean"] == pytest.approx(own.mean(axis=0), rel=1e-9)
        root = np.array(one["root"])
        expected: Any = {
            "gaussian_nb": np.diag(own.var(axis=0)),
            "qda": np.cov(own.T, bias=True),
            "lda": within / len(X),
        }[model]
        assert root @ root.T == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_fishers_direction_on_watermelons(tmp_path: Path) -> None:
    """Source 003, exercise 3.5: w = (0.14650982, 0.73871557), up to its sign and length."""
    desk = Desk("watermelon", tmp_path)
    for model in ("fisher", "lda"):
        found = desk("plane.overlays", model=model, x="density", y="sugar_content")
        w = np.array(found["direction"]["w"])
        assert abs(w @ [0.14650982, 0.73871557]) == pytest.approx(np.hypot(0.14650982, 0.73871557), rel=1e-7)
        X = desk.facts.data.X
        assert found["direction"]["through"] == pytest.approx(X.mean(axis=0))


@pytest.mark.parametrize("how", ["slice", "two"])
def test_classes_change_only_across_cuts(wine: Desk, how: str) -> None:
    ask = {"model": "decision_tree", "how": how, **WINE}
    cuts = wine("plane.overlays", **ask)["cuts"]
    view = plane_view(wine.facts, ask)
    tree = view.model.estimator.model_
    for cut in cuts:
        assert tree.feature[cut["node"]] == view.at[cut["side"]]
        assert tree.threshold[cut["node"]] == pytest.approx(cut["at"])
    generator = np.random.default_rng(1)
    low, high = view.data.X[:, list(view.at)].min(axis=0), view.data.X[:, list(view.at)].max(axis=0)
    points = generator.uniform(low, high, (400, 2))
    steps = points.copy()
    side = generator.integers(0, 2, 400)
    steps[np.arange(400), side] = generator.uniform(low[side], high[side])
    leaves = [view.model.estimator.apply(view.rows(each)) for each in (points, steps)]
    for i in range(400):
        ends = sorted((points[i, side[i]], steps[i, side[i]]))
        at = points[i, 1 - side[i]]
        crossed = [
            cut
            for cut in cuts
            if cut["side"] == side[i] and ends[0] <= cut["at"] < ends[1] and cut["low"] < at <= cut["high"]
        ]
        assert (leaves[0][i] != leaves[1][i]) == bool(crossed)
    assert cuts or how == "slice"


def test_other_features_are_held_by_a_row(wine: Desk) -> None:
    ask = {"model": "gaussian_nb", "row": 5, **WINE}
    view = plane_view(wine.facts, ask)
    x, y = view.data.X[4, list(view.at)]
    found = wine("plane.point", px=float(x), py=float(y), **ask)
    own = fenlei.train("wine", "gaussian_nb").predict_proba(view.data.X[4:5])[0]
    assert [share for _, share in found["probabilities"]] == pytest.approx(own)


@pytest.mark.parametrize("model", ["svc", "k_neighbors", "lda"])
def test_the_script_makes_the_same_model(wine: Desk, model: str) -> None:
    params = "C=2.5; kernel=linear" if model == "svc" else ""
    ask = {"model": model, "how": "two", "params": params, "scale": "minmax", **WINE}
    names: dict[str, Any] = {"fenlei": fenlei}
    exec(wine("plane.overlays", **ask)["script"], names)
    view = plane_view(wine.facts, ask)
    points = np.random.default_rng(0).uniform([11, 1], [15, 6], (200, 2))
    assert np.array_equal(names["model"].predict(points), view.model.predict(points))


def test_nominal_features_are_bands(tmp_path: Path) -> None:
    desk = Desk("apples_train", tmp_path)
    sides = desk("plane.axes")
    colour = sides["features"][0]
    assert (colour["name"], colour["low"], colour["high"]) == ("colour", -0.5, 2.5)
    found = desk("plane.regions", model="id3", x="colour", y="hardness", size=60)
    assert found["shape"] == [3, 2]
    assert desk("plane.working", model="id3", x="colour", y="hardness", px=0, py=1)["html"]
    assert desk("plane.point", model="id3", x="colour", y="hardness", px=1, py=0)["label"] == "no"


def test_a_quantity_is_shaded(tmp_path: Path) -> None:
    desk = Desk("diabetes", tmp_path)
    first = desk("plane.axes")["first"]
    ask = {"model": "linear_regression", "x": first[0], "y": first[1]}
    found = desk("plane.regions", size=5, **ask)
    assert found["low"] < found["high"]
    assert len(found["arrays"]["value"]) == 25
    assert desk("plane.points", **ask)["wrong"] is None
    assert desk("plane.point", px=0.0, py=0.0, **ask)["label"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": "nothing"},
        {"x": "malic_acid"},
        {"how": "third"},
        {"size": 1000},
        {"of": 7},
        {"of": "everything"},
        {"row": 5000},
        {"params": "C"},
        {"params": "__class__.x=1"},
        {"params": 3},
        {"scale": "log"},
        {"model": "nothing"},
    ],
)
def test_what_cannot_be_is_refused(wine: Desk, wrong: dict[str, object]) -> None:
    with pytest.raises(StudioError):
        wine("plane.regions", **({"model": "lda", **WINE} | wrong))
