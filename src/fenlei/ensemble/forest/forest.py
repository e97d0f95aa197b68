r"""Random forests: trees grown on bootstrap samples, each split searched among features drawn at the node.

Model: trees h_1 .. h_T. Estimate: tree t is grown on rows drawn with replacement; at a node `max_features`
features are drawn, and the best split by one of them is taken (`forest_growth.py`). Decision: the mean of the
trees' class shares, or of their values.

Out of bag: a row is judged by the trees that were not grown on it, a share (1 - 1/n)^n → 1/e of them; so the
error is estimated without other data. Importance of feature j: the mean over trees of the impurity
decrease at splits by j; or by permutation, the loss of accuracy out of bag when the values of j are shuffled.
Proximity of two rows: the share of trees in which they meet in a leaf.

Cost: O(T n √p log n) to fit, O(T log n) a row to predict. Memory: a byte a value, 16 bytes a row for each
thread, and the trees, about 13 bytes a node.
Reference: Breiman, Random forests, Machine Learning 45 (2001); source 002, random forest.
"""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.ensemble.forest.growth import (
    Draws,
    Ground,
    count_draws,
    grow_tree,
    prepare_ground,
    times_drawn,
    tree_seeds,
)
from fenlei.ensemble.forest.importances import tree_importances
from fenlei.ensemble.forest.record import Forest, as_tree, check_forest, join, take_tree
from fenlei.ensemble.forest.walk import Packed, Walk, answers, hear, judge, leaves, pack
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, Limit, either, integer
from fenlei.trees.histogram.binning import MOST_BINS
from fenlei.trees.reading.sklearn_view import decision_path
from fenlei.trees.settings import CRITERIA, LIMITS, common_rules, plain_rules

_SHARE = Limit(lambda v: isinstance(v, float) and v > 0.0, phrase("limit.share_above"))
FOREST_LIMITS: dict[str, Limit] = {
    **{name: limit for name, limit in LIMITS.items() if name != "splitter"},
    "n_estimators": integer(1),
    "bootstrap": BOOLEAN,
    "oob_score": either(BOOLEAN, Limit(callable, phrase("limit.score_function"))),
    "max_samples": either(NONE, integer(1), _SHARE),
    "warm_start": BOOLEAN,
    "verbose": integer(0),
    "max_bins": either(
        NONE,
        Limit(
            lambda v: isinstance(v, Integral) and 2 <= int(v) <= MOST_BINS,
            phrase("limit.integers", low=2, high=MOST_BINS),
        ),
    ),
    "n_jobs": N_JOBS,
}


