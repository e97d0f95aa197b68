"""A class: 100 exercises of each kind by seed, all right by an oracle that reads the sheet alone."""

from __future__ import annotations

from numbers import Number
from typing import Any

import pytest

from fenlei.exercises import Exercise, exercise
from fenlei.exercises.making import KINDS
from fenlei.explanation.formula import disagreement
from tests.oracles.exercises import ORACLES

SEEDS = range(100)


def agrees(ours: Any, wanted: Any) -> bool:
    """Equal words, and numbers to 1e-9, in lists and dicts of one shape."""
    if isinstance(wanted, dict):
        return set(ours) == set(wanted) and all(agrees(ours[name], wanted[name]) for name in wanted)
    if isinstance(wanted, list | tuple):
        return len(ours) == len(wanted) and all(agrees(a, b) for a, b in zip(ours, wanted, strict=True))
    if isinstance(wanted, Number):
        return bool(abs(float(ours) - float(wanted)) <= 1e-9 * max(1.0, abs(float(wanted))))  # type: ignore[arg-type]
    return bool(ours == wanted)


def sheets(kind: str) -> list[Exercise]:
    """All seeds with the usual number of rows, and a few of every other number."""
    known = KINDS[kind]
    others = [exercise(kind, rows, seed) for rows in range(known.least, known.most + 1) for seed in (0, 1)]
    return [*(exercise(kind, seed=seed) for seed in SEEDS), *others]


def test_every_kind_has_an_oracle() -> None:
    assert set(ORACLES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_exercises_are_right(kind: str) -> None:
    tables = set()
    for sheet in sheets(kind):
        wanted = ORACLES[kind](sheet)
        shown = {name: sheet.results[name] for name in wanted}
        assert agrees(shown, wanted), (sheet.seed, sheet.rows, shown, wanted)
        chains = list(sheet.chains())
        assert chains, sheet.seed
        worst = max(chains, key=disagreement)
        assert disagreement(worst) <= 1e-9, (sheet.seed, sheet.rows, worst)
        assert all(question.answers or question.grid or question.says for question in sheet.questions)
        tables.add(sheet.tables)
    assert len(tables) > 90  # other seeds, other exercises
