"""Categories that an encoder learned, and the positions of values among them."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.records import Field

NONE, NAN = 1, 2  # in `missing`: which kinds of missing value are categories, after all others


class LearnedCategories(NamedTuple):
    """For each column its numbers or its texts, in the encoder's order; the other array is empty."""

    numbers: Annotated[tuple[Array, ...], Field("*", "fiub", many="p")]
    texts: Annotated[tuple[Array, ...], Field("*", "O", many="p")]
    missing: Annotated[Array, Field("p", "iu", 0, NONE + NAN)]

    def values(self, j: int) -> list[Any]:
        """All categories of a column but the missing ones."""
        return [*self.numbers[j].tolist(), *self.texts[j].tolist()]

    def size(self, j: int) -> int:
        """Number of categories of a column."""
        return len(self.numbers[j]) + len(self.texts[j]) + int(self.missing[j]).bit_count()

    def is_text(self, j: int) -> bool:
        """Whether the categories are texts."""
        return bool(len(self.texts[j]) or not len(self.numbers[j]))

    def find(self, values: Array, j: int) -> Array:
        """Positions (n,) among the categories of a column, -1 where it is none of them."""
        known = {value: i for i, value in enumerate(self.values(j))}
        none = nan = -1
        if self.missing[j] & NONE:
            none = len(known)
        if self.missing[j] & NAN:
            nan = self.size(j) - 1
        if values.dtype.kind in "fiub" and not self.is_text(j):
            return _found_numbers(values, self.numbers[j], nan)
        try:
            return np.array(
                [
                    none if value is None else nan if value != value else known.get(value, -1)
                    for value in values.tolist()
                ],
                dtype=np.int64,
            )
        except TypeError as error:  # a value that cannot be a category
            reason = f"{type(error).__name__}: {error}"
            raise DataError("estimator.words", estimator="Encoder", column=j, reason=reason) from error


def _found_numbers(values: Array, numbers: Array, nan: int) -> Array:
    order = np.argsort(numbers, kind="stable")
    position = np.minimum(np.searchsorted(numbers[order], values), len(numbers) - 1)
    found = order[position]
    codes = np.where(numbers[found] == values, found, -1)
    return np.where(np.isnan(values), nan, codes) if values.dtype.kind == "f" else codes


def learned_categories(columns: list[Array], step: str) -> LearnedCategories:
    """The categories of an encoder of scikit-learn."""
    numbers, texts, missing = [], [], []
    for values in columns:
        given = values.tolist()
        marks = NONE * any(value is None for value in given)
        marks += NAN * any(value is not None and value != value for value in given)
        known = [value for value in given if value is not None and value == value]
        is_text = all(isinstance(value, str) for value in known)
        if not is_text and not all(isinstance(value, int | float) for value in known):
            raise UsageError("model_file.categories", step=step, type=values.dtype)
        texts.append(np.array(known if is_text else [], dtype=object))
        numbers.append(np.array([], dtype=np.float64) if is_text else np.array(known))
        missing.append(marks)
    return LearnedCategories(tuple(numbers), tuple(texts), np.array(missing, dtype=np.int64))