class ForestBase:
    """What forests of classifiers and of regressors share; a subclass says what a tree answers."""

    Model: ClassVar[Any] = Forest
    Summary: ClassVar[type[Any] | None] = None
    _classes: ClassVar[bool]  # whether leaves hold class weights

    n_estimators: int
    criterion: str
    bootstrap: bool
    oob_score: Any
    max_samples: Any
    max_leaf_nodes: int | None
    ccp_alpha: float
    monotonic_cst: Any
    min_weight_fraction_leaf: float
    random_state: Any
    warm_start: bool
    verbose: int
    max_bins: int | None
    n_jobs: int | None
    n_features_in_: int
    model_: Forest
    _walk: Walk
    _draws: Draws

    # --- fitting

    def _grow_forest(
        self, X: Array, y: Array, K: int, sizes: Array, w: Array | None, balanced: bool = False
    ) -> Array | None:
        """Grow or add trees; out of bag, the sums of what was said of each row and the number of voices."""
        self._check_bootstrap(len(X))
        old = self.model_ if self.warm_start and hasattr(self, "model_") else None
        have = 0 if old is None else len(old.start) - 1
        if have > self.n_estimators:
            raise UsageError("ensemble.fewer", estimator=type(self).__name__, n=self.n_estimators, have=have)
        if old is not None and have == self.n_estimators:
            warn("ensemble.no_more", UserWarning, estimator=type(self).__name__, n=have)
            return None
        self._draws = getattr(self, "_draws", Draws()) if old is not None else Draws()
        ground = self._ground(X, y, K, sizes, w)._replace(subsample_balanced=balanced)
        if old is None or self._draws.seed is None:
            self._draws.seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self._draws.seeds = tree_seeds(self._draws.seed, 0, self.n_estimators)
        rules = plain_rules(
            ground.columns,
            CRITERIA[self.criterion],
            min_weight_leaf=float(self.min_weight_fraction_leaf),
            **common_rules(self, len(X), X.shape[1], K),
        )
        self._draws.sampling = ground.sampling

        def task(t: int, _: int) -> tuple[Forest, tuple[Array, Array, Packed] | None]:
            if t < have:
                tree = take_tree(self.model_, t)
            else:
                tree = grow_tree(ground, rules, self._draws.seeds[t], self.max_leaf_nodes, self.ccp_alpha)
            rows = self._out_of_bag(self._draws.seeds[t]) if self.oob_score else None
            return tree, None if rows is None else judge(tree, self._classes, X, rows)

        first = 0 if self.oob_score else have
        blocks = [(t, t + 1) for t in range(first, self.n_estimators)]
        said = np.zeros((len(X), (K or 1) + 1))

        def grown() -> Iterator[Forest]:
            if old is not None:
                yield old
            found = map_blocks(task, blocks, self.n_jobs)  # in order, whatever the threads do
            for t, (tree, judgement) in enumerate(found, first):
                if judgement is not None:
                    hear(*judgement, said)
                if t >= have:
                    yield tree

        self._keep(join(grown(), self.n_estimators))
        return said if self.oob_score else None

    def _check_bootstrap(self, n: int) -> None:
        name = type(self).__name__
        if not self.bootstrap and (self.oob_score or self.max_samples is not None):
            other = "oob_score" if self.oob_score else "max_samples"
            raise UsageError("ensemble.bootstrap", estimator=name, other=other)
        if self.bootstrap and isinstance(self.max_samples, Integral) and int(self.max_samples) > n:
            raise UsageError("ensemble.max_samples", estimator=name, value=self.max_samples, n=n)

    def _ground(self, X: Array, y: Array, K: int, sizes: Array, w: Array | None) -> Ground:
        exact = (
            sizes.max(initial=0) > MOST_BINS
            or self.criterion == "absolute_error"
            or self.monotonic_cst is not None
            or self.max_leaf_nodes is not None
        )
        draws = count_draws(w, len(X), self.max_samples) if self.bootstrap else 0
        return prepare_ground(X, y, K, sizes, w, None if exact else self.max_bins, draws, self.n_jobs)

    def _out_of_bag(self, seed: np.uint64) -> Array:
        """Rows that the tree of a seed was not grown on."""
        if self._draws.sampling is None:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        return self._draws.sampling.order[times_drawn(self._draws.sampling, seed) == 0]

    def _mean_said(self, said: Array) -> Array:
        """Mean (n, K) of what was said of each row; NaN for a row that every tree saw, with a warning."""
        silent = said[:, -1:] == 0
        if silent.any():
            warn(
                "ensemble.no_vote",
                DegenerateDataWarning,
                estimator=type(self).__name__,
                rows=int(silent.sum()),
            )
        return np.divide(said[:, :-1], said[:, -1:], out=np.full_like(said[:, :-1], np.nan), where=~silent)

    def _keep(self, model: Forest) -> None:
        self.model_, self._walk = model, Walk(model, self._classes)
        self._draws = getattr(self, "_draws", Draws())  # a model file does not hold what was drawn
        self.n_outputs_ = 1

    def _check_model(self, model: Forest) -> None:
        width = len(self.classes_) if self._classes else 1  # type: ignore[attr-defined]
        check_forest(model, self.n_features_in_, width, self._classes)

    # --- reading

    def _mean_answers(self, X: Array) -> Array:
        """Mean (n, K) of what the trees say."""
        return answers(self._walk.packed, X, self.n_jobs) / (len(self.model_.start) - 1)

    def apply(self, X: MatrixLike) -> Array:
        """Leaf (n, T) of each row in each tree."""
        coded = self._check_X(X)  # type: ignore[attr-defined]
        return leaves(self._walk, coded, self.n_jobs)

    def decision_path(self, X: MatrixLike) -> tuple[Any, Array]:
        """Indicator matrix (n, m), CSR, of the nodes that each row passes, and where trees begin."""
        from scipy.sparse import hstack

        leaf = self.apply(X)
        paths = [decision_path(self._tree(t), leaf[:, t]) for t in range(leaf.shape[1])]
        return hstack(paths).tocsr(), self.model_.start.copy()

    def _tree(self, t: int) -> Any:
        return as_tree(take_tree(self.model_, t), self.criterion)

    @property
    def feature_importances_(self) -> Array:
        """Mean over trees of the share (p,) of the impurity decrease that splits by each feature brought."""
        check_is_fitted(self, "model_")
        blocks = [(t, t + 1) for t in range(len(self.model_.start) - 1)]
        shares = list(map_blocks(self._importances_of, blocks, self.n_jobs))
        total = np.sum(shares, axis=0)
        return total / total.sum() if total.sum() > 0 else total

    def _importances_of(self, t: int, _: int) -> Array:
        return tree_importances(take_tree(self.model_, t), self.criterion)

    def permutation_importances(
        self, X: MatrixLike, y: ArrayLike, *, random_state: RandomState = None
    ) -> Array:
        """Loss of score (p,) out of bag when a feature is shuffled, the mean over trees.

        X and y are the rows of `fit`. A tree is asked for the rows it was not grown on, as they are and with
        the values of one feature shuffled among them; the share of right answers, or minus the mean squared
        error, falls by what is returned (Breiman 2001, section 10).
        """
        coded = self._check_X(X)  # type: ignore[attr-defined]
        truth = self._truth(y)
        if self._draws.sampling is None or len(coded) != len(self._draws.sampling.order):
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        seed = int(check_random_state(random_state).randint(2**31 - 1))

        def task(t: int, _: int) -> Array:
            return self._losses(t, coded, truth, np.random.default_rng([seed, t]))

        blocks = [(t, t + 1) for t in range(len(self._draws.seeds))]
        return np.sum(list(map_blocks(task, blocks, self.n_jobs)), axis=0) / len(blocks)

    def _losses(self, t: int, X: Array, truth: Array, rng: np.random.Generator) -> Array:
        """What shuffling each feature costs tree t."""
        rows = np.sort(self._out_of_bag(self._draws.seeds[t]))
        tree, some, truth = pack(take_tree(self.model_, t), self._classes), X[rows], truth[rows]
        loss = np.zeros(X.shape[1])
        if len(rows) == 0:
            return loss
        before = self._worth(answers(tree, some), truth)
        for j in np.unique(take_tree(self.model_, t).feature):
            if j >= 0:
                kept = some[:, j].copy()
                some[:, j] = rng.permutation(kept)
                loss[j] = before - self._worth(answers(tree, some), truth)
                some[:, j] = kept
        return loss

    def _truth(self, y: ArrayLike) -> Array:
        """Class codes or targets."""
        raise NotImplementedError

    def _worth(self, said: Array, truth: Array) -> float:
        """How right the answers (n, K) are; more is better."""
        raise NotImplementedError

    def proximities(self, X: MatrixLike, Y: ArrayLike | None = None) -> Array:
        """Share (n, m) of the trees in which a row of X and a row of Y (default: X) meet in a leaf."""
        a = self.apply(X)
        b = a if Y is None else self.apply(Y)
        near = np.empty((len(a), len(b)))
        run_blocks(lambda s, e: meet(a[s:e], b, near[s:e]), row_blocks(len(a), len(b)), self.n_jobs)
        return near

    # --- the trees one by one

    def _as_estimator(self, t: int) -> Any:
        """Tree t as an estimator of its own."""
        raise NotImplementedError

    @property
    def estimators_(self) -> list[Any]:
        """The trees as estimators, made when they are asked for."""
        check_is_fitted(self, "model_")
        return [self._as_estimator(t) for t in range(len(self))]

    @property
    def estimators_samples_(self) -> list[Array]:
        """Rows (draws,) that each tree was grown on, in ascending order, repeated as often as drawn."""
        check_is_fitted(self, "model_")
        if self._draws.sampling is None:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        order = self._draws.sampling.order
        times = (times_drawn(self._draws.sampling, seed) for seed in self._draws.seeds)
        return [np.sort(np.repeat(order, each)) for each in times]

    def __len__(self) -> int:
        return len(self.model_.start) - 1

    def __getitem__(self, t: Any) -> Any:
        return self._as_estimator(range(len(self))[t])

    def __iter__(self) -> Iterator[Any]:
        return iter(self.estimators_)

    def _fill_tree(self, tree: Any, t: int) -> Any:
        """An estimator of one tree made to know what the forest knows."""
        tree.n_features_in_, tree.coding_ = self.n_features_in_, self.coding_  # type: ignore[attr-defined]
        if hasattr(self, "feature_names_in_"):
            tree.feature_names_in_ = self.feature_names_in_
        tree._keep(self._tree(t))
        return tree

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")


@kernel
def meet(a: Array, b: Array, out_near: Array) -> None:
    """Share of the columns in which rows of a and b are equal."""
    T = a.shape[1]
    for i in range(a.shape[0]):
        row = a[i]
        for j in range(b.shape[0]):
            other, same = b[j], 0
            for t in range(T):
                same += row[t] == other[t]
            out_near[i, j] = same / T
