"""The types of what matters to the best model, and of the luck in its choice, as `result.json` has them."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ColumnWorth(TypedDict):
    """What the score loses when a column is shuffled: mean and interval over the shuffles."""

    name: str
    mean: float
    low: float
    high: float


class EffectFacts(TypedDict):
    """The accumulated local effect of a column on the prediction, or on the probability of each class."""

    name: str
    grid: list[float]
    lines: dict[str, list[float]]


class LearningFacts(TypedDict):
    """Scores of the tested rows of the first fold, over the rows that were trained on."""

    rows: list[int]
    scores: list[float]


class ContributionColumn(TypedDict):
    """The mean size of a column's Shapley values."""

    name: str
    mean: float


class ContributionFacts(TypedDict):
    """Shapley values of rows that were tested; `of` is what they add up to: number, score or probability."""

    rows: int
    of: str
    total: int
    columns: list[ContributionColumn]


class MatterFacts(TypedDict):
    """What matters to a model. `rows` were tested; `total` counts the columns before they were cut."""

    model: str
    metric: str
    rows: int
    repeats: int
    score: float
    total: int
    columns: list[ColumnWorth]
    effects: list[EffectFacts]
    learning: NotRequired[LearningFacts | None]
    contributions: NotRequired[ContributionFacts | None]


class LuckFacts(TypedDict):
    """The best score over all rows, and what the choice by it is worth on rows that did not choose."""

    metric: str
    draws: int
    score: float
    corrected: float
