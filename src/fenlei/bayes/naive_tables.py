r"""The probability tables of a naive Bayes classifier, as plain rows and as text.

Each feature has a table of its own, P(x_j | k); the tables over all combinations of categories follow by
multiplication, and have the form of those of the joint classifier:

    P(X | k) = Π_j P(x_j | k),   P(X, k) = π_k P(X | k),   P(X) = Σ_k P(X, k),   P(k | X) = P(X, k) / P(X)

X the nominal features; normal features add their mean and variance in each class.

Reference: source 000, section 3.1.2, equations 3-6 to 3-9, and discussion 2; tables 3-2 to 3-7 beside them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.bayes.joint.probability_tables import (
    KINDS,
    WORDS,
    CellFacts,
    ColumnWords,
    ProbabilityTable,
    Ratio,
    cell_columns,
    in_order,
    prior_rows,
)
from fenlei.contract.estimator import require_fit
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.parameters import one_of

if TYPE_CHECKING:
    from fenlei.bayes.categorical_nb import CategoricalNBModel

MOST_LISTED = 10_000  # combinations of categories that a table lists
NAIVE_KINDS = ("features", *KINDS)
Lines = list[tuple[str, list[Any]]]  # what a line of the table of a feature is about, and its cells by class


class NaiveParts(NamedTuple):
    """What a naive Bayes classifier knows of its features, by their positions."""

    tables: Any  # CategoricalNBModel of the nominal features, or None
    nominal: Any  # (q,) positions
    alpha: Array  # (q,)
    normal: Any  # (g,) positions
    mean: Array  # (K, g)
    variance: Array  # (K, g)
    parameters: dict[int, Lines]  # of all features that are not nominal
    estimated: bool  # whether the priors are the classes' shares


class NaiveFacts(NamedTuple):
    """What the tables of a naive Bayes classifier are made of."""

    tables: Any  # CategoricalNBModel of the nominal features, or None
    alpha: Array  # (q,) smoothing of each of them
    parameters: dict[str, Lines]  # of the other features: name: lines such as ("μ", K numbers)
    order: list[str]  # all features, as in the rows
    cells: CellFacts  # `counts` holds P(X | k)


def naive_table(kind: str, lang: str, facts: NaiveFacts, order: dict[str, Sequence[str]]) -> ProbabilityTable:
    """One of the tables, in English or Chinese, with categories and classes in the given order."""
    words, cells = WORDS[lang], in_order(facts.cells, order)
    if kind == "features":
        header, rows = _features(facts, cells, words, order)
    elif kind == "prior":
        header, rows = prior_rows(cells, words)
    else:
        header, rows = _products(kind, cells, words)
    return ProbabilityTable(words[kind], tuple(header), tuple(map(tuple, rows)))


def _features(
    facts: NaiveFacts, cells: CellFacts, words: dict[str, str], order: dict[str, Sequence[str]]
) -> tuple[list[str], list[list[object]]]:
    """Each feature by itself: its categories with counts and probabilities, or its parameters."""
    header = [words["feature"], words["value"]]
    for name in cells.classes:
        header += [words["count"], f"P(x|{name})"]
    turn = [list(facts.cells.classes).index(name) for name in cells.classes]
    rows = []
    for name in facts.order:
        lines = facts.parameters.get(name) or _categories(facts, name, order)
        for what, values in lines:
            rows.append([name, what, *(part for k in turn for part in values[k])])
    return header, rows


def _categories(facts: NaiveFacts, name: str, order: dict[str, Sequence[str]]) -> Lines:
    """(count, P(v | k)) of the categories of a nominal feature, those that are named first."""
    j = list(facts.cells.names).index(name)
    start, stop = facts.tables.offset[j], facts.tables.offset[j + 1]
    counts, a = facts.tables.category_count[:, start:stop], float(facts.alpha[j])
    total = counts.sum(axis=1) + a * (stop - start)
    texts = [str(facts.cells.words(j, code)) for code in range(stop - start)]
    rank = {text: i for i, text in enumerate(map(str, order.get(name, ())))}
    codes = sorted(range(len(texts)), key=lambda v: (rank.get(texts[v], len(rank)), v))
    pairs = list(zip(counts, total, strict=True))
    return [(texts[v], [(_number(c[v]), Ratio(float(c[v] + a), float(n))) for c, n in pairs]) for v in codes]


def _products(kind: str, cells: CellFacts, words: dict[str, str]) -> tuple[list[str], list[list[object]]]:
    """The tables over all combinations of categories."""
    header, rows = cell_columns(cells, words)
    joint = cells.counts * cells.prior
    evidence = joint.sum(axis=1)
    if kind == "evidence":
        for row, p in zip(rows, evidence, strict=True):
            row.append(Ratio(float(p), 1.0))
        return [*header, "P(X)"], rows
    shares = joint / np.where(evidence > 0, evidence, 1.0)[:, None]
    posterior = np.where(evidence[:, None] > 0, shares, cells.prior)
    values, form = {
        "conditional": (cells.counts, "P(X|{})"),
        "joint": (joint, "P(X,{})"),
        "posterior": (posterior, "P({}|X)"),
    }[kind]
    for k, name in enumerate(cells.classes):
        header.append(form.format(name))
        moments = [(s, v[0, k]) for s, v in (("μ", cells.mean), ("σ²", cells.variance))]
        named = [
            (sign if len(cells.numeric) == 1 else f"{sign} {column}", float(value[j]))
            for j, column in enumerate(cells.numeric)
            for sign, value in moments
        ]
        header += [sign for sign, _ in named] if kind == "conditional" else []
        for row, p in zip(rows, values[:, k], strict=True):
            row.append(Ratio(float(p), 1.0))
            row += [value for _, value in named] if kind == "conditional" else []
    return header, rows


def product_cells(tables: CategoricalNBModel | None, K: int) -> tuple[Array, Array]:
    """All combinations of categories (C, q), and P(X | k) = Π_j P(x_j | k) (C, K)."""
    if tables is None:
        return np.empty((1, 0), np.int64), np.ones((1, K))
    sizes = np.diff(tables.offset).tolist()
    if math.prod(sizes) > MOST_LISTED:
        raise UsageError("cells.too_many", count=math.prod(sizes), most=MOST_LISTED)
    cells = np.array(list(itertools.product(*map(range, sizes))), np.int64).reshape(-1, len(sizes))
    log_p = tables.feature_log_prob[:, cells + tables.offset[:-1]].sum(axis=2)
    return cells, np.exp(log_p).T


def _number(value: float) -> float | int:
    return int(value) if float(value).is_integer() else float(value)


def every_category(tables: CategoricalNBModel) -> Array:
    """Codes (M, q) in which each category of each column occurs, without the combinations."""
    sizes = np.diff(tables.offset)
    return np.minimum(np.arange(max(sizes.max(initial=1), 1))[:, None], np.maximum(sizes - 1, 0))


class NaiveTables:
    """`table` of a naive Bayes classifier; a subclass gives `_naive_facts`."""

    model_: Any
    classes_: Array
    coding_: Any
    _class_priors: Callable[[], Array]

    def table(
        self, kind: str, lang: str = "en", order: dict[str, Sequence[str]] | None = None
    ) -> ProbabilityTable:
        """A probability table of the features; `str` gives it as the book prints it.

        Parameters
        ----------
        kind : {"features", "prior", "evidence", "conditional", "joint", "posterior"}
            "features" has each feature by itself, P(x_j | k) with counts, and the parameters of numeric
            ones; the last four are over all combinations of categories, by multiplication.
        lang : {"en", "zh"}
        order : dict of name: values, default=None
            Order of the categories of a nominal column, by the column's name, and of the classes, by the
            target's name; those that are not named follow. None: sorted.

        Returns
        -------
        ProbabilityTable
            With `title`, `header` and `rows`; probabilities convert by `float`.
        """
        require_fit(self)
        return self._table(kind, lang, order, None)

    def _table(
        self, kind: str, lang: str, order: dict[str, Sequence[str]] | None, columns: ColumnWords | None
    ) -> ProbabilityTable:
        """`table`, with names and categories of the columns from a schema where the rows came as codes."""
        for name, value, accepted in (("kind", kind, NAIVE_KINDS), ("lang", lang, tuple(WORDS))):
            if value not in accepted:
                facts = {"name": name, "value": value, "accepted": one_of(*accepted).text}
                raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        return naive_table(kind, lang, self._naive_facts(columns or self._column_words(), kind), order or {})

    def _column_words(self) -> ColumnWords:
        p = int(getattr(self, "n_features_in_", 0))
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(p)])
        categories = (None,) * p if self.coding_ is None else self.coding_.categories
        return ColumnWords([str(name) for name in names], categories)

    def _parts(self) -> NaiveParts:
        """The tables of the nominal features and the parameters of the others."""
        raise NotImplementedError

    def _naive_facts(self, columns: ColumnWords, kind: str) -> NaiveFacts:
        parts, K = self._parts(), len(self.classes_)
        if kind in ("features", "prior") and parts.tables is not None:
            listed = every_category(parts.tables)
            products = np.zeros((len(listed), K))
        else:
            listed, products = product_cells(parts.tables, K)
        g, C = len(parts.normal), len(listed)
        moments = np.full((2, K + 1, g), np.nan)
        moments[0, :K], moments[1, :K] = parts.mean, parts.variance
        cells = CellFacts(
            names=[columns.names[j] for j in parts.nominal],
            numeric=[columns.names[j] for j in parts.normal],
            classes=[str(label) for label in self.classes_],
            words=lambda j, code: columns.word(parts.nominal[j], code),
            cells=listed,
            counts=products,
            class_count=self.model_.class_count,
            prior=self._class_priors(),
            estimated=parts.estimated,
            alpha=0.0,
            n_cells=float(C),
            posterior=np.zeros((C, K)),
            mean=np.broadcast_to(moments[0], (C, K + 1, g)),
            variance=np.broadcast_to(moments[1], (C, K + 1, g)),
        )
        named = {columns.names[j]: lines for j, lines in parts.parameters.items()}
        return NaiveFacts(parts.tables, parts.alpha, named, list(columns.names), cells)
