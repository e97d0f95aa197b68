"""A small table of named columns, a model fitted to it, and its workings."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fenlei.explanation import Grid, Working, explain, explain_fit
from fenlei.explanation.formula import value
from fenlei.explanation.formula.nodes import Letter
from fenlei.model_file import Model
from fenlei.table import read_table
from fenlei.table.table import Table

if TYPE_CHECKING:
    from fenlei.annotations import Label
    from fenlei.explanation.working import Cell
    from fenlei.kernels import Array

Columns = Mapping[str, Sequence[Any]]


class FittedTable(NamedTuple):
    """A model and the rows it was fitted to."""

    model: Model
    table: Table

    @property
    def estimator(self) -> Any:
        return self.model.estimator

    def fit_working(self, lang: str, **options: int) -> Working:
        return explain_fit(self.model, self.table, lang=lang, **options)

    def row_working(self, row: Mapping[str, Cell], lang: str) -> Working:
        return explain(self.model, self._rows(row), lang=lang)

    def predict(self, row: Mapping[str, Cell]) -> Any:
        return self.model.predict(self._rows(row))[0]

    def predict_proba(self, row: Mapping[str, Cell]) -> dict[Label, float]:
        shares = self.model.predict_proba(self._rows(row))[0]
        return dict(zip(self.model.classes_.tolist(), map(float, shares), strict=True))

    def coded(self, row: Mapping[str, Cell]) -> Array:
        """The row as numbers (1, p)."""
        return self._rows(row).coded().X

    def _rows(self, row: Mapping[str, Cell]) -> Table:
        from fenlei.table.reading import conform

        assert self.model.schema is not None
        return conform({name: [value] for name, value in row.items()}, self.model.schema)


def fit_columns(estimator: Any, columns: Columns, target: str | None = None) -> FittedTable:
    """Fit an estimator to columns: those of words are nominal, the others numbers, as they are."""
    table = typed(columns, target)
    coded = table.coded()
    nominal = [j for j, categories in enumerate(coded.categories) if categories]
    known = [name for name in estimator.get_params() if name.endswith("categorical_features")]
    estimator.set_params(**dict.fromkeys(known, nominal or None))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fits that are stopped early on purpose, or that are drawn again
        estimator.fit(coded.X, *([] if target is None else [table.labels()]))
    return FittedTable(Model(estimator, table.schema), table)


def typed(columns: Columns, target: str | None) -> Table:
    """The columns as a table whose kinds are declared, not guessed."""
    features = [name for name in columns if name != target]
    words = [name for name in features if isinstance(columns[name][0], str)]
    numbers = [name for name in features if name not in words]
    return read_table(dict(columns), target=target, nominal=words, numeric=numbers)


def rows_grid(title: str, number: str, columns: Columns) -> Grid:
    """The table of a sheet, its rows numbered from 1."""
    lines = zip(*columns.values(), strict=True)
    return Grid(title, (number, *columns), tuple((i, *line) for i, line in enumerate(lines, 1)))


def row_grid(title: str, row: Mapping[str, Cell]) -> Grid:
    """The new row that is asked about."""
    return Grid(title, tuple(row), (tuple(row.values()),))


def value_of(working: Working, name: str, sub: str = "", sup: str = "") -> Any:
    """The number or matrix of the first formula of a working that begins with this letter."""
    wanted = Letter(name, sub, sup)
    return next(value(each) for each in working.chains() if each.sides[0] == wanted)
