"""Options of `compare` by keyword: probabilities, costs, columns to split by and rows to test on."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from fenlei.annotations import ArrayLike
from fenlei.study.conditions.class_costs import ClassWeight, ErrorCosts
from fenlei.study.conditions.split_column import check_one
from fenlei.study.repeat_command import unless_default
from fenlei.study.source import TableSource, source_name
from fenlei.table.reading_options import ReadingOptions


class FurtherOptions(ReadingOptions, total=False):
    """The keywords, those of `read_table` included."""

    calibrate: bool
    group: str | None
    time: str | None
    test: TableSource | None
    rows: int | None
    class_weight: ClassWeight
    costs: ArrayLike | None


class Further(NamedTuple):
    """The options with their defaults, checked."""

    calibrate: bool
    group: str | None
    time: str | None
    test: TableSource | None
    rows: int | None  # of large files
    errors: ErrorCosts
    reading: ReadingOptions

    @classmethod
    def of(cls, given: FurtherOptions) -> Further:
        """What was given, and defaults; what excludes each other is refused."""
        rest: dict[str, Any] = dict(given)
        calibrate, group, time = rest.pop("calibrate", True), rest.pop("group", None), rest.pop("time", None)
        errors = ErrorCosts(rest.pop("class_weight", None), rest.pop("costs", None))
        check_one(group, time)
        errors.check(calibrate)
        test, rows = rest.pop("test", None), rest.pop("rows", None)
        return cls(calibrate, group, time, test, rows, errors, cast("ReadingOptions", rest))

    def written(self, lang: str, budget: float | str | None, memory: float | str | None) -> dict[str, object]:
        """The options that differ from their defaults, for the command that repeats a comparison."""
        named = {"test": self.test, "costs": self.errors.costs}
        sources = {name: None if source is None else source_name(source) for name, source in named.items()}
        weights = {} if self.errors.class_weight is None else {"class_weight": self.errors.class_weight}
        return (
            dict(self.reading)
            | unless_default(lang=lang, budget=budget, memory=memory, rows=self.rows, **sources)
            | weights
        )
