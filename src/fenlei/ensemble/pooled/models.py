"""Fitted models of different kinds with weights, as one estimator of the rows that none has prepared yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from fenlei.annotations import ArrayLike
from fenlei.contract.estimator import Estimator
from fenlei.ensemble.pooled.weights import stacked, voted
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.records import Field, check_record, refuse_record
from fenlei.table.features.table_rows import coded_columns


class PoolRecord(NamedTuple):
    """What is known besides the parts: a preparation, where a model has one, and then the model."""

    weights: Annotated[Array, Field("T", low=0.0)]
    prepared: Annotated[Array, Field("T", "iu", 0, 1)]  # whether the model has a preparation
    by_logarithms: Annotated[Array, Field("", "iu", 0, 1)]  # whether logarithms are added, not probabilities


class Member(NamedTuple):
    """A model and what its rows go through first."""

    preparation: Any
    estimator: Any
    weight: float

    def rows(self, X: object) -> Any:
        """Coded rows as the model takes them."""
        return coded_columns(X) if self.preparation is None else self.preparation.transform(X)


class _Pool(Estimator):
    """What both have in common. Rows are coded columns, with counts of terms if there are texts."""

    Model = PoolRecord
    Summary: ClassVar[None] = None
    takes_table_rows = True

    parts_: tuple[Any, ...]
    model_: PoolRecord

    @classmethod
    def from_fitted(cls, members: Sequence[Member], n_features: int, by_logarithms: bool = False) -> Self:
        """The estimator of fitted members."""
        model, first = cls(), members[0].estimator
        model.n_features_in_ = n_features
        if hasattr(first, "classes_"):
            model.classes_ = first.classes_
        model.parts_ = tuple(
            part for m in members for part in (m.preparation, m.estimator) if part is not None
        )
        prepared = np.array([int(m.preparation is not None) for m in members])
        model._keep(PoolRecord(np.array([m.weight for m in members]), prepared, np.array(int(by_logarithms))))
        return model

    def fit(self, X: object, y: ArrayLike) -> Self:
        """Refused: the weights need answers for rows that the members have not seen."""
        raise UsageError("estimator.not_to_be_fitted", estimator=type(self).__name__)

    @property
    def members_(self) -> list[Member]:
        """The models with their preparations and weights."""
        parts, found = iter(self.parts_), []
        for weight, prepared in zip(self.model_.weights, self.model_.prepared, strict=True):
            preparation = next(parts) if prepared else None
            found.append(Member(preparation, next(parts), float(weight)))
        return found

    def _keep(self, model: PoolRecord) -> None:
        self.model_ = model

    def _check_model(self, model: PoolRecord) -> None:
        """What a model file must hold: weights, and as many models of these columns and classes."""
        check_record(model)
        parts = getattr(self, "parts_", ())
        wanted = len(model.weights) + int(model.prepared.sum())
        if len(parts) != wanted or not model.weights.any():
            raise refuse_record(
                "parts", phrase("record.parts", count=len(parts)), phrase("record.part_per_row")
            )
        self.model_ = model
        if not all(self._fits(member) for member in self.members_):
            raise refuse_record("parts", phrase("record.misfit"), phrase("record.another"))

    def _fits(self, member: Member) -> bool:
        """Whether a member takes these columns, and answers as the others do."""
        if member.preparation is not None:
            if not hasattr(member.preparation, "get_feature_names_out") or not hasattr(
                member.preparation, "schema"
            ):
                return False
            if len(member.preparation.get_feature_names_out()) != member.estimator.n_features_in_:
                return False
        first = member.estimator if member.preparation is None else member.preparation
        if first.n_features_in_ != self.n_features_in_:
            return False
        own = getattr(member.estimator, "classes_", None)
        if own is None or not hasattr(self, "classes_"):
            return own is None and not hasattr(self, "classes_")
        return np.array_equal(own, self.classes_)


class PooledClassifier(ClassifierMixin, _Pool):
    """Classifiers that were fitted before, and the weighted mean of their probabilities or logarithms of
    them.

    It is made by `from_fitted` and read from model files; its `fit` refuses.

    Examples
    --------
    >>> from fenlei import GaussianNB, LinearDiscriminantAnalysis
    >>> X, y = [[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"]
    >>> members = [Member(None, cls().fit(X, y), 0.5) for cls in (GaussianNB, LinearDiscriminantAnalysis)]
    >>> PooledClassifier.from_fitted(members, 1).predict(np.array([[1.5], [6.0]])).tolist()
    ['low', 'high']
    """

    classes_: Array

    def member_log_proba(self, X: object) -> list[Array]:
        """Logarithms of the probabilities (n, K) of each member."""
        return [log_proba_of(member.estimator, member.rows(X)) for member in self.members_]

    def predict_log_proba(self, X: object) -> Array:
        """Logarithms of the probabilities (n, K)."""
        pool = stacked if self.model_.by_logarithms else voted
        return pool(self.member_log_proba(X), self.model_.weights)

    def predict_proba(self, X: object) -> Array:
        """Probabilities (n, K), columns as in `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: object) -> Array:
        """The class (n,) of the largest probability."""
        return self.classes_[self.predict_log_proba(X).argmax(axis=1)]


class PooledRegressor(RegressorMixin, _Pool):
    """Regressions that were fitted before, and the weighted mean of their predictions.

    Examples
    --------
    >>> from fenlei import DecisionTreeRegressor, LinearRegression
    >>> X, y = [[1.0], [2.0], [3.0]], [1.0, 2.0, 3.0]
    >>> members = [Member(None, cls().fit(X, y), 0.5) for cls in (LinearRegression, DecisionTreeRegressor)]
    >>> PooledRegressor.from_fitted(members, 1).predict(np.array([[1.0], [3.0]])).round(6).tolist()
    [1.0, 3.0]
    """

    def member_values(self, X: object) -> list[Array]:
        """Predictions (n,) of each member."""
        return [np.ravel(np.asarray(m.estimator.predict(m.rows(X)), np.float64)) for m in self.members_]

    def predict(self, X: object) -> Array:
        """The weighted mean (n,) of the predictions."""
        w = self.model_.weights / self.model_.weights.sum()
        return np.asarray(sum(weight * each for weight, each in zip(w, self.member_values(X), strict=True)))


def log_proba_of(classifier: Any, X: object) -> Array:
    """Logarithms of probabilities (n, K)."""
    if hasattr(classifier, "predict_log_proba"):
        return np.asarray(classifier.predict_log_proba(X), np.float64)
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(classifier.predict_proba(X), np.float64))
