r"""Gradient boosting on histograms: what its classifier and its regressor share.

Model: f(x) = f_0 + Σ_r rate · tree_r(x), a sum of small regression trees; with K > 2 classes one such sum
for each class. Estimate: round by round a tree that lessens the loss most, to second order: in a leaf with
sums G of the gradients and H of the hessians its value is -G / (H + l2), and a split gains

    G_left² / (H_left + l2) + G_right² / (H_right + l2) - G² / (H + l2)

(`search.py`). The leaf of the largest gain is split next. Columns are cut into at most 255 bins once
(`columns.py`). Prediction: the mean, or the probability, whose link f is (`losses.py`).

Cost: O(n p log n) to cut the bins, then O(n p) per round; O(rounds · depth) to predict a row.
Reference: Friedman (2001); Chen, Guestrin (2016); Ke et al. (2017), LightGBM.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.utils import check_random_state

from fenlei.annotations import MatrixLike
from fenlei.ensemble.boosting.constraints import interaction_groups, monotone_directions
from fenlei.ensemble.boosting.growing.columns import ColumnBins, draw_sample, find_bins, put_in_bins
from fenlei.ensemble.boosting.growing.rules import Rules
from fenlei.ensemble.boosting.losses import Loss, baseline, take_targets
from fenlei.ensemble.boosting.reading import BoostingRound, gain_shares, read_rounds
from fenlei.ensemble.boosting.record import (
    BoostedTrees,
    GrownTree,
    append_trees,
    check_trees,
    in_unit,
    join_trees,
)
from fenlei.ensemble.boosting.rounds import BinnedRows, boost, no_limit
from fenlei.ensemble.boosting.scanned import ScanColumns, setting_for_memory
from fenlei.ensemble.boosting.settings import NO_LIMIT, BoostingSettings
from fenlei.ensemble.boosting.stopping import Monitor, ScoredRows
from fenlei.ensemble.boosting.walk import add_scores, pack_trees
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import foreign
from fenlei.trees.coded_rows import CodedRows


class HeldOut(NamedTuple):
    """Rows that early stopping is judged by."""

    X: Array
    y: Array  # as the loss takes it
    w: Array
    labels: Array  # codes of the classes, or targets


class HistGradientBoosting(BoostingSettings, CodedRows):
    """Base of the two estimators; a subclass gives the loss, and what scores mean."""

    Model = BoostedTrees
    _sparse: ClassVar[bool] = False
    _scans = True
    _stratified: ClassVar[bool] = False  # whether held-out rows have the shares of the classes

    n_trees_per_iteration_: int

    def _fit_rounds(
        self,
        X: Array | ScanColumns,
        loss: Loss,
        labels: Array,
        held: HeldOut | None,
        present: Array,
        unit: int,
    ) -> None:
        """Fit to rows X (n, p), in memory or in files; the loss has the given targets times 2^unit."""
        before = self._model_to_continue(loss, present)
        seeds = self._draw_seeds() if before is None else before.seeds
        self.do_early_stopping_ = self._stops_early(len(X))
        sizes = X.sizes if isinstance(X, ScanColumns) else self._category_counts(X)
        if held is None and self.do_early_stopping_ and self.validation_fraction is not None:
            X, loss, labels, held = self._hold_out(X, loss, labels, int(seeds[0]))
        bins = self._cut_bins(X, sizes, loss, int(seeds[0]))
        start = before or self._start(loss, bins, present, seeds, unit)
        train = ScoredRows(X, loss, labels, self._scores_at(start, X, loss, unit))
        monitor = None
        if self.do_early_stopping_:
            rows = None if held is None else self._scored(held, loss, start, unit)
            monitor = Monitor(self, start, bins, train, rows, unit)
        self._keep(self._more_rounds(start, train, bins, monitor, seeds, unit))

    def _more_rounds(
        self,
        start: BoostedTrees,
        train: ScoredRows,
        bins: ColumnBins,
        monitor: Monitor | None,
        seeds: Array,
        unit: int,
    ) -> BoostedTrees:
        """The model `start` with the rounds up to `max_iter`."""
        X, p = train.X, train.X.shape[1]
        columns = X.in_bins(bins) if isinstance(X, ScanColumns) else put_in_bins(X, bins, self.n_jobs)
        rules = Rules(
            NO_LIMIT if self.max_leaf_nodes is None else min(int(self.max_leaf_nodes), NO_LIMIT),
            NO_LIMIT if self.max_depth is None else min(int(self.max_depth), NO_LIMIT),
            min(int(self.min_samples_leaf), len(train.X) + 1),
            float(self.l2_regularization),
            self._directions(p, bins.sizes > 0, train.loss.trees),
            interaction_groups(self, p),
            float(self.max_features),
            int(seeds[1]),
        )
        rows = BinnedRows(columns, bins, train.loss, train.scores)
        rounds, rate = range(start.rounds, int(self.max_iter)), float(self.learning_rate)
        after = no_limit if monitor is None else monitor.after_round
        grown: list[GrownTree] = []
        if train.loss.trees:
            grown = boost(rows, rules, rate, rounds, self.n_jobs, after, self.verbose)
        fields = in_unit(join_trees(grown, bins), train.loss, unit)
        scores = {} if monitor is None else monitor.scores()
        return start._replace(**append_trees(start, fields), **scores)

    # --- what a fit starts with

    def _model_to_continue(self, loss: Loss, present: Array) -> BoostedTrees | None:
        """The model that a warm start adds rounds to."""
        before: BoostedTrees | None = self.__dict__.get("model_") if self.warm_start else None
        if before is None:
            return None
        if before.rounds > int(self.max_iter):
            facts = {"max_iter": self.max_iter, "have": before.rounds}
            raise UsageError("boosting.fewer", estimator=type(self).__name__, **facts)
        if before.trees != loss.trees or not np.array_equal(before.present, present):
            raise UsageError("boosting.other_classes", estimator=type(self).__name__)
        return before

    def _draw_seeds(self) -> Array:
        """Seeds (2,) of the held-out rows and bins, and of drawn columns; the first as the namesake's."""
        random = check_random_state(self.random_state)
        most = np.iinfo(np.uint32).max
        return np.array([random.randint(most, dtype="u8") for _ in range(2)], np.int64)

    def _start(self, loss: Loss, bins: ColumnBins, present: Array, seeds: Array, unit: int) -> BoostedTrees:
        none = np.zeros(0)
        return BoostedTrees(
            baseline=np.ldexp(baseline(loss), -unit) if loss.trees else none,
            sizes=bins.sizes,
            present=present,
            train_score=none,
            validation_score=none,
            seeds=seeds,
            **join_trees([], bins),
        )

    def _stops_early(self, n: int) -> bool:
        return n > 10_000 if self.early_stopping == "auto" else bool(self.early_stopping)

    def _hold_out(
        self, X: Array | ScanColumns, loss: Loss, labels: Array, seed: int
    ) -> tuple[Array | ScanColumns, Loss, Array, HeldOut]:
        try:
            train, held = train_test_split(
                np.arange(len(X)),
                test_size=self.validation_fraction,
                stratify=loss.y if self._stratified else None,
                random_state=seed,
            )
        except ValueError as error:
            facts = {"n": len(X), "share": self.validation_fraction, "reason": foreign(error)}
            raise DataError("boosting.too_few_to_hold_out", estimator=type(self).__name__, **facts) from error
        apart, apart_X = take_targets(loss, held), X[held]
        return (
            X[train],
            take_targets(loss, train),
            labels[train],
            HeldOut(
                apart_X.values() if isinstance(apart_X, ScanColumns) else apart_X,
                apart.y,
                apart.w,
                labels[held],
            ),
        )

    def _cut_bins(self, X: Array | ScanColumns, sizes: Array, loss: Loss, seed: int) -> ColumnBins:
        w = loss.w if loss.w.size else None
        sample = draw_sample(len(X), w, check_random_state(seed))
        if isinstance(X, ScanColumns):
            return X.cut_bins(w, int(self.max_bins), sample)
        return find_bins(X, sizes, w, int(self.max_bins), sample, self.n_jobs)

    def _setting_for_memory(self) -> str | None:
        return setting_for_memory(self)

    def _scores_at(self, start: BoostedTrees, X: Array | ScanColumns, loss: Loss, unit: int) -> Array:
        """Scores (trees, n) of the model that rounds are added to, in the unit of the loss."""
        return np.ascontiguousarray(np.ldexp(self._sum_trees(start, X), unit).T)

    def _scored(self, held: HeldOut, loss: Loss, start: BoostedTrees, unit: int) -> ScoredRows:
        apart = loss._replace(y=held.y, w=held.w)
        return ScoredRows(held.X, apart, held.labels, self._scores_at(start, held.X, apart, unit))

    def _directions(self, p: int, nominal: Array, scores: int) -> Array:
        names = getattr(self, "feature_names_in_", None)
        return monotone_directions(self, p, names, nominal, scores)

    def _loss_of(self, labels: Array, w: Array | None) -> tuple[Loss, int]:
        """The loss of rows with these codes of classes, or targets (times 2^unit in it), and the unit."""
        raise NotImplementedError

    def _targets_of(self, labels: Array) -> Array:
        """What a metric takes for true: labels, from their codes, or targets."""
        return labels

    # --- the fitted rounds

    def _keep(self, model: BoostedTrees) -> None:
        self.model_ = model
        self._packed = pack_trees(model)
        self.n_trees_per_iteration_ = model.trees
        self.train_score_, self.validation_score_ = model.train_score, model.validation_score
        self.is_categorical_ = model.sizes > 0 if model.sizes.any() else None
        if "do_early_stopping_" not in self.__dict__:
            self.do_early_stopping_ = len(model.train_score) > 0

    def _check_model(self, model: BoostedTrees) -> None:
        check_trees(model, self.n_features_in_, len(model.baseline))

    @property
    def n_iter_(self) -> int:
        """Number of rounds."""
        return self.model_.rounds

    @property
    def rounds_(self) -> list[BoostingRound]:
        """Of each round the leaves, the depth, the gain and the scores."""
        return read_rounds(self.model_)

    @property
    def feature_importances_(self) -> Array:
        """Share (p,) of each column in the gains of all splits."""
        return gain_shares(self.model_)

    def _check_X(self, X: MatrixLike) -> Array:
        return np.asarray(X) if self.__dict__.get("_coded_rows") else super()._check_X(X)

    def _raw(self, X: MatrixLike) -> Array:
        """Scores (n, trees)."""
        fixed: Array | None = self.__dict__.get("_fixed_scores")
        if fixed is not None:
            return fixed
        X = self._check_X(X)
        return self._sum_trees(self.model_, X)

    def _sum_trees(self, model: BoostedTrees, X: Array | ScanColumns) -> Array:
        scores = np.repeat(model.baseline[None], len(X), axis=0)
        if isinstance(X, ScanColumns):  # no trees yet: a warm start takes rows in memory
            return scores
        packed = self._packed if model is self.__dict__.get("model_") else pack_trees(model)
        if model.trees:
            add_scores(packed, X, 0, len(packed.roots), scores, self.n_jobs)
        return scores

    def _staged_raw(self, X: MatrixLike) -> Iterator[Array]:
        """Scores (n, trees) after each round."""
        X = self._check_X(X)
        model = self.model_
        scores = np.repeat(model.baseline[None], len(X), axis=0)
        for r in range(model.rounds):
            add_scores(self._packed, X, r * model.trees, (r + 1) * model.trees, scores, self.n_jobs)
            yield scores.copy()
