"""Preparation: a table's columns as the complete, scaled numbers that many estimators need.

A numeric or ordinal column x, with weights w over the training rows, becomes

    (x - mean) / scale,  where missing values of x are first replaced by the weighted median of the others,
    mean = sum w x / sum w,  scale^2 = sum w (x - mean)^2 / sum w  (divisor n, not n - 1);

with scale="minmax" it becomes (x - min) / (max - min), and with "none" it stays as it is. A column that does
not vary becomes 0 when it is scaled. A boolean column stays 0 or 1, filled with the more frequent value. A
nominal column of m categories becomes m columns of 0 and 1; a missing or unseen category is 0 in all of them.
Without one-hot coding it keeps its code, filled with the most frequent one, and so does an ordinal column.
With it, the month, weekday or hour x of a date has sin and cos of 2 pi x / period beside it.

Cost: one selection (with weights: one sort) per column. Nothing is learnt outside `fit`, so that inside a
fold no row that is tested has a say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError
from fenlei.messages import code
from fenlei.parameters import BOOLEAN, NONE, check_parameters, either, one_of
from fenlei.records import POSITIVE, Field, check_record, refuse_record
from fenlei.stats import column_moments
from fenlei.stats.column_moments import ColumnBounds, ColumnMoments
from fenlei.stats.median import weighted_median
from fenlei.table.frames import is_frame
from fenlei.table.reading import conform
from fenlei.table.recognition.dates import PERIODS
from fenlei.table.rows import positive
from fenlei.table.schema import Schema
from fenlei.table.table import Table
from fenlei.weights import check_weights

_CATEGORICAL = ("nominal", "boolean")
SCALES = ("standard", "minmax", "none")  # True is the first, False the last


class PreparationModel(NamedTuple):
    """What `fit` learns about p features."""

    fill: Annotated[np.ndarray, Field("p", nan=True)]  # for a missing value; NaN leaves it missing
    mean: Annotated[np.ndarray, Field("p")]  # or minimum, subtracted; 0 for a column that is not scaled
    scale: Annotated[np.ndarray, Field("p", low=POSITIVE)]  # or range, divides; 1 where not scaled
    n_categories: Annotated[np.ndarray, Field("p", "i", low=0)]  # one-hot columns; 0: the column stays one
    indicator: Annotated[np.ndarray, Field("p", "b")]  # whether a 0/1 column tells what was missing


# --- learning one column


def most_frequent(codes: np.ndarray, w: np.ndarray | None = None) -> float:
    """The code of largest total weight, the smallest of them at a tie."""
    values, positions = np.unique(codes, return_inverse=True)
    return float(values[np.argmax(np.bincount(positions, weights=w))])


def _fill(x: np.ndarray, w: np.ndarray | None, kind: str) -> float:
    """What stands for a missing value of a column whose known values are x: the median, or the mode."""
    if len(x) == 0:
        return 0.0
    return most_frequent(x, w) if kind in _CATEGORICAL else float(weighted_median(x, w))


# --- applying


def prepared(
    X: np.ndarray, model: PreparationModel, first: int = 0, periods: np.ndarray | None = None
) -> np.ndarray:
    """X (n, p) as complete, scaled and one-hot columns, then the indicators of missing values.

    With `first` = 1 the first category of each column has no column of its own, and a missing one is filled.
    A column with a period above 0 has its sine and cosine beside it.
    """
    missing = np.isnan(X)
    periods = np.zeros(len(model.fill)) if periods is None else periods
    widths = np.where(model.n_categories > 0, model.n_categories - first, np.where(periods > 0, 3, 1))
    ends = np.cumsum(widths)
    starts = ends - widths
    single = model.n_categories == 0
    out = np.zeros((len(X), int(widths.sum() + model.indicator.sum())))
    filled = np.where(missing[:, single], model.fill[single], X[:, single])
    out[:, starts[single]] = (filled - model.mean[single]) / model.scale[single]
    for j in np.flatnonzero(periods):
        angle = 2 * np.pi * np.where(missing[:, j], model.fill[j], X[:, j]) / periods[j]
        out[:, starts[j] + 1], out[:, starts[j] + 2] = np.sin(angle), np.cos(angle)
    for j in np.flatnonzero(~single):
        codes = np.where(missing[:, j], model.fill[j], X[:, j]) if first else X[:, j]
        _one_hot(codes - first, out[:, ends[j] - widths[j] : ends[j]])
    out[:, out.shape[1] - model.indicator.sum() :] = missing[:, model.indicator]
    return out


def _one_hot(codes: np.ndarray, out_columns: np.ndarray) -> None:
    """Set 1 in the column of each row's code; a row whose code is NaN or of no category stays 0."""
    rows = np.flatnonzero((codes >= 0) & (codes < out_columns.shape[1]))
    out_columns[rows, codes[rows].astype(np.int64)] = 1.0


