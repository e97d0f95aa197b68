"""Trees: the path of the row from the root to a leaf, with the book's quantities at each node.

A row with a missing value that goes to every branch is in several leaves, in parts; then the parts are shown.
"""

from __future__ import annotations

from typing import Any

from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array
from fenlei.trees.reading.path import PathStep, explain_path

MOST_CLASSES = 6  # whose rows are counted in a grid


def path(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Answer of the row, rows of each class, entropy, Gini, gain and gain ratio at each node."""
    steps = explain_path(model, x[None], terms.features, terms.categories, lang=terms.lang)
    classes = terms.classes if len(terms.classes) <= MOST_CLASSES else ()
    parts = any(step.share < 1.0 for step in steps)
    headings = (
        *terms.words("step", *(("branch", "part") if parts else ()), "condition", "rows"),
        *(terms.say("counts", label=label) for label in classes),
        *terms.words("entropy", "gini", "gain", "ratio"),
    )
    rows = [_line(number, step, parts, len(classes), terms) for number, step in enumerate(steps, 1)]
    key = "parts" if parts else "path"
    return [terms.grid(key, headings, rows), *probabilities(model, x, terms)]


def _line(number: int, step: PathStep, parts: bool, counted: int, terms: ModelTerms) -> tuple[object, ...]:
    answer = step.condition or terms.say("leaf", label=step.label)
    worth = (None, None) if step.worth is None else (step.worth.gain, step.worth.gain_ratio)
    here = (step.branch, step.share) if parts else ()
    return (
        *(number, *here, answer, step.weight),
        *(*step.class_weights[:counted], step.entropy, step.gini, *worth),
    )
