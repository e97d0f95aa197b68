"""Rules, text, the way of a row, tables of gains; and the tree under scikit-learn's names."""

from __future__ import annotations

import pickle
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.tree
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris

from fenlei import load
from fenlei.errors import ModelFileError
from fenlei.registry import REGISTRY, Entry
from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ID3Classifier,
    explain_path,
    tree_layout,
    tree_rules,
    tree_text,
)
from fenlei.trees.pruning.prune import prune
from fenlei.trees.reading.layout import TEXTS
from fenlei.trees.reading.rule_list import covers, rule_list
from fenlei.trees.reading.rules import Rule
from fenlei.trees.tree import check_tree


def test_rules_partition_the_rows_and_say_what_the_tree_says() -> None:
    X, y = load_iris(return_X_y=True)
    for model in (DecisionTreeClassifier().fit(X, y), C45Classifier().fit(X, y)):
        rules = tree_rules(model)
        held = np.array([covers(rule.conditions, X) for rule in rules])
        assert_array_equal(held.sum(axis=0), 1)
        assert_array_equal(np.array([rule.label for rule in rules])[held.argmax(axis=0)], model.predict(X))
        assert_allclose([rule.weight for rule in rules], held.sum(axis=1))
        assert len(rules) == model.get_n_leaves()


def test_rules_in_chinese() -> None:
    apples = load("apples_train", lang="zh")
    columns = apples.table.schema.features
    model = ID3Classifier().fit(apples.X, apples.y)
    rules = tree_rules(model, [c.name for c in columns], [c.categories for c in columns])
    texts = {rule.text("zh") for rule in rules}
    assert "如果 颜色 = 浅绿 则 否" in texts
    assert "如果 颜色 = 深红 且 硬度 = 软 则 是" in texts


def test_text_of_sets_and_of_regression() -> None:
    frame = pd.DataFrame({"colour": ["red", "green", "blue", "red"] * 5})
    model = DecisionTreeClassifier().fit(frame, ["y", "n", "n", "y"] * 5)
    assert tree_text(model).splitlines() == ["colour in {blue, green}: n (10)", "colour = red: y (10)"]
    numbers = DecisionTreeRegressor(max_depth=1).fit([[0], [1], [2]], [0.0, 1.0, 5.0])
    assert tree_text(numbers) == "x0 <= 1.5: 0.5 (2)\nx0 > 1.5: 5 (1)"
    assert tree_text(DecisionTreeClassifier().fit([[0], [0]], ["a", "b"])) == "a (2/1)"


def test_the_way_of_a_row_is_its_decision_path() -> None:
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(criterion="entropy").fit(X, y)
    path = model.decision_path(X[70:71])
    steps = explain_path(model, X[70:71])
    assert [step.node for step in steps] == path.indices.tolist()
    assert_allclose([step.entropy for step in steps], model.tree_.impurity[path.indices], atol=1e-12)
    assert steps[-1].worth is None
    assert all(step.worth is not None and step.worth.gain > 0 for step in steps[:-1])


def test_simplified_rules_are_shorter_and_about_as_good() -> None:
    X, y = load_iris(return_X_y=True)
    model = C45Classifier(pruning=False).fit(X, y)
    found = rule_list(model, X, y)
    plain = tree_rules(model)
    assert sum(len(r.conditions) for r in found.rules) < sum(len(r.conditions) for r in plain)
    assert (found.predict(X) == y).mean() > 0.95


def test_tree_arrays_are_scikit_learns() -> None:
    X, y = load_iris(return_X_y=True)
    X = X[:, :1].astype(np.float32)
    ours = DecisionTreeClassifier(max_depth=3).fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)
    for name in ("children_left", "children_right", "feature", "n_node_samples", "weighted_n_node_samples"):
        assert_array_equal(getattr(ours.tree_, name), getattr(theirs.tree_, name), err_msg=name)
    for name in ("threshold", "impurity", "value"):
        assert_allclose(getattr(ours.tree_, name), getattr(theirs.tree_, name), err_msg=name)
    for name in ("node_count", "max_depth", "n_leaves", "n_features", "n_outputs", "max_n_classes"):
        assert getattr(ours.tree_, name) == getattr(theirs.tree_, name)
    assert_array_equal(ours.apply(X), theirs.apply(X))
    assert_array_equal(ours.decision_path(X).toarray(), theirs.decision_path(X).toarray())
    assert_allclose(ours.tree_.predict(X), theirs.tree_.predict(X)[:, :])
    unnormalised = ours.tree_.compute_feature_importances(normalize=False)
    assert_allclose(unnormalised, theirs.tree_.compute_feature_importances(normalize=False))


