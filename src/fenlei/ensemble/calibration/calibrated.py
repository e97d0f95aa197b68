"""A fitted classifier with its calibration: probabilities for any classifier, and decisions by them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import Estimator
from fenlei.contract.parts import wrap_fitted
from fenlei.ensemble.calibration.class_log_scores import class_log_scores
from fenlei.ensemble.calibration.record import Calibration, calibrated_log_proba, check_calibration
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.records import refuse_record


class CalibratedClassifier(ClassifierMixin, Estimator):
    """A classifier that was fitted before, its scores made probabilities by a `Calibration`.

    It is made by `from_fitted` and read from model files; its `fit` refuses.

    Examples
    --------
    >>> from fenlei import LinearSVC
    >>> from fenlei.ensemble.calibration.record import plain_calibration
    >>> machine = LinearSVC().fit([[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> steps = plain_calibration("offsets", np.array([2.0, 2.0]), np.array([0.0, 0.0]), -100.0)
    >>> CalibratedClassifier.from_fitted(machine, steps).predict([[1.5], [6.0]]).tolist()
    ['low', 'high']
    """

    Model = Calibration
    Summary: ClassVar[None] = None

    classes_: Array
    parts_: tuple[Any, ...]
    model_: Calibration

    @classmethod
    def from_fitted(cls, classifier: BaseEstimator, calibration: Calibration) -> Self:
        """The classifier with its calibration."""
        model = cls()
        wrap_fitted(model, classifier)
        model._keep(calibration)
        return model

    def fit(self, X: MatrixLike, y: ArrayLike) -> Self:
        """Refused: the calibration needs scores of rows that the classifier has not seen."""
        raise UsageError("estimator.not_to_be_fitted", estimator=type(self).__name__)

    def _keep(self, model: Calibration) -> None:
        self.model_ = model

    def _check_model(self, model: Calibration) -> None:
        """What a model file must hold: the numbers, and one classifier of the same classes."""
        check_calibration(model, len(self.classes_))
        known = [part.classes_ for part in getattr(self, "parts_", ()) if hasattr(part, "classes_")]
        if len(known) != 1 or not np.array_equal(known[0], self.classes_):
            raise refuse_record(
                "parts", phrase("record.classifiers", count=len(known)), phrase("record.one_of_classes")
            )

    @property
    def estimator_(self) -> BaseEstimator:
        """The classifier inside."""
        return self.parts_[0]

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithms of the calibrated probabilities (n, K)."""
        return calibrated_log_proba(self.model_, class_log_scores(self.estimator_, X)[0])

    def predict_proba(self, X: MatrixLike) -> Array:
        """Calibrated probabilities (n, K), columns as in `classes_`."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: MatrixLike) -> Array:
        """The class (n,) of the largest probability, after the preference for classes that was chosen."""
        return self.classes_[(self.predict_log_proba(X) + self.model_.preference).argmax(axis=1)]


def uncalibrated(estimator: object) -> Any:
    """The classifier inside a calibrated one; any other estimator as it is."""
    return estimator.estimator_ if isinstance(estimator, CalibratedClassifier) else estimator


def calibrated_model(model: Any, calibration: Calibration | None) -> Any:
    """A `Model` with calibrated probabilities; as it is without a calibration."""
    if calibration is None:
        return model
    return replace(model, estimator=CalibratedClassifier.from_fitted(model.estimator, calibration))
