"""Preparation: a table's columns as the complete, scaled numbers that many estimators need.

A numeric or ordinal column x, with weights w over the training rows, becomes

    (x - mean) / scale,  where missing values of x are first replaced by the weighted median of the others,
    mean = sum w x / sum w,  scale^2 = sum w (x - mean)^2 / sum w  (divisor n, not n - 1);

with scale="minmax" it becomes (x - min) / (max - min), and with "none" it stays as it is. A column that does
not vary becomes 0 when it is scaled. A boolean column stays 0 or 1, filled with the more frequent value. A
nominal column of m categories becomes m columns of 0 and 1; a missing or unseen category is 0 in all of them.
Without one-hot coding it keeps its code, filled with the most frequent one, and so does an ordinal column.
With it, the month, weekday or hour x of a date has sin and cos of 2 pi x / period beside it. A text column
becomes one column for each of its terms (`features.term_weights`) or one score for each class
(`features.linear_scores`); a column of more than forty categories also has the mean target of its category
(`features.target_statistics`). The last two are of rows that each row is not among.

Cost: one selection (with weights: one sort) per column. Nothing is learnt outside `fit`, so that inside a
fold no row that is tested has a say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.sparse import hstack
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import code
from fenlei.parameters import BOOLEAN, NONE, check_parameters, either, one_of
from fenlei.records import check_record, refuse_record
from fenlei.stats import column_moments
from fenlei.stats.column_moments import ColumnBounds, ColumnMoments
from fenlei.table.features.appended import (
    SourceColumns,
    appended_columns,
    appended_names,
    check_appended,
    has_sparse_rows,
    learn_appended,
    target_of,
)
from fenlei.table.features.columns import (
    CATEGORICAL,
    ColumnLayout,
    PreparationModel,
    fill_value,
    mean_and_scale,
    minimum_and_range,
    prepared,
    prepared_sparse,
)
from fenlei.table.features.table_rows import TableRows
from fenlei.table.frames import is_frame
from fenlei.table.reading import conform
from fenlei.table.recognition.dates import PERIODS
from fenlei.table.recognition.kinds import MANY_CATEGORIES
from fenlei.table.rows import positive
from fenlei.table.schema import Column, Schema
from fenlei.table.table import Table
from fenlei.weights import check_weights

TableLike = MatrixLike | Table | TableRows
SCALES = ("standard", "minmax", "none")  # True is the first, False the last


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
    texts : {"terms", "scores", None}
        What a text column becomes: one column for each of its terms, weighted counts in rows of length 1;
        one score for each class, linear in the terms, which needs `target`; or nothing.
    target : {"classes", "numbers", None}
        What the y of `fit` is. With it and `one_hot`, a column of more than 40 categories also becomes the
        mean target of its category.
    sparse : bool, optional
        True returns CSR rows where more than 60 % of the one-hot and text cells are zero and at most a third
        of all cells is stored; False never; None where there are terms.

    Attributes
    ----------
    model_ : PreparationModel
        Its first fields are also the attributes `fill_`, `mean_`, `scale_`, `n_categories_` and `indicator_`.

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
        "texts": either(one_of("terms", "scores"), NONE),
        "target": either(one_of("classes", "numbers"), NONE),
        "sparse": either(BOOLEAN, NONE),
    }

    def __init__(
        self,
        schema: Schema | None = None,
        *,
        impute: str | None = "median",
        scale: str | bool = "standard",
        one_hot: bool | str = True,
        missing_indicator: bool = False,
        texts: str | None = "terms",
        target: str | None = None,
        sparse: bool | None = None,
    ) -> None:
        self.schema = schema
        self.impute = impute
        self.scale = scale
        self.one_hot = one_hot
        self.missing_indicator = missing_indicator
        self.texts = texts
        self.target = target
        self.sparse = sparse

    def fit(
        self, X: TableLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Preparation:
        """Learn what to fill in and how to scale from X (n, p), its rows weighted by `sample_weight` (n,)."""
        self._learn(X, y, sample_weight)
        return self

    def fit_transform(
        self, X: TableLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Any:
        """Learn from X (n, p) and return it prepared; scores and mean targets of rows are those of others."""
        rows, kept, out_of_fold = self._learn(X, y, sample_weight)
        blocks = appended_columns(self._given(rows), self.model_)
        for block, own in zip(blocks[len(blocks) - len(out_of_fold) :], out_of_fold, strict=True):
            block[kept] = own
        return self._assembled(rows.X, blocks)

    def _learn(
        self, X: TableLike, y: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> tuple[TableRows, np.ndarray, list[np.ndarray]]:
        """Fit; the rows, those of them that have weight, and what is out of fold of these."""
        check_parameters(self, self._limits)
        if self.texts == "scores" and self.target is None:
            raise UsageError("table.needs_y")
        rows = self._rows(X, reset=True)
        w = check_weights(sample_weight, len(rows))
        kept, _, w = positive(np.arange(len(rows)), w, w)
        used = rows if len(kept) == len(rows) else rows[kept]
        base, given = self._solve(used.X, w), self._given(used)
        wanted = given.sizes or (given.counts and self.texts == "scores")
        target = None
        if self.target is not None and wanted:
            target = target_of(None if y is None else np.asarray(y)[kept], self.target, w)
        texts, statistics, out_of_fold = learn_appended(
            given, self.texts, target, lambda x: self._scaling_of(x, w)
        )
        self._keep(base._replace(texts=texts, statistics=statistics))
        return rows, kept, out_of_fold

    def _solve(self, X: np.ndarray, w: np.ndarray | None) -> PreparationModel:
        kinds = self._kinds(X.shape[1])
        known = ~np.isnan(X)
        fill = np.zeros(X.shape[1])
        for j in self._filled_by_order(kinds):
            fill[j] = fill_value(X[known[:, j], j], None if w is None else w[known[:, j]], kinds[j])
        found = column_moments.bounds(X, w)
        exponent = column_moments.exponents(found)
        needed = self.scaling == "standard" or self.impute == "mean"
        moments = column_moments.moments(X, exponent, w) if needed else None
        return self._model_of(found, fill, moments)

    def _filled_by_order(self, kinds: Sequence[str]) -> list[int]:
        """Columns whose missing values are replaced by the median, or by the most frequent category."""
        if self.impute is None:
            return []
        return [j for j, kind in enumerate(kinds) if kind in CATEGORICAL or self.impute == "median"]

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
        codes = (*CATEGORICAL, "ordinal") if self.one_hot is False else CATEGORICAL
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

    def _scaling_of(self, x: np.ndarray, w: np.ndarray | None) -> tuple[float, float]:
        """What is subtracted from complete values, and what divides them."""
        if self.scaling == "none":
            return 0.0, 1.0
        return minimum_and_range(x) if self.scaling == "minmax" else mean_and_scale(x, w)

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
        texts = [len(column.categories or ()) for column in self._texts()]
        many = [widths[j] for j in self._many()] if self.target is not None else []
        check_appended(model, texts, many, has_scores=self.texts == "scores")

    def _keep(self, model: PreparationModel) -> None:
        self.model_ = model
        self.fill_, self.mean_, self.scale_, self.n_categories_, self.indicator_ = model[:5]

    def transform(self, X: TableLike) -> Any:
        """X (n, p) prepared with what `fit` learnt: (n, columns of `get_feature_names_out`), or CSR."""
        check_is_fitted(self, "model_")
        rows = self._rows(X, reset=False)
        return self._assembled(rows.X, appended_columns(self._given(rows), self.model_))

    def _assembled(self, X: np.ndarray, blocks: list[Any]) -> Any:
        """The columns of the features and the blocks after them, as one matrix."""
        layout = ColumnLayout(self._first(), self._periods())
        if not has_sparse_rows(self.model_, self.sparse):
            dense = [each.toarray() if is_sparse(each) else each for each in blocks]
            first = prepared(X, self.model_, layout)
            return np.hstack([first, *dense]) if dense else first
        parts: list[Any] = [prepared_sparse(X, self.model_, layout), *blocks]
        return hstack(parts, format="csr")

    def _texts(self) -> tuple[Column, ...]:
        """The text columns that are used."""
        return () if self.schema is None or self.texts is None else self.schema.texts

    def _many(self) -> list[int]:
        """The features of many categories that are one-hot."""
        return [j for j, width in enumerate(self._widths(0)) if width > MANY_CATEGORIES]

    def _given(self, rows: TableRows) -> SourceColumns:
        """What the columns after the features are made of."""
        many = self._many() if self.target is not None else []
        sizes = [] if self.schema is None else [len(self.schema.features[j].categories or ()) for j in many]
        return SourceColumns(rows.counts if self._texts() else (), rows.X[:, many], sizes)

    def _first(self) -> int:
        """Code of the first category that has a column."""
        return int(self.one_hot == "reference")

    def _periods(self) -> np.ndarray:
        """The period of each feature that is a part of a date; 0 for none."""
        if self.schema is None or not self.one_hot:
            return np.zeros(self.n_features_in_)
        return np.array([PERIODS.get(c.form, 0) if c.source else 0 for c in self.schema.features])

    def _rows(self, X: Any, reset: bool) -> TableRows:
        """Any input as a float64 matrix, NaN where missing, with the counts of terms."""
        if self.schema is not None and (isinstance(X, Table | Mapping) or is_frame(X)):
            X = conform(X, self.schema)
        X = X.rows() if isinstance(X, Table) else X
        counts = X.counts if isinstance(X, TableRows) else ()
        if len(counts) < len(self._texts()):
            raise DataError("table.needs_texts", column=self._texts()[0].name)
        X = validate_data(
            self,
            X.X if isinstance(X, TableRows) else X,
            dtype=np.float64,
            ensure_all_finite="allow-nan",
            ensure_min_features=0 if self.schema else 1,
            reset=reset,
        )
        if self.schema is not None and X.shape[1] != len(self.schema.features):
            raise DataError("table.coding_width", found=X.shape[1], expected=len(self.schema.features))
        return TableRows(np.asarray(X), counts)

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
        return np.array([*out, *self._appended_names()], dtype=object)

    def _appended_names(self) -> list[str]:
        """Names of the columns after those of the features: "remark: good", "remark.score1", "city.mean1"."""
        texts = [(column.name, column.categories or ()) for column in self._texts()]
        many = [] if self.schema is None else [self.schema.features[j].name for j in self._many()]
        return appended_names(self.model_, texts, many)

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
    texts: str | None = "terms",
    target: str | None = None,
    sparse: bool | None = None,
) -> Preparation:
    """The preparation that suits a table: a transformer, to be fitted inside each fold.

    Parameters
    ----------
    table : Table or Schema
        What tells numeric columns from categories; nothing is learnt from its rows.
    impute, scale, one_hot, missing_indicator, texts, target, sparse : str, bool
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
        schema,
        impute=impute,
        scale=scale,
        one_hot=one_hot,
        missing_indicator=missing_indicator,
        texts=texts,
        target=target,
        sparse=sparse,
    )