MODELS: list[Any] = [ID3Classifier(), C45Classifier(), DecisionTreeClassifier(), DecisionTreeRegressor()]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trees' entries, whether or not the registry has them already."""
    known = {entry.class_name for entry in REGISTRY.values()}
    for model in MODELS:
        cls = type(model)
        if cls.__name__ not in known:
            kind = "regressor" if cls is DecisionTreeRegressor else "classifier"
            entry = Entry(
                cls.__name__, f"{cls.__module__}:{cls.__name__}", kind, "", "", nominal=True, mergeable=False
            )
            monkeypatch.setitem(REGISTRY, cls.__name__, entry)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_tree_comes_back_from_its_file(model: Any, tmp_path: Any) -> None:
    from fenlei import load_model, save_model

    frame = pd.DataFrame({"colour": ["red", "green", "blue", None] * 10, "size": ["s", "m"] * 20})
    y = np.array([0, 1, 1, 0] * 10)
    fitted = clone(model).fit(frame, y)
    save_model(fitted, tmp_path / "tree.fenlei")
    back = load_model(tmp_path / "tree.fenlei")
    assert_array_equal(back.predict(frame), fitted.predict(frame))
    assert_array_equal(pickle.loads(pickle.dumps(fitted)).predict(frame), fitted.predict(frame))


def test_a_damaged_tree_is_refused() -> None:
    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier().fit(X, y).model_
    check_tree(tree, 4, 3)
    m = len(tree.kind)
    damages = [
        {"child": np.zeros(m - 1, np.int64)},
        {"child": tree.child[::-1]},
        {"feature": np.where(tree.feature >= 0, 9, -2)},
        {"kind": np.zeros(m, np.int64)},
        {"kind": np.where(tree.kind > 0, 3, 0)},
        {"kind": np.where(tree.kind > 0, 2, 0)},
        {"missing": np.full(m, 2)},
        {"first": tree.first[:-1]},
        {"threshold": np.full(m, np.nan)},
        {"value": tree.value[:, :2]},
    ]
    for damage in damages:
        with pytest.raises(ModelFileError):
            check_tree(tree._replace(**damage), 4, 3)


def test_figure_5_9_sibling_leaves_of_one_class_are_one_branch() -> None:
    train, valid = load("apples_train"), load("apples_validation")
    columns = train.table.schema.features
    names, words = [c.name for c in columns], [c.categories for c in columns]
    small = prune(ID3Classifier().fit(train.X, train.y), "reduced_error", valid.X, valid.y)
    assert tree_text(small, names, words, merge=True).splitlines() == [
        "colour in {dark red, light red}: yes (6/1)",
        "colour = light green: no (4)",
    ]
    assert tree_text(small, names, words).count("\n") == 2
    picture = tree_layout(small, names, words, merge=True)
    assert [(node.x, node.depth) for node in picture.nodes] == [(0.5, 0), (0.0, 1), (1.0, 1)]
    assert [link.text for link in picture.links] == ["in {dark red, light red}", "= light green"]


def test_text_and_picture_in_chinese() -> None:
    apples = load("apples_train", lang="zh")
    columns = apples.table.schema.features
    names, words = [c.name for c in columns], [c.categories for c in columns]
    model = ID3Classifier().fit(apples.X, apples.y)
    picture = tree_layout(model, names, words, lang="zh")
    assert picture.nodes[0].lines == ("颜色", "熵 = 1", "样本 = 10")
    assert {node.label for node in picture.nodes if node.leaf} == {"是", "否"}
    sets = DecisionTreeClassifier(categorical_features=[0, 1, 2, 3], max_depth=1).fit(apples.X, apples.y)
    assert "颜色 属于 {浅红, 深红}: 是" in tree_text(sets, names, words, lang="zh").replace(
        "深红, 浅红", "浅红, 深红"
    )
    steps = explain_path(model, apples.X[:1], names, words)
    assert steps[0].condition.startswith("颜色 = ")
    assert steps[-1].label in ("是", "否")