# --- the transformer


class Preparation(TransformerMixin, BaseEstimator):
    """Impute, scale and one-hot encode, as the schema asks; without a schema every column is numeric.

    Parameters
    ----------
    schema : Schema, optional
        The columns of `X` are its features, in order; None takes any array of numbers.
    impute : {"median", "mean", None}
        What fills a missing number; None leaves it missing. Categories are filled with the most frequent one.
    scale : {"standard", "minmax", "none"} or bool
        What numeric and ordinal columns become: mean 0 and variance 1; 0 to 1, (x - min) / (max - min) over
        the rows of `fit`; or as they are. True is "standard", False is "none".
    one_hot : bool or "reference"
        Give each category of a nominal column a column of its own; "reference" leaves out the first, so that
        no column is the sum of others, and fills missing categories with the most frequent one.
    missing_indicator : bool
        Append a column of 0 and 1 for each feature that had missing values in `fit`.

    Attributes
    ----------
    model_ : PreparationModel
        Its fields are also the attributes `fill_`, `mean_`, `scale_`, `n_categories_` and `indicator_`.

    Examples
    --------
    >>> Preparation().fit_transform([[1.0, 5.0], [3.0, np.nan]])
    array([[-1.,  0.],
           [ 1.,  0.]])
    >>> Preparation(scale="minmax").fit_transform([[1.0], [2.0], [5.0]]).ravel()
    array([0.  , 0.25, 1.  ])
    """

    Model = PreparationModel
    Summary = None
    _limits = {  # noqa: RUF012
        "impute": either(one_of("median", "mean"), NONE),
        "scale": either(one_of(*SCALES), BOOLEAN),
        "one_hot": either(BOOLEAN, one_of("reference")),
        "missing_indicator": BOOLEAN,
    }

    def __init__(
        self,
        schema: Schema | None = None,
        *,
        impute: str | None = "median",
        scale: str | bool = "standard",
        one_hot: bool | str = True,
        missing_indicator: bool = False,
    ) -> None:
        self.schema = schema
        self.impute = impute
        self.scale = scale
        self.one_hot = one_hot
        self.missing_indicator = missing_indicator

    def fit(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Preparation:
        """Learn what to fill in and how to scale from X (n, p), its rows weighted by `sample_weight` (n,)."""
        check_parameters(self, self._limits)
        rows = self._matrix(X, reset=True)
        w = check_weights(sample_weight, len(rows))
        rows, _, w = positive(rows, w, w)
        self._keep(self._solve(rows, w))
        return self

    def _solve(self, X: np.ndarray, w: np.ndarray | None) -> PreparationModel:
        kinds = self._kinds(X.shape[1])
        known = ~np.isnan(X)
        fill = np.zeros(X.shape[1])
        for j in self._filled_by_order(kinds):
            fill[j] = _fill(X[known[:, j], j], None if w is None else w[known[:, j]], kinds[j])
        found = column_moments.bounds(X, w)
        exponent = column_moments.exponents(found)
        needed = self.scaling == "standard" or self.impute == "mean"
        moments = column_moments.moments(X, exponent, w) if needed else None
        return self._model_of(found, fill, moments)

    def _filled_by_order(self, kinds: Sequence[str]) -> list[int]:
        """Columns whose missing values are replaced by the median, or by the most frequent category."""
        if self.impute is None:
            return []
        return [j for j, kind in enumerate(kinds) if kind in _CATEGORICAL or self.impute == "median"]

    def _model_of(
        self, found: ColumnBounds, fill: np.ndarray, moments: ColumnMoments | None
    ) -> PreparationModel:
        """The record, from what was counted and summed over the rows, in memory or in files."""
        p = len(fill)
        kinds, exponent = self._kinds(p), column_moments.exponents(found)
        by_order = np.isin(np.arange(p), self._filled_by_order(kinds))
        if self.impute is None:
            fill = np.full(p, np.nan)
        elif moments is not None:
            fill = np.where(by_order, fill, np.ldexp(moments.mean, exponent))
        codes = (*_CATEGORICAL, "ordinal") if self.one_hot is False else _CATEGORICAL
        varies = (found.low < found.high) & ~np.isin(kinds, codes) & (self.scaling != "none")
        mean, scale = np.zeros(p), np.ones(p)
        if self.scaling == "minmax":
            with np.errstate(over="ignore", invalid="ignore"):
                width = np.minimum(found.high - found.low, np.finfo(np.float64).max)
            mean, scale = np.where(varies, found.low, mean), np.where(varies, width, scale)
        elif moments is not None:
            both = column_moments.with_missing(moments, fill, found.missing, exponent)
            mean, scale = np.where(varies, both[0], mean), np.where(varies, both[1], scale)
        scaled = (found.low == found.high) & ~np.isin(kinds, codes) & (self.scaling != "none")
        mean = np.where(scaled, found.low, mean)  # of a column that does not vary
        indicator = (found.missing > 0) & self.missing_indicator
        return PreparationModel(fill, mean, scale, np.array(self._widths(p), np.int64), indicator)

    @property
    def scaling(self) -> str:
        """What `scale` means: "standard", "minmax" or "none"."""
        return self.scale if isinstance(self.scale, str) else "standard" if self.scale else "none"

    def _check_model(self, model: PreparationModel) -> None:
        """Refuse a record from a model file that is not as declared, or does not fit the schema."""
        check_record(model, p=self.n_features_in_)
        widths = self._widths(self.n_features_in_)
        if widths != model.n_categories.tolist():
            raise refuse_record("n_categories", code(model.n_categories.tolist()[:8]), code(widths[:8]))

    def _keep(self, model: PreparationModel) -> None:
        self.model_ = model
        self.fill_, self.mean_, self.scale_, self.n_categories_, self.indicator_ = model

    def transform(self, X: MatrixLike) -> np.ndarray:
        """X (n, p) prepared with what `fit` learnt: float64 (n, columns of `get_feature_names_out`)."""
        check_is_fitted(self, "model_")
        return prepared(self._matrix(X, reset=False), self.model_, self._first(), self._periods())

    def _first(self) -> int:
        """Code of the first category that has a column."""
        return int(self.one_hot == "reference")

    def _periods(self) -> np.ndarray:
        """The period of each feature that is a part of a date; 0 for none."""
        if self.schema is None or not self.one_hot:
            return np.zeros(self.n_features_in_)
        return np.array([PERIODS.get(c.form, 0) if c.source else 0 for c in self.schema.features])

    def _matrix(self, X: Any, reset: bool) -> np.ndarray:
        """Any input as a float64 matrix, NaN where missing."""
        if self.schema is not None and (isinstance(X, Table | Mapping) or is_frame(X)):
            X = conform(X, self.schema)
        if isinstance(X, Table):
            X = X.coded().X
        X = validate_data(
            self,
            X,
            dtype=np.float64,
            ensure_all_finite="allow-nan",
            ensure_min_features=0 if self.schema else 1,
            reset=reset,
        )
        if self.schema is not None and X.shape[1] != len(self.schema.features):
            raise DataError("table.coding_width", found=X.shape[1], expected=len(self.schema.features))
        return np.asarray(X)

    def _kinds(self, p: int) -> Sequence[str]:
        return ["numeric"] * p if self.schema is None else [column.kind for column in self.schema.features]

    def _widths(self, p: int) -> list[int]:
        if self.schema is None or not self.one_hot:
            return [0] * p
        return [len(c.categories or ()) if c.kind == "nominal" else 0 for c in self.schema.features]

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """Names of the columns that `transform` makes: "size", "colour=red", "size is missing"."""
        check_is_fitted(self, "model_")
        if self.schema is None:
            names = list(OneToOneFeatureMixin.get_feature_names_out(self, input_features))
            out = list(names)
        else:
            names = [column.name for column in self.schema.features]
            out = [name for j in range(len(names)) for name in self._names_of(j)]
        out += [
            f"{name} is missing" for name, indicated in zip(names, self.indicator_, strict=True) if indicated
        ]
        return np.array(out, dtype=object)

    def _names_of(self, j: int) -> list[str]:
        assert self.schema is not None
        column = self.schema.features[j]
        if self._periods()[j]:
            return [column.name, f"sin({column.name})", f"cos({column.name})"]
        if self.n_categories_[j] == 0:
            return [column.name]
        return [f"{column.name}={category}" for category in (column.categories or ())[self._first() :]]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def prepare(
    table: Table | Schema,
    *,
    impute: str | None = "median",
    scale: str | bool = "standard",
    one_hot: bool | str = True,
    missing_indicator: bool = False,
) -> Preparation:
    """The preparation that suits a table: a transformer, to be fitted inside each fold.

    Parameters
    ----------
    table : Table or Schema
        What tells numeric columns from categories; nothing is learnt from its rows.
    impute, scale, one_hot, missing_indicator : str, bool
        As for `Preparation`.

    Examples
    --------
    >>> from fenlei.table.reading import read_table
    >>> table = read_table({"colour": ["red", "green", "red"], "size": [1.0, 3.0, None]})
    >>> preparation = prepare(table).fit(table)
    >>> preparation.get_feature_names_out().tolist()
    ['colour=green', 'colour=red', 'size']
    """
    schema = table.schema if isinstance(table, Table) else table
    return Preparation(
        schema, impute=impute, scale=scale, one_hot=one_hot, missing_indicator=missing_indicator
    )
