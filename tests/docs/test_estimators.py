"""The table of estimators: a row for each entry of the registry, in both languages, in words of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs import estimators
from fenlei.registry import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_entry_has_a_full_row(lang: str) -> None:
    lines = estimators.table(lang).splitlines()
    assert len(lines) == 2 + len(REGISTRY)
    for entry, line in zip(REGISTRY.values(), lines[2:], strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert len(cells) == len(estimators.HEADS[lang])
        assert f"`{entry.class_name}`" in cells[0]
        assert cells[3]
        assert cells[-1].startswith(f"`{entry.name}`")


def test_what_wraps_says_so() -> None:
    rows = dict(zip(REGISTRY, estimators.table("en").splitlines()[2:], strict=True))
    assert "what its estimator takes" in rows["voting"]
    assert "nominal columns" in rows["adaboost"]
    assert "or what its estimator takes" in rows["adaboost"]
    assert "what its estimator takes" not in rows["lda"]


@pytest.mark.parametrize(
    ("page", "name"), [("estimators.md", "estimators"), ("zh/estimators.md", "estimators_zh")]
)
def test_the_pages_have_the_table(page: str, name: str) -> None:
    assert f"{{{{ {name} }}}}" in (DOCS / page).read_text("utf-8")