def english(text: str, names: set[str]) -> list[str]:
    """Words of Latin letters in a text that are no names."""
    return [word for word in re.findall(r"[A-Za-z_]+[0-9]*", text) if word not in names]


def test_nothing_but_names_is_english_in_chinese() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"colour": rng.choice(["red", "green", "blue", "grey"], 80), "size": rng.normal(size=80)}
    )
    names = {"colour", "size", "red", "green", "blue", "grey", "yes", "no"}
    y = np.where(frame["colour"].isin(["red", "grey"]) ^ (frame["size"] > 0.3), "yes", "no")
    said = []
    for model in (DecisionTreeClassifier(), DecisionTreeClassifier(criterion="entropy"), C45Classifier()):
        fitted = model.fit(frame, y)
        said += [rule.text("zh") for rule in tree_rules(fitted)]
        said += [rule.text("zh") for rule in rule_list(fitted, frame, y).rules]
        said += tree_text(fitted, lang="zh").splitlines()
        picture = tree_layout(fitted, lang="zh")
        said += [line for node in picture.nodes for line in node.lines]
        said += [link.text for link in picture.links]
        said += [step.condition for step in explain_path(fitted, frame[:1], lang="zh")]
    assert any("属于" in text for text in said)
    assert any("如果" in text and "属于" in text for text in said)
    assert [text for text in said if english(text, names)] == []
    assert Rule((), "yes", 1.0, 0.0).text("zh") == "如果 总是 则 yes"
    for criterion in ("squared_error", "absolute_error", "poisson"):
        tree = DecisionTreeRegressor(criterion=criterion, max_depth=2).fit(frame[["size"]], np.arange(80.0))
        lines = [line for node in tree_layout(tree, lang="zh").nodes for line in node.lines]
        assert [line for line in lines if english(line.replace("e+", ""), names)] == []
    assert [key for key, (_, chinese) in TEXTS.items() if english(chinese, set())] == []


@pytest.mark.parametrize("seed", range(5))
def test_places_of_a_picture(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (200, 3)).astype(float)
    y = rng.integers(0, 3, 200)
    models: list[Any] = [
        DecisionTreeClassifier().fit(X, y),
        ID3Classifier().fit(X, y),
        DecisionTreeRegressor().fit(X, y.astype(float)),
    ]
    for model in models:
        picture = tree_layout(model)
        assert [node.node for node in picture.nodes] == list(range(model.tree_.node_count))
        assert [node.x for node in picture.nodes if node.leaf] == list(
            map(float, range(model.get_n_leaves()))
        )
        assert (picture.depth, picture.width) == (model.get_depth(), model.get_n_leaves() - 1)
        for i, node in enumerate(picture.nodes):
            below = [picture.nodes[link.lower] for link in picture.links if link.upper == i]
            assert len(below) == len(model.tree_.children[node.node])
            if below:
                assert node.x == (below[0].x + below[-1].x) / 2
                assert {child.depth for child in below} == {node.depth + 1}
        for depth in range(picture.depth + 1):  # no two at one place, and in order
            line = [node.x for node in picture.nodes if node.depth == depth]
            assert all(a < b for a, b in pairwise(line))
        top = tree_layout(model, max_depth=1)
        assert top.depth == 1
        assert any("…" in node.lines for node in top.nodes)


def test_a_deep_tree_is_laid_out_without_recursion() -> None:
    n = 3001
    model = DecisionTreeClassifier().fit(
        np.arange(n, dtype=float)[:, None], np.arange(n) % 2, np.geomspace(1e-150, 1e150, n)
    )
    picture = tree_layout(model)
    assert len(picture.nodes) == 2 * n - 1
    assert picture.depth == model.get_depth()
