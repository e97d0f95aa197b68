"""Phrases that a reader of scikit-learn's documentation would stop at; single words are codespell's part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = (
    "row|class|column|feature|node|tree|target|category|pair|fold|round|value|label|leaf|cell|point|cluster"
)
LINKS = "for|of|in|to|as|with|where|or|is"  # "0 for a leaf" counts nothing per leaf
NOT = {
    "one behind the other": r"one behind the other",
    "told apart": r"\b(?:told|tell|tells|telling) \w*\s?apart\b",
    "in vain": r"\bin vain\b",
    "made fit for": r"\bmade fit\b",
    "a word on": r"\ba word on\b",
    "values that are there": r"\bvalues? that (?:are|is) there\b",
    "there twice": r"\bthere twice\b",
    "goes on": r"\bgoes on\b",
    "one weight a row": rf"\b(?:one|an?|two|\d+) (?!{LINKS})[a-z]+ an? (?:{PARTS})\b",
}
INSTEAD = {
    "one behind the other": "concatenated",
    "told apart": "detected, distinguished",
    "in vain": "unused, wasted",
    "made fit for": "made suitable for, replaced",
    "a word on": "a warning about",
    "values that are there": "present values",
    "there twice": "duplicated",
    "goes on": "continues",
    "one weight a row": "one weight per row",
}


def files() -> Iterator[Path]:
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"))
    for folder, endings in (("src", (".py",)), ("docs", (".md", ".py")), ("examples", (".py",))):
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings)


@pytest.mark.parametrize("phrase", NOT)
def test_nobody_writes(phrase: str) -> None:
    pattern = re.compile(NOT[phrase])
    found = {
        f"{path.relative_to(ROOT)}:{number}": line.strip()
        for path in files()
        if "_build" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    }
    assert found == {}, f"write: {INSTEAD[phrase]}"
