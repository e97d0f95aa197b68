"""The vote of bagged classifiers: mean probabilities or shares of votes, of all parts or out of bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.metrics import accuracy_score
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import MatrixLike
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import available_if
from fenlei.contract.parts import has_method, in_parallel
from fenlei.ensemble.bagging.draws import drawn_rows, take_columns
from fenlei.ensemble.sampling import DrawnRows, Sampling
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.records import Field
from fenlei.table.rows import take_rows
from fenlei.trees.tree import majority


class Bagged(NamedTuple):
    """What the ensemble knows besides its parts."""

    features: Annotated[Array, Field("T m", "iu", 0)]  # columns that each part takes


def part_shares(part: BaseEstimator, X: Any, K: int) -> Array:
    """Probabilities (n, K) of the classes by one part, or its votes; 0 for a class it does not know."""
    shares = np.zeros((X.shape[0], K))
    if hasattr(part, "predict_proba"):
        shares[:, part.classes_.astype(np.int64)] = part.predict_proba(X)
    else:
        shares[np.arange(len(shares)), part.predict(X).astype(np.int64)] = 1.0
    return shares


class MeanVote(MetaEstimatorMixin, Classifier):
    """A classifier whose parts are in `parts_`, each fitted to rows and features of its own."""

    bootstrap: bool
    parts_: tuple[BaseEstimator, ...]
    model_: Bagged
    _drawn: DrawnRows

    def _inner(self) -> BaseEstimator:
        """The classifier that is cloned for each part."""
        raise NotImplementedError

    def _check_X(self, X: MatrixLike) -> Any:
        check_is_fitted(self, "model_")
        return self._check_fit_X(X, reset=False)

    def _sampling(self) -> Sampling:
        """How the rows of `fit` were drawn; a model file does not contain it."""
        if self._drawn.sampling is None:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        return self._drawn.sampling

    # --- out of bag

    def _score_out_of_bag(self, X: Any, codes: Array) -> None:
        n, K = X.shape[0], len(self.classes_)
        total, votes = self._out_of_bag_votes(X)
        scored = votes > 0
        if not scored.all():
            name, rows = type(self).__name__, int((~scored).sum())
            warn("ensemble.no_vote", DegenerateDataWarning, estimator=name, rows=rows)
        self.oob_decision_function_ = np.full((n, K), np.nan)
        self.oob_decision_function_[scored] = total[scored] / votes[scored, None]
        self.oob_score_ = (
            float(accuracy_score(codes[scored], majority(total[scored]))) if scored.any() else float("nan")
        )

    def _out_of_bag_votes(self, X: Any) -> tuple[Array, Array]:
        """Sum (n, K) over the parts not fitted to the row of their class shares, and their number (n,)."""
        n, K, sampling = X.shape[0], len(self.classes_), self._sampling()

        def task(t: int) -> tuple[Array, Array]:
            seen = np.zeros(n, bool)
            seen[drawn_rows(sampling, True, self._drawn.seeds[t])[0]] = True
            rows = np.flatnonzero(~seen)
            if not len(rows):
                return rows, np.zeros((0, K))
            subset = take_columns(take_rows(X, rows), self.model_.features[t])
            return rows, part_shares(self.parts_[t], subset, K)

        total, votes = np.zeros((n, K)), np.zeros(n)
        for rows, shares in in_parallel(task, range(len(self.parts_)), self.n_jobs, X):
            total[rows] += shares
            votes[rows] += 1
        return total, votes

    # --- predicting

    def _mean(self, X: MatrixLike, answer: Callable[[BaseEstimator, Any], Array]) -> Array:
        """Mean over the parts of their answers."""
        X = self._check_X(X)
        features = self.model_.features

        def task(t: int) -> Array:
            return answer(self.parts_[t], take_columns(X, features[t]))

        found = in_parallel(task, range(len(self.parts_)), self.n_jobs, X)
        return np.sum(found, axis=0) / len(found)

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest mean probability, or the most votes; ties go to the first."""
        winners = majority(self.predict_proba(X))
        return self.classes_[winners]

    def predict_proba(self, X: MatrixLike) -> Array:
        """Mean over the parts of the probabilities (n, K), or share of the votes."""
        return self._mean(X, lambda part, own: part_shares(part, own, len(self.classes_)))

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    @available_if(has_method("decision_function"))
    def decision_function(self, X: MatrixLike) -> Array:
        """Mean over the parts of `decision_function`, (n, K); (n,) for two classes."""
        check_is_fitted(self, "model_")
        few = sum(len(part.classes_) < len(self.classes_) for part in self.parts_)
        if few:
            raise UsageError("ensemble.part_classes", estimator=type(self).__name__, few=few)
        return self._mean(X, lambda part, own: part.decision_function(own))

    # --- the parts one by one

    @property
    def estimator_(self) -> BaseEstimator:
        check_is_fitted(self, "model_")
        return clone(self._inner())

    @property
    def estimators_(self) -> list[BaseEstimator]:
        check_is_fitted(self, "model_")
        return list(self.parts_)

    @property
    def estimators_samples_(self) -> list[Array]:
        check_is_fitted(self, "model_")
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

    def get_metadata_routing(self) -> MetadataRouter:
        """How parameters of `fit` reach the estimator inside."""
        router = MetadataRouter(owner=self).add_self_request(self)
        return router.add(
            estimator=self._inner(), method_mapping=MethodMapping().add(caller="fit", callee="fit")
        )

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner()).input_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
        tags.input_tags.categorical, tags.input_tags.string = inner.categorical, inner.string
        return tags
