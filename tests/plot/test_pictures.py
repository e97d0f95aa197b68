"""Pictures show the numbers that they are given; Chinese words find a font or say that there is none."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot
from numpy.testing import assert_allclose, assert_array_equal

import fenlei
from fenlei import evaluate, plot
from fenlei.errors import FenleiWarning, UsageError
from fenlei.plot import axes as drawing
from fenlei.plot.axes import chinese_font
from fenlei.plot.texts import TEXTS

matplotlib.use("Agg")
IRIS = fenlei.load("iris")
MELON = fenlei.load("watermelon")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    with matplotlib.rc_context():
        yield
    pyplot.close("all")


def drawn(ax: Any) -> bytes:
    """The picture as PNG; a letter that no font has warns, which is an error."""
    file = io.BytesIO()
    ax.figure.savefig(file, format="png", dpi=50)
    return file.getvalue()


def line(ax: Any, place: int = 0) -> tuple[np.ndarray, np.ndarray]:
    return ax.lines[place].get_data()


def test_regions_are_the_predictions() -> None:
    X, y = IRIS.X[:, :2], IRIS.y
    model = fenlei.LinearDiscriminantAnalysis().fit(X, y)
    ax = plot.decision_regions(model, X, y, resolution=40)
    codes = ax.images[0].get_array()
    x, z = np.linspace(*ax.images[0].get_extent()[:2], 40), np.linspace(*ax.images[0].get_extent()[2:], 40)
    grid = np.stack(np.meshgrid(x, z), axis=-1).reshape(-1, 2)
    assert_array_equal(model.classes_[np.asarray(codes).ravel()], model.predict(grid))
    assert [label.get_text() for label in ax.get_legend().get_texts()] == model.classes_.tolist()
    assert drawn(ax)


def test_regions_of_more_features_and_of_a_projection() -> None:
    model = fenlei.GaussianNB().fit(IRIS.X, IRIS.y)
    assert drawn(plot.decision_regions(model, IRIS.X, IRIS.y, features=(2, 3), resolution=30))
    from sklearn.decomposition import PCA

    pca = PCA(3).fit(IRIS.X)
    assert drawn(plot.decision_regions(model, IRIS.X, IRIS.y, projection=pca, resolution=30, lang="en"))
    with pytest.raises(UsageError, match="need two features"):
        plot.decision_regions(model, IRIS.X[:, :1])


def test_confusion_has_the_counts() -> None:
    counts = evaluate.confusion_matrix(IRIS.y, fenlei.GaussianNB().fit(IRIS.X, IRIS.y).predict(IRIS.X))
    ax = plot.confusion(counts, sorted(set(IRIS.y)))
    assert [int(cell.get_text()) for cell in ax.texts] == counts.ravel().tolist()
    assert drawn(ax)


def test_curves_have_the_numbers_of_evaluate() -> None:
    y = (IRIS.y == "virginica").astype(int)
    score = fenlei.GaussianNB().fit(IRIS.X[:, :2], y).predict_proba(IRIS.X[:, :2])[:, 1]
    ax = plot.roc(y, score)
    assert_array_equal(line(ax, 1), evaluate.roc_curve(y, score)[:2])
    assert f"{evaluate.roc_auc_score(y, score):.3f}" in ax.get_legend().get_texts()[1].get_text()
    ax = plot.precision_recall(y, score)
    assert_array_equal(line(ax)[::-1], evaluate.precision_recall_curve(y, score)[:2])
    average = evaluate.average_precision_score(y, score)
    assert f"{average:.3f}" in ax.get_legend().get_texts()[0].get_text()
    ax = plot.calibration(y, score, n_bins=5)
    assert_allclose(line(ax, 1)[::-1], evaluate.calibration_curve(y, score, n_bins=5))
    assert drawn(ax)


def test_a_second_curve_on_the_same_axes() -> None:
    y = np.array([0, 1, 0, 1])
    ax = plot.roc(y, [0.1, 0.9, 0.2, 0.8], label="a")
    assert plot.roc(y, [0.1, 0.2, 0.9, 0.8], label="b", ax=ax) is ax
    assert len(ax.lines) == 3


def test_histories_and_curves_of_scores() -> None:
    assert_array_equal(line(plot.convergence([3.0, 2.0, 1.5]))[1], [3.0, 2.0, 1.5])
    train, test = np.array([[1.0, 0.9], [0.9, 0.8]]), np.array([[0.5, 0.7], [0.7, 0.7]])
    ax = plot.learning_curve([10, 20], train, test)
    assert_allclose(line(ax, 1), [[10, 20], [0.6, 0.7]])
    ax = plot.validation_curve([0.1, 1.0], train, test, name="C", logarithmic=True)
    assert (ax.get_xlabel(), ax.get_xscale()) == ("C", "log")
    assert_allclose(line(plot.scree([0.7, 0.2, 0.1]))[1], [0.7, 0.9, 1.0])
    assert_array_equal(line(plot.elbow([1, 2], [9.0, 4.0])), [[1, 2], [9.0, 4.0]])


def test_validation_scores_alone() -> None:
    """Training scores are optional, and one column of scores has no band."""
    test = np.array([[0.5, 0.7], [0.7, 0.7]])
    for ax in (plot.validation_curve([1, 2], None, test), plot.learning_curve([10, 20], None, test)):
        assert len(ax.lines) == len(ax.collections) == 1
        assert_allclose(line(ax)[1], [0.6, 0.7])
    flat = plot.validation_curve([1, 2], [0.9, 0.8], [0.5, 0.6])
    assert (len(flat.lines), len(flat.collections)) == (2, 0)
    named = plot.validation_curve(["gini", None], None, test, name="criterion")
    assert [tick.get_text() for tick in named.get_xticklabels()] == ["gini", "None"]
    with pytest.raises(UsageError, match=r"shape \(1,\), but there are 2 values"):
        plot.validation_curve([1, 2], None, [0.5])
    with pytest.raises(UsageError, match="no scores to draw"):
        plot.learning_curve([1, 2])


def test_curves_of_an_estimator_are_scikit_learns_scores() -> None:
    from sklearn.model_selection import learning_curve, validation_curve

    model = fenlei.KNeighborsClassifier()
    X, y = IRIS.X, IRIS.y
    train, test = validation_curve(model, X, y, param_name="n_neighbors", param_range=[1, 9], cv=3)
    ax = plot.validation_curve(model, X, y, name="n_neighbors", over=[1, 9], cv=3)
    assert_allclose(line(ax, 0), [[1, 9], train.mean(axis=1)])
    assert_allclose(line(ax, 1), [[1, 9], test.mean(axis=1)])
    alone = plot.validation_curve(model, X, y, name="n_neighbors", over=[1, 9], cv=3, training=False)
    assert_allclose(line(alone, 0)[1], test.mean(axis=1))
    sizes, train, test = learning_curve(model, X, y, train_sizes=[0.5, 1.0], cv=3)[:3]
    ax = plot.learning_curve(model, X, y, fractions=[0.5, 1.0], cv=3)
    assert_allclose(line(ax, 1), [sizes, test.mean(axis=1)])
    for draw in (plot.learning_curve, plot.validation_curve, plot.choice_of_k):
        with pytest.raises(UsageError, match="give X and y after the estimator"):
            draw(model)
    for wrong in ({"name": "n_neighbors"}, {"over": [1]}):
        with pytest.raises(UsageError, match="name of a parameter and the values"):
            plot.validation_curve(model, X, y, **wrong)


def test_the_choice_of_k_is_figure_3_11() -> None:
    """000, figures 3-10 and 3-11: five folds on the 455 training rows, k = 1 to 9; the means recomputed."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import train_test_split
    from sklearn.preprocessing import StandardScaler

    X, y = load_breast_cancer(return_X_y=True)
    train, _, labels, _ = train_test_split(
        StandardScaler().fit_transform(X), y, test_size=0.2, random_state=2020
    )
    ax = plot.choice_of_k(fenlei.KNeighborsClassifier(), train, labels, ks=range(1, 10), cv=5)
    found = [0.956043956, 0.945054945, 0.967032967, 0.971428571, 0.971428571, 0.973626374]
    found += [0.973626374, 0.971428571, 0.975824176]
    assert_allclose(line(ax), [range(1, 10), found], atol=5e-10)
    assert (ax.get_title(), ax.lines[1].get_xdata()[0]) == ("Accuracy by k: best is 9", 9)
    from fenlei.neighbors import choose_k

    choice = choose_k(fenlei.KNeighborsClassifier(), IRIS.X, IRIS.y, ks=[1, 3])
    for ax in (plot.choice_of_k(choice), plot.validation_curve(choice)):
        assert_allclose(line(ax)[1], choice.accuracy)
    with pytest.raises(UsageError, match="what choose_k found"):
        plot.choice_of_k([1, 2, 3])


