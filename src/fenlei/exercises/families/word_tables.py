"""Tables of words: rows drawn from a theme, as indices and as words."""

from __future__ import annotations

from typing import NamedTuple

from fenlei.exercises.draws import Draws
from fenlei.exercises.themes import THEMES, Story, told

WordRow = tuple[int, ...]


class WordTable(NamedTuple):
    """Rows as indices of values and classes; in words by `columns`."""

    story: Story
    rows: list[WordRow]
    labels: list[int]

    @property
    def columns(self) -> dict[str, list[str]]:
        named = {
            name: [values[row[j]] for row in self.rows]
            for j, (name, values) in enumerate(self.story.features)
        }
        return named | {self.story.target: [self.story.classes[k] for k in self.labels]}

    def row(self, given: WordRow) -> dict[str, str]:
        """A row in words, without its class."""
        return {name: values[i] for (name, values), i in zip(self.story.features, given, strict=True)}

    def shows_every_value(self) -> bool:
        sizes = [len(values) for _, values in self.story.features]
        return all({row[j] for row in self.rows} == set(range(size)) for j, size in enumerate(sizes))


def draw_words(draws: Draws, n: int, features: int, lang: str) -> WordTable:
    """n rows of so many features of a theme; each class has a third of the rows at the least."""
    theme = draws.one_of(THEMES)
    story = told(theme, sorted(draws.some_of(range(len(theme.features)), features)), lang)
    sizes = [len(values) for _, values in story.features]
    return _labelled(draws, story, [tuple(draws.below(size) for size in sizes) for _ in range(n)])


def draw_different_words(draws: Draws, n: int, features: int, lang: str) -> WordTable:
    """n different rows of so many features of a theme, one of which, the first, has three values."""
    theme = draws.one_of(THEMES)
    others = draws.some_of(range(1, len(theme.features)), features - 1)
    story = told(theme, [0, *sorted(others)], lang)
    cells = all_rows([len(values) for _, values in story.features])
    return _labelled(draws, story, draws.some_of(cells, n))


def _labelled(draws: Draws, story: Story, rows: list[WordRow]) -> WordTable:
    n = len(rows)
    first = draws.between(-(-n // 3), n - -(-n // 3))
    return WordTable(story, rows, draws.shuffled([0] * first + [1] * (n - first)))


def all_rows(sizes: list[int]) -> list[WordRow]:
    """Every combination of values.

    Examples
    --------
    >>> all_rows([2, 1])
    [(0, 0), (1, 0)]
    """
    rows: list[WordRow] = [()]
    for size in sizes:
        rows = [(*row, i) for row in rows for i in range(size)]
    return rows
