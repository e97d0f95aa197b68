"""Every data set loads in both languages; rows, classes and sums are those of the specification."""

import dataclasses
from collections import Counter

import numpy as np
import pytest

from fenlei.datasets import load, names
from fenlei.datasets.catalogue import find, words
from fenlei.errors import UsageError

GAPS = {"penguins": 2 * 4 + 11}  # two were not measured, the sex of eleven is not known


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", names())
def test_counts_are_those_of_the_catalogue(name: str, lang: str) -> None:
    dataset, entry = load(name, lang), find(name)
    assert dataset.table.n_rows == entry.rows
    assert dataset.X.shape == (entry.rows, entry.features)
    assert np.isnan(dataset.table.coded().X).sum() == GAPS.get(name, 0)
    if entry.task == "unlabelled":
        assert dataset.table.schema.target is None
    else:
        assert len(dataset.y) == entry.rows
    if entry.task == "classification":
        assert len(set(dataset.y)) == entry.classes


@pytest.mark.parametrize("name", names())
def test_both_languages_hold_the_same_rows(name: str) -> None:
    english, chinese = load(name, "en").table, load(name, "zh").table
    assert [c.kind for c in english.schema.columns] == [c.kind for c in chinese.schema.columns]
    for one, other in zip(english.arrow.columns, chinese.arrow.columns, strict=True):
        pairs = set(zip(one.to_pylist(), other.to_pylist(), strict=True))
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def test_no_word_of_the_vocabulary_is_unused() -> None:
    used = set()
    for name in names():
        rows = load(name).table.arrow
        for header, cells in zip(rows.column_names, rows.columns, strict=True):
            used |= {(header, "")} | {(header, cell) for cell in cells.unique().to_pylist()}
    assert set(words()) <= used


# Counts by class, and where the specification says so.
CLASS_COUNTS = {
    "apples": {"Fuji": 6, "Guoguang": 4},  # source 000, case A1
    "hiring": {"yes": 3, "no": 3},  # source 002, B-G08: H = 1
    "apples_train": {"yes": 5, "no": 5},  # source 002, B-G13: H = 1
    "apples_validation": {"yes": 3, "no": 4},  # source 002, B-G13: root leaf 3/7 or 4/7
    "watermelon": {"good": 8, "bad": 9},  # source 003, G003-1
    "example_5_1": {"class 1": 3, "class 2": 4},  # source 002, B-G01
    "xor": {-1: 2, 1: 2},  # source 001, A-G01
    "naive_bayes_15": {1: 9, -1: 6},  # source 004, B8: smoothed prior 10/17, 7/17
    "loan": {"yes": 9, "no": 6},  # source 004, B18: leaves 6Y, 3Y, 6N
    "histogram_train": {"class 1": 50, "class 2": 40},  # source 004, B4: priors 5/9, 4/9
    "histogram_test": {"class 1": 50, "class 2": 40},  # source 004, B4: 90 rows
    "adaboost_series": {1: 6, -1: 4},  # source 002, B-G17
    "iris": {"setosa": 50, "versicolor": 50, "virginica": 50},  # source 003, 2.3
    "breast_cancer": {"malignant": 212, "benign": 357},  # source 000, section 2.3 and error E1
    "wine": {"class_0": 59, "class_1": 71, "class_2": 48},  # UCI's description
}


@pytest.mark.parametrize("name", CLASS_COUNTS)
def test_class_counts_of_the_specification(name: str) -> None:
    assert Counter(load(name).y.tolist()) == CLASS_COUNTS[name]


def column(name: str, which: str, lang: str = "en") -> np.ndarray:
    return np.array(load(name, lang).table.arrow.column(which).to_pylist())


def test_apples_case_a3_means_and_variances_of_the_weight() -> None:
    weight, variety = column("apples", "weight"), column("apples", "variety")
    taste = column("apples", "taste")
    assert weight.sum() == 2030
    assert weight[variety == "Fuji"].mean() == 220
    assert weight[variety == "Guoguang"].var() == 468.75
    assert weight[taste == "sour-sweet"].var() == pytest.approx(1297.9591836734694)
    assert weight[(taste == "sweet") & (variety == "Guoguang")].tolist() == [180]


def test_apples_discussion_1_colours_by_class() -> None:
    pairs = Counter(zip(column("apples", "底色", "zh"), column("apples", "品种", "zh"), strict=True))
    assert pairs == {("黄", "红富士"): 2, ("黄绿", "红富士"): 4, ("黄绿", "国光"): 1, ("绿", "国光"): 3}


def information_gain(name: str, feature: str, target: str) -> float:
    def entropy(labels: np.ndarray) -> float:
        share = np.unique(labels, return_counts=True)[1] / len(labels)
        return -(share * np.log2(share)).sum()

    x, y = column(name, feature), column(name, target)
    return entropy(y) - sum((x == value).mean() * entropy(y[x == value]) for value in np.unique(x))


