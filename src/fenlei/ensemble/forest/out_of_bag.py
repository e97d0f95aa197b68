"""The answers of the trees of a forest on the rows that they were not grown on."""

from __future__ import annotations

from collections.abc import Iterator

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.ensemble.forest.permutation import PermutationImportances
from fenlei.ensemble.forest.walk import ReachedLeaves, reached_leaves
from fenlei.ensemble.out_of_bag import OutOfBagErrors
from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks


class ForestErrors(PermutationImportances, OutOfBagErrors):
    """A forest that knows which rows each of its trees was grown on."""

    def _votes_hard(self) -> bool:
        """Whether a tree gives one vote, not its shares of the classes."""
        return False

    def _oob_rows(self, X: MatrixLike, y: ArrayLike) -> tuple[Array, Array]:
        coded, truth = self._check_X(X), self._truth(y)  # type: ignore[attr-defined]
        self._refuse_other_rows(coded, truth)
        return coded, truth

    def _oob_answers(self, X: Array) -> Iterator[tuple[Array, Array]]:
        def task(t: int, _: int) -> ReachedLeaves:
            rows, tree = self._out_of_bag(self._drawn.seeds[t]), self._layouts.tree(t)
            return reached_leaves(tree, self._counts_classes(), X, rows, self._votes_hard())

        blocks = [(t, t + 1) for t in range(len(self._drawn.seeds))]
        for reached in map_blocks(task, blocks, self.n_jobs):
            yield reached.answers()
