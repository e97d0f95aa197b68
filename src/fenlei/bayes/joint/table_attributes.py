"""The probability tables as attributes of a joint Bayes classifier, made when they are asked for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.bayes.joint import probability_tables
from fenlei.bayes.joint.cell_densities import all_classes, cell_shares, normal_densities
from fenlei.bayes.joint.cell_gaussians import divided, variances
from fenlei.bayes.joint.joint_model import Domain, JointModel
from fenlei.bayes.joint.probability_tables import CellFacts, ColumnWords
from fenlei.bayes.joint.scores import JointScorer, cell_scores, find_cells
from fenlei.contract.estimator import require_fit
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.parameters import one_of
from fenlei.stats.cell_pairs import ColumnKinds
from fenlei.stats.cells import CellMoments
from fenlei.table.frames import CategoryCoding

MOST_LISTED = 10_000  # combinations; of more than these, only the occupied cells are listed


class JointTables:
    """Tables over the cells, from the fitted model and its summary."""

    model_: JointModel
    summary_: CellMoments
    coding_: CategoryCoding
    classes_: Array
    small_cells: str
    _check_X: Callable[..., Array]
    _scorer: JointScorer

    @property
    def _columns(self) -> ColumnKinds:
        raise NotImplementedError

    @property
    def cells_(self) -> Array:
        model = self.model_
        if math.prod(Domain(model.n_categories, model.has_missing).sizes) > MOST_LISTED:
            return model.cells
        codes = (
            range(-int(missing), m) for m, missing in zip(model.n_categories, model.has_missing, strict=True)
        )
        every = list(itertools.product(*codes))
        return np.array(every, np.int32).reshape(len(every), len(model.n_categories))

    @property
    def count_(self) -> Array:
        return self._cell_facts().counts

    @property
    def conditional_(self) -> Array:
        return probability_tables.conditional(self._cell_facts())

    @property
    def joint_(self) -> Array:
        return probability_tables.joint(self._cell_facts())

    @property
    def evidence_(self) -> Array:
        return self.joint_.sum(axis=1)

    @property
    def cell_means_(self) -> Array:
        return self._cell_facts().mean[:, :-1]

    @property
    def cell_variances_(self) -> Array:
        return self._cell_facts().variance[:, :-1]

    @property
    def posterior_(self) -> Array:
        return self._cell_facts().posterior

    def table(
        self, kind: str, lang: str = "en", order: dict[str, Sequence[str]] | None = None
    ) -> probability_tables.ProbabilityTable:
        """A probability table of the nominal columns; `str` gives it as the book prints it.

        Parameters
        ----------
        kind : {"prior", "evidence", "conditional", "joint", "posterior"}
        lang : {"en", "zh"}
        order : dict of name: values, default=None
            Order of the categories of a nominal column, by the column's name, and of the classes, by the
            target's name; those that are not named follow. None: sorted. Unknown names and values are
            refused.

        Returns
        -------
        ProbabilityTable
            With `title`, `header` and `rows`; probabilities convert by `float`.
        """
        require_fit(self)
        return self._table(kind, lang, order, None)

    def _table(
        self, kind: str, lang: str, order: dict[str, Sequence[str]] | None, columns: ColumnWords | None
    ) -> probability_tables.ProbabilityTable:
        """`table`, with names and categories of the columns from a schema where the rows came as codes."""
        for name, value, accepted in (
            ("kind", kind, probability_tables.KINDS),
            ("lang", lang, tuple(probability_tables.WORDS)),
        ):
            if value not in accepted:
                facts = {"name": name, "value": value, "accepted": one_of(*accepted).text}
                raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        return probability_tables.probability_table(kind, lang, self._cell_facts(columns), order or {})

    def table_density(self, X: MatrixLike) -> Array:
        """P(x1, x2) = P(x1) p(x2 | x1) (n,) as the "evidence" table has it, all classes together.

        The probability of a row's cell times one normal density for the cell, with the mean and variance of
        the table (table 3-6 of source 000). `log_density` is another estimate of the same density: the
        mixture Σ_k P(k) p(x | k) of the classes' own normals, which Bayes' formula divides by. Without
        numeric columns both are P(x).

        Parameters
        ----------
        X : array-like of shape (n, p)

        Returns
        -------
        ndarray of shape (n,)
            Where the rows of a cell have no covariance of full rank, `small_cells` decides, as it does for
            the classes; a cell without rows has the mean and covariance of all rows.

        Examples
        --------
        A sour-sweet apple of 200 g: 0.7 N(200 | 208.6, 1298) by the table, less by the mixture:

        >>> from fenlei import BayesClassifier, load
        >>> apples = load("apples")
        >>> rows = apples.table.arrow.select(["taste", "weight"]).to_pandas()
        >>> model = BayesClassifier(alpha=0).fit(rows, apples.y)
        >>> model.table_density(rows.iloc[6:7]).round(5), np.exp(model.log_density(rows.iloc[6:7])).round(5)
        (array([0.00754]), array([0.00549]))
        """
        rows = self._check_X(X)
        columns = self._columns
        found = find_cells(rows, columns.nominal, self._scorer.lookup)
        Z = np.asarray(rows[:, columns.numeric], dtype=np.float64)
        if np.isnan(Z).any():
            raise DataError("cells.complete_rows", count=int(np.isnan(Z).any(axis=1).sum()))
        shares = cell_shares(self.model_)[found]
        if Z.shape[1] == 0:
            return shares
        return shares * normal_densities(Z, found, all_classes(self.summary_, self.small_cells))

    def _column_words(self) -> ColumnWords:
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(len(self.coding_.categorical))])
        return ColumnWords([str(name) for name in names], self.coding_.categories)

    def _cell_facts(self, columns: ColumnWords | None = None) -> CellFacts:
        model, listed = self.model_, self.cells_
        position, posterior = self._looked_up(listed)
        count = np.zeros((len(listed), len(self.classes_)))
        count[position, model.label] = self.summary_.weight
        columns = columns or self._column_words()
        nominal = [j for j, is_one in enumerate(self.coding_.categorical) if is_one]
        return CellFacts(
            names=[columns.names[j] for j in nominal],
            numeric=[name for j, name in enumerate(columns.names) if j not in nominal],
            classes=[str(label) for label in self.classes_],
            words=lambda j, code: columns.word(nominal[j], code),
            cells=listed,
            counts=count,
            class_count=model.class_count,
            prior=model.prior,
            estimated=getattr(self, "priors", None) is None,
            alpha=float(getattr(self, "alpha", 0.0)),
            n_cells=float(math.prod(Domain(model.n_categories, model.has_missing).sizes)),
            posterior=posterior,
            **self._cell_moments(position, len(listed)),
        )

    def _looked_up(self, listed: Array) -> tuple[Array, Array]:
        """Where the pairs' cells stand in the list, (r,), and the posteriors of the listed cells."""
        codes, ready = np.where(listed < 0, np.nan, listed), self._scorer
        nominal, scores = np.arange(listed.shape[1]), np.empty((len(listed), len(self.classes_)))
        found = find_cells(codes, nominal, ready.lookup)
        cell_scores(codes, nominal, ready, found, scores)
        scores[np.isneginf(scores).all(axis=1)] = ready.scores.log_prior
        in_list = np.zeros(len(self.model_.cells), np.int64)
        in_list[found[found >= 0]] = np.flatnonzero(found >= 0)
        return np.repeat(in_list, np.diff(self.model_.start)), softmax(scores)

    def _cell_moments(self, position: Array, C: int) -> dict[str, Array]:
        """Mean and variance of the numeric columns in each cell, by class and over all classes."""
        summary, K = self.summary_, len(self.classes_)
        g = summary.mean.shape[1]
        mean, variance = np.full((C, K + 1, g), np.nan), np.full((C, K + 1, g), np.nan)
        seen = summary.complete > 0
        at, label, n = position[seen], summary.label[seen], summary.complete[seen]
        mean[at, label] = summary.mean[seen]
        variance[at, label] = variances(divided(summary.scatter[seen], n))
        total = np.bincount(at, n, C)
        total = np.where(total > 0, total, np.nan)
        for j in range(g):
            mean[:, K, j] = np.bincount(at, n * summary.mean[seen, j], C) / total
            spread = variance[at, label, j] + (summary.mean[seen, j] - mean[at, K, j]) ** 2
            variance[:, K, j] = np.bincount(at, n * spread, C) / total
        return {"mean": mean, "variance": variance}
