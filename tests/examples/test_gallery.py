"""Every script of the gallery draws in both languages, and the pictures hold the documents' numbers."""

from __future__ import annotations

import importlib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.patches import FancyArrowPatch
from matplotlib.text import Text
from numpy.testing import assert_allclose, assert_array_equal

import fenlei
from docs import figures
from fenlei.plot.axes import chinese_font, is_chinese

matplotlib.use("Agg")
ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "examples" / "gallery"
HELPERS = ("command", "breast_cancer")
SCRIPTS = sorted(path.stem for path in GALLERY.glob("*.py") if path.stem not in HELPERS)
needs_font = pytest.mark.skipif(chinese_font() is None, reason="no Chinese font is installed")


@pytest.fixture(scope="module", autouse=True)
def on_the_path() -> Iterator[None]:
    sys.path.insert(0, str(GALLERY))
    with matplotlib.rc_context():
        yield
    sys.path.remove(str(GALLERY))
    for name in (*HELPERS, *SCRIPTS):
        sys.modules.pop(name, None)
    drawn_once.cache_clear()


def drawn(name: str, lang: str = "en") -> Any:
    return drawn_once(name, lang)


@cache
def drawn_once(name: str, lang: str) -> Any:
    with fenlei.plot.fonts(lang):
        figure = importlib.import_module(name).draw(lang)
    pyplot.close(figure)
    return figure


def texts(figure: Any) -> list[str]:
    return [one.get_text() for one in figure.findobj(Text) if one.get_text()]


def data(ax: Any, place: int = 0) -> np.ndarray:
    return np.asarray(ax.lines[place].get_data(), dtype=float)


def points(ax: Any) -> list[np.ndarray]:
    """Places of each group of points."""
    return [np.asarray(one.get_offsets()) for one in ax.collections if len(one.get_offsets())]


def arrows(figure: Any) -> int:
    return sum(isinstance(patch, FancyArrowPatch) for patch in figure.axes[0].patches)


def sides(line: Any, X: Any) -> np.ndarray:
    """On which side of a line points are."""
    (x0, y0), (x1, y1) = line.get_xy1(), line.get_xy2()
    X = np.asarray(X)
    return np.sign((x1 - x0) * (X[:, 1] - y0) - (y1 - y0) * (X[:, 0] - x0))


@pytest.mark.parametrize("lang", ["en", pytest.param("zh", marks=needs_font)])
@pytest.mark.parametrize("name", SCRIPTS)
def test_script_draws(name: str, lang: str, caplog: pytest.LogCaptureFixture) -> None:
    figure = drawn(name, lang)
    file = io.BytesIO()
    figure.savefig(file, dpi=40)
    assert len(file.getvalue()) > 1000
    assert not [record.message for record in caplog.records if "glyph" in record.getMessage()]
    chinese = any(is_chinese(letter) for text in texts(figure) for letter in text)
    without_words = {"exclusive_or", "labelings_of_three_points"}
    assert chinese == (lang == "zh" and name not in without_words)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_says_what_is_seen(name: str) -> None:
    source = (GALLERY / f"{name}.py").read_text("utf-8")
    assert re.match(r'"""Source 00[0-4], (figure|section) \d+([.-]\d+)*(\(b\))?:\s\w', source)
    assert source.count("\n") <= 50


def test_the_pages_show_every_script() -> None:
    listed = figures.figures()
    assert sorted(one.script for one in listed) == SCRIPTS
    for lang, suffix in (("en", ""), ("zh", "_zh")):
        page = (ROOT / "docs" / ("zh" if lang == "zh" else "") / "gallery.md").read_text("utf-8")
        cells = "".join(
            words for name, words in figures.substitutions().items() if f"{{{{ {name} }}}}" in page
        )
        for one in listed:
            assert f"generated/gallery/{one.script}.md" in cells
            assert one.titled(lang) in cells
        assert cells.count("_small.png") == len(listed), suffix


def test_the_page_of_a_figure_has_its_picture_and_its_code() -> None:
    one = next(one for one in figures.figures() if one.script == "roc_curve")
    for lang, title in (
        ("en", "# Source 000, figure 3-21(b): the ROC curve"),
        ("zh", "# 文档 000，图 3-21(b)：ROC 曲线"),
    ):
        words = figures.page(one, lang)
        assert title in words
        assert "](roc_curve.png)" in words
        assert "def draw(lang" in words


