"""What one-vs-one and one-vs-rest share: parts on the thread pool, metadata routing, tags, model files.

A scheme fits clones of one estimator, which may be any classifier of two classes or any regressor, and keeps
them in `parts_`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from sklearn import get_config
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    MetaEstimatorMixin,
    clone,
    is_classifier,
    is_regressor,
)
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from fenlei.annotations import MatrixLike
from fenlei.contract.estimator import Estimator, require_fit
from fenlei.contract.parts import fit_in_parallel, fit_to_scans, in_parallel
from fenlei.contract.scanned_rows import learn_classes, learn_names
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.linear.lda import LinearDiscriminantAnalysis
from fenlei.messages import phrase
from fenlei.parameters import N_JOBS, NONE, Limit, check_parameters, either
from fenlei.records import check_record, refuse_record
from fenlei.rows.class_parts import class_scans
from fenlei.rows.scanned import Scan
from fenlei.table.rows import positive
from fenlei.weights import check_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklearn.utils import Tags

    from fenlei.multiclass.one_vs_one import OneVsOneModel
    from fenlei.multiclass.one_vs_rest import OneVsRestModel

ESTIMATOR = either(NONE, Limit(lambda value: hasattr(value, "fit"), phrase("limit.estimator")))


def shares_random_numbers(estimator: BaseEstimator) -> bool:
    """Whether a random generator among the parameters makes the order of fitting matter."""
    generators = (np.random.RandomState, np.random.Generator)
    return any(isinstance(value, generators) for value in estimator.get_params().values())


R = TypeVar("R")


def confidence(part: BaseEstimator, X: MatrixLike) -> Array:
    """Confidence (n,) of a part in its second class, positive if it predicts it.

    `decision_function`; else the probability, or the value of a regressor of 0 and 1, less ½.
    """
    if is_regressor(part):
        return np.ravel(part.predict(X)) - 0.5
    if hasattr(part, "decision_function"):
        return np.ravel(part.decision_function(X))
    return part.predict_proba(X)[:, 1] - 0.5


def add_rows(
    part: BaseEstimator, X: MatrixLike, second: Array, parameters: Mapping[str, object]
) -> BaseEstimator:
    """`partial_fit` of a part; a classifier receives its two classes."""
    classes = {"classes": np.array([0, 1])} if is_classifier(part) else {}
    return part.partial_fit(X, second, **classes, **parameters)


def with_weight(X: R, y: Any, parameters: dict[str, Any]) -> tuple[R, Any, dict[str, Any]]:
    """The rows of positive weight, and their parameters; y are class codes, or indicators of labels."""
    w = parameters.get("sample_weight")
    if w is None or np.ndim(w) != 1 or len(w) != len(y):
        return X, y, parameters
    checked = np.asarray(check_weights(w, len(w)))
    if checked.all():
        return X, y, parameters
    X, y, _ = positive(X, y, checked)
    return X, y, of_rows(parameters, np.flatnonzero(checked), len(w))


class ConstantClassifier(ClassifierMixin, BaseEstimator):
    """Classifier for a label that every row has, or none."""

    def fit(self, X: Any, y: Array) -> Self:
        """Keep the one label."""
        self.classes_, self.label_ = np.array([0, 1]), int(y[0])
        self.n_features_in_ = X.shape[1] if hasattr(X, "shape") else len(X[0])
        return self

    def predict(self, X: Any) -> Array:
        """The label (n,)."""
        n = X.shape[0] if hasattr(X, "shape") else len(X)
        return np.full(n, self.label_)

    def decision_function(self, X: MatrixLike) -> Array:
        """1 for the label, -1 for its absence (n,)."""
        return 2.0 * self.predict(X) - 1.0

    def predict_proba(self, X: MatrixLike) -> Array:
        """0 and 1 (n, 2)."""
        second = self.predict(X).astype(np.float64)
        return np.stack([1.0 - second, second], axis=1)


def of_rows(parameters: Mapping[str, object], rows: Array, n: int) -> dict[str, Any]:
    """Parameters of `fit` for a subset of the n rows: what has one entry per row is cut down to them."""
    return {
        name: np.asarray(value)[rows] if hasattr(value, "__len__") and len(value) == n else value
        for name, value in parameters.items()
    }


class Scheme(MetaEstimatorMixin, ClassifierMixin, Estimator):
    """Base of the schemes."""

    _limits: ClassVar[dict[str, Limit]] = {"estimator": ESTIMATOR, "n_jobs": N_JOBS}

    _scans = True
    estimator: BaseEstimator | None
    classes_: Array
    parts_: tuple[BaseEstimator, ...]

    def _inner(self) -> BaseEstimator:
        return LinearDiscriminantAnalysis() if self.estimator is None else self.estimator

    def _fit_parts(
        self, fit: Callable[[int], BaseEstimator], count: int, X: MatrixLike
    ) -> tuple[BaseEstimator, ...]:
        n_jobs = 1 if shares_random_numbers(self._inner()) else self.n_jobs
        return tuple(fit_in_parallel(fit, range(count), n_jobs, X))

    def _open_scan(self, scan: Scan, y: object, parameters: Mapping[str, object]) -> int:
        """Set what the scan knows of features and classes; the number of classes."""
        if y is not None or any(value is not None for value in parameters.values()):
            raise UsageError("scan.also_y")
        check_parameters(self, self._limits)
        learn_classes(self, scan)
        self.n_features_in_ = scan.shape[1]
        self.__dict__.pop("feature_names_in_", None)
        learn_names(self, scan)
        return len(self.classes_)

    def _scan_parts(self, scan: Scan, groups: Sequence[Array]) -> tuple[BaseEstimator, ...]:
        """A part for each grouping (K,) of the classes into first, second and left out (0, 1, -1)."""
        inner = self._inner()
        one_by_one = shares_random_numbers(inner)
        return tuple(
            fit_to_scans([clone(inner) for _ in groups], class_scans(scan, list(groups)), one_by_one)
        )

    def _routed(self, method: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        """Parameters for the estimator's `fit`: routed if routing is on, else passed on as they are."""
        check_parameters(self, self._limits)
        if not get_config()["enable_metadata_routing"]:
            return {name: value for name, value in parameters.items() if value is not None}
        return dict(getattr(process_routing(self, method, **parameters).estimator, method))

    def _take_over(self, parts: tuple[BaseEstimator, ...]) -> None:
        """Keep the parts, and what the first one knows of the features."""
        self.parts_ = parts
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(parts[0], name):
                setattr(self, name, getattr(parts[0], name))

    @property
    def estimators_(self) -> Sequence[BaseEstimator]:
        if not hasattr(self, "parts_"):
            raise AttributeError(f"{type(self).__name__} is not fitted yet")
        return list(self.parts_)

    @property
    def n_classes_(self) -> int:
        return len(self.classes_)

    def _scores(self, X: MatrixLike) -> Array:
        """Confidence (n, parts) of each part in its second class."""
        require_fit(self)
        return self._answers(lambda i: confidence(self.parts_[i], self._input(X, i)), X)

    def _answers(self, answer: Callable[[int], Array], X: MatrixLike) -> Array:
        """Answers (n, parts) of the parts for the rows of X, one column each."""
        return np.stack(in_parallel(answer, range(len(self.parts_)), self.n_jobs, X), axis=1)

    def _input(self, X: MatrixLike, i: int) -> MatrixLike:
        """The columns of X that part i takes."""
        return X

    def merge(self, other: Self) -> Self:
        """A new model whose parts are the merged parts of both; same classes, and parts that have `merge`."""
        require_fit(self)
        same = type(other) is type(self) and hasattr(other, "model_") and _same_parts(self, other)
        if not same:
            raise UsageError("estimator.merge", estimator=type(self).__name__, other=type(other).__name__)
        merged = clone(self)
        merged.classes_ = self.classes_
        merged._take_over(tuple(a.merge(b) for a, b in zip(self.parts_, other.parts_, strict=True)))
        merged._keep(self.model_)
        return merged

    def _keep(self, model: OneVsOneModel | OneVsRestModel) -> None:
        self.model_ = model

    def _check_model(self, model: OneVsOneModel | OneVsRestModel) -> None:
        """A model file must contain one part for each binary problem, all of two classes."""
        check_record(model)
        count, parts = self._count_of_parts(model), getattr(self, "parts_", ())
        binary = all(len(getattr(part, "classes_", (0, 1))) == 2 for part in parts)
        if len(parts) != count or not binary:
            raise refuse_record(
                "parts",
                phrase("record.parts", count=len(parts)),
                phrase("record.binary_classifiers", count=count),
            )

    def _count_of_parts(self, model: Any) -> int:
        raise NotImplementedError

    def get_metadata_routing(self) -> MetadataRouter:
        """How parameters of `fit` and `partial_fit` reach the estimator inside."""
        mapping = (
            MethodMapping().add(caller="fit", callee="fit").add(caller="partial_fit", callee="partial_fit")
        )
        router = MetadataRouter(owner=self).add_self_request(self)
        return router.add(estimator=self._inner(), method_mapping=mapping)

    def __sklearn_tags__(self) -> Tags:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner())
        tags.input_tags.pairwise = inner.input_tags.pairwise
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        return tags


def _same_parts(a: Scheme, b: Scheme) -> bool:
    mergeable = all(hasattr(part, "merge") for part in (*a.parts_, *b.parts_))
    return mergeable and len(a.parts_) == len(b.parts_) and np.array_equal(a.classes_, b.classes_)