@pytest.mark.parametrize(
    ("name", "target", "feature", "gain"),
    [
        ("apples", "variety", "base_colour", 0.609986547011),  # case A5
        ("apples", "variety", "shape", 0.281290899231),
        ("apples", "variety", "taste", 0.005802149014),
        ("hiring", "hired", "sex", 0.081704),  # case B-G12
        ("hiring", "hired", "degree", 0.459148),
        ("hiring", "hired", "fresh_graduate", 0.459148),
        ("apples_train", "good_fruit", "colour", 0.675489),  # case B-G13
        ("apples_train", "good_fruit", "skin", 0.029049),
        ("apples_train", "good_fruit", "hardness", 0.609987),
        ("apples_train", "good_fruit", "size", 0.0),
        ("loan", "granted", "age_group", 0.0830074999),  # case B18
        ("loan", "granted", "has_a_job", 0.3236501982),
        ("loan", "granted", "owns_a_house", 0.4199730940),
        ("loan", "granted", "credit", 0.3629895625),
    ],
)
def test_information_gains_of_the_specification(name: str, target: str, feature: str, gain: float) -> None:
    assert information_gain(name, feature, target) == pytest.approx(gain, abs=6e-7)


def test_watermelon_g003_7_class_means() -> None:
    X, y = load("watermelon").X, load("watermelon").y
    assert X[y == "bad"].mean(axis=0) == pytest.approx([0.496111111111, 0.154222222222])
    assert X[y == "good"].mean(axis=0) == pytest.approx([0.57375, 0.27875])
    scatter = (X - X.mean(axis=0)).T @ (X - X.mean(axis=0))
    assert scatter / 16 == pytest.approx(  # case B21
        np.array([[0.0278574926, 0.0039194338], [0.0039194338, 0.0143709044]]), abs=1e-10
    )


def test_example_5_1_b_g01_distances_from_the_query() -> None:
    squares = ((load("example_5_1").X - [1, 2]) ** 2).sum(axis=1)
    assert squares.tolist() == [4, 2, 10, 5, 1, 17, 13]


def test_example_5_2_b_g06_decision_values() -> None:
    example = load("example_5_2")
    assert (3 - 2 * example.X.sum(axis=1)).tolist() == [3, 1, -1, -1]
    assert example.y.tolist() == [1, 1, -1, -1]


def test_xor_a_g01_and_its_map() -> None:
    x, phi = load("xor").X - 0.5, load("xor_mapped").X
    assert np.column_stack([2 * x[:, 0], 4 * x[:, 0] * x[:, 1]]).tolist() == phi.tolist()
    assert load("xor").y.tolist() == load("xor_mapped").y.tolist() == (-phi[:, 1]).tolist()


def test_naive_bayes_15_b8_counts_for_the_query() -> None:
    x1, x2, y = (column("naive_bayes_15", name) for name in ("x1", "x2", "y"))
    plus, minus = y == 1, y == -1
    assert (y == 1).mean() * (x1[plus] == "2").mean() * (x2[plus] == "S").mean() == pytest.approx(1 / 45)
    assert (y == -1).mean() * (x1[minus] == "2").mean() * (x2[minus] == "S").mean() == pytest.approx(1 / 15)


def test_histogram_g004_a1_and_b4() -> None:
    x, label = column("histogram_train", "x").astype(int), column("histogram_train", "class")
    counts = [Counter(x[label == name].tolist()) for name in ("class 1", "class 2")]
    assert [[c[v] for v in range(1, 9)] for c in counts] == [
        [1, 4, 10, 20, 10, 4, 1, 0],
        [0, 1, 2, 6, 9, 12, 6, 4],
    ]
    x, label = column("histogram_test", "x").astype(int), column("histogram_test", "class")
    by_likelihood = np.where(x <= 4, "class 1", "class 2")
    by_posterior = np.where(x <= 5, "class 1", "class 2")
    assert ((by_likelihood != label).sum(), (by_posterior != label).sum()) == (29, 25)


def test_line_points_b9_residuals() -> None:
    line = load("line_points")
    residual = line.y - 0.13 - 0.97 * line.X[:, 0]
    assert residual.sum() == pytest.approx(0, abs=1e-12)
    assert (residual**2).sum() == pytest.approx(0.123)


@pytest.mark.parametrize(
    ("name", "split", "loss"),
    [("cart_series_1", 5, 3.35872), ("cart_series_2", 6, 1.9300083333)],  # case B19
)
def test_cart_series_b19_best_split(name: str, split: int, loss: float) -> None:
    y = load(name).y
    losses = [y[:s].var() * s + y[s:].var() * (10 - s) for s in range(1, 10)]
    assert np.argmin(losses) + 1 == split
    assert min(losses) == pytest.approx(loss)