def test_figures_have_the_captions_of_the_documents() -> None:
    chinese = {(one.source, one.number): one.chinese for one in figures.figures()}
    assert chinese["000", "3-22"] == "高维数据示例"
    assert chinese["000", "3-23"] == "二维特征空间的坐标变换"
    assert chinese["000", "3-27"] == "样本在高维空间的分布结构"
    assert chinese["003", "6"] == "iris 数据集分类"
    assert chinese["003", "8"] == "LDA 二维示意图"
    assert chinese["003", "9"] == "LDA 计算流程"


@needs_font
def test_a_script_writes_the_file_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "sigmoid.png"
    command = [sys.executable, str(GALLERY / "step_and_logistic_function.py"), str(file), "--lang", "zh"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    assert file.read_bytes().startswith(b"\x89PNG")


# Source 000


def test_the_vote_changes_with_k() -> None:
    (ax,) = drawn("neighbours_for_different_k").axes
    assert ax.get_title() == "k = 1: good, k = 3: bad, k = 5: good"


def test_accuracy_by_k_is_the_specification_s() -> None:
    (ax,) = drawn("accuracy_by_k").axes
    means = [0.956043956043956, 0.945054945054945, 0.9670329670329669, 0.9714285714285713, 0.9714285714285715]
    means += [0.9736263736263737, 0.9736263736263737, 0.9714285714285715, 0.9758241758241759]
    assert_allclose(data(ax), [range(1, 10), means], rtol=1e-12)


def test_projections_are_perpendicular_and_fisher_is_best() -> None:
    (ax,) = drawn("scalar_and_vector_projection").axes
    (x0, x1), (y0, y1) = data(ax)
    assert abs((x1 - x0) * 4.0 + (y1 - y0) * 1.5) < 1e-12
    worst, best = (
        float(ax.get_title().split("J = ")[1]) for ax in drawn("projections_on_two_directions").axes
    )
    assert best > 3 * worst


def test_apple_trees() -> None:
    words = texts(drawn("apple_tree_as_told"))
    assert words.count("Fuji") + words.count("Guoguang") == 8
    assert sum(words.count(question) for question in ("taste", "shape", "colour")) == 5
    words = texts(drawn("apples_split_by_colour_and_taste"))
    for subset, facts in {
        "{1,2,3,4,5,6,7,8,9,10}": "H = 0.971, Gini = 0.48",
        "$D_2$ = {1,7}": "H = 0, Gini = 0",
        "$D_3$ = {2,4,6,8,10}": "H = 0.7219, Gini = 0.32",
        "$D_4$ = {3,5,9}": "H = 0, Gini = 0",
        "$D_3$ = {2,3,5,6,7,8,10}": "H = 0.9852, Gini = 0.4898",
        "$D_2$ = {1,4,9}": "H = 0.9183, Gini = 0.4444",
    }.items():
        assert any(subset in word and facts in word for word in words)


def test_ranking_and_curves_of_breast_cancer() -> None:
    (ax,) = drawn("ranking_and_threshold").axes
    negative, positive = points(ax)
    assert_array_equal(positive[:, 0], [*range(1, 39), *range(40, 66), 67, 68])
    assert len(negative) == 48
    (ax,) = drawn("precision_recall_curve").axes
    assert len(points(ax)[0]) == 115
    assert "AP = 0.991" in texts(ax.figure)
    (ax,) = drawn("roc_curve").axes
    fpr, tpr = data(ax, 1)
    assert_allclose(fpr * 48, [0, 0, 0, 1, 1, 2, 2, 48], atol=1e-12)
    assert_allclose(tpr * 66, [0, 1, 38, 38, 64, 64, 66, 66], atol=1e-12)
    sketch = data(ax, 2)
    assert abs(np.trapezoid(sketch[1], sketch[0]) - 0.9905303030303031) < 2e-3


def test_transforms() -> None:
    stretched, ax = drawn("change_of_coordinates").axes
    before, after = points(stretched)
    assert_allclose(after, before * [2.0, 0.5])
    first, second = data(ax, 0)[:, 1], data(ax, 1)[:, 1]
    assert abs(first @ second) < 1e-12
    assert_allclose(first + second, [2.0, 2.5])
    angle, found = points(drawn("pendulum").axes[1])[0].T
    assert abs(np.corrcoef(angle, found)[0, 1]) > 0.9999


def test_reductions() -> None:
    z = points(drawn("lda_feature_by_class").axes[0])[0]
    means = [z[z[:, 1] == label, 0].mean() for label in (0, 1)]
    assert_allclose(means, [-2.4037298739567765, 1.4274250231900252], rtol=1e-9)
    flat = drawn("curved_sheet_unrolled").axes
    assert [ax.get_title() for ax in flat] == ["PCA", "Isomap", "three dimensions"]
    isomap = flat[1].collections[0]
    along = np.asarray(isomap.get_array())
    assert abs(np.corrcoef(along, points(flat[1])[0][:, 0])[0, 1]) > 0.99
    from scipy.spatial.distance import pdist

    benign, malignant = points(drawn("breast_cancer_by_mds").axes[0])
    cancer = fenlei.load("breast_cancer")
    Z = np.empty((569, 2))
    Z[np.asarray(cancer.y) == "benign"], Z[np.asarray(cancer.y) == "malignant"] = benign, malignant
    assert abs(np.sum((pdist(Z) - pdist(cancer.X)) ** 2) - 801165.86) < 0.01


def test_data_of_high_dimension() -> None:
    sound, picture = drawn("speech_and_grey_image").axes
    assert data(sound).shape == (2, 220)  # 22 kHz, 10 ms
    pixels = np.asarray(picture.images[0].get_array())
    assert pixels.shape == (64, 64)
    assert 0 <= pixels.min() < pixels.max() <= 255
    whole, near = drawn("points_on_a_curve").axes
    chord, along = (data(whole, k).T for k in (5, 6))
    length = np.linalg.norm(np.diff(along, axis=0), axis=1).sum()
    assert abs(length - 4.8) < 1e-3  # the label: 4.80
    assert np.linalg.norm(chord[1] - chord[0]) < length / 2
    line = near.lines[-1]
    x1, x2, x3 = (data(near, k).T[0] for k in (1, 2, 3))
    assert_allclose([line.get_xy1(), line.get_xy2()], [x2, x3])
    assert abs(np.linalg.det([x3 - x2, x1 - x2])) / np.linalg.norm(x3 - x2) < 0.1


# Source 001


def test_planes_and_lines() -> None:
    assert drawn("decision_plane_in_space").axes[0].get_title().endswith("r = 2.041")  # 5 / √6
    (ax,) = drawn("separating_lines").axes
    assert len(ax.lines) == 4
    for line in ax.lines:
        assert [len(set(sides(line, X))) for X in points(ax)] == [1, 1]
    first, second = drawn("two_projections_of_two_classes").axes[1:]
    assert overlap(second) < overlap(first) / 3
    right = drawn("exclusive_or").axes[1]
    assert right.lines[0].get_xy1()[1] == right.lines[0].get_xy2()[1] == 0  # φ2 = 0
    assert [len(set(sides(right.lines[0], X))) for X in points(right)] == [1, 1]


def overlap(ax: Any) -> float:
    """Rows in the smaller bar of each pair."""
    heights = np.array([bar.get_height() for bar in ax.patches]).reshape(2, -1)
    return float(heights.min(axis=0).sum())


def test_units_and_graphs() -> None:
    assert arrows(drawn("perceptron_unit")) == 6
    assert arrows(drawn("logistic_unit")) == 6
    assert arrows(drawn("naive_bayes_graph")) == 4


def test_sigmoid_and_shattering() -> None:
    (ax,) = drawn("sigmoid").axes
    values = [4.53979e-5, 0.00669285, 0.26894142, 0.5, 0.73105858, 0.99330715, 0.99995460]
    assert_allclose(np.interp([-10, -5, -1, 0, 1, 5, 10], *data(ax)), values, rtol=2e-6)
    parts = drawn("labelings_of_three_points").axes
    assert len({ax.get_title() for ax in parts}) == 8
    for ax in parts:
        side, labels = sides(ax.lines[0], points(ax)[0]), ax.get_title()
        assert len(set(zip(side, labels, strict=True))) == len(set(labels))
        assert len(set(side)) == len(set(labels))


# Source 002


def test_margins() -> None:
    (ax,) = drawn("optimal_hyperplane").axes
    assert_array_equal(np.unique(points(ax)[-1], axis=0), [[0, 2], [1, 0], [2, 0]])
    assert ax.get_title() == "Margin 0.707"
    (ax,) = drawn("soft_margin").axes
    assert 1 <= data(ax).shape[1] <= 10
    (ax,) = drawn("curved_boundary").axes
    boundary = np.hypot(*ax.collections[0].get_paths()[1].vertices.T)
    outer, inner = (np.hypot(*X.T) for X in points(ax)[-3:-1])
    assert inner.max() < boundary.min() < boundary.max() < outer.min()


def test_hiring_and_apple_trees() -> None:
    assert texts(drawn("applicants_tree")).count("hired") == 2
    words = texts(drawn("applicants_tree_age_twice"))
    assert words.count("hired") == 4
    assert words.count("age") == 2  # one attribute in two branches
    assert {"> 40", "≤ 40", "< 25", "≥ 25"} <= set(words)
    for name, leaves in {
        "applicants_tree_simple": {"no (3)", "yes (1)"},
        "apple_tree_full": {"no (1)", "no (4)", "yes (2)", "yes (3)"},
        "apple_tree_pruned": {"yes (4/1)", "no (4)", "yes (2)"},
        "apple_tree_merged": {"yes (6/1)", "no (4)"},
    }.items():
        figure = drawn(name)
        assert {text for text in texts(figure) if re.match(r"(yes|no) \(", text)} == leaves
        assert name == "applicants_tree_simple" or "85.71%" in figure.axes[0].get_title()
    assert any(word == "vote: bad 1, good 2" for word in texts(drawn("random_forest_scheme")))


# Source 003


def test_newton_on_the_melons() -> None:
    z, values = data(drawn("step_and_logistic_function").axes[0])
    assert_allclose(values, 1 / (1 + np.exp(-z)))
    assert arrows(drawn("newton_program")) == 5
    melons = fenlei.load("watermelon")
    (ax,) = drawn("melons_and_logistic_line").axes
    (x0, y0), (x1, y1) = ax.lines[0].get_xy1(), ax.lines[0].get_xy2()
    slope = (y1 - y0) / (x1 - x0)
    assert_allclose([slope, y0 - slope * x0], [-0.252238661121, 0.353709388762], rtol=1e-8)
    above = sides(ax.lines[0], melons.X) == sides(ax.lines[0], [[0.5, 1.0]])[0]
    assert (np.flatnonzero(above != (np.asarray(melons.y) == "good")) + 1).tolist() == [6, 7, 8, 14, 15]
    left, right = drawn("newton_convergence").axes
    objective = [17.638839972291, 10.118695693850, 9.202083893339, 8.692185156861, 8.683675792759]
    assert_allclose(data(left)[1], [*objective, 8.683660584313, 8.683660584233], rtol=1e-11)
    assert_allclose(
        [data(right, k)[1][-1] for k in range(3)], [3.15832966, 12.52119579, -4.42886451], rtol=1e-8
    )


def test_folds_pairs_and_errors() -> None:
    folds = np.asarray(drawn("ten_folds").axes[0].images[0].get_array())
    assert_array_equal(folds.sum(axis=0), np.ones(150))
    assert_array_equal(folds.sum(axis=1), np.full(10, 15))
    (ax,) = drawn("iris_in_two_dimensions").axes
    assert [len(X) for X in points(ax)] == [50, 50, 50]
    assert ax.get_title() == "iris, 97.8% of the variance"  # 92.46 % + 5.31 %
    for ax in drawn("iris_pairs_of_classes").axes:
        assert [len(X) for X in points(ax)] == [50, 50]
    (ax,) = drawn("error_by_folds").axes
    assert_allclose(data(ax, 2) * [[1], [100]], [[2, 3, 5, 10, 15, 30, 50], [7, 5, 4, 4, 4, 4, 4]])
    assert not data(ax, 0)[1].any()
    assert not data(ax, 1)[1].any()
    assert_allclose(data(ax, 3)[1] * 100, [4, 4])  # leave-one-out


def test_projections_of_lda() -> None:
    assert arrows(drawn("lda_steps")) == 4
    assert sum(line.get_marker() == "s" for line in drawn("lda_idea").axes[0].lines) == 2
    (ax,) = drawn("melons_on_the_lda_direction").axes
    crosses = [np.column_stack(line.get_data()) for line in ax.lines if line.get_marker() == "x"]
    bad, good = crosses
    assert_allclose(good[0], [0.114158098, 0.575595317], atol=1e-9)
    assert_allclose(bad[-1], [0.046866402, 0.236304582], atol=1e-9)
    assert_allclose(good[:, 1] / good[:, 0], 5.042089222024, rtol=1e-10)
    pca, lda = drawn("iris_by_lda_and_pca").axes
    assert pca.get_title() == "PCA, shares 92.5%, 5.3%"
    assert lda.get_title() == "LDA, shares 99.1%, 0.9%"


# Source 004


def test_complexity_bias_and_variance() -> None:
    (ax,) = drawn("error_by_complexity").axes
    training, test = data(ax)[1], data(ax, 1)[1]
    assert (np.diff(training) < 0).all()
    assert 0 < int(test.argmin()) < len(test) - 1
    (ax,) = drawn("bias_and_variance").axes
    bias, variance, error, noise = (data(ax, k)[1] for k in range(4))
    assert_allclose(bias + variance + noise, error, rtol=1e-9)
    assert bias[-1] < bias[0]
    assert (np.diff(variance) > 0).all()


def test_histogram_bayes() -> None:
    likelihood, posterior, risk = (
        np.array([bar.get_height() for bar in ax.patches]) for ax in drawn("histogram_bayes").axes
    )
    assert_allclose(likelihood.reshape(2, 8).sum(axis=1), [1, 1])
    first = [1, 0.8, 10 / 12, 20 / 26, 10 / 19, 0.25, 1 / 7, 0]  # counts of class 1 by those of both
    assert_allclose(posterior.reshape(2, 8), [first, 1 - np.array(first)], atol=1e-12)
    assert_allclose(risk, posterior.reshape(2, 8).min(axis=0))


def test_perceptron_distances_and_kd_tree() -> None:
    (ax,) = drawn("perceptron_updates").axes
    for end in (ax.lines[-1].get_xy1(), ax.lines[-1].get_xy2()):
        assert sum(end) == pytest.approx(3.0)
    assert len(drawn("losses").axes[0].lines) == 5
    (ax,) = drawn("minkowski_circles").axes
    for k, p in enumerate((1, 2, 4, np.inf)):
        assert_allclose(np.linalg.norm(data(ax, k), ord=p, axis=0), 1.0)
    (ax,) = drawn("kd_tree").axes
    cuts = [data(ax, k).tolist() for k in range(3)]
    assert cuts[0][0] == [7, 7]  # the root, (7, 2)
    assert [0.0 + cuts[1][1][0], cuts[1][0][1]] == [4, 7]  # (5, 4) cuts the left half, up to the root's line


def test_trees_of_the_notes() -> None:
    words = texts(drawn("loan_tree"))
    assert {"yes (6)", "yes (3)", "no (6)"} <= set(words)
    assert any("owns a house" in word and "0.971" in word for word in words)
    (ax,) = drawn("regression_tree").axes
    assert_allclose(np.unique(data(ax, 1)[1]), [5.06, 8.176])
    assert len(np.unique(data(ax, 2)[1])) == 4


def test_clusters() -> None:
    (ax,) = drawn("dendrogram").axes
    heights = sorted(float(one.get_ydata()[1]) for one in ax.lines)
    assert_allclose(
        heights[:3] + heights[-2:], [0.04114608, 0.04280187, 0.05434151, 0.15587816, 0.16758580], atol=1e-8
    )
    (ax,) = drawn("elbow").axes
    best = [0.6756543529, 0.3138222714, 0.1943656548, 0.1397441071, 0.0960283000, 0.0613511667, 0.0492021667]
    assert_allclose(data(ax)[1], best, atol=1e-9)
    parts = drawn("kmeans_rounds").axes
    sums = [within(ax) for ax in parts]
    assert sums == sorted(sums, reverse=True)


def within(ax: Any) -> float:
    centres = data(ax).T
    return sum(float(((X[:, None] - centres) ** 2).sum(axis=2).min(axis=1).sum()) for X in points(ax))


def test_boosting_and_mixture() -> None:
    parts = drawn("adaboost_rounds").axes
    assert [ax.get_title()[-6:] for ax in parts] == ["0.3000", "0.2143", "0.1818"]
    assert_allclose(
        [bar.get_height() for bar in parts[2].patches], [1 / 22] * 3 + [1 / 6] * 3 + [7 / 66] * 3 + [1 / 22]
    )
    density, course = drawn("two_normals_mixture").axes
    bounds = data(course)[1] * 15
    assert_allclose(bounds[[0, 1, -1]], [-77.4431357163, -72.6643599016, -71.0633618647], rtol=1e-9)
    assert (np.diff(bounds) > -1e-9).all()
    assert_allclose(data(density, 1)[1], data(density, 2)[1] + data(density, 3)[1])


def test_components_and_discriminants() -> None:
    (ax,) = drawn("principal_components_of_six_points").axes
    assert ax.get_title() == "first component: 97.5%"
    feet = np.column_stack(next(line for line in ax.lines if line.get_marker() == "x").get_data())
    assert_allclose(
        np.sort(np.abs(np.hypot(*feet.T))),
        np.sort([3.5708551840, 1.4117898584, 0.6645143913, 0, 1.4117898584, 4.2353695752]),
        atol=1e-9,
    )
    (ax,) = drawn("lda_regions").axes
    assert ax.get_title() == "LDA, 3 of 150 wrong"
