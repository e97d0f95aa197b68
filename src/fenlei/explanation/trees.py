"""Trees: the path of the row from the root to a leaf, with the book's quantities at each node."""

from __future__ import annotations

from typing import Any

from fenlei.explanation.linear import probabilities
from fenlei.explanation.working import Grid, ModelTerms
from fenlei.kernels import Array
from fenlei.trees.reading.path import PathStep, explain_path

MOST_CLASSES = 6  # whose rows are counted in a grid


def path(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Answer of the row, rows of each class, entropy, Gini, gain and gain ratio at each node."""
    steps = explain_path(model, x[None], terms.features, terms.categories, lang=terms.lang)
    classes = terms.classes if len(terms.classes) <= MOST_CLASSES else ()
    headings = (
        *terms.words("step", "condition", "rows"),
        *(terms.say("counts", label=label) for label in classes),
        *terms.words("entropy", "gini", "gain", "ratio"),
    )
    rows = [_line(number, step, len(classes), terms) for number, step in enumerate(steps, 1)]
    return [terms.grid("path", headings, rows), *probabilities(model, x, terms)]


def _line(number: int, step: PathStep, counted: int, terms: ModelTerms) -> tuple[object, ...]:
    answer = step.condition or terms.say("leaf", label=step.label)
    worth = (None, None) if step.worth is None else (step.worth.gain, step.worth.gain_ratio)
    return number, answer, step.weight, *step.class_weights[:counted], step.entropy, step.gini, *worth