def test_one_column_shows_the_class_on_the_other_axis() -> None:
    """000, figure 3-26 (b)."""
    data = fenlei.load("breast_cancer")
    z = fenlei.LinearDiscriminantAnalysis(n_components=1).fit_transform(data.X, data.y)
    ax = plot.scatter(z, data.y, names=["lda_1"], centres=[[0.0], [1.0]])
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("One dimension", "lda_1", "class")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["benign", "malignant"]
    for k, label in enumerate(("benign", "malignant")):
        drawn_rows = np.asarray(ax.collections[k].get_offsets())
        assert_allclose(drawn_rows[:, 0], z[data.y == label, 0])
        assert_array_equal(drawn_rows[:, 1], k)
    assert ax.get_legend() is None
    assert not plot.scatter(np.empty((0, 1))).collections
    plain = plot.scatter(z)
    assert (plain.get_ylabel(), plain.get_title()) == ("", "One dimension")
    assert plot.scatter(IRIS.X[:, :2]).get_title() == "Two dimensions"
    assert plot.scatter(IRIS.X).get_title() == "The first two dimensions"
    with pytest.raises(UsageError, match="one label per row"):
        plot.scatter(z, data.y[:5])


def test_feet_are_perpendicular() -> None:
    X, w = MELON.X, np.array([0.14650982, 0.73871557])
    ax = plot.feet(X, MELON.y, w)
    dashes = [one for one in ax.lines if one.get_linestyle() == "--"]
    assert len(dashes) == len(X)
    for dash in dashes:
        (x0, x1), (y0, y1) = dash.get_data()
        assert abs((x1 - x0) * w[0] + (y1 - y0) * w[1]) < 1e-12
        assert abs(x1 * w[1] - y1 * w[0]) < 1e-12
    assert drawn(ax)
    with pytest.raises(UsageError, match="in a plane"):
        plot.feet(IRIS.X, IRIS.y, w)


