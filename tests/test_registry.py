"""The closed list of estimators: complete, true and not importing anything before it must."""

from __future__ import annotations

import inspect
import subprocess
import sys

import numpy as np
import pytest
import sklearn
from sklearn.base import is_classifier, is_regressor
from sklearn.utils import get_tags
from sklearn.utils.fixes import parse_version
from sklearn.utils.validation import has_fit_parameter

import fenlei
from fenlei.contract.mergeable import Mergeable
from fenlei.registry import REGISTRY, Entry, entries
from tests.contract.samples import PLAIN, Form

ENTRIES = list(REGISTRY.values())
OTHERS = [Form(entry, {}) for kind in ("regressor", "transformer", "clusterer") for entry in entries(kind)]
DEFAULTS = {  # that differ from the namesake's, and why
    ("MDS", "init"): "the namesake warns that it will change to ours",
}
EVERYTHING = {  # parameters with which an estimator keeps all that it can
    "bootstrap": True,
    "oob_score": True,
    "n_estimators": 50,  # so that every row is out of some bag
    "store_covariance": True,
    "store_scatter": True,
    "compute_score": True,
    "keep_history": True,
    "form": "dual",
    "kernel": "linear",
    "fit_inverse_transform": True,
}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_an_entry_says_is_true(entry: Entry) -> None:
    cls = entry.load()
    tags = get_tags(cls())
    assert cls.__name__ == entry.class_name
    assert cls.__module__ == entry.path.partition(":")[0]
    assert getattr(fenlei, entry.class_name) is cls
    assert is_classifier(cls()) == (entry.kind == "classifier")
    assert is_regressor(cls()) == (entry.kind == "regressor")
    assert (cls.Summary is not None) == entry.mergeable
    assert issubclass(cls, Mergeable) == entry.mergeable
    assert not entry.mergeable or (hasattr(cls, "merge") and hasattr(cls, "partial_fit"))
    if "estimator" not in cls().get_params():  # a wrapper takes what the estimator inside takes
        assert has_fit_parameter(cls(), "sample_weight") == entry.weights
        assert tags.input_tags.sparse == entry.sparse
        assert tags.input_tags.allow_nan == entry.missing
        assert tags.input_tags.categorical == entry.nominal


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_labels_are_in_both_languages_and_records_are_named_tuples(entry: Entry) -> None:
    assert entry.label_en.isascii()
    assert not entry.label_zh.isascii()
    cls = entry.load()
    for record in (cls.Model, cls.Summary) if entry.mergeable else (cls.Model,):
        assert issubclass(record, tuple)
        assert hasattr(record, "_fields")


@pytest.mark.skipif(
    parse_version(sklearn.__version__) < parse_version("1.9"), reason="signatures are those of 1.9"
)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_parameters_of_the_namesake_come_first_with_the_same_defaults(entry: Entry) -> None:
    from sklearn.utils import all_estimators

    namesake = dict(all_estimators()).get(entry.class_name)
    if namesake is None:
        return
    theirs = inspect.signature(namesake).parameters
    ours = inspect.signature(entry.load()).parameters
    assert list(ours)[: len(theirs)] == list(theirs)
    for name, parameter in theirs.items():
        required = parameter.default is inspect.Parameter.empty  # which may be left out here
        if not required and (entry.class_name, name) not in DEFAULTS:
            assert ours[name].default == parameter.default
        assert ours[name].kind == parameter.kind
    assert all(ours[name].kind is inspect.Parameter.KEYWORD_ONLY for name in list(ours)[len(theirs) :])


def test_names_are_keys_and_there_is_one_entry_for_each_class() -> None:
    assert [entry.name for entry in ENTRIES] == list(REGISTRY)
    assert len({entry.path for entry in ENTRIES}) == len(ENTRIES)


def test_entries_are_filtered_by_kind_and_by_compare() -> None:
    assert entries() == ENTRIES
    assert entries("classifier", compare=True) == [e for e in ENTRIES if e.kind == "classifier" and e.compare]
    assert entries("no such kind") == []


def test_reading_the_registry_imports_no_family() -> None:
    code = "import sys, fenlei.registry; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = [name for name in run.stdout.split() if name.partition(".")[0] in ("fenlei", "numpy", "sklearn")]
    assert sorted(ours) == ["fenlei", "fenlei.public_names", "fenlei.registry"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="No fenlei attribute Oracle"):
        fenlei.Oracle  # noqa: B018
    assert set(fenlei.__all__) <= set(dir(fenlei))


@pytest.mark.parametrize("form", [*PLAIN, *OTHERS], ids=str)
def test_an_attribute_that_the_docstring_lists_is_there_after_fit(form: Form) -> None:
    """Of two classes, as some have more to say of two than of many."""
    known = form.make().get_params()
    model = form.make(**{name: value for name, value in EVERYTHING.items() if name in known})
    X, y = form.rows(K=2)
    model.fit(_named(X), y)
    listed = inspect.getdoc(model).partition("Attributes\n---")[2].partition("\nNotes\n")[0].splitlines()[1:]
    names = [name.strip() for line in listed if " : " in line for name in line.partition(" : ")[0].split(",")]
    assert ("classes_" in names) == (form.entry.kind == "classifier")
    assert [name for name in names if not hasattr(model, name)] == []


def _named(X: np.ndarray) -> object:
    import pandas as pd

    return pd.DataFrame(X, columns=list("abcd"))
