r"""Voting: classifiers of different kinds, all fitted to the same rows, and a vote.

Model: classifiers h_1 .. h_T with weights w_t (1 by default). Estimate: each is fitted to all rows. Decision,
with h_t(x) the class and P_t(k | x) the probability by classifier t,

    hard    argmax_k Σ_t w_t [h_t(x) = k]               plurality of the votes, weighted
    soft    argmax_k Σ_t w_t P_t(k | x) / Σ_t w_t       mean probability

Ties go to the first class. The vote is better than the best voter if the voters err on different rows (source
004, section 9.1.1; equation 116 has the weights w_t).
Reference: Kuncheva, Combining pattern classifiers (2004), chapters 4 and 5; scikit-learn's user guide, 1.11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator, clone
from sklearn.utils import Bunch, Tags, get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.validation import has_fit_parameter

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import available_if, require_fit
from fenlei.contract.parts import fit_in_parallel, fit_to_scans, in_parallel, refuse_unrouted
from fenlei.contract.scanned_rows import learn_classes, learn_names, open_rows
from fenlei.contract.transformer import Transformer
from fenlei.contract.weighted_rows import require_target
from fenlei.ensemble.voters import Named, classifies, default_estimators, takes_any
from fenlei.errors import UnsupportedError, UsageError, UsageTypeError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import (
    BOOLEAN,
    N_JOBS,
    NONE,
    Limit,
    check_parameters,
    either,
    integer,
    one_of,
    sequence,
)
from fenlei.records import Field, check_record, refuse_record
from fenlei.rows.class_parts import class_scans
from fenlei.rows.scanned import Scan
from fenlei.trace import tell
from fenlei.trees.tree import majority

DROP = "drop"


class Voted(NamedTuple):
    """What the ensemble knows besides its parts."""

    kept: Annotated[Array, Field("T", "iu", 0)]  # which of the estimators are not dropped


def _is_soft(model: VotingClassifier) -> bool:
    """For `available_if`: whether there are probabilities."""
    if model.voting != "soft":
        raise AttributeError(f"predict_proba is not available when voting={model.voting!r}")
    return True


def _is_hard(model: VotingClassifier) -> bool:
    """For `available_if`: whether there are votes."""
    if model.voting != "hard":
        raise AttributeError(f"decision_function is not available when voting={model.voting!r}")
    return True


class VotingClassifier(Transformer, Classifier):
    r"""Vote of different classifiers.

    Parameters
    ----------
    estimators : list of (name, classifier), default=None
        A classifier may be "drop", and is then left out. None: logistic regression, a decision tree and
        Gaussian naive Bayes. A classifier is replaced by `set_params(name=...)`, its parameters are set by
        `set_params(name__parameter=...)`.
    voting : {"hard", "soft"}, default="hard"
        By votes, or by mean probabilities.
    weights : array-like of shape (number of estimators,), default=None
        Weight of each classifier's vote or probabilities; None: 1.
    n_jobs : int, default=None
        Threads, one classifier per task; None is all cores. The result does not depend on it.
    flatten_transform : bool, default=True
        Whether `transform` with voting="soft" returns (n, T K), not (T, n, K).
    verbose : bool, default=False
        Whether to print a line for each classifier that is fitted.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimators_ : list of T classifiers
        Without those that are dropped; their classes are the codes 0 .. K - 1.
    named_estimators_ : Bunch
        The same by name; "drop" where one is dropped.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `estimators` may be left out; there is no `le_`; `sample_weight` is an
    argument of `fit`; with voting="hard" there are `votes` and a `decision_function`, their shares. Threads,
    not processes. A model file can hold it if the parts are fenlei's.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei import KNeighborsClassifier, LinearDiscriminantAnalysis, SVC
    >>> X, y = load_iris(return_X_y=True)
    >>> parts = [("lda", LinearDiscriminantAnalysis()), ("knn", KNeighborsClassifier()), ("svc", SVC())]
    >>> model = VotingClassifier(parts).fit(X, y)
    >>> model.transform(X[[77, 83]]).tolist(), model.predict(X[[77, 83]]).tolist()
    ([[1, 1, 2], [2, 2, 2]], [1, 2])
    """

    Model: ClassVar[type[Voted]] = Voted
    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        "voting": one_of("hard", "soft"),
        "weights": either(NONE, sequence()),
        "n_jobs": N_JOBS,
        "flatten_transform": BOOLEAN,
        "verbose": either(BOOLEAN, integer(0)),
    }
    parts_: tuple[BaseEstimator, ...]
    model_: Voted

    def __init__(
        self,
        estimators: Sequence[Named] | None = None,
        *,
        voting: Literal["hard", "soft"] = "hard",
        weights: ArrayLike | None = None,
        n_jobs: int | None = None,
        flatten_transform: bool = True,
        verbose: bool = False,
    ) -> None:
        self.estimators = estimators
        self.voting = voting
        self.weights = weights
        self.n_jobs = n_jobs
        self.flatten_transform = flatten_transform
        self.verbose = verbose

    # --- the estimators by name

    def _named(self) -> list[Named]:
        return default_estimators() if self.estimators is None else self._given()

    def _given(self) -> list[Named]:
        """The pairs that were given; none if they are not pairs, which only `fit` refuses."""
        given: Any = self.estimators if isinstance(self.estimators, list | tuple) else []
        pairs = all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in given)
        return list(given) if pairs else []

    @property
    def named_estimators(self) -> Bunch:
        """The estimators as they were given, by name."""
        return Bunch(**dict(self._named()))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters; with `deep` also the estimators by name, and theirs as name__parameter."""
        found: dict[str, Any] = super().get_params(deep=False)
        for name, part in self._given() if deep else ():
            found[name] = part
            if not isinstance(part, str) and hasattr(part, "get_params"):
                found.update({f"{name}__{key}": value for key, value in part.get_params().items()})
        return found

    def set_params(self, **params: Any) -> Self:
        """Set parameters, replace estimators by name, or set theirs as name__parameter."""
        if "estimators" in params:
            self.estimators = params.pop("estimators")
        replaced = {name: params.pop(name) for name, _ in self._given() if name in params}
        if replaced:
            self.estimators = [(name, replaced.get(name, part)) for name, part in self._given()]
        super().set_params(**params)
        return self

    def _check_named(self) -> list[Named]:
        """The estimators, if they are named and there is one that is not dropped."""
        pairs = self._named()
        names = [name for name, _ in pairs]
        reserved = set(super().get_params(deep=False))
        text = all(isinstance(name, str) for name in names)
        if not names or not text or len(set(names)) < len(names) or reserved & set(names):
            raise UsageError("ensemble.names", estimator=type(self).__name__, names=names)
        wrong = [name for name in names if "__" in name]
        for name, part in pairs:
            if wrong or (part != DROP and not (hasattr(part, "fit") and classifies(part))):
                raise UsageError("ensemble.part", name=(wrong or [name])[0], part=part)
        if all(part == DROP for _, part in pairs):
            raise UsageError("ensemble.dropped", estimator=type(self).__name__)
        for name, part in pairs if self.voting == "soft" else ():
            if part != DROP and not hasattr(part, "predict_proba"):
                raise UsageError("ensemble.no_probabilities", name=name, part=type(part).__name__)
        return pairs

    def _check_weights(self, pairs: list[Named]) -> None:
        given = np.ones(len(pairs)) if self.weights is None else np.asarray(self.weights, dtype=np.float64)
        sound = given.shape == (len(pairs),) and bool((given >= 0).all())
        with np.errstate(over="ignore"):
            if not (sound and 1e-290 < given[[part != DROP for _, part in pairs]].sum() < np.inf):
                raise UsageError("ensemble.vote_weights", given=given.tolist(), count=len(pairs))

    # --- fitting

    def fit(
        self,
        X: MatrixLike | Scan,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        **fit_params: object,
    ) -> Self:
        """Fit every estimator to X (n, p) and y (n,); sample_weight (n,) goes to all of them.

        With metadata routing, it and `fit_params` go to those that request them. Or to a scan alone, if all
        of them take one; one reading serves the passes of all.
        """
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight, fit_params)
        require_target(self, y)
        assert y is not None
        if len(shape := np.asarray(y).shape) == 2 and shape[1] > 1:
            raise UnsupportedError("ensemble.multilabel", estimator=type(self).__name__)
        refuse_unrouted(self, "fit", fit_params)
        rows = self._training_rows(X, y, sample_weight)
        pairs = self._check_named()
        self._check_weights(pairs)
        extra = self._fit_parameters(pairs, rows.w, fit_params)
        kept = [t for t, (_, part) in enumerate(pairs) if part != DROP]

        def task(t: int) -> BaseEstimator:
            name, part = pairs[t]
            if self.verbose:
                tell(f"VotingClassifier: estimator {name}")
            fitted = clone(part)
            fitted.fit(rows.X, rows.codes, **extra[name])
            return fitted

        self.parts_ = tuple(fit_in_parallel(task, kept, self.n_jobs, rows.X))
        self._keep(Voted(np.array(kept)))
        return self

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object, fit_params: dict[str, object]) -> Self:
        check_parameters(self, self._limits)
        open_rows(self, scan, y, sample_weight)
        refuse_unrouted(self, "fit", fit_params)
        K, pairs = len(learn_classes(self, scan)), self._check_named()
        self._check_weights(pairs)
        kept = [t for t, (_, part) in enumerate(pairs) if part != DROP]
        coded = class_scans(scan, [np.arange(K)])
        self.parts_ = tuple(fit_to_scans([clone(pairs[t][1]) for t in kept], coded * len(kept)))
        self._keep(Voted(np.array(kept)))
        learn_names(self, scan)
        return self

    def _takes_every_row(self) -> bool:
        return True

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Any:
        """X as it came: the parts check it."""
        if len(getattr(X, "shape", () if isinstance(X, dict) else (0, 0))) == 2:  # the parts refuse others
            checked_rows(self, X, reset=reset, skip_check_array=True)
        return X

    def _fit_parameters(
        self, pairs: list[Named], w: Array | None, fit_params: Mapping[str, object]
    ) -> dict[str, Mapping[str, object]]:
        """What `fit` of each estimator receives: what it requests, or without routing the weights."""
        given = fit_params if w is None else {**fit_params, "sample_weight": w}
        voters: dict[str, Any] = {name: part for name, part in pairs if part != DROP}
        if get_config()["enable_metadata_routing"]:
            routed = process_routing(self, "fit", **given)
            return {name: routed[name].fit if given else {} for name in voters}
        for name, part in voters.items() if given else ():
            if not (has_fit_parameter(part, "sample_weight") or takes_any(part.fit)):
                raise UsageTypeError("ensemble.no_weights", name=name, part=type(part).__name__)
        return dict.fromkeys(voters, given)

    def _keep(self, model: Voted) -> None:
        self.model_ = model
        names = [name for name, _ in self._named()]
        fitted = dict.fromkeys(names, DROP) | dict(
            zip((names[t] for t in model.kept), self.parts_, strict=True)
        )
        self.named_estimators_ = Bunch(**fitted)

    def _check_model(self, model: Voted) -> None:
        check_record(model)
        parts, K, count = getattr(self, "parts_", ()), len(self.classes_), len(self._named())
        known = all(
            part.n_features_in_ == self.n_features_in_ and np.array_equal(part.classes_, np.arange(K))
            for part in parts
        )
        kept = model.kept
        sound = bool(np.all(np.diff(kept.astype(np.int64)) > 0)) and kept.max(initial=-1) < count
        if len(parts) != len(kept) or not parts or not known or not sound:
            raise refuse_record(
                "kept", phrase("record.parts", count=len(parts)), phrase("record.part_per_row")
            )

    # --- predicting

    def _weight(self) -> Array:
        """Weight (T,) of each part."""
        if self.weights is None:
            return np.ones(len(self.parts_))
        return np.asarray(self.weights, dtype=np.float64)[self.model_.kept]

    def _answers(self, X: MatrixLike, method: str) -> Array:
        """What a method of each part returns, (T, n) or (T, n, K)."""
        require_fit(self)
        rows, parts = self._check_fit_X(X, reset=False), self.parts_
        return np.stack(
            in_parallel(lambda t: getattr(parts[t], method)(rows), range(len(parts)), self.n_jobs, rows)
        )

    def votes(self, X: MatrixLike) -> Array:
        """Sum (n, K) of the weights of the classifiers that vote for each class."""
        ballots, K = self._answers(X, "predict").astype(np.int64), len(self.classes_)
        return np.tensordot(self._weight(), ballots[:, :, None] == np.arange(K), axes=1)

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the most votes, or the largest mean probability; ties go to the first."""
        require_fit(self)
        winners = majority(self.predict_proba(X) if self.voting == "soft" else self.votes(X))
        return self.classes_[winners]

    @available_if(_is_hard)
    def decision_function(self, X: MatrixLike) -> Array:
        """Share of the votes, (n, K); for two classes their difference (n,). With voting="hard"."""
        share = self.votes(X) / self._weight().sum()
        return share[:, 1] - share[:, 0] if len(self.classes_) == 2 else share

    @available_if(_is_soft)
    def predict_proba(self, X: MatrixLike) -> Array:
        """Weighted mean over the classifiers of their probabilities, (n, K); with voting="soft"."""
        P = self._answers(X, "predict_proba")
        return np.average(P, axis=0, weights=self._weight()).astype(P.dtype, copy=False)

    def transform(self, X: MatrixLike) -> Array:
        """Answers of the classifiers: codes of the classes (n, T), or probabilities (n, T K) or (T, n, K)."""
        if self.voting == "hard":
            return self._answers(X, "predict").T.astype(np.int64)
        P = self._answers(X, "predict_proba")
        return np.hstack(list(P)) if self.flatten_transform else P

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> Array:
        """Names of the columns of `transform`."""
        require_fit(self)
        if self.voting == "soft" and not self.flatten_transform:
            raise UsageError("ensemble.flat", estimator=type(self).__name__)
        pairs, K = self._named(), len(self.classes_)
        names = [f"votingclassifier_{pairs[t][0]}" for t in self.model_.kept]
        if self.voting == "soft":
            names = [f"{name}{k}" for name in names for k in range(K)]
        return np.array(names, dtype=object)

    @property
    def estimators_(self) -> list[BaseEstimator]:
        require_fit(self)
        return list(self.parts_)

    def __len__(self) -> int:
        return len(self.parts_)

    def __iter__(self) -> Iterator[BaseEstimator]:
        return iter(self.parts_)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def get_metadata_routing(self) -> MetadataRouter:
        """How parameters of `fit` reach the estimators inside."""
        own = super().get_metadata_routing()
        own.fit.add_request(param="sample_weight", alias=False)  # the estimators inside request it
        router = MetadataRouter(owner=self).add_self_request(own)
        mapping = MethodMapping().add(caller="fit", callee="fit")
        for name, part in self._named():
            if part != DROP:
                router.add(**{name: part}, method_mapping=mapping)
        return router

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        parts = [get_tags(part).input_tags for _, part in self._named() if hasattr(part, "fit")]
        for flag in ("sparse", "allow_nan", "categorical", "string"):
            setattr(tags.input_tags, flag, all(getattr(part, flag) for part in parts))
        tags.transformer_tags.preserves_dtype = []
        return tags
