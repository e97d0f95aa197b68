"""Nearest neighbours: who they are, how far, and how they vote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors import KNeighborsClassifier


def neighbours(model: KNeighborsClassifier, x: Array, terms: ModelTerms) -> list[Grid]:
    """The k nearest training rows with their distances and classes, then the votes."""
    distance, row = (found[0] for found in model.kneighbors(x[None]))
    rows = [
        (int(i) + 1, terms.classes[code], d)
        for i, code, d in zip(row, np.ravel(model.model_.codes)[row], distance, strict=True)
    ]
    headings = terms.words("neighbour", "class", "distance")
    return [terms.grid("neighbours", headings, rows, k=len(rows)), *probabilities(model, x, terms)]
