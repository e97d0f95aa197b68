"""`make sklearn-suite`: the swap of names, the choice of tests, and the page."""

from __future__ import annotations

import ast
import tomllib
import warnings
from pathlib import Path

import pytest

from tools import sklearn_suite, sklearn_suite_swap


def test_only_the_test_module_gets_ours():
    import sklearn.naive_bayes

    import fenlei

    swap = sklearn_suite_swap.Swap.__new__(sklearn_suite_swap.Swap)
    swap.theirs, swap.ours = {"GaussianNB": sklearn.naive_bayes.GaussianNB}, {"GaussianNB": fenlei.GaussianNB}
    module = swap.of(sklearn.naive_bayes)
    assert module.GaussianNB is fenlei.GaussianNB
    assert module.BernoulliNB is sklearn.naive_bayes.BernoulliNB
    assert sklearn.naive_bayes.GaussianNB is not fenlei.GaussianNB
    assert swap.of(sklearn.naive_bayes.GaussianNB) is fenlei.GaussianNB
    assert swap.of(len) is len


def test_every_import_from_scikit_learn_is_passed_through():
    source = "from sklearn.svm import SVC as C, NuSVC\nimport os\ndef test():\n    from sklearn import tree\n"
    text = ast.unparse(sklearn_suite_swap.AfterImports().visit(ast.parse(source)))
    mark = sklearn_suite_swap.MARK
    assert [line.strip() for line in text.splitlines() if mark in line] == [
        f"C = {mark}(C)",
        f"NuSVC = {mark}(NuSVC)",
        f"tree = {mark}(tree)",
    ]


def test_a_test_is_chosen_when_the_name_can_be_reached(tmp_path: Path):
    file = tmp_path / "test_it.py"
    file.write_text(
        "FORESTS = {'a': Forest}\ndef check(name):\n    return FORESTS[name]\n"
        "def test_direct():\n    Forest()\ndef test_by_helper():\n    check('a')\n"
        "def test_other():\n    Tree()\n"
    )
    found = sklearn_suite_swap.users(file, frozenset({"Forest"}))
    assert {"test_direct", "test_by_helper"} <= found
    assert "test_other" not in found


def test_another_wording_is_noted_and_another_type_still_fails():
    words = sklearn_suite_swap.Words()
    with words.raises(ValueError, match="theirs"):
        raise ValueError("ours")
    assert len(words.noted) == 1
    with pytest.raises(TypeError), words.raises(ValueError, match="theirs"):
        raise TypeError("theirs")
    with words.warns(UserWarning, match="theirs"):
        warnings.warn("theirs", stacklevel=1)
    assert len(words.noted) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(pytest.fail.Exception), words.warns(UserWarning, match="theirs"):
            warnings.warn("theirs", FutureWarning, stacklevel=1)


def test_the_written_list_has_a_reason_for_each_and_names_that_exist():
    rules = tomllib.loads((sklearn_suite.HERE / "sklearn_suite.toml").read_text("utf-8"))
    known = sklearn_suite.classes() | sklearn_suite.metrics()
    for rule in [*rules.get("cannot_apply", []), *rules.get("fails", [])]:
        assert set(rule) == {"names", "tests", "reason"}
        assert rule["reason"].endswith(".")
        assert all(name in known or "*" in name for name in rule["names"]), rule["names"]


def test_the_page_counts_and_gives_reasons():
    rules = {"cannot_apply": [{"names": ["SVC"], "tests": ["*::test_inner[a*"], "reason": "Inner part."}]}
    outcomes = {"t.py::test_a": "passed", "t.py::test_inner[a-1]": "failed", "t.py::test_b[1]": "failed"}
    found = [{"test": test, "outcome": outcome, "error": ""} for test, outcome in outcomes.items()]
    page = sklearn_suite.page({"Classes": {"SVC": sklearn_suite.judged("SVC", found, rules)}})
    assert "| SVC | 3 | 1 | 0 | 1 | 1 | 50.0 |" in page
    assert "- Inner part. (1)\n  - SVC: `t.py::test_inner`" in page
    assert "- No reason written yet. (1)" in page


@pytest.mark.slow
def test_a_class_of_scikit_learn_passes_its_own_tests():
    found = sklearn_suite.run({"NearestCentroid": ""}, sklearn_suite.test_modules("NearestCentroid"))
    assert len(found) > 15
    assert {pair["outcome"] for pair in found} == {"passed"}
