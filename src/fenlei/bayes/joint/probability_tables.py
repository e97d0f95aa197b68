"""The probability tables of a joint Bayes classifier, as plain rows and as text.

A table lists the cells, zeros included, with their counts and probabilities: the whole sample (tables 3-2,
3-4 and 3-6 of source 000), each class (tables 3-3, 3-5 and 3-7), the joint scores of equation 3-4 and the
posteriors of equation 3-1. Where a probability is a fraction of counts it is shown as that, not reduced:
4/6, 0/4. Numeric columns add the mean and the variance (maximum likelihood, divisor n) of the rows in the
cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import listed
from fenlei.text_table import aligned, column_widths

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike

KINDS = ("prior", "evidence", "conditional", "joint", "posterior")
WORDS = {
    "en": {
        "prior": "Prior probabilities P(Y)",
        "evidence": "Probabilities of the features P(X)",
        "conditional": "Probabilities of the features in each class P(X|Y)",
        "joint": "Joint probabilities P(X,Y)",
        "posterior": "Posterior probabilities P(Y|X)",
        "class": "class",
        "features": "Probabilities of each feature in each class P(x|Y)",
        "feature": "feature",
        "value": "value",
        "count": "count",
        "missing": "missing",
    },
    "zh": {
        "prior": "先验概率 P(Y)",
        "evidence": "特征概率 P(X)",
        "conditional": "各类别的特征条件概率 P(X|Y)",
        "joint": "联合概率 P(X,Y)",
        "posterior": "后验概率 P(Y|X)",
        "class": "类别",
        "features": "各特征的条件概率 P(x|Y)",
        "feature": "特征",
        "value": "取值",
        "count": "样本数",
        "missing": "缺失",
    },
}


class Ratio(NamedTuple):
    """A probability as the fraction that it was computed from."""

    numerator: float
    denominator: float

    def __float__(self) -> float:
        return float(self.numerator / self.denominator) if self.denominator else float("nan")

    def __str__(self) -> str:
        if all(float(part).is_integer() and part < 1e6 for part in self) and self.denominator > 1:
            return f"{self.numerator:.0f}/{self.denominator:.0f}"
        return f"{float(self):.6g}"


@dataclass(frozen=True)
class ProbabilityTable:
    """A table with a title; `str` sets it in columns."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Title, header and rows as plain JSON values; probabilities as numbers."""
        rows = [[float(value) if isinstance(value, Ratio) else value for value in row] for row in self.rows]
        return {"title": self.title, "header": list(self.header), "rows": rows}

    def __str__(self) -> str:
        lines = [self.header, *(tuple(map(_shown, row)) for row in self.rows)]
        rule = ["-" * width for width in column_widths(lines)]
        return "\n".join([self.title, *aligned([lines[0], rule, *lines[1:]])])


class ColumnWords(NamedTuple):
    """How the columns and their categories are called."""

    names: Sequence[str]  # (p,)
    categories: Sequence[Sequence[str] | None]  # (p,) in the order of their codes; None: codes or numbers

    def word(self, j: int, code: int) -> str | None:
        """Category of a code of column j, None if missing."""
        known = self.categories[j]
        return None if code < 0 else str(code) if known is None or code >= len(known) else known[code]


class CellFacts(NamedTuple):
    """What the tables are made of."""

    names: Sequence[str]  # (q,) of the nominal columns
    numeric: Sequence[str]  # (g,) of the numeric columns
    classes: Sequence[str]  # (K,)
    words: Callable[[int, int], str | None]  # category of (column, code), None if missing
    cells: Array  # (C, q) codes
    counts: Array  # (C, K)
    class_count: Array  # (K,)
    prior: Array  # (K,)
    estimated: bool  # whether the priors are shares of the counts
    alpha: float
    n_cells: float  # in all, listed or not
    posterior: Array  # (C, K)
    mean: Array  # (C, K + 1, g), the last over all classes; NaN where there are no rows
    variance: Array  # (C, K + 1, g)


def probability_table(
    kind: str, lang: str, facts: CellFacts, order: dict[str, Sequence[str]]
) -> ProbabilityTable:
    """One of the tables, in English or Chinese, with categories and classes in the given order."""
    words, facts = WORDS[lang], in_order(facts, order)
    header, rows = {
        "prior": prior_rows,
        "evidence": _evidence,
        "conditional": _conditional,
        "joint": _joint,
        "posterior": _posterior,
    }[kind](facts, words)
    return ProbabilityTable(words[kind], tuple(header), tuple(map(tuple, rows)))


def check_order(facts: CellFacts, order: dict[str, Sequence[str]]) -> None:
    """Refuse what is neither a nominal column nor, by its values, the target; and unknown values."""
    targets = [name for name in order if name not in facts.names]
    for name, wanted in order.items():
        texts = [str(value) for value in wanted]
        if name in facts.names:
            j = list(facts.names).index(name)
            known = {word for code in set(facts.cells[:, j].tolist()) if (word := facts.words(j, code))}
        else:
            known = set(facts.classes)
            if name in facts.numeric or name in targets[1:] or not known.issuperset(texts):
                names, classes = listed(*facts.names), listed(*facts.classes)
                raise UsageError("cells.order_name", name=name, names=names, classes=classes)
        unknown = [text for text in texts if text not in known]
        if unknown or len(set(texts)) < len(texts):
            value = (unknown or texts)[0]
            raise UsageError("cells.order_value", name=name, value=value, known=listed(*sorted(known)))


