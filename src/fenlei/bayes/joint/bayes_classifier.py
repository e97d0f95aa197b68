r"""The full Bayes classifier: joint distributions, nothing assumed independent.

Model: in each class, the nominal columns have a joint table, and the numeric columns a normal distribution in
every cell of it, p(x | k) = P(c | k) N(z | μ_kc, Σ_kc).
Estimate: P(c | k) = (count + α) / (n_k + α C), C the number of all combinations of categories; α = 1 is
Laplace's rule, α = 0 maximum likelihood; μ and Σ by maximum likelihood (divisor n); prior π_k = n_k / n.
Decision: argmax_k  π_k p(x | k), the first of equal ones.

With numeric columns only this is quadratic discriminant analysis; with one integer column it is the histogram
classifier. Cells with few rows, cells without rows and missing values: `cell_gaussians` and `joint_model` say
what happens.

Cost: one pass over the rows and one sort of the occupied cells to fit; one look-up a row to predict. Only
occupied cells are stored. Mergeable. Reference: source 000, section 3.1.1, equations 3-1 to 3-4, tables 3-2
to 3-7; source 001, A-M04; source 004, section 2.2.3.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike
from fenlei.bayes.joint import cell_gaussians, joint_model, sampling, scores
from fenlei.bayes.joint.cell_gaussians import CellGaussians
from fenlei.bayes.joint.joint_model import Domain, JointModel
from fenlei.bayes.joint.table_attributes import JointTables
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.classifier import MergeableClassifier, Rows
from fenlei.contract.estimator import FLOATS, require_fit
from fenlei.contract.generative import Generative, prior_where_impossible
from fenlei.contract.scanned_rows import coding_of
from fenlei.contract.size import covariances
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import code, phrase
from fenlei.parameters import (
    CLASS_WEIGHT,
    N_JOBS,
    NONE,
    SMOOTHING,
    Limit,
    either,
    integers,
    one_of,
    sequence,
)
from fenlei.priors import class_priors
from fenlei.records import check_offsets, refuse_record
from fenlei.rows.scanned import Scan
from fenlei.stats import cells, counts
from fenlei.stats.cell_pairs import ColumnKinds
from fenlei.stats.cells import CellMoments
from fenlei.table.frames import CategoryCoding, apply_categories, is_frame, learn_categories
from fenlei.table.nominal import has_text, new_codes, unite_categories


class BayesClassifier(JointTables, Generative, MergeableClassifier[CellMoments, JointModel]):
    r"""Bayes classifier on the joint distribution of nominal and numeric columns.

    Parameters
    ----------
    alpha : float, default=1.0
        Added to the count of every cell: 1 is Laplace's rule, 0 maximum likelihood.
    covariance : {"full", "diagonal"}, default="full"
        Whether numeric columns are correlated inside a class and cell, or independent there.
    small_cells : {"pooled", "shrunken"}, default="pooled"
        What a cell with too few rows for a covariance of full rank takes for it: that of its class, pooled
        inside the cells; or, "shrunken", every cell takes the mean of its own and the pooled one, with
        weights n and g + 1 for n rows and g numeric columns.
    unseen : {"naive", "prior"}, default="naive"
        What decides in a cell that no class shows: the product of the columns, as in naive Bayes, or the
        class priors; together with the numeric columns either way.
    priors : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`. None: the classes' shares of the weight.
    categorical_features : array-like, default=None
        Numeric columns that are nominal all the same: names, positions or a mask. In an array of numbers they
        hold codes 0, 1, 2, ...; text, category and boolean columns are nominal anyway.
    min_categories : int or array-like of shape (q,), default=None
        Least number of categories of the nominal columns, for those that the rows do not show.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    prior_, class_count_ : ndarray of shape (K,)
    cells_ : ndarray of shape (C, q)
        Codes of the cells that the tables list, -1 for missing: all combinations if there are at most 10,000,
        otherwise those that rows occupy.
    count_, conditional_, joint_, posterior_ : ndarray of shape (C, K)
        For each cell, its weight in each class, P(cell | k), π_k P(cell | k), and P(k | cell). The posterior
        of a cell that no class shows is that of the back-off.
    evidence_ : ndarray of shape (C,)
        P(cell) = Σ_k π_k P(cell | k).
    cell_means_, cell_variances_ : ndarray of shape (C, K, g)
        Means and variances (divisor n) of the numeric columns in each cell and class; NaN without rows.
    n_categories_ : ndarray of shape (q,)
    coding_ : CategoryCoding
        Which columns are nominal, and the categories of text columns in the order of their codes.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    A missing category is a category of its own if it occurs in training; otherwise its cell is an unseen
    one. A row with missing numbers counts in the nominal table, but not in the normal distributions; to be
    predicted, it needs only the numbers it has. Where P(x | k) is 0 in every class (α = 0), the prior
    decides, with a warning. A class without rows has prior 0; given another, it has probability 1/C in every
    cell (0 if α = 0). In unseen cells the product of the columns stands in for the cell's probability; it is
    not scaled to the probability that smoothing leaves for such cells.

    Examples
    --------
    Is a sour-sweet, oblate apple a Fuji or a Guoguang? Three of ten apples speak for either:

    >>> taste = ["sweet", "sour", "sour", "sweet", "sour", "sour", "sour", "sour", "sweet", "sour"]
    >>> shape = ["round", "oblate", "oblate", "round", "oblate",
    ...          "oblate", "round", "oblate", "oblate", "oblate"]
    >>> kind = ["Fuji", "Fuji", "Guoguang", "Fuji", "Guoguang",
    ...         "Guoguang", "Fuji", "Fuji", "Guoguang", "Fuji"]
    >>> model = BayesClassifier(alpha=0).fit(np.array([taste, shape], dtype=object).T, kind)
    >>> print(model.table("joint"))
    Joint probabilities P(X,Y)
    x0     x1      P(X,Fuji)  P(X,Guoguang)
    -----  ------  ---------  -------------
    sour   oblate  3/10       3/10
    sour   round   1/10       0/10
    sweet  oblate  0/10       1/10
    sweet  round   2/10       0/10
    >>> model.predict(np.array([["sour", "oblate"]], dtype=object)).tolist()  # the first of equal ones
    ['Fuji']
    """

    Model = JointModel
    Summary = CellMoments
    _allow_nan = True
    _fit_cost = covariances(6e-10)
    _limits: ClassVar[dict[str, Limit]] = {
        "alpha": SMOOTHING,
        "covariance": one_of("full", "diagonal"),
        "small_cells": one_of("pooled", "shrunken"),
        "unseen": one_of("naive", "prior"),
        "priors": either(NONE, sequence()),
        "min_categories": either(NONE, integers(1, counts.MOST_CATEGORIES), sequence()),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
    }
    coding_: CategoryCoding

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        covariance: Literal["full", "diagonal"] = "full",
        small_cells: Literal["pooled", "shrunken"] = "pooled",
        unseen: Literal["naive", "prior"] = "naive",
        priors: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        min_categories: int | ArrayLike | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.covariance = covariance
        self.small_cells = small_cells
        self.unseen = unseen
        self.priors = priors
        self.categorical_features = categorical_features
        self.min_categories = min_categories
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    # --- columns

    @property
    def _columns(self) -> ColumnKinds:
        nominal = np.array(self.coding_.categorical, dtype=bool)
        return ColumnKinds(np.flatnonzero(nominal), np.flatnonzero(~nominal))

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        X, named = self._validated(X, reset=reset)
        if reset:
            self.coding_ = learn_categories(X, self.categorical_features)
        elif named:
            learned = learn_categories(X, self.categorical_features)
            self.coding_ = unite_categories(self.coding_, learned) or learned
        return self._code(X, named)

    def _learn_columns(self, scan: Scan) -> None:
        nothing = learn_categories(np.empty((0, scan.shape[1])), self.categorical_features)
        known = coding_of(scan)
        self.coding_ = nothing if known is None else known

    def _leaf_X(self, X: Array) -> Array:
        return X

    def _check_X(self, X: MatrixLike) -> Array:
        require_fit(self)
        return self._code(*self._validated(X, reset=False))

    def _validated(self, X: MatrixLike, *, reset: bool) -> tuple[Any, bool]:
        """X with names and width checked; and whether it has names or text or is an array of numbers."""
        if is_frame(X) or has_text(X):
            checked_rows(self, X, reset=reset, skip_check_array=True)
            return X, True
        X = checked_rows(self, X, reset=reset, dtype="numeric", order="C", ensure_all_finite=False)
        return X, False

    def _code(self, X: Any, named: bool) -> Array:
        """Numbers and category codes (n, p): floats, NaN where missing, or int64 if all columns are codes."""
        if named:
            return apply_categories(X, self.coding_)
        if any(self.coding_.categories):
            facts = {"fitted": phrase("kind.text"), "came": phrase("kind.numbers")}
            raise DataError("estimator.text", estimator=type(self).__name__, **facts)
        if X.dtype.kind in "iub":
            return X.astype(np.int64 if all(self.coding_.categorical) else np.float64, copy=False)
        return X if X.dtype in FLOATS else X.astype(np.float64)

    def _n_categories(self, seen: Array) -> Array:
        """m (q,): the most of the categories that rows show, that the coding knows, that are declared."""
        known = [len(self.coding_.categories[j] or ()) for j in self._columns.nominal]
        least = np.asarray(0 if self.min_categories is None else self.min_categories)
        if least.dtype.kind not in "iu" or least.shape not in ((), seen.shape):
            accepted = phrase("limit.min_categories", q=len(seen))
            facts = {"name": "min_categories", "value": self.min_categories, "accepted": accepted}
            raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        return np.maximum(np.maximum(seen, np.array(known, np.int64)), least)

    # --- summarise, merge, solve

    def _summarise(self, rows: Rows) -> CellMoments:
        K = len(self.classes_)
        X, codes, w = rows
        columns = self._columns
        m = self._largest_codes(X, columns.nominal) + 1
        full = self.covariance == "full"
        return cells.summarise(X, codes, columns, m, w, K, full=full, n_jobs=self.n_jobs)

    def _largest_codes(self, X: Array, nominal: Array) -> Array:
        codes = X if len(nominal) == X.shape[1] else np.ascontiguousarray(X[:, nominal])
        largest = np.empty(len(nominal), np.int64)
        sound = counts.largest_categories(codes, largest)
        if sound and codes.dtype.kind != "f":
            return largest
        wrong = (codes < 0) | (codes >= counts.MOST_CATEGORIES) | (np.trunc(codes) != codes)
        wrong &= ~np.isnan(codes)
        if not wrong.any():
            return largest
        i, j = np.argwhere(wrong)[0]
        facts = {"column": int(nominal[j]), "value": float(codes[i, j]), "most": counts.MOST_CATEGORIES}
        raise DataError("cells.code", estimator=type(self).__name__, **facts)

    _merge = staticmethod(cells.merge)
    _align = staticmethod(cells.align)

    def _inherit(self, a: Self, b: Self) -> None:
        super()._inherit(a, b)
        if a.coding_.categorical != b.coding_.categorical:
            raise UsageError("estimator.merge", estimator=type(a).__name__, other=type(b).__name__)
        self.coding_ = unite_categories(a.coding_, b.coding_) or a.coding_

    def _summary_for(self, merged: Self) -> CellMoments:
        summary = super()._summary_for(merged)
        codes = new_codes(self.coding_, merged.coding_, self._all_sizes(summary))
        return cells.recode(summary, [codes[j] for j in self._columns.nominal])

    def _all_sizes(self, summary: CellMoments) -> Array:
        sizes = np.zeros(self.n_features_in_, np.int64)
        sizes[self._columns.nominal] = summary.cells.max(axis=0, initial=-1) + 1
        return sizes

    def _domain(self, summary: CellMoments) -> Domain:
        q = summary.cells.shape[1]
        largest, missing = np.empty(q, np.int64), np.empty(q, np.bool_)
        joint_model.code_ranges(summary.cells, largest, missing)
        return Domain(self._n_categories(largest + 1), missing)

    def _solve(self, summary: CellMoments, rows: Rows | None = None) -> JointModel:
        count = np.bincount(summary.label, summary.weight, len(self.classes_))
        return joint_model.solve(
            summary,
            class_priors(self, self.priors, count),
            float(self.alpha),
            self._domain(summary),
            self._gaussians(summary),
            naive=self.unseen == "naive",
            estimated=self.priors is None,
        )

    def _gaussians(self, summary: CellMoments) -> CellGaussians:
        t, g = len(summary.label) + len(self.classes_), summary.mean.shape[1]
        if g == 0:
            return CellGaussians(np.empty((t, 0)), np.zeros(t, np.int64), np.empty((1, 0, 0)))
        if not summary.complete.any():
            warn("cells.incomplete", DegenerateDataWarning, estimator=type(self).__name__)
        return cell_gaussians.solve(summary, self.classes_, self.small_cells)

    def _keep(self, model: JointModel) -> None:
        self.model_ = model
        self.prior_, self.class_count_ = model.prior, model.class_count
        self.n_categories_ = model.n_categories
        self._scorer = scores.scorer(model)

    def _check_summary(self, summary: CellMoments) -> None:
        super()._check_summary(summary)
        if self.coding_ is None:
            raise refuse_record("coding", phrase("record.none"), phrase("record.nominal"))
        columns, (r, g, h) = self._columns, summary.scatter.shape
        shape = (len(columns.nominal), len(columns.numeric))
        if (summary.cells.shape[1], g) != shape or h not in (g, min(g, 1)) or r == 0:
            raise refuse_record(
                "cells", phrase("record.columns_two", first=summary.cells.shape[1], second=g), code(shape)
            )
        if summary.label.max() >= len(self.classes_):
            raise refuse_record(
                "label",
                phrase("record.class", label=summary.label.max()),
                phrase("record.less_than", high=len(self.classes_)),
            )

    def _check_model(self, model: JointModel) -> None:
        super()._check_model(model)
        (c, q), r, K = model.cells.shape, len(model.label), len(self.classes_)
        check_offsets("start", model.start, c, r)
        fits = {
            "n_categories": q == len(self._columns.nominal),
            "centre": model.centre.shape == (r + K, len(self._columns.numeric)),
            "label": model.label.max(initial=0) < K,
            "cells": bool((model.cells < model.n_categories).all()),
            "log_column": len(model.log_column) == (model.n_categories + 1).sum(),
            "spread": model.spread.max(initial=0) < len(model.covariance),
            "covariance": _invertible(model.covariance),
        }
        for name, fit in fits.items():
            if not fit:
                raise refuse_record(name, phrase("record.misfit"), phrase("record.another"))

    # --- scores

    def _class_scores(self, X: Array) -> Array:
        return scores.log_joint(X, self._columns, self._scorer, self.n_jobs)

    def _settle(self, scores: Array) -> Array:
        return prior_where_impossible(self, scores, "naive_bayes.zero_probability")

    def _class_priors(self) -> Array:
        return self.prior_

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        draw = sampling.Draw(self.model_, self.summary_, float(self.alpha))
        generator = np.random.default_rng(rng.randint(0, 2**31, 4))
        return sampling.sample(np.full(size, k), draw, self._columns, generator)


def _invertible(covariance: Array) -> bool:
    g, h = covariance.shape[1:]
    try:
        scores.inverse_roots(covariance)
    except np.linalg.LinAlgError:
        return False
    return h in (g, min(g, 1))
