r"""Bagging: classifiers of one kind, each fitted to rows drawn anew, vote.

Model: classifiers h_1 .. h_T, clones of one. Estimate: h_t is fitted to rows drawn with replacement
(bagging), or without (pasting), and perhaps to features drawn as well (random subspaces, random patches).
Decision: the class with the largest mean probability; or, if the classifiers give none, with the most votes.

A vote of many unstable classifiers has the bias of one and less variance (`vote.py`). Out of bag, each row is
scored by the classifiers that were not fitted to it.

Rows and features are drawn in `draws.py`. A classifier that takes weights receives each row once, weighted by
the times it was drawn.
Reference: Breiman, Bagging predictors, Machine Learning 24 (1996); source 002, bagging.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.metadata_routing import process_routing
from sklearn.utils.validation import has_fit_parameter, validate_data

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.parts import in_parallel
from fenlei.ensemble.bagging.draws import (
    LARGEST_SEED,
    drawn_features,
    drawn_rows,
    own_order,
    set_seeds,
    take_columns,
)
from fenlei.ensemble.bagging.vote import Bagged, MeanVote
from fenlei.ensemble.sampling import DrawnRows, Sampling, count_draws, member_seeds
from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, RANDOM_STATE, Limit, either, integer
from fenlei.progress import report_progress
from fenlei.records import check_record, refuse_record
from fenlei.table.nominal import has_text
from fenlei.table.rows import take_rows
from fenlei.trees.decision_tree import DecisionTreeClassifier

_SHARE = Limit(lambda v: isinstance(v, float) and 0.0 < v <= 1.0, phrase("limit.share"))


class BaggingClassifier(MeanVote):
    r"""Bagging of any classifier.

    Parameters
    ----------
    estimator : classifier, default=None
        What is fitted to drawn rows; None: `DecisionTreeClassifier()`.
    n_estimators : int, default=10
    max_samples : int, float or None, default=None
        Number of draws; a share of the rows, or of the sum of whole weights, if it is a float; None: all.
    max_features : int or float, default=1.0
        Number, or share, of the features that each part takes.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement.
    bootstrap_features : bool, default=False
        Whether features are drawn with replacement.
    oob_score : bool, default=False
        Whether to score each row by the parts that were not fitted to it.
    warm_start : bool, default=False
        Whether `fit` adds parts to the existing ones.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, a line for each part that is fitted.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimator_ : classifier
    estimators_ : list of T classifiers
        Their classes are the codes 0 .. K - 1.
    estimators_features_ : list of T ndarrays
    estimators_samples_ : list of T ndarrays
        Rows that each part was fitted to, repeated as often as drawn; known until the model is saved.
    oob_score_ : float
    oob_decision_function_ : ndarray of shape (n, K)
        Mean probabilities by the parts that were not fitted to the row; NaN if every part was.
    n_classes_, n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: rows are drawn by what they contain, so their order does not matter, and
    whole `sample_weight` equals repeated rows, also with `max_samples=None`; without replacement and with all
    rows the weights go to the parts; features of a part are in ascending order; frames with text columns go
    to the parts as they are. A model file can hold it if the parts are fenlei's.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> bag = BaggingClassifier(n_estimators=20, oob_score=True, random_state=0).fit(X, y)
    >>> bool(bag.oob_score_ > 0.9), len(bag.estimators_)
    (True, 20)
    """

    Model: ClassVar[type[Bagged]] = Bagged
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": either(NONE, Limit(lambda value: hasattr(value, "fit"), phrase("limit.classifier"))),
        "n_estimators": integer(1),
        "max_samples": either(NONE, integer(1), _SHARE),
        "max_features": either(integer(1), _SHARE),
        "bootstrap": BOOLEAN,
        "bootstrap_features": BOOLEAN,
        "oob_score": BOOLEAN,
        "warm_start": BOOLEAN,
        "random_state": RANDOM_STATE,
        "verbose": integer(0),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        n_estimators: int = 10,
        *,
        max_samples: int | float | None = None,
        max_features: int | float = 1.0,
        bootstrap: bool = True,
        bootstrap_features: bool = False,
        oob_score: bool = False,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.bootstrap_features = bootstrap_features
        self.oob_score = oob_score
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _inner(self) -> BaseEstimator:
        return DecisionTreeClassifier() if self.estimator is None else self.estimator

    # --- fitting

    def fit(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None, **fit_params: Any
    ) -> Self:
        """Fit the parts to rows drawn from X (n, p) and y (n,), each in proportion to sample_weight (n,)."""
        extra = process_routing(self, "fit", **fit_params).estimator.fit if fit_params else {}
        rows, codes, w = self._training_rows(X, y, sample_weight)
        have = self._count_kept()
        if self.warm_start and have == self.n_estimators:
            warn("ensemble.no_more", UserWarning, estimator=type(self).__name__, n=have)
            return self
        self._draw_seeds(have, self._draw_plan(rows, codes, w))
        p, weights, seeds = rows.shape[1], None if self.bootstrap else w, self._drawn.seeds
        features = [drawn_features(p, self._width(p), self.bootstrap_features, seed) for seed in seeds]

        def task(t: int) -> BaseEstimator:
            self._say(t)
            return self._fit_part(rows, codes, weights, features[t], seeds[t], extra)

        new = in_parallel(task, range(have, self.n_estimators), self.n_jobs, rows)
        self.parts_ = (*(self.parts_ if have else ()), *new)
        self._keep(Bagged(np.stack(features)))
        if self.oob_score:
            self._score_out_of_bag(rows, codes)
        return self

    def _draw_seeds(self, have: int, sampling: Sampling) -> None:
        """Seeds of all parts; those of parts that are kept stay as they are."""
        if not have:
            self._drawn = DrawnRows()
        if self._drawn.seed is None:
            self._drawn.seed = int(check_random_state(self.random_state).randint(LARGEST_SEED))
        self._drawn.seeds = member_seeds(self._drawn.seed, self.n_estimators)
        self._drawn.sampling = sampling

    def _say(self, t: int) -> None:
        if self.verbose:
            report_progress(f"BaggingClassifier: estimator {t + 1} of {self.n_estimators}")

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Any:
        """X in the form that the parts take."""
        if has_text(X):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        tags = get_tags(self._inner()).input_tags
        finite = "allow-nan" if tags.allow_nan else True
        accepted = ("csr", "csc") if tags.sparse else False
        rows = validate_data(
            self, X, reset=reset, accept_sparse=accepted, dtype="numeric", ensure_all_finite=finite
        )
        return rows.tocsr() if is_sparse(rows) else rows

    def _count_kept(self) -> int:
        """Number of parts that stay."""
        have = len(self.parts_) if self.warm_start and hasattr(self, "parts_") else 0
        if have > self.n_estimators:
            raise UsageError("ensemble.fewer", estimator=type(self).__name__, n=self.n_estimators, have=have)
        return have

    def _draw_plan(self, X: Any, codes: Array, w: Array | None) -> Sampling:
        n, name = X.shape[0], type(self).__name__
        if self.oob_score and not self.bootstrap:
            raise UsageError("ensemble.bootstrap", estimator=name, other="oob_score")
        if isinstance(self.max_samples, int | np.integer) and int(self.max_samples) > n:
            raise UsageError("ensemble.max_samples", estimator=name, value=self.max_samples, n=n)
        order = own_order(X, codes)
        edges = np.empty(0) if w is None else np.cumsum(w[order])
        return Sampling(order, edges, count_draws(w, n, self.max_samples))

    def _width(self, p: int) -> int:
        """Number of features of a part."""
        if not isinstance(self.max_features, int | np.integer):
            return max(1, int(self.max_features * p))
        if int(self.max_features) > p:
            facts = {
                "name": "max_features",
                "value": self.max_features,
                "accepted": phrase("limit.at_most_features", p=p),
            }
            raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        return int(self.max_features)

    def _fit_part(
        self,
        X: MatrixLike,
        codes: Array,
        w: Array | None,
        features: Array,
        seed: np.uint64,
        extra: dict[str, Any],
    ) -> BaseEstimator:
        rows, times = drawn_rows(self._sampling(), self.bootstrap, seed)
        part = set_seeds(clone(self._inner()), seed)
        weighted = has_fit_parameter(part, "sample_weight")
        weights = times.astype(np.float64) if w is None else times * w[rows]
        if not weighted:
            rows = np.repeat(rows, times)
        given = {"sample_weight": weights} if weighted else {}
        return part.fit(take_columns(take_rows(X, rows), features), codes[rows], **given, **extra)

    def _keep(self, model: Bagged) -> None:
        self.model_, self.n_classes_ = model, len(self.classes_)
        self._drawn = getattr(self, "_drawn", DrawnRows())  # a model file does not contain what was drawn
        self.estimators_features_ = list(model.features)

    def _check_model(self, model: Bagged) -> None:
        check_record(model)
        parts, width, K = getattr(self, "parts_", ()), model.features.shape[1], len(self.classes_)
        known = all(
            part.n_features_in_ == width
            and part.classes_.dtype.kind in "iu"
            and part.classes_.min() >= 0
            and part.classes_.max() < K
            for part in parts
        )
        wide = model.features.size == 0 or model.features.max() >= self.n_features_in_
        if len(parts) != len(model.features) or not parts or not known or wide:
            raise refuse_record(
                "features", phrase("record.parts", count=len(parts)), phrase("record.part_per_row")
            )
