r"""Random forests: trees grown on bootstrap samples, each split searched among features drawn at the node.

Model: trees h_1 .. h_T. Estimate: tree t is grown on rows drawn with replacement; at a node `max_features`
features are drawn, and the best split by one of them is taken (`growth.py`). Decision: the mean of the
trees' class shares, or of their values.

Out of bag: a row is scored by the trees that were not grown on it, a share (1 - 1/n)^n → 1/e of them; so the
error is estimated without other data. Importance of feature j: the mean over trees of the impurity
decrease at splits by j; or by permutation, the loss of accuracy out of bag when the values of j are shuffled.
Proximity of two rows: the share of trees in which they meet in a leaf.

Cost: O(T n √p log n) to fit, O(T log n) per row to predict. Memory: a byte per value, 16 bytes per
row and thread, and the trees, about 13 bytes per node.
Reference: Breiman, Random forests, Machine Learning 45 (2001); source 002, random forest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from numbers import Integral
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike, RandomState, SparseLike
from fenlei.contract.estimator import require_fit
from fenlei.ensemble.forest.growth import ForestRows, grow_tree, prepare_rows
from fenlei.ensemble.forest.importances import tree_importances
from fenlei.ensemble.forest.out_of_bag import ForestErrors
from fenlei.ensemble.forest.record import Forest, TreeStep, as_tree, check_forest, join
from fenlei.ensemble.forest.several_targets import SeveralRows, as_ballots, grow_several, prepare_several
from fenlei.ensemble.forest.walk import (
    ForestLayouts,
    ReachedLeaves,
    add_leaf_answers,
    leaves,
    reached_leaves,
    sum_answers,
)
from fenlei.ensemble.sampling import (
    MOST_TIMES,
    DrawnRows,
    Sampling,
    checked_draws,
    forget_out_of_bag,
    member_seeds,
    times_drawn,
    tree_state,
)
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, Limit, either, integer
from fenlei.table.rows import take_rows
from fenlei.trace import tell, traced
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.histogram.binning import MOST_BINS
from fenlei.trees.reading.sklearn_view import decision_path
from fenlei.trees.settings import CRITERIA, LIMITS, common_rules, plain_rules
from fenlei.trees.sparse.multi_output import refuse_several
from fenlei.trees.target_units import scaled_impurity
from fenlei.trees.tree import Tree

TreeT = TypeVar("TreeT", DecisionTreeClassifier, DecisionTreeRegressor)

_SHARE = Limit(
    lambda v: isinstance(v, float) and 0.0 < v <= MOST_TIMES,
    phrase("limit.above_to", low=0, high=MOST_TIMES),
)
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


class ForestBase(ForestErrors, Generic[TreeT]):
    """What forests of classifiers and of regressors share; TreeT is the estimator of a single tree."""

    Model: ClassVar[type[NamedTuple]] = Forest
    Summary: ClassVar[type[NamedTuple] | None] = None
    _classes: ClassVar[bool]  # whether it tells classes

    n_estimators: int
    criterion: str
    bootstrap: bool
    oob_score: bool | Callable[..., float]
    max_samples: int | float | None
    max_depth: int | None
    min_samples_split: float
    min_samples_leaf: float
    min_impurity_decrease: float
    max_features: float | Literal["sqrt", "log2"] | None
    max_leaf_nodes: int | None
    ccp_alpha: float
    monotonic_cst: ArrayLike | None
    min_weight_fraction_leaf: float
    random_state: RandomState
    warm_start: bool
    verbose: int
    max_bins: int | None
    n_jobs: int | None
    n_features_in_: int
    model_: Forest
    _layouts: ForestLayouts
    _drawn: DrawnRows

    # --- fitting

    def _grow_forest(self, rows: ForestRows | SeveralRows, X: Array, index: Array, n: int) -> Array | None:
        """Grow or add trees; with `oob_score`, the sums of the out-of-bag answers and their number.

        X are the rows that have weight, `index` their numbers among the n rows of `fit`.
        """
        have = self._count_kept()
        if not self.oob_score or have < self.n_estimators:
            forget_out_of_bag(self)
        wanted = bool(self.oob_score) and not hasattr(self, "oob_score_")
        self._draw_seeds(rows.sampling._replace(order=index[rows.sampling.order]), n, keep=have > 0)
        votes = np.zeros((len(X), (rows.K or 1) + 1)) if wanted else None
        trees = self._grown_trees(have, rows, X, votes)
        if have < self.n_estimators:
            self._keep(join(trees, self.n_estimators))
        else:
            warn("ensemble.no_more", UserWarning, estimator=type(self).__name__, n=have)
            list(trees)  # they vote
        return votes

    def _every_vote(self, votes: Array, X: MatrixLike, index: Array) -> Array:
        """Votes of all rows of `fit`, X; on one of weight zero, not among `index`, no tree was grown."""
        others = np.setdiff1d(np.arange(self._drawn.rows), index)
        if not len(others):
            return votes
        every = np.empty((self._drawn.rows, votes.shape[1]))
        coded = self._check_X(take_rows(X, others))  # type: ignore[attr-defined]
        every[index], every[others, :-1], every[others, -1] = votes, self._sum_answers(coded), len(self)
        return every

    def _count_kept(self) -> int:
        """Number of trees that `warm_start` keeps."""
        have = len(self) if self.warm_start and hasattr(self, "model_") else 0
        if have > self.n_estimators:
            raise UsageError("ensemble.fewer", estimator=type(self).__name__, n=self.n_estimators, have=have)
        return have

    def _draw_seeds(self, sampling: Sampling, n: int, *, keep: bool) -> None:
        """Seeds of all trees; those of trees that are kept stay as they are."""
        if not keep:
            self._drawn = DrawnRows()
        if keep and self._drawn.seed is None and self.oob_score:  # a model file does not contain it
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        if self._drawn.seed is None:
            self._drawn.seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self._drawn.seeds = member_seeds(self._drawn.seed, self.n_estimators)
        self._drawn.sampling, self._drawn.rows = sampling, n

    def _grower(self, rows: ForestRows | SeveralRows, X: Array) -> Callable[[np.uint64], Forest]:
        """What grows the tree of a seed."""
        if isinstance(rows, SeveralRows):
            return lambda seed: grow_several(rows, seed, self.ccp_alpha)
        weight_leaf = float(self.min_weight_fraction_leaf)
        settings = common_rules(self, len(X), X.shape[1], rows.K)
        decrease, criterion = settings["min_decrease"], CRITERIA[self.criterion]
        settings["min_decrease"] = scaled_impurity(decrease, rows.shift, criterion)
        rules = plain_rules(rows.columns, criterion, min_weight_leaf=weight_leaf, **settings)
        return lambda seed: grow_tree(rows, rules, seed, self.max_leaf_nodes, self.ccp_alpha)

    def _grown_trees(
        self, have: int, rows: ForestRows | SeveralRows, X: Array, votes: Array | None
    ) -> Iterator[Forest]:
        """Kept trees, then new ones, in order whatever the threads do; `votes` adds up answers out of bag."""
        grow, hard = self._grower(rows, X), self._votes_hard()

        def task(t: int, _: int) -> tuple[Forest, ReachedLeaves | None]:
            seed = self._drawn.seeds[t]
            tree = self._layouts.tree(t) if t < have else grow(seed)
            if votes is None:
                return tree, None
            free = rows.sampling.order[times_drawn(rows.sampling, seed) == 0]
            if hard and self._widths():
                return tree, reached_leaves(as_ballots(tree, self._widths()), False, X, free)
            return tree, reached_leaves(tree, self._counts_classes(), X, free, hard)

        if have:
            yield self.model_
        first = have if votes is None else 0  # kept trees vote too
        blocks = [(t, t + 1) for t in range(first, self.n_estimators)]
        for t, (tree, reached) in enumerate(map_blocks(task, blocks, self.n_jobs), first):
            if reached is not None:
                add_leaf_answers(*reached, votes)
            if t >= have:
                if traced():
                    tell(TreeStep(t + 1, int(self.n_estimators), tree))
                yield tree

    def _check_bootstrap(self) -> None:
        if not self.bootstrap and (self.oob_score or self.max_samples is not None):
            other = "oob_score" if self.oob_score else "max_samples"
            raise UsageError("ensemble.bootstrap", estimator=type(self).__name__, other=other)

    def _forest_rows(self, X: Array, y: Array, K: int, sizes: Array, w: Array | None) -> ForestRows:
        self._check_bootstrap()
        exact = (
            sizes.max(initial=0) > MOST_BINS
            or self.criterion == "absolute_error"
            or self.monotonic_cst is not None
            or self.max_leaf_nodes is not None
        )
        draws = checked_draws(self, len(X)) if self.bootstrap else 0
        return prepare_rows(X, y, K, sizes, w, None if exact else self.max_bins, draws, self.n_jobs)

    def _several_rows(self, X: Array, Y: Array, widths: list[int], w: Array | None) -> SeveralRows:
        """Rows with several targets Y (n, O), ready for growing."""
        self._check_bootstrap()
        sizes = self._category_counts(X)  # type: ignore[attr-defined]
        refuse_several(self, bool(sizes.any()), bins=True)
        draws = checked_draws(self, len(X)) if self.bootstrap else 0
        return prepare_several(self, X, Y, widths, w, draws)

    def _out_of_bag(self, seed: np.uint64) -> Array:
        """Rows that the tree of a seed was not grown on."""
        sampling = self._sampling()
        return sampling.order[times_drawn(sampling, seed) == 0]

    def _sampling(self) -> Sampling:
        """How the rows of `fit` were drawn; a model file does not contain it."""
        if self._drawn.sampling is None:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)
        return self._drawn.sampling

    def _mean_vote(self, votes: Array) -> Array:
        """Mean out-of-bag answer (n, K) of each row; NaN for a row that every tree saw, with a warning."""
        total, count = votes[:, :-1], votes[:, -1:]
        scored = count > 0
        if not scored.all():
            name, rows = type(self).__name__, int((~scored).sum())
            warn("ensemble.no_vote", DegenerateDataWarning, estimator=name, rows=rows)
        return np.divide(total, count, out=np.full_like(total, np.nan), where=scored)

    def _keep(self, model: Forest) -> None:
        widths = self._widths()
        ballots = partial(as_ballots, widths=widths) if widths else None
        self.model_, self._layouts = model, ForestLayouts(model, self._counts_classes(), ballots)
        self._drawn = getattr(self, "_drawn", DrawnRows())  # a model file does not contain what was drawn
        self.n_outputs_ = self._count_outputs(model)

    def _widths(self) -> list[int]:
        """Number of classes of each of several targets; none otherwise."""
        return []

    def _count_outputs(self, model: Forest) -> int:
        """Number of targets."""
        raise NotImplementedError

    def _counts_classes(self) -> bool:
        """Whether leaves hold class weights, as for one target; of several they hold shares."""
        return self._classes and not self._widths()

    def _check_model(self, model: Forest) -> None:
        width = max(1, model.value.shape[-1])
        if self._classes:
            width = sum(self._widths()) or len(self.classes_)  # type: ignore[attr-defined]
        check_forest(model, self.n_features_in_, width, self._counts_classes())

    # --- reading

    def _mean_answers(self, X: Array) -> Array:
        """Mean (n, K) of the answers of the trees."""
        return self._sum_answers(X) / len(self)

    def _sum_answers(self, X: Array) -> Array:
        """Sum (n, K) of the answers of the trees."""
        packed = self._layouts.voting if self._votes_hard() else self._layouts.packed
        return sum_answers(packed, X, self.n_jobs)

    def apply(self, X: MatrixLike) -> Array:
        """Leaf (n, T) of each row in each tree."""
        coded = self._check_X(X)  # type: ignore[attr-defined]
        return leaves(self._layouts, coded, self.n_jobs)

    def decision_path(self, X: MatrixLike) -> tuple[SparseLike, Array]:
        """Indicator matrix (n, m), CSR, of the nodes that each row passes, and where trees start."""
        from scipy.sparse import hstack

        leaf = self.apply(X)
        paths = [decision_path(self._tree(t), leaf[:, t]) for t in range(leaf.shape[1])]
        return hstack(paths).tocsr(), self.model_.start.copy()

    def _tree(self, t: int) -> Tree:
        return as_tree(self._layouts.tree(t), self.criterion)

    @property
    def feature_importances_(self) -> Array:
        """Mean over trees of the share (p,) of the impurity decrease that splits by each feature brought."""
        require_fit(self)
        blocks = [(t, t + 1) for t in range(len(self))]
        shares = list(map_blocks(self._importances_of, blocks, self.n_jobs))
        total = np.sum(shares, axis=0)
        return total / total.sum() if total.sum() > 0 else total

    def _importances_of(self, t: int, _: int) -> Array:
        return tree_importances(self._layouts.tree(t), self.criterion)

    def proximities(self, X: MatrixLike, Y: ArrayLike | None = None) -> Array:
        """Share (n, m) of the trees in which a row of X and a row of Y (default: X) meet in a leaf."""
        a = self.apply(X)
        b = a if Y is None else self.apply(Y)
        near = np.empty((len(a), len(b)))
        run_blocks(lambda s, e: meet(a[s:e], b, near[s:e]), row_blocks(len(a), len(b)), self.n_jobs)
        return near

    # --- the trees one by one

    def _as_estimator(self, t: int) -> TreeT:
        """Tree t as an estimator of its own."""
        raise NotImplementedError

    @property
    def estimator(self) -> TreeT:
        """A tree with the forest's parameters that is not grown yet."""
        return self._unfitted_tree()

    @property
    def estimator_(self) -> TreeT:
        """The same, once the forest is fitted."""
        require_fit(self)
        return self._unfitted_tree()

    def _unfitted_tree(self) -> TreeT:
        raise NotImplementedError

    @property
    def estimators_(self) -> list[TreeT]:
        """The trees as estimators, made on every access."""
        require_fit(self)
        return [self._as_estimator(t) for t in range(len(self))]

    @property
    def estimators_samples_(self) -> list[Array]:
        """Rows (draws,) that each tree was grown on, in ascending order, repeated as often as drawn."""
        require_fit(self)
        sampling = self._sampling()
        times = (times_drawn(sampling, seed) for seed in self._drawn.seeds)
        return [np.sort(np.repeat(sampling.order, each)).astype(np.int32) for each in times]

    def __len__(self) -> int:
        return len(self.model_.start) - 1

    def __getitem__(self, t: int) -> TreeT:
        return self._as_estimator(range(len(self))[t])

    def __iter__(self) -> Iterator[TreeT]:
        return iter(self.estimators_)

    def _fill_tree(self, tree: TreeT, t: int) -> TreeT:
        """Give an estimator tree t, and what the forest knows of the features."""
        tree.n_features_in_, tree.coding_ = self.n_features_in_, self.coding_  # type: ignore[attr-defined]
        if hasattr(self, "feature_names_in_"):
            tree.feature_names_in_ = self.feature_names_in_
        if self._drawn.seeds:  # a model file does not contain them
            tree.random_state = tree_state(self._drawn.seeds[t])
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