def _classes_in_order(facts: CellFacts, order: dict[str, Sequence[str]]) -> CellFacts:
    """The classes in the order of the one name that is no column; those that are not named come last."""
    wanted = [str(label) for name, labels in order.items() if name not in facts.names for label in labels]
    rest = [label for label in facts.classes if label not in wanted]
    position = [list(facts.classes).index(label) for label in [*wanted, *rest]]
    every = [*position, len(position)]
    return facts._replace(
        classes=[facts.classes[k] for k in position],
        counts=facts.counts[:, position],
        class_count=facts.class_count[position],
        prior=facts.prior[position],
        posterior=facts.posterior[:, position],
        mean=facts.mean[:, every],
        variance=facts.variance[:, every],
    )


def in_order(facts: CellFacts, order: dict[str, Sequence[str]]) -> CellFacts:
    """Cells and classes in the given order, which is checked."""
    check_order(facts, order)
    return _cells_in_order(_classes_in_order(facts, order), order)


def _cells_in_order(facts: CellFacts, order: dict[str, Sequence[str]]) -> CellFacts:
    """The cells in the order of their categories; those that are not named come last, by their codes."""

    def rank(cell: list[int]) -> list[tuple[int, int]]:
        wanted = [list(map(str, order.get(name, ()))) for name in facts.names]
        texts = [facts.words(j, code) for j, code in enumerate(cell)]
        return [
            (names.index(text) if text in names else len(names), code)
            for names, text, code in zip(wanted, texts, cell, strict=True)
        ]

    cells = facts.cells.tolist()
    position = sorted(range(len(cells)), key=lambda i: rank(cells[i]))
    by_cell = ("cells", "counts", "posterior", "mean", "variance")
    return facts._replace(**{name: getattr(facts, name)[position] for name in by_cell})


ColumnKinds = tuple[list[str], list[list[Any]]]


def prior_rows(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    n = facts.class_count.sum()
    shares = _ratios(facts.class_count, n) if facts.estimated else _ratios(facts.prior, 1.0)
    counts = map(_number, facts.class_count)
    return [words["class"], words["count"], "P(Y)"], _zipped(facts.classes, counts, shares)


def _evidence(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    total = facts.counts.sum(axis=1)
    exact = facts.alpha == 0 and facts.estimated
    shares = (
        _ratios(total, facts.class_count.sum()) if exact else _ratios(conditional(facts) @ facts.prior, 1.0)
    )
    header, rows = cell_columns(facts, words)
    _append(rows, map(_number, total), shares, *_moments(facts, -1))
    return [*header, words["count"], "P(X)", *_moment_names(facts)], rows


def _conditional(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    header, rows = cell_columns(facts, words)
    for k, name in enumerate(facts.classes):
        count = facts.counts[:, k]
        shares = _ratios(count + facts.alpha, facts.class_count[k] + facts.alpha * facts.n_cells)
        _append(rows, map(_number, count), shares, *_moments(facts, k))
        header += [words["count"], f"P(X|{name})", *_moment_names(facts)]
    return header, rows


def _joint(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    header, rows = cell_columns(facts, words)
    exact = facts.alpha == 0 and facts.estimated
    table, n = (facts.counts, facts.class_count.sum()) if exact else (joint(facts), 1.0)
    for k, name in enumerate(facts.classes):
        _append(rows, _ratios(table[:, k], n))
        header.append(f"P(X,{name})")
    return header, rows


def _posterior(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    header, rows = cell_columns(facts, words)
    total = facts.counts.sum(axis=1)
    exact = (total > 0) & facts.estimated & (facts.alpha == 0)
    for k, name in enumerate(facts.classes):
        share = np.where(exact, facts.counts[:, k], facts.posterior[:, k])
        _append(rows, _ratios(share, np.where(exact, total, 1.0)))
        header.append(f"P({name}|X)")
    return header, rows


def conditional(facts: CellFacts) -> Array:
    """P(X|Y), (C, K); 0 for a class without rows if α = 0."""
    denominator = facts.class_count + facts.alpha * facts.n_cells
    return (facts.counts + facts.alpha) / np.where(denominator > 0, denominator, 1.0)


def joint(facts: CellFacts) -> Array:
    """P(X,Y), (C, K)."""
    return facts.prior * conditional(facts)


# --- the parts of a table


def cell_columns(facts: CellFacts, words: dict[str, str]) -> ColumnKinds:
    """The names of the nominal columns, and the categories of each cell."""
    rows = [
        [words["missing"] if (word := facts.words(j, code)) is None else word for j, code in enumerate(cell)]
        for cell in facts.cells.tolist()
    ]
    return list(facts.names), rows


def _moment_names(facts: CellFacts) -> list[str]:
    alone = len(facts.numeric) == 1
    return [sign if alone else f"{sign} {name}" for name in facts.numeric for sign in ("μ", "σ²")]


def _moments(facts: CellFacts, k: int) -> list[list[float | None]]:
    """Mean and variance of each numeric column in turn; None where there are no rows."""
    columns = []
    for j in range(len(facts.numeric)):
        for values in (facts.mean[:, k, j], facts.variance[:, k, j]):
            columns.append([None if np.isnan(value) else float(value) for value in values])
    return columns


def _append(rows: list[list[object]], *columns: Iterable[object]) -> None:
    for row, *values in zip(rows, *columns, strict=True):
        row += values


def _zipped(*columns: Iterable[object]) -> list[list[object]]:
    return [list(row) for row in zip(*columns, strict=True)]


def _ratios(numerator: Array, denominator: ArrayLike) -> list[Ratio]:
    pairs = np.broadcast_arrays(numerator, denominator)
    return [Ratio(a, b) for a, b in zip(*(part.tolist() for part in pairs), strict=True)]


def _number(value: float) -> float | int:
    return int(value) if float(value).is_integer() else float(value)


# --- text


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