def test_unlabelled_sets_of_source_004() -> None:
    assert load("three_coins").X.mean() == 0.6  # B26: the fixed point (.5, .6, .6)
    assert np.cov(load("pca_points").X.T) == pytest.approx(np.array([[3.2, 3.4], [3.4, 4.0]]))  # B28
    eigenvalues = np.linalg.eigvalsh(load("correlation_4").X)
    assert eigenvalues == pytest.approx([0.3926503959, 0.5661790842, 0.8710054551, 2.1701650648])  # B28
    assert load("kd_tree_points").X[np.argsort(load("kd_tree_points").X[:, 0])[3]].tolist() == [7, 2]  # B16
    spread = load("kmeans_points").X
    spread = ((spread[:3] - spread[:3].mean(0)) ** 2).sum() + ((spread[3:] - spread[3:].mean(0)) ** 2).sum()
    assert spread == pytest.approx(5.3333333333)  # B23
    distances = load("linkage_distances").X  # B22: single linkage merges 3 and 5 at height 1
    assert (distances == distances.T).all()
    assert distances[2, 4] == distances[distances > 0].min() == 1
    gaps = np.abs(np.diff(load("minkowski_points").X[[0, 2]], axis=0))
    assert (gaps**3).sum() ** (1 / 3) == pytest.approx(3.7797631497)  # B15


def test_mixture_series_b27_first_log_likelihood() -> None:
    densities = np.exp(-((load("mixture_series").X - [-30, 30]) ** 2) / 800) / np.sqrt(800 * np.pi)
    assert np.log(densities.mean(axis=1)).sum() == pytest.approx(-77.4431357163)


def test_underdetermined_b9_minimum_norm() -> None:
    data = load("underdetermined")
    assert np.linalg.pinv(data.X) @ data.y == pytest.approx([-0.0555556, 0.1111111, 0.2777778], abs=1e-6)


def test_shattering_a_g05_sizes() -> None:
    assert sorted(Counter(load("shattering").y.tolist()).values()) == [3, 3, 4, 4]


def test_breast_cancer_names_the_diagnosis_that_the_source_reverses() -> None:
    from sklearn.datasets import load_breast_cancer

    dataset = load("breast_cancer")
    assert ((dataset.y == "malignant") == (load_breast_cancer().target == 0)).all()
    assert "0 = malignant (212 rows)" in dataset.notes
    assert dataset.X[236, :3].tolist() == [23.21, 26.97, 153.5]  # fig. 3-5: first test row


def test_iris_is_fishers_table() -> None:
    X = load("iris").X
    assert X[34].tolist() == [4.9, 3.1, 1.5, 0.2]  # the UCI file has 0.1 here
    assert X[37].tolist() == [4.9, 3.6, 1.4, 0.1]  # and 3.1, 1.5 here
    assert X[:50].mean(axis=0) == pytest.approx([5.006, 3.428, 1.462, 0.246])  # case A-G09


def test_a_data_set_is_frozen_and_says_when_it_has_no_target() -> None:
    dataset = load("kd_tree_points")
    with pytest.raises(dataclasses.FrozenInstanceError):
        dataset.name = "other"
    with pytest.raises(UsageError, match="no target column"):
        dataset.y  # noqa: B018


def test_only_en_and_zh_are_languages() -> None:
    with pytest.raises(UsageError, match="'en' or 'zh'"):
        load("apples", lang="de")


# --- what is nominal stays nominal


NOMINAL = [name for name in names() if any(c.kind != "numeric" for c in load(name).table.schema.features)]


def test_which_sets_have_words() -> None:
    first = [
        "apples",
        "hiring",
        "apples_train",
        "apples_validation",
        "zero_frequency",
        "naive_bayes_15",
        "loan",
    ]
    others = ["histogram_train", "histogram_test", "penguins", "birth_weight", "infertility"]
    assert first + others == NOMINAL


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", names())
def test_X_has_words_where_columns_are_nominal_and_numbers_elsewhere(name: str, lang: str) -> None:
    dataset = load(name, lang)
    coded, X = dataset.table.coded(), dataset.X
    assert X.dtype == (object if name in NOMINAL else np.float64)
    for j, categories in enumerate(coded.categories):
        if categories is None:
            assert np.array_equal(X[:, j].astype(float), coded.X[:, j], equal_nan=True)
        else:
            words = [None if np.isnan(code) else categories[int(code)] for code in coded.X[:, j]]
            assert X[:, j].tolist() == words


