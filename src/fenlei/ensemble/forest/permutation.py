"""Importance of each feature by permutation: what is lost out of bag when its values are shuffled.

A tree predicts the rows it was not grown on, as they are and with the values of one feature shuffled among
them; the mean over trees of what the score falls by is the importance.
Reference: Breiman, Random forests, Machine Learning 45 (2001), section 10.
"""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.ensemble.forest.walk import ForestLayouts, pack, sum_answers
from fenlei.ensemble.sampling import DrawnRows, Sampling
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks


class PermutationImportances:
    """A forest that knows which rows each of its trees was grown on."""

    n_jobs: int | None
    _layouts: ForestLayouts
    _drawn: DrawnRows

    def _sampling(self) -> Sampling:
        """How the rows of `fit` were drawn."""
        raise NotImplementedError

    def _out_of_bag(self, seed: np.uint64) -> Array:
        """Rows that the tree of a seed was not grown on."""
        raise NotImplementedError

    def _counts_classes(self) -> bool:
        """Whether leaves hold class weights."""
        raise NotImplementedError

    def permutation_importances(
        self, X: MatrixLike, y: ArrayLike, *, random_state: RandomState = None
    ) -> Array:
        """Loss of score (p,) out of bag when a feature is shuffled, the mean over trees.

        X and y are the rows of `fit`. A tree predicts the rows it was not grown on, as they are and with the
        values of one feature shuffled among them; the accuracy, or minus the mean squared error, falls by
        what is returned (Breiman 2001, section 10).
        """
        coded = self._check_X(X)  # type: ignore[attr-defined]
        truth = self._truth(y)
        self._refuse_other_rows(coded, truth)
        seed = int(check_random_state(random_state).randint(2**31 - 1))

        def task(t: int, _: int) -> Array:
            return self._losses(t, coded, truth, np.random.default_rng([seed, t]))

        blocks = [(t, t + 1) for t in range(len(self._drawn.seeds))]
        return np.sum(list(map_blocks(task, blocks, self.n_jobs)), axis=0) / len(blocks)

    def _losses(self, t: int, X: Array, truth: Array, rng: np.random.Generator) -> Array:
        """Loss of score of tree t when each feature is shuffled."""
        rows, tree = np.sort(self._out_of_bag(self._drawn.seeds[t])), self._layouts.tree(t)
        packed, X, truth = pack(tree, self._counts_classes()), X[rows], truth[rows]
        loss = np.zeros(X.shape[1])
        if len(rows) == 0:
            return loss
        before = self._tree_score(sum_answers(packed, X), truth)
        for j in np.unique(tree.feature):
            if j >= 0:
                kept = X[:, j].copy()
                X[:, j] = rng.permutation(kept)
                loss[j] = before - self._tree_score(sum_answers(packed, X), truth)
                X[:, j] = kept
        return loss

    def _refuse_other_rows(self, X: Array, truth: Array) -> None:
        """Raise UsageError if these cannot be the rows of `fit`."""
        self._sampling()
        if not len(X) == len(truth) == self._drawn.rows:
            raise UsageError("ensemble.loaded", estimator=type(self).__name__)

    def _truth(self, y: ArrayLike) -> Array:
        """Class codes or targets."""
        raise NotImplementedError

    def _tree_score(self, answers: Array, truth: Array) -> float:
        """Score of the answers (n, K) of one tree; larger is better."""
        raise NotImplementedError
