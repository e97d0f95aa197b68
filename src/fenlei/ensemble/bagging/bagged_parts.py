"""What bagging of classifiers and of regressors share: parameters, drawing, fitting, the parts one by one.

A subclass gives `_default()`, the estimator that is bagged if none is given; `_checked(X, y, sample_weight)`,
the rows and the targets of the parts; and `_score_out_of_bag(X, targets)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.attributes import Public
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import Estimator, require_fit
from fenlei.contract.parts import fit_in_parallel, in_parallel, refuse_unrouted
from fenlei.ensemble.bagging.draws import (
    LARGEST_SEED,
    drawn_features,
    drawn_rows,
    is_per_row,
    own_order,
    set_seeds,
    take_columns,
    takes_weights,
)
from fenlei.ensemble.out_of_bag import OutOfBagErrors
from fenlei.ensemble.sampling import DrawnRows, Sampling, checked_draws, forget_out_of_bag, member_seeds
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, RANDOM_STATE, Limit, either, integer
from fenlei.records import Field, check_record, refuse_record
from fenlei.table.nominal import has_text
from fenlei.table.rows import take_rows
from fenlei.trace import tell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklearn.utils import Tags

    from fenlei.contract.classifier import Rows
    from fenlei.contract.regressor import TargetRows
    from fenlei.ensemble.out_of_bag import GivenRows

_SHARE = Limit(lambda v: isinstance(v, float) and 0.0 < v <= 1.0, phrase("limit.share"))


class Bagged(NamedTuple):
    """What the ensemble knows besides its parts."""

    features: Annotated[Array, Field("T m", "iu", 0)]  # columns that each part takes


class BaggedParts(MetaEstimatorMixin, OutOfBagErrors, Estimator):
    """An ensemble whose parts are in `parts_`, each fitted to rows and features of its own."""

    Model: ClassVar[type[Bagged]] = Bagged
    _public: ClassVar[dict[str, Public]] = {"estimators_features_": Public("features", needed=False)}
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": either(NONE, Limit(lambda value: hasattr(value, "fit"), phrase("limit.estimator"))),
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
    parts_: tuple[BaseEstimator, ...]
    model_: Bagged
    n_features_in_: int
    _drawn: DrawnRows

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

    def _default(self) -> BaseEstimator:
        """What is bagged if `estimator` is None."""
        raise NotImplementedError

    def _inner(self) -> BaseEstimator:
        return self._default() if self.estimator is None else self.estimator

    def _takes_every_row(self) -> bool:
        return True

    def _checked(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Rows | TargetRows:
        """Rows (n, p), targets (n,) of the parts, and weights, which may be zero."""
        raise NotImplementedError

    def _score_out_of_bag(self, X: GivenRows, targets: Array) -> None:
        raise NotImplementedError

    # --- fitting

    def fit(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None, **fit_params: object
    ) -> Self:
        """Fit the parts to rows drawn from X (n, p) and y (n,), each in proportion to sample_weight (n,)."""
        extra = self._routed("fit", fit_params).get("fit", {})
        rows, targets, w = self._checked(X, y, sample_weight)
        have = self._count_kept()
        self._draw_seeds(have, self._draw_plan(rows, targets, w))
        if not self.oob_score or have < self.n_estimators:
            forget_out_of_bag(self)
        if have == self.n_estimators:
            warn("ensemble.no_more", UserWarning, estimator=type(self).__name__, n=have)
        else:
            self._fit_parts(have, rows, targets, w, extra)
        if self.oob_score and not hasattr(self, "oob_score_"):
            self._score_out_of_bag(rows, targets)
        return self

    def _fit_parts(
        self, have: int, X: GivenRows, targets: Array, w: Array | None, extra: Mapping[str, object]
    ) -> None:
        """Fit the parts that are not there yet."""
        p, sampling, seeds = X.shape[1], self._sampling(), self._drawn.seeds
        whole = not self.bootstrap and sampling.draws >= len(sampling.order)
        weights = w if whole else None  # otherwise the draws have taken them into account
        features = [drawn_features(p, self._width(p), self.bootstrap_features, seed) for seed in seeds]

        def task(t: int) -> BaseEstimator:
            self._say(t)
            return self._fit_part(X, targets, weights, features[t], seeds[t], extra)

        new = fit_in_parallel(task, range(have, self.n_estimators), self.n_jobs, X)
        self.parts_ = (*(self.parts_ if have else ()), *new)
        self._keep(Bagged(np.stack(features)))

    def _draw_seeds(self, have: int, sampling: Sampling) -> None:
        """Seeds of all parts; those of parts that are kept stay as they are."""
        if not have:
            self._drawn = DrawnRows()
        if have and self._drawn.seed is None and self.oob_score:  # a model file does not contain it
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        if self._drawn.seed is None:
            self._drawn.seed = int(check_random_state(self.random_state).randint(LARGEST_SEED))
        self._drawn.seeds = member_seeds(self._drawn.seed, self.n_estimators)
        self._drawn.sampling = sampling

    def _say(self, t: int) -> None:
        if self.verbose:
            tell(f"{type(self).__name__}: estimator {t + 1} of {self.n_estimators}")

    def _check_X(self, X: MatrixLike) -> Any:
        require_fit(self)
        return self._check_fit_X(X, reset=False)

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Any:
        """X whose rows can be drawn; what the cells hold is left to the parts."""
        if has_text(X):
            checked_rows(self, X, reset=reset, skip_check_array=True)
            return X
        accepted = ("csr", "csc") if is_sparse(X) and get_tags(self._inner()).input_tags.sparse else False
        return checked_rows(self, X, reset=reset, accept_sparse=accepted, dtype=None, ensure_all_finite=False)

    def _count_kept(self) -> int:
        """Number of parts that stay."""
        have = len(self.parts_) if self.warm_start and hasattr(self, "parts_") else 0
        if have > self.n_estimators:
            raise UsageError("ensemble.fewer", estimator=type(self).__name__, n=self.n_estimators, have=have)
        return have

    def _draw_plan(self, X: GivenRows, targets: Array, w: Array | None) -> Sampling:
        """The rows that have weight, in their own order, and how many are drawn."""
        if self.oob_score and not self.bootstrap:
            raise UsageError("ensemble.bootstrap", estimator=type(self).__name__, other="oob_score")
        if w is None or w.all():
            order = own_order(X, targets)
        else:
            index = np.flatnonzero(w)
            order = index[own_order(take_rows(X, index), targets[index])]
        n, draws = len(order), checked_draws(self, len(order))
        if draws > n and not self.bootstrap:
            raise UsageError("ensemble.max_samples", estimator=type(self).__name__, value=draws, n=n)
        return Sampling(order, np.empty(0) if w is None else np.cumsum(w[order]), draws)

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
        X: Any,
        targets: Array,
        w: Array | None,
        features: Array,
        seed: np.uint64,
        extra: Mapping[str, object],
    ) -> BaseEstimator:
        rows, times = drawn_rows(self._sampling(), self.bootstrap, seed)
        part = set_seeds(clone(self._inner()), seed)
        if takes_weights(part):  # and so knows every class
            weights = np.zeros(len(targets))
            weights[rows] = times if w is None else times * w[rows]
            part.fit(take_columns(X, features), targets, sample_weight=weights, **extra)
            return part
        drawn, n = np.sort(np.repeat(rows, times)), len(targets)
        own = {name: take_rows(v, drawn) if is_per_row(v, n) else v for name, v in extra.items()}
        taken: Any = take_rows(X, drawn)
        taken = taken.asformat(X.format) if is_sparse(X) else taken
        part.fit(take_columns(taken, features), targets[drawn], **own)
        return part

    def _keep(self, model: Bagged) -> None:
        self._publish(model, estimators_features_=list(model.features))
        self._drawn = getattr(self, "_drawn", DrawnRows())  # a model file does not contain what was drawn

    def _fields_of(self, values: Mapping[str, Sequence[Array]], record: Bagged | None) -> dict[str, Array]:
        return {"features": np.stack(values["estimators_features_"]).astype(np.int64)}

    def _check_model(self, model: Bagged) -> None:
        check_record(model)
        parts, width = getattr(self, "parts_", ()), model.features.shape[1]
        known = all(part.n_features_in_ == width and self._is_part(part) for part in parts)
        wide = model.features.size == 0 or model.features.max() >= self.n_features_in_
        if len(parts) != len(model.features) or not parts or not known or wide:
            raise refuse_record(
                "features", phrase("record.parts", count=len(parts)), phrase("record.part_per_row")
            )

    def _is_part(self, part: BaseEstimator) -> bool:
        """Whether a part of a model file answers as the ensemble needs it."""
        raise NotImplementedError

    # --- answers of the parts

    def _sampling(self) -> Sampling:
        """How the rows of `fit` were drawn; a model file does not contain it."""
        if self._drawn.sampling is None:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        return self._drawn.sampling

    def _answers_out_of_bag(
        self, X: GivenRows, answer: Callable[[BaseEstimator, GivenRows], Array], width: int
    ) -> Iterator[tuple[Array, Array]]:
        """Of each part the rows that it was not fitted to, and its answers (r, width) there."""
        n, sampling = X.shape[0], self._sampling()

        def task(t: int) -> tuple[Array, Array]:
            seen = np.zeros(n, bool)
            seen[drawn_rows(sampling, True, self._drawn.seeds[t])[0]] = True
            rows = np.flatnonzero(~seen)
            if not len(rows):
                return rows, np.zeros((0, width))
            subset = take_columns(take_rows(X, rows), self.model_.features[t])
            return rows, answer(self.parts_[t], subset)

        yield from in_parallel(task, range(len(self.parts_)), self.n_jobs, X)

    def _oob_rows(self, X: MatrixLike, y: ArrayLike) -> tuple[GivenRows, Array]:
        rows, truth = self._check_X(X), self._truth(y)
        if not rows.shape[0] == len(truth) or len(truth) <= self._sampling().order.max():
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        return rows, truth

    def _truth(self, y: ArrayLike) -> Array:
        """Class codes or targets of rows."""
        raise NotImplementedError

    def _out_of_bag(
        self, X: GivenRows, answer: Callable[[BaseEstimator, GivenRows], Array], width: int
    ) -> tuple[Array, Array]:
        """Mean (n, width) over the parts not fitted to the row of their answers, and whether there are any.

        A row that every part was fitted to is warned of.
        """
        n = X.shape[0]
        total, votes = np.zeros((n, width)), np.zeros(n)
        for rows, answers in self._answers_out_of_bag(X, answer, width):
            total[rows] += answers
            votes[rows] += 1
        if not votes.all():
            count = int((votes == 0).sum())
            warn("ensemble.no_vote", DegenerateDataWarning, estimator=type(self).__name__, rows=count)
        return np.divide(
            total, votes[:, None], out=np.full((n, width), np.nan), where=votes[:, None] > 0
        ), votes > 0

    def _mean(self, X: MatrixLike, answer: Callable[[BaseEstimator, GivenRows], Array]) -> Array:
        """Mean over the parts of their answers."""
        X = self._check_X(X)
        features = self.model_.features

        def task(t: int) -> Array:
            return answer(self.parts_[t], take_columns(X, features[t]))

        found = in_parallel(task, range(len(self.parts_)), self.n_jobs, X)
        return np.sum(found, axis=0) / len(found)

    # --- the parts one by one

    @property
    def estimator_(self) -> BaseEstimator:
        require_fit(self)
        return clone(self._inner())

    @property
    def estimators_(self) -> list[BaseEstimator]:
        require_fit(self)
        return list(self.parts_)

    @property
    def estimators_samples_(self) -> list[Array]:
        require_fit(self)
        sampling = self._sampling()
        found = (drawn_rows(sampling, self.bootstrap, seed) for seed in self._drawn.seeds)
        return [np.sort(np.repeat(rows, times)) for rows, times in found]

    def __len__(self) -> int:
        return len(self.parts_)

    def __getitem__(self, t: int) -> BaseEstimator:
        return self.parts_[t]

    def __iter__(self) -> Iterator[BaseEstimator]:
        return iter(self.parts_)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def _routed(self, method: str, parameters: dict[str, object]) -> dict[str, dict[str, object]]:
        """Parameters for the methods of the parts that `method` calls."""
        refuse_unrouted(self, method, parameters)
        return dict(process_routing(self, method, **parameters).estimator) if parameters else {}

    def _called(self) -> dict[str, str]:
        """The method of a part that each method of the ensemble calls."""
        return {"fit": "fit", "predict": "predict"}

    def get_metadata_routing(self) -> MetadataRouter:
        """How parameters of `fit` and `predict` reach the estimator inside."""
        mapping = MethodMapping()
        for caller, callee in self._called().items():
            mapping.add(caller=caller, callee=callee)
        return MetadataRouter(owner=self).add(estimator=self._inner(), method_mapping=mapping)

    def __sklearn_tags__(self) -> Tags:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner()).input_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
        tags.input_tags.categorical, tags.input_tags.string = inner.categorical, inner.string
        return tags
