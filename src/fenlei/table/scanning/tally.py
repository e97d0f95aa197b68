"""What one column holds, block by block: all values, then the different ones with counts, then only bounds.

The first `ALL_ROWS` rows are kept as they are, and a table of no more is understood as `read_table` does it.
Beyond, the different values and their counts are enough for the same rules, with two differences: shares of
texts that are dates or numbers in disguise are shares of different texts; and integers that never repeat
number the rows only if they rise or fall from row to row. Beyond `MOST_DISTINCT` different values numbers
are numbers and dates are dates; texts are identifiers if at least every second is new, and else have to be
declared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import DataError
from fenlei.table.declarations import Declarations
from fenlei.table.interpretation import Understood, understand, understand_target
from fenlei.table.recognition.dates import as_dates, is_date
from fenlei.table.recognition.distinct import DifferentNumbers, is_number
from fenlei.table.recognition.kinds import Sizes, describe
from fenlei.table.scanning.codes import count_words, plain_words
from fenlei.table.schema import Column
from fenlei.table.values import as_text, parsed, plain, require_finite

ALL_ROWS = 1 << 17
MOST_DISTINCT = 100_000
NUMBERS = (None, "numeric", "identifier")  # kinds of numbers whose counts tell nothing


def _is_coded(values: pa.ChunkedArray) -> bool:
    return bool(pa.types.is_dictionary(values.type))


def _decoded(values: pa.ChunkedArray) -> pa.ChunkedArray:
    return values.cast(pa.string()) if _is_coded(values) else values


class ColumnTally:
    """The values of a column so far; `kind` is what it is declared to be."""

    def __init__(self, name: str, words: tuple[str, ...], kind: str | None = None) -> None:
        self.name, self.words, self.kind = name, words, kind
        self.rows = self.missing = 0
        self.order: tuple[str, ...] | None = None  # of a dictionary column
        self.chunks: list[Any] | None = []  # all values; None after ALL_ROWS of them
        self.numbers: DifferentNumbers | None = None  # then the different ones, where counts tell nothing,
        self.distinct: Any = None  # or the different ones, missing among them,
        self.counts = np.empty(0, np.int64)  # with their counts
        self.many = self.hardly_repeats = False  # then only what follows
        self.held: pa.DataType | None = None  # what all the different values are read as
        self.steps: set[int] = set()  # signs of the differences from row to row, of integers
        self.last: int | None = None

    def add(self, values: pa.ChunkedArray, where: str, row: int, *, coded: bool = False) -> None:
        """Take the values of a block, whose first is in row `row` of the file `where`.

        They may be text that is `coded` by its different values.
        """
        values = plain_words(values, self.name, self.words) if coded else self._plain(values)
        self.rows += len(values)
        self.missing += values.null_count
        if self.chunks is None:
            self._add_more(values, where, row)
            return
        self.chunks.append(values)
        if self.rows > ALL_ROWS:
            everything = self._everything(decoded=not all(_is_coded(each) for each in self.chunks))
            if is_number(values.type) and self.kind in NUMBERS and self.order is None:
                self.numbers = DifferentNumbers(MOST_DISTINCT)
            self.chunks = None
            self._add_more(everything, where, row)

    def _add_more(self, values: pa.ChunkedArray, where: str, row: int) -> None:
        if self.numbers is not None:
            self._note_steps(values)
            self.numbers.add(values)
            self.many = self.numbers.many
        else:
            if not self.many or pa.types.is_integer(self.distinct.type):
                self._note_steps(values)
            self._count_beyond(_decoded(values), where, row) if self.many else self._count(values)

    def _plain(self, values: pa.ChunkedArray) -> pa.ChunkedArray:
        if is_date(values):
            return as_dates(values)
        if pa.types.is_dictionary(values.type) and self.order is None:
            dictionary = (
                values.unify_dictionaries().chunk(0).dictionary if values.num_chunks else pa.array([])
            )
            text = (
                as_text(plain(pa.chunked_array([dictionary]), self.name, self.words))
                if len(dictionary)
                else None
            )
            self.order = (
                tuple(text.drop_null().to_pylist()) if values.type.ordered and text is not None else ()
            )
        values = plain(values, self.name, self.words)
        require_finite(values, self.name, self.rows + 1)
        return values

    def values(self) -> pa.ChunkedArray:
        """All values, or the different ones."""
        if self.numbers is not None:
            step = next(iter(self.steps)) if self._numbers_rows() else 0
            return self.numbers.values(step)
        return pa.chunked_array([self.distinct]) if self.chunks is None else self._everything()

    def _everything(self, *, decoded: bool = True) -> pa.ChunkedArray:
        if not self.chunks:
            return pa.chunked_array([], pa.null())
        parts = [_decoded(values) if decoded else values for values in self.chunks]
        return pa.chunked_array([chunk for values in parts for chunk in values.chunks], type=parts[0].type)

    def _count(self, values: pa.ChunkedArray) -> None:
        """Add to the different values and their counts."""
        if _is_coded(values):
            new, counts, _ = count_words(values)
        else:
            found = pc.value_counts(values)
            new, counts = pc.struct_field(found, "values"), pc.struct_field(found, "counts").to_numpy()
        if self.distinct is None:
            self.distinct, self.counts = new, counts.copy()
        else:
            position = pc.index_in(new, value_set=self.distinct).to_numpy(zero_copy_only=False)
            known = ~np.isnan(position.astype(float))
            self.counts[position[known].astype(np.int64)] += counts[known]
            self.distinct = pa.concat_arrays([self.distinct, new.filter(pa.array(~known))])
            self.counts = np.concatenate([self.counts, counts[~known]])
        if len(self.distinct) > MOST_DISTINCT:
            self.many, self.hardly_repeats = True, 2 * len(self.distinct) >= self.rows - self.missing

    def _count_beyond(self, values: pa.ChunkedArray, where: str, row: int) -> None:
        """Values beyond those that are counted: text among numbers is refused."""
        if not pa.types.is_string(values.type):
            return
        self.held = parsed(self.values()).type if self.held is None else self.held
        if pa.types.is_string(self.held):
            return
        numbers = parsed(values)
        if pa.types.is_string(numbers.type) or pa.types.is_boolean(numbers.type):
            for i, text in enumerate(values.to_pylist()):
                if text is not None and pa.types.is_string(parsed(pa.chunked_array([[text]])).type):
                    facts = {"column": self.name, "value": text, "row": row + i, "path": where}
                    raise DataError("scan.text_among_numbers", count=MOST_DISTINCT, **facts)
        elif pa.types.is_floating(numbers.type) and pa.types.is_integer(self.held):
            # one value that is not whole, so that the column is not
            first = numbers.filter(pc.not_equal(pc.floor(numbers), numbers)).slice(0, 1).combine_chunks()
            text = first.cast(pa.string()) if len(first) else pa.array(["0.5"])
            self.distinct = pa.concat_arrays([self.distinct, text])
            self.counts, self.held = np.append(self.counts, 1), None

    def _note_steps(self, values: pa.ChunkedArray) -> None:
        if self.steps >= {-1, 1} or 0 in self.steps:
            return
        values = _decoded(values)
        values = parsed(values) if pa.types.is_string(values.type) else values
        if not pa.types.is_integer(values.type):
            self.steps = {0}
            return
        present = values.drop_null().to_numpy()
        if len(present):
            before = present[:1] if self.last is None else np.array([self.last])
            signs = np.sign(np.diff(np.concatenate([before, present])))
            self.steps |= set(np.unique(signs[0 if self.last is not None else 1 :]).tolist())
            self.last = int(present[-1])

    # --- what it is

    def understood(self, declared: Declarations, delimiter: str) -> Understood:
        """The values under the column's declaration."""
        values = self.values()
        if (
            self.order is not None
            and declared.kinds.get(self.name) is None
            and pc.count_distinct(values).as_py() > 1
        ):
            return Understood(values, "ordinal" if self.order else "nominal", self.order)
        return understand(self.name, values, declared, self.words, delimiter)

    def understood_target(self, is_text: bool) -> Understood:
        """The values as those of the target."""
        return understand_target(self.name, self.values(), is_text, self.words)

    def described(
        self, found: Understood, lang: str, labels: object = None, *, is_target: bool = False
    ) -> Column:
        """The column that the understood values make."""
        facts: dict[str, Any] = {"form": found.form, "note": found.note, "is_target": is_target}
        if self.numbers is not None:
            facts["sizes"] = Sizes(self.rows - self.missing, self.missing, len(self.numbers.bits))
        if self.chunks is not None:
            return describe(self.name, found.values, found.kind, found.order, lang, labels=labels, **facts)
        if self.many and found.kind is None:
            found = found._replace(kind=self._kind_of_many(found))
        column = describe(self.name, found.values, found.kind, found.order, lang, counts=self.counts, **facts)
        return column if not self.many else Column(**{**vars(column), "n_missing": self.missing})

    def _numbers_rows(self) -> bool:
        return len(self.steps) == 1 and 0 not in self.steps

    def _kind_of_many(self, found: Understood) -> str:
        if not pa.types.is_string(found.values.type):
            whole = pa.types.is_integer(found.values.type)
            return "identifier" if whole and self._numbers_rows() else "numeric"
        if self.hardly_repeats:
            return "identifier"
        raise DataError("scan.many_texts", column=self.name, count=MOST_DISTINCT)
