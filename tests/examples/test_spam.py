"""The spam example runs end to end and beats guessing by far."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

PATH = Path(__file__).parents[2] / "examples" / "spam.py"


@pytest.fixture(scope="module")
def spam() -> ModuleType:
    spec = importlib.util.spec_from_file_location("spam_example", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["spam_example"] = module
    spec.loader.exec_module(module)
    return module


def test_the_messages_are_balanced_and_in_two_languages(spam: ModuleType) -> None:
    texts, labels = spam.read_messages()
    assert len(texts) == len(set(texts)) >= 60
    assert np.unique(labels, return_counts=True)[1].tolist() == [35, 35]
    assert 20 < sum(any("一" <= character <= "鿿" for character in text) for text in texts) < 40


def test_the_filters_find_the_spam(spam: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    accuracy = spam.main()
    assert set(accuracy) == {
        "presence, BernoulliNB",
        "clipped counts, CategoricalNB",
        "counts, MultinomialNB",
    }
    assert min(accuracy.values()) > 0.85
    printed = capsys.readouterr().out
    assert printed.startswith("70 messages, 35 of them spam")
    assert "cross-validated accuracy" in printed
    assert "点击链接领取免费礼品" in printed


def test_clipped_counts_are_categories(spam: ModuleType) -> None:
    """Source 001, 5.4: x_i has the values 0 to M_i - 1, with Laplace smoothing (count + 1) / (N_k + M_i)."""
    texts, labels = spam.read_messages()
    model = spam.filters()["clipped counts, CategoricalNB"].fit(texts, labels)
    counts = model["words"].transform(texts).toarray()
    assert set(np.unique(counts)) <= {0, 1, 2, 3}
    for column, table in zip(counts.T, model["bayes"].feature_log_prob_, strict=True):
        for k, kind in enumerate(model.classes_):
            found = np.array([(column[labels == kind] == value).sum() for value in range(4)])
            np.testing.assert_allclose(np.exp(table[k]), (found + 1) / (found.sum() + 4))


def test_new_messages_are_told_apart(spam: ModuleType) -> None:
    texts, labels = spam.read_messages()
    for model in spam.filters().values():
        assert model.fit(texts, labels).predict(spam.NEW).tolist() == ["spam", "ham", "spam"]
        assert "now" in spam.telling_words(model, 10) or "链接" in spam.telling_words(model, 10)
