"""Decisions, one row, one action and one class at a time, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def risks(posterior: Any, costs: Any) -> list[list[Fraction]]:
    """R(i | x) = Σ_j λ_ij P(j | x) of every row and action."""
    table = []
    for row in posterior:
        table.append([])
        for action in costs:
            risk = Fraction(0)
            for cost, p in zip(action, row, strict=True):
                risk += Fraction(float(cost)) * Fraction(float(p))
            table[-1].append(risk)
    return table


def first_least(values: list[Fraction]) -> int:
    """Index of the least value, the first of equal ones."""
    best = 0
    for i, value in enumerate(values):
        if value < values[best]:
            best = i
    return best


def shifted(posterior: Any, old: Any, new: Any) -> list[list[Fraction]]:
    """P(j | x) new_j / old_j, divided by its sum."""
    table = []
    for row in posterior:
        weighted = [
            Fraction(float(p)) * Fraction(float(b)) / Fraction(float(a))
            for p, a, b in zip(row, old, new, strict=True)
        ]
        table.append([value / sum(weighted) for value in weighted])
    return table
