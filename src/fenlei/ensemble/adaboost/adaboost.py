r"""AdaBoost: a weighted vote of weak classifiers, each fitted to the rows that the ones before it got wrong.

Model: H(x) = the class with the largest Σ_t α_t [h_t(x) = k]; for two classes sign Σ_t α_t h_t(x).
Estimate: round by round, h_t under the weights D_t, α_t from its weighted error, D_{t+1} from both
(`rounds.py`, with the stopping rules and the bound on the training error). The default h_t is a stump
(`stumps.py`); any classifier that takes weights can be used.
Scores: f_k = Σ_t α_t ([h_t = k] - [h_t ≠ k] / (K - 1)) / Σ_t α_t; for two classes f_2 - f_1.
Probabilities: the softmax of f / (K - 1), as scikit-learn takes the scores of SAMME.

Cost: O(n p log n) once and O(n p) per round with stumps; O(T) per row to predict.
Reference: Freund, Schapire (1997); Zhu, Zou, Rosset, Hastie (2009); source 002, B-M31; source 004,
section 9.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import has_fit_parameter

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.attributes import Computed, Public, as_field
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import require_fit
from fenlei.contract.scanned_rows import learn_classes, learn_names
from fenlei.contract.size import row_by_class
from fenlei.contract.weighted_rows import require_target
from fenlei.ensemble.adaboost.binned_stumps import BinnedStumpFinder
from fenlei.ensemble.adaboost.rounds import Round, Rounds, boost, table_of
from fenlei.ensemble.adaboost.stumps import StumpFinder, Stumps, as_tree, check_stumps
from fenlei.ensemble.adaboost.votes import WeightedVote
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import (
    N_JOBS,
    NONE,
    RANDOM_STATE,
    Limit,
    above_to,
    check_parameters,
    either,
    integer,
    one_of,
)
from fenlei.records import Field, check_record, refuse_record
from fenlei.rows.scanned import Scan
from fenlei.table.coding import code_labels
from fenlei.table.frames import is_frame
from fenlei.trees.coded_rows import CodedRows
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.exact.presorted_columns import presort
from fenlei.trees.histogram.binning import MOST_BINS
from fenlei.trees.histogram.single_tree import unsorted
from fenlei.trees.histogram.stored_bins import binned
from fenlei.trees.settings import cart_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklearn.utils import Tags

MOST_RATE = 1e100  # weights of votes add up to a number


class AdaBoostModel(NamedTuple):
    """T rounds. With stumps, these; otherwise the classifiers are in `parts_`."""

    error: Annotated[Array, Field("T", low=0.0, high=1.0)]
    alpha: Annotated[Array, Field("T")]
    training_error: Annotated[Array, Field("T", low=0.0)]
    stumps: Stumps | None
    absent: Annotated[Array, Field("*", "iu", low=0)] = np.zeros(0, np.int64)  # codes of classes without rows


class PartsLearner:
    """Clones of any classifier, one per round; they receive all rows, `weighted` are those with weight."""

    def __init__(self, model: AdaBoostClassifier, X: MatrixLike, y: Array, weighted: Array) -> None:
        self.base, self.classes, self.X, self.y = model.estimator, model.classes_, X, y
        self.weighted = weighted
        self.scale = float(len(weighted)) if model.weight_total == "rows" else 1.0
        self.random, self.parts = check_random_state(model.random_state), list[BaseEstimator]()

    def __call__(self, w: Array) -> Array:
        part = clone(self.base)
        seeds = [name for name in sorted(part.get_params()) if name.split("__")[-1] == "random_state"]
        part.set_params(**{name: self.random.randint(np.iinfo(np.int32).max) for name in seeds})
        weights = np.zeros(len(self.y))
        weights[self.weighted] = self.scale * w
        part.fit(self.X, self.y, sample_weight=weights)
        self.parts.append(part)
        return code_labels(part.predict(self.X), self.classes)[self.weighted]

    def drop_last(self) -> None:
        self.parts.pop()


def is_plain_stump(estimator: BaseEstimator) -> bool:
    """Whether it is our tree of depth 1 with no setting that the compiled rounds do not know."""
    if type(estimator) is not DecisionTreeClassifier:
        return False
    known = ("criterion", "min_samples_split", "min_samples_leaf", "min_weight_fraction_leaf", "n_jobs")
    free = (*known, "random_state", "min_impurity_decrease")
    plain = DecisionTreeClassifier(max_depth=1).get_params()
    ours = estimator.get_params()
    return all(ours[name] is plain[name] or ours[name] == plain[name] for name in plain if name not in free)


class AdaBoostClassifier(CodedRows, WeightedVote):
    r"""AdaBoost classifier (discrete AdaBoost; SAMME for more than two classes).

    Parameters
    ----------
    estimator : classifier, default=None
        Classifier of each round, whose `fit` takes `sample_weight`. None is a stump,
        `DecisionTreeClassifier(max_depth=1)`.
    n_estimators : int, default=50
        Largest number of rounds.
    learning_rate : float, default=1.0
        Factor on every round's voting weight.
    random_state : int, RandomState instance or None, default=None
        Source of the `random_state` that an estimator gets in each round.
    alpha : {"ln", "half_ln"}, default="ln"
        How voting weights are reported: ln((1 - e) / e) + ln(K - 1), as in scikit-learn, or half of it, as in
        the documents. The decisions are the same.
    categorical_features : None, bool mask (p,), indices or names, default=None
        With stumps: nominal features besides the text, category and boolean columns of a DataFrame.
    weight_total : {"one", "rows"}, default="one"
        Sum of the weights that an estimator is given: 1, or the number of rows, for estimators that count
        weights, such as `C45Classifier`. Ignored by stumps.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    rounds_ : list of Round
        Of each round the weighted error, voting weight, edge, normaliser Z, the bound Π Z on the training
        error, and the training error of the vote so far.
    estimators_ : list of T classifiers
    estimator_weights_, estimator_errors_ : ndarray of shape (n_estimators,)
        0 and 1 after the last round.
    estimator_ : classifier
        The classifier that was cloned for each round.
    feature_importances_ : ndarray of shape (p,)
        Mean of the estimators' importances, weighted by their votes.
    n_classes_, n_features_in_ : int
    coding_ : CategoryCoding or None
        With stumps: categories of text columns in the order of their codes.
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `sample_weight` is the first round's distribution, up to its sum: weight 2 is the row twice, weight 0 no
    row, and a factor on all weights changes nothing. There is no `class_weight`: rounds undo what weights a
    class starts with, as they undo any other start.

    Rounds end when the weighted error is 0 (the round votes with weight 1) or that of guessing, 1 - 1/K (the
    round is dropped; in the first round a ValueError).

    Differences from scikit-learn: missing values, and text and nominal columns with stumps; equally good
    splits go to the first feature and the lowest threshold; an error within 1e-12 of guessing is guessing;
    `rounds_`, `staged_weights`, `weighted_vote`.

    Examples
    --------
    Ten rows whose classes no single threshold separates; three rounds do:

    >>> x = [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]
    >>> y = [1, 1, 1, -1, -1, -1, 1, 1, 1, -1]
    >>> model = AdaBoostClassifier(n_estimators=3, alpha="half_ln").fit(x, y)
    >>> [(round(r.error, 4), round(r.alpha, 4), round(r.bound, 4)) for r in model.rounds_]
    [(0.3, 0.4236, 0.9165), (0.2143, 0.6496, 0.7521), (0.1818, 0.752, 0.5802)]
    >>> model.weighted_vote(x).round(4).tolist()[:4], model.score(x, y)
    ([0.3213, 0.3213, 0.3213, -0.526], 1.0)
    """

    Model = AdaBoostModel
    _scans = True
    _public: ClassVar[dict[str, Public]] = {"estimator_weights_": Public(needed=False)}
    _fit_cost = row_by_class(1e-6)
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": either(
            NONE, Limit(lambda v: hasattr(v, "fit") and hasattr(v, "predict"), phrase("limit.classifier"))
        ),
        "n_estimators": integer(1),
        "learning_rate": above_to(0, MOST_RATE),
        "random_state": RANDOM_STATE,
        "alpha": one_of("ln", "half_ln"),
        "weight_total": one_of("one", "rows"),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        *,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        random_state: RandomState = None,
        alpha: Literal["ln", "half_ln"] = "ln",
        categorical_features: ArrayLike | None = None,
        weight_total: Literal["one", "rows"] = "one",
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.random_state = random_state
        self.alpha = alpha
        self.categorical_features = categorical_features
        self.weight_total = weight_total
        self.n_jobs = n_jobs

    # --- fitting

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p) and y (n,), the first distribution being sample_weight (n,) over its sum.

        Or, with stumps, to a scan alone: its rows are kept in memory at a byte per value, and stumps split
        between 255 bins.
        """
        self.__dict__.pop("parts_", None)
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight)
        require_target(self, y)
        assert y is not None
        rows = self._training_rows(X, y, sample_weight)
        w = np.ones(len(rows.codes)) if rows.w is None else rows.w
        boosted = self._boost_stumps if self._has_stumps() else self._boost_parts
        absent = np.setdiff1d(np.arange(len(self.classes_)), rows.codes[w > 0])
        self._keep(boosted(rows.X, rows.codes, w)._replace(absent=absent))
        return self

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object) -> Self:
        check_parameters(self, self._limits)
        K = len(learn_classes(self, scan))
        X, codes, w = binned(self, scan, y, sample_weight, MOST_BINS)
        w = np.ones(len(codes)) if w is None else w
        columns = unsorted(X, codes, X.bins.sizes, w / w.sum())
        learn = BinnedStumpFinder(columns, X.bins, cart_rules(self._stump(), columns, K), K)
        rounds = boost(learn, codes, w, K, int(self.n_estimators), float(self.learning_rate))
        self._keep(AdaBoostModel(*rounds, learn.stumps()))
        learn_names(self, scan)
        return self

    def _setting_for_memory(self) -> str | None:
        if not self._has_stumps():
            return f"estimator={type(self.estimator).__name__}"
        return None if self.categorical_features is None else "categorical_features"

    def _takes_every_row(self) -> bool:
        return not self._has_stumps()

    def _has_stumps(self) -> bool:
        return self.estimator is None or is_plain_stump(self.estimator)

    def _stump(self) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(max_depth=1) if self.estimator is None else self.estimator

    def _boost_stumps(self, X: Array, codes: Array, w: Array) -> AdaBoostModel:
        K, stump = len(self.classes_), self._stump()
        columns = presort(X, codes, self._category_counts(X), w / w.sum(), n_jobs=self.n_jobs)
        learn = StumpFinder(columns, cart_rules(stump, columns, K), K, self.n_jobs)
        rounds = boost(learn, codes, w, K, int(self.n_estimators), float(self.learning_rate))
        return AdaBoostModel(*rounds, learn.stumps())

    def _boost_parts(self, X: Array, codes: Array, w: Array) -> AdaBoostModel:
        if not has_fit_parameter(self.estimator, "sample_weight"):
            raise UsageError(
                "ensemble.weights", estimator=type(self).__name__, inner=type(self.estimator).__name__
            )
        weighted, K = np.flatnonzero(w), len(self.classes_)
        learn = PartsLearner(self, X, self.classes_[codes], weighted)
        rounds, rate = int(self.n_estimators), float(self.learning_rate)
        boosted = boost(learn, codes[weighted], w[weighted], K, rounds, rate)
        self.parts_ = tuple(learn.parts)
        return AdaBoostModel(*boosted, None)

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Any:
        if self._has_stumps():
            return super()._check_fit_X(X, reset=reset)
        self.coding_ = None
        return self._as_given(X, reset=reset)

    def _as_given(self, X: MatrixLike, *, reset: bool) -> Any:
        """Rows in the form they came in; the estimator of the rounds checks them."""
        if is_frame(X):
            checked_rows(self, X, reset=reset, skip_check_array=True)
            return X
        sparse = ("csr", "csc")
        return checked_rows(
            self, X, reset=reset, dtype=None, accept_sparse=sparse, ensure_all_finite=False, allow_nd=True
        )

    def _keep(self, model: AdaBoostModel) -> None:
        self._publish(model)
        self.n_classes_ = len(self.classes_)
        self.rounds_: list[Round] = table_of(Rounds(*model[:3]), self._factor())

    def _factor(self) -> float:
        return 0.5 if self.alpha == "half_ln" else 1.0

    def _check_model(self, model: AdaBoostModel) -> None:
        check_record(model, K=len(self.classes_))
        T, parts = len(model.error), getattr(self, "parts_", ())
        if model.stumps is not None:
            check_stumps(model.stumps, self.n_features_in_, len(self.classes_), T)
        labels = all(np.isin(part.classes_, self.classes_).all() for part in parts)
        labels = labels and bool(np.all(model.absent < len(self.classes_)))
        if T == 0 or len(parts) != (T if model.stumps is None else 0) or not labels:
            raise refuse_record(
                "parts",
                phrase("record.parts_rounds", count=len(parts), rounds=T),
                phrase("record.one_per_round"),
            )

    # --- the fitted rounds

    @property
    def estimator_(self) -> BaseEstimator:
        return self._stump() if self._has_stumps() else self.estimator

    @property
    def estimators_(self) -> list[BaseEstimator]:
        """The classifiers of the rounds; stumps as trees of depth 1."""
        model = self._fitted()
        if model.stumps is None:
            return list(self.parts_)
        return [self._as_estimator(model.stumps, t) for t in range(len(model.alpha))]

    def _as_estimator(self, stumps: Stumps, t: int) -> DecisionTreeClassifier:
        stump = clone(self._stump())
        for name in ("classes_", "n_features_in_", "feature_names_in_", "coding_"):
            if hasattr(self, name):
                setattr(stump, name, getattr(self, name))
        stump._keep(as_tree(stumps, t, stump.criterion))
        return stump

    def _padded(self, values: Array, fill: float) -> Array:
        return np.concatenate([values, np.full(int(self.n_estimators) - len(values), fill)])

    @Computed
    def estimator_weights_(self) -> Array:
        return self._padded(self._factor() * self._fitted().alpha, 0.0)

    def _fields_of(self, values: Mapping[str, object], record: AdaBoostModel) -> dict[str, Array]:
        weights = as_field(values["estimator_weights_"])[: len(record.alpha)]
        return {"alpha": np.asarray(weights, np.float64) / self._factor()}

    @property
    def estimator_errors_(self) -> Array:
        return self._padded(self._fitted().error, 1.0)

    @property
    def feature_importances_(self) -> Array:
        """Mean of the rounds' importances, weighted by their votes, (p,)."""
        model = self._fitted()
        share = model.alpha / model.alpha.sum()
        if model.stumps is None:
            return sum(a * part.feature_importances_ for a, part in zip(share, self.parts_, strict=True))
        inner = model.stumps.kind > LEAF
        return np.bincount(model.stumps.feature[inner], share[inner], self.n_features_in_)

    def _fitted(self) -> AdaBoostModel:
        require_fit(self)
        return self.model_

    # --- prediction

    def _check_X(self, X: MatrixLike) -> Any:
        require_fit(self)
        if self.model_.stumps is not None:
            return super()._check_X(X)
        return self._as_given(X, reset=False)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        if not self._has_stumps():
            tags.input_tags = get_tags(self.estimator).input_tags
        return tags