@pytest.mark.parametrize("name", names())
def test_the_frame_has_the_features_and_then_the_target(name: str) -> None:
    dataset = load(name)
    target = [] if dataset.table.schema.target is None else [dataset.table.schema.target.name]
    frame = dataset.frame
    assert list(frame.columns) == dataset.feature_names + target
    for j, feature in enumerate(dataset.table.schema.features):
        values = frame[feature.name]
        assert (values.dtype == "category") == (feature.kind == "nominal")
        if feature.kind == "nominal":
            assert list(values.cat.categories) == list(feature.categories or ())
        given = [None if value != value else value for value in values.tolist()]
        assert given == [None if value != value else value for value in dataset.X[:, j].tolist()]
    if target:
        assert frame[target[0]].tolist() == dataset.y.tolist()


def test_a_frame_without_pandas_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare:
        column_names = load("apples").table.arrow.column_names

        def select(self, names: list[str]) -> "Bare":
            return self

        def to_pandas(self) -> None:
            raise ImportError("pandas")

    table = load("apples").table
    monkeypatch.setattr(table, "arrow", Bare())
    with pytest.raises(UsageError, match="needs pandas"):
        table.frame()


@pytest.mark.parametrize("form", ["X", "frame"])
def test_no_estimator_takes_words_for_numbers(form: str) -> None:
    """Source 002, table 5-2: a tree branches by value; what needs numbers refuses the words."""
    import fenlei

    apples = load("apples_train")
    X = apples.X if form == "X" else apples.frame[apples.feature_names]
    codes, every = apples.table.coded().X, [0, 1, 2, 3]
    for Tree in (fenlei.C45Classifier, fenlei.DecisionTreeClassifier, fenlei.ID3Classifier):
        fitted, expected = Tree().fit(X, apples.y), Tree()
        if Tree is not fenlei.ID3Classifier:
            expected.set_params(categorical_features=every)
        expected.fit(codes, apples.y)
        assert fitted.tree_.feature.tolist() == expected.tree_.feature.tolist()
        assert np.array_equal(fitted.tree_.threshold, expected.tree_.threshold, equal_nan=True)
        assert fitted.predict(X).tolist() == expected.predict(codes).tolist()
    tree = fenlei.C45Classifier(min_cases=1, pruning=False).fit(X, apples.y)
    row = X[:1] if form == "X" else X.iloc[:1]
    assert fenlei.trees.explain_path(tree, row)[0].condition.endswith(" = soft")
    for model in (fenlei.GaussianNB(), fenlei.LinearDiscriminantAnalysis(), fenlei.KNeighborsClassifier()):
        with pytest.raises(ValueError, match=r"string to float|not numbers"):
            model.fit(X, apples.y)


def test_source_004_2_2_3_the_histogram_classifier_counts() -> None:
    """The posteriors of the eight cells; one normal density per class gave 0.9103, 0.8918, ..."""
    import fenlei

    data = load("histogram_train")
    model = fenlei.BayesClassifier(alpha=0).fit(data.X, data.y)
    posterior = model.predict_proba([[str(cell)] for cell in range(1, 9)])[:, 0]
    right = [1, 4 / 5, 10 / 12, 20 / 26, 10 / 19, 4 / 16, 1 / 7, 0]
    assert posterior == pytest.approx(right)
    assert posterior.round(4).tolist() == [1, 0.8, 0.8333, 0.7692, 0.5263, 0.25, 0.1429, 0]


# --- columns, and the real regression set


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", names())
def test_every_column_has_a_line(name: str, lang: str) -> None:
    dataset = load(name, lang)
    assert list(dataset.columns) == dataset.table.arrow.column_names
    chinese = [any("\u4e00" <= letter <= "\u9fff" for letter in line) for line in dataset.columns.values()]
    assert all(chinese) if lang == "zh" else not any(chinese)
    assert all(line and line == line.strip() for line in dataset.columns.values())
    text = dataset.description
    assert text.startswith(dataset.title_zh if lang == "zh" else dataset.title_en)
    assert all(line in text for line in dataset.columns.values())


def test_breast_cancer_describes_its_thirty_features() -> None:
    """Source 000, figure 3-2: DESCR."""
    columns = load("breast_cancer").columns
    assert len(columns) == 31
    assert columns["worst radius"].endswith("mean of the three largest")


def test_diabetes_is_scikit_learns_with_raw_values() -> None:
    from sklearn.datasets import load_diabetes
    from sklearn.linear_model import LinearRegression

    import fenlei
    from fenlei.evaluate import r2_score

    data, theirs = load("diabetes"), load_diabetes()
    assert np.array_equal(data.y, theirs.target)
    scaled = data.X - data.X.mean(axis=0)
    assert scaled / np.sqrt((scaled**2).sum(axis=0)) == pytest.approx(theirs.data, abs=1e-12)
    ours = fenlei.LinearRegression().fit(data.X, data.y).predict(data.X)
    peer = LinearRegression().fit(theirs.data, theirs.target)
    assert ours == pytest.approx(peer.predict(theirs.data))
    assert r2_score(data.y, ours) == pytest.approx(0.5177, abs=5e-5)
