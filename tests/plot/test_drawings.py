"""Neighbours, kd-tree, ranking, bias and variance, lines and diagrams: what is drawn is what was asked."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.patches import FancyArrowPatch
from numpy.testing import assert_allclose, assert_array_equal

import fenlei
from fenlei import evaluate, plot
from fenlei.errors import FenleiWarning, UsageError
from fenlei.evaluate.bias_variance import squared_terms
from fenlei.plot.axes import chinese_font

matplotlib.use("Agg")
MELON = fenlei.load("watermelon")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    with matplotlib.rc_context():
        yield
    pyplot.close("all")


def drawn(ax: Any) -> bytes:
    file = io.BytesIO()
    ax.figure.savefig(file, format="png", dpi=50)
    return file.getvalue()


def test_panels_are_row_by_row() -> None:
    parts = plot.panels(2, 3, size=(2.0, 1.0))
    assert len(parts) == 6
    assert parts[0].get_subplotspec().rowspan.start == parts[2].get_subplotspec().rowspan.start == 0
    assert parts[0].figure.get_size_inches().tolist() == [6.0, 2.0]


def test_circles_hold_k_rows() -> None:
    point, ks = np.array([0.5, 0.2]), (1, 4, 17)
    ax = plot.neighbours(MELON.X, MELON.y, point, ks)
    distance = np.hypot(*(MELON.X - point).T)
    for k, circle in zip(ks, ax.lines, strict=False):
        radius = np.hypot(*(np.column_stack(circle.get_data()) - point).T)
        assert_allclose(radius, radius[0])
        assert np.sum(distance <= radius[0] + 1e-12) == k
    assert [one.get_text() for one in ax.texts] == ["k = 1", "k = 4", "k = 17"]
    with pytest.raises(UsageError, match="in a plane"):
        plot.neighbours(np.zeros((3, 3)), [0, 1, 1], point)
    for wrong in ((), (0,), (18,)):
        with pytest.raises(UsageError, match="17"):
            plot.neighbours(MELON.X, MELON.y, point, wrong)


@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_lines_of_a_kd_tree_end_at_the_lines_above(n: int) -> None:
    X = np.random.default_rng(n).permutation(4 * n)[: 2 * n].reshape(n, 2).astype(float)
    tree = fenlei.KDTree(X).book()
    ax = plot.kd_tree(tree)
    cuts = [np.column_stack(line.get_data()) for line in ax.lines[:-1]]
    assert len(cuts) == n
    for k, cut in enumerate(cuts):
        assert (cut[0] == cut[1]).sum() == 1
        along = 0 if cut[0, 0] != cut[1, 0] else 1
        earlier = np.concatenate([np.ravel(one) for one in cuts[:k]] + [ax.get_xlim(), ax.get_ylim()])
        assert np.isin(cut[:, along], earlier).all()
        assert ((cut[0] <= X) & (cut[1] >= X)).all(axis=1).any()  # it goes through its own point
    assert len(ax.texts) == n
    with pytest.raises(UsageError, match="in a plane"):
        plot.kd_tree(fenlei.KDTree(np.zeros((3, 3))).book())


def test_ranking_is_sorted_and_cut_at_the_threshold() -> None:
    y, score = np.array([1, 0, 1, 0, 1]), np.array([0.2, 0.5, 0.9, 0.1, 0.5])
    ax = plot.ranking(y, score, 0.5)
    negative, positive = (np.asarray(one.get_offsets()) for one in ax.collections)
    assert_array_equal(negative, [[2, 0.5], [5, 0.1]])
    assert_array_equal(positive, [[1, 0.9], [3, 0.5], [4, 0.2]])
    shade = ax.patches[0]
    assert shade.get_x() + shade.get_width() == 3.5  # three scores are at least T


def test_terms_of_the_error_are_drawn() -> None:
    rng = np.random.default_rng(0)
    terms = [squared_terms(rng.normal(size=(20, 5)), np.full(5, shift), 0.1) for shift in (2.0, 0.5, 1.0)]
    ax = plot.bias_variance([1, 2, 3], terms, name="depth")
    bias, variance, error, noise = (np.asarray(line.get_ydata()) for line in ax.lines[:4])
    assert_allclose(bias + variance + noise, error)
    assert ax.lines[4].get_xdata()[0] == 2
    assert ax.get_xlabel() == "depth"


@pytest.mark.parametrize(("w", "b"), [([1.0, 2.0], -3.0), ([0.0, -2.0], 1.0), ([5.0, 0.0], 0.0)])
def test_a_line_is_where_the_function_is_zero(w: list[float], b: float) -> None:
    (ax,) = plot.panels()
    ax.set(xlim=(-1, 1), ylim=(-2, 2))
    line = plot.line(w, b, ax=ax, color="red").lines[0]
    for x in (line.get_xy1(), line.get_xy2()):
        assert abs(np.dot(w, x) + b) < 1e-12
    assert (ax.get_xlim(), ax.get_ylim(), line.get_color()) == ((-1, 1), (-2, 2), "red")
    with pytest.raises(UsageError, match="in a plane"):
        plot.line([0.0, 0.0], ax=ax)


def test_boxes_and_arrows() -> None:
    boxes = {"a": (0.0, 0.0, "start"), "b": (2.0, 1.0, "end", "#ffe8cc")}
    ax = plot.diagram(boxes, [("a", "b", "then")])
    assert [one.get_text() for one in ax.texts] == ["start", "end", "then"]
    (arrow,) = ax.patches
    assert isinstance(arrow, FancyArrowPatch)
    assert drawn(ax)
    # The arrow begins and ends at the boxes, not at their middles.
    path = arrow.get_transform().transform_path(arrow.get_path()).vertices
    for box in ax.texts[:2]:
        assert not box.get_bbox_patch().get_window_extent().contains(*path[1])


def test_a_written_tree_has_its_answers_in_order() -> None:
    ax = plot.written_tree(("a?", {"yes": "x", "no": ("b?", {"1": "x", "2": "y", "3": "x"})}))
    place = {one.get_text(): one.xy for one in ax.texts}
    assert place["a?"][1] == 0
    assert place["b?"] == (2.0, -1.0)
    assert place["y"] == (2.0, -2.0)
    shades = [one.get_bbox_patch().get_facecolor() for one in ax.texts if one.get_text() in ("x", "y")]
    assert len(shades) == 4
    assert len(set(shades)) == 2
    assert drawn(plot.written_tree("only a leaf"))


@pytest.mark.skipif(chinese_font() is None, reason="no Chinese font is installed")
def test_chinese_words() -> None:
    assert drawn(plot.neighbours(MELON.X, MELON.y, [0.5, 0.2], lang="zh"))
    assert drawn(plot.ranking([0, 1], [0.1, 0.9], lang="zh"))
    assert drawn(plot.diagram({"a": (0, 0, "均值")}, lang="zh"))
    (ax,) = plot.panels(lang="zh")
    ax.set_title("误差")
    assert drawn(ax)
    with plot.fonts("zh"):
        ax.text(0.5, 0.5, "均值")
    assert drawn(ax)


TREE = fenlei.DecisionTreeClassifier(max_depth=2).fit(MELON.X, MELON.y)
SVC = fenlei.SVC(kernel="linear").fit(MELON.X, MELON.y)
DRAWINGS: dict[str, Callable[..., Any]] = {
    "bias_variance": lambda **o: plot.bias_variance(
        [1, 2], [squared_terms(np.zeros((2, 3)), np.ones(3), 0.1)] * 2, **o
    ),
    "calibration": lambda **o: plot.calibration([0, 1, 1, 0], [0.1, 0.9, 0.6, 0.4], **o),
    "confusion": lambda **o: plot.confusion([[1, 2], [3, 4]], ["好", "坏"], **o),
    "convergence": lambda **o: plot.convergence([3.0, 2.0, 1.0], **o),
    "decision_regions": lambda **o: plot.decision_regions(TREE, MELON.X, MELON.y, resolution=10, **o),
    "dendrogram": lambda **o: plot.dendrogram([(0, 1, 1.0, 2)], **o),
    "diagram": lambda **o: plot.diagram({"a": (0, 0, "均值")}, **o),
    "elbow": lambda **o: plot.elbow([1, 2], [3.0, 1.0], **o),
    "feature_effect": lambda **o: plot.feature_effect(evaluate.partial_dependence(TREE, MELON.X, 0), **o),
    "feet": lambda **o: plot.feet(MELON.X, MELON.y, [1.0, 1.0], **o),
    "importances": lambda **o: plot.importances(
        evaluate.permutation_importance(TREE, MELON.X, MELON.y, random_state=0), **o
    ),
    "kd_tree": lambda **o: plot.kd_tree(fenlei.KDTree(MELON.X).book(), **o),
    "choice_of_k": lambda **o: plot.choice_of_k(
        fenlei.KNeighborsClassifier(), MELON.X, MELON.y, ks=[1, 3], **o
    ),
    "learning_curve": lambda **o: plot.learning_curve([1, 2], [[0.5, 0.6]] * 2, [[0.4, 0.5]] * 2, **o),
    "line": lambda lang: plot.line([1.0, 2.0], ax=pyplot.subplots()[1]),
    "losses": plot.losses,
    "margin": lambda **o: plot.margin(SVC, MELON.X, MELON.y, **o),
    "neighbours": lambda **o: plot.neighbours(MELON.X, MELON.y, [0.5, 0.2], **o),
    "panels": plot.panels,
    "precision_recall": lambda **o: plot.precision_recall([0, 1], [0.1, 0.9], **o),
    "ranking": lambda **o: plot.ranking([0, 1], [0.1, 0.9], **o),
    "roc": lambda **o: plot.roc([0, 1], [0.1, 0.9], **o),
    "scatter": lambda **o: plot.scatter(MELON.X, MELON.y, **o),
    "scree": lambda **o: plot.scree([0.7, 0.3], **o),
    "shapley": lambda **o: plot.shapley(evaluate.shapley_values(TREE, MELON.X), **o),
    "sigmoid": plot.sigmoid,
    "tree": lambda **o: plot.tree(TREE, **o),
    "validation_curve": lambda **o: plot.validation_curve([1, 2], [[0.5, 0.6]] * 2, [[0.4, 0.5]] * 2, **o),
    "written_tree": lambda **o: plot.written_tree(("颜色", {"青绿": "好", "浅白": "坏"}), **o),
}


@pytest.mark.parametrize("name", sorted(set(plot.__all__) - {"fonts"}))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_users_settings_of_matplotlib_stay_as_they_are(name: str, lang: str) -> None:
    before = dict(matplotlib.rcParams)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FenleiWarning)  # where there is no Chinese font
        DRAWINGS[name](lang=lang)
    assert dict(matplotlib.rcParams) == before
    pyplot.close("all")
