"""Options that are words: the constructor's annotation lists the words that the parameter's limit accepts."""

from __future__ import annotations

import re
import sys
from typing import Any, Literal, get_args, get_origin

import pytest

from fenlei.registry import REGISTRY, Entry


def literal_words(hint: Any) -> set[str]:
    if get_origin(hint) is Literal:
        return {word for word in get_args(hint) if isinstance(word, str)}
    return {word for part in get_args(hint) for word in literal_words(part)}


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_words_are_literals(entry: Entry) -> None:
    cls = entry.load()
    names = vars(sys.modules[cls.__init__.__module__])
    wrong = {}
    for name, limit in cls._limits.items():
        accepted = set(re.findall(r"'([^']*)'", str(limit.text)))
        if accepted and not limit.accepts("a word that no list has"):
            annotated = literal_words(eval(cls.__init__.__annotations__[name], {**names}))
            if annotated != accepted:
                wrong[name] = annotated ^ accepted
    assert wrong == {}