def test_margin_and_support_vectors() -> None:
    from fenlei.svm import SVC

    data = fenlei.load("perceptron_points")
    model = SVC(kernel="linear", C=1e6).fit(data.X, data.y)
    ax = plot.margin(model, data.X, data.y)
    circles = ax.collections[-1].get_offsets()
    assert_allclose(np.asarray(circles), model.support_vectors_)
    assert drawn(ax)
    with pytest.raises(UsageError, match="two features and two classes"):
        plot.margin(fenlei.LinearDiscriminantAnalysis().fit(IRIS.X, IRIS.y), IRIS.X, IRIS.y)


def test_dendrogram_is_scipys() -> None:
    from scipy.cluster.hierarchy import dendrogram, linkage

    merges = linkage(IRIS.X[::10], "average")
    ax = plot.dendrogram(merges)
    peer = dendrogram(merges, no_plot=True)
    heights = sorted(float(one.get_ydata()[1]) for one in ax.lines)
    assert_allclose(heights, sorted(height[1] for height in peer["dcoord"]))
    for one in ax.lines:
        x, y = one.get_data()
        assert x[0] == x[1] < x[2] == x[3]
        assert y[1] == y[2] >= max(y[0], y[3])


def test_points_and_functions() -> None:
    ax = plot.scatter(IRIS.X, IRIS.y, centres=IRIS.X[:2])
    assert sum(len(one.get_offsets()) for one in ax.collections) == 150
    assert drawn(plot.scatter(IRIS.X[:, :1]))
    with pytest.raises(UsageError, match=r"\(n, 2\) or \(n, 1\) is needed"):
        plot.scatter(IRIS.X[:, 0])
    z, sigmoid = line(plot.sigmoid())
    assert_allclose(sigmoid, 1 / (1 + np.exp(-z)))
    ax = plot.losses()
    assert all(float(np.interp(0.0, *line(ax, k))) >= 1.0 - 1e-9 for k in range(1, 5))


@pytest.mark.skipif(chinese_font() is None, reason="no Chinese font is installed")
def test_chinese_letters_and_minus_signs_are_drawn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = plot.scatter(IRIS.X - 5.0, np.array(["好瓜", "坏瓜"])[np.arange(150) % 2], lang="zh")
        assert drawn(ax)
        older = pyplot.subplots()[1]
        assert drawn(plot.confusion([[1, 2], [3, 4]], ["好瓜", "坏瓜"], ax=older, lang="zh"))


def test_one_hint_where_there_is_no_chinese_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "chinese_font", lambda: None)
    with pytest.warns(FenleiWarning, match="No font with Chinese letters"):
        plot.sigmoid(lang="zh")


def test_words_are_in_both_languages() -> None:
    for english, chinese in TEXTS.values():
        assert english
        assert chinese


def test_a_tree_has_a_box_for_every_node_and_a_text_for_every_branch() -> None:
    apples = fenlei.load("apples_train")
    names = [column.name for column in apples.table.schema.features]
    words = [column.categories for column in apples.table.schema.features]
    model = fenlei.ID3Classifier().fit(apples.X, apples.y)
    ax = plot.tree(model, names, words)
    texts = [one.get_text() for one in ax.texts]
    nodes = len(model.model_.kind)
    assert len(texts) == nodes + (nodes - 1)
    assert any(text.startswith("colour\n") for text in texts)
    assert drawn(ax)
    regression = fenlei.DecisionTreeRegressor(max_depth=3).fit(IRIS.X[:, :3], IRIS.X[:, 3])
    assert drawn(plot.tree(regression, max_depth=2))
