"""Scores of predicted labels: confusion matrix, accuracy, precision, recall, F1 (source 000, 3-54…3-56)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from fenlei.evaluate.confusion import Tally
from fenlei.evaluate.intervals import wilson
from fenlei.evaluate.precision_recall import precision_recall_fscore_support
from fenlei.evaluate.scores import accuracy_score
from fenlei.explanation.figures import Heat
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, CountRatio, Formula, Letter, Word
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

MOST_CLASSES = 6
SOURCE = "000, 3-54…3-56"
LEVEL = 0.95


class LabelPairs(NamedTuple):
    """True and predicted labels, and how often each pair occurs."""

    y: Array  # (n,)
    predicted: Array  # (n,)
    table: Tally

    @property
    def tp(self) -> Array:
        return np.diagonal(self.table.counts)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(label) for label in self.table.classes.tolist())


def label_steps(pairs: LabelPairs, positive: int | None, terms: ModelTerms) -> list[WorkingStep]:
    """The matrix, accuracy with its interval, and precision, recall and F1 of the positive class or each."""
    K = len(pairs.names)
    shown = list(range(min(K, MOST_CLASSES))) if positive is None else [positive]
    found = [_matrix_step(pairs, terms), _accuracy_step(pairs, terms), _class_step(pairs, shown, K, terms)]
    return found if positive is not None else [*found, _average_step(pairs, terms)]


# --- the matrix


def _matrix_step(pairs: LabelPairs, terms: ModelTerms) -> WorkingStep:
    counts, names = pairs.table.counts, pairs.names
    cut = slice(0, MOST_CLASSES)
    rows = [(name, *map(int, line[cut])) for name, line in zip(names[cut], counts[cut], strict=True)]
    grid = terms.grid("confusion", (terms.say("true_class"), *names[cut]), rows)
    diagonal = added([number(x) for x in pairs.tp[:9]], pairs.tp)
    right = chain(total("k", letter("n", "kk")), diagonal, float(pairs.tp.sum()))
    sentence = terms.say("confusion_sentence", right=int(pairs.tp.sum()), n=int(counts.sum()))
    values = tuple(tuple(float(x) for x in line[cut]) for line in counts[cut])
    figure = Heat(sentence, names[cut], names[cut], values)
    key = "confusion_cut" if len(names) > MOST_CLASSES else "confusion"
    return terms.step(key, [right], [grid], figure, source="000, 3.3.2", classes=len(names))


def _accuracy_step(pairs: LabelPairs, terms: ModelTerms) -> WorkingStep:
    right, n = float(pairs.tp.sum()), float(len(pairs.y))
    accuracy = accuracy_score(pairs.y, pairs.predicted)
    letters = over(total("k", letter("n", "kk")), letter("n"))
    share = chain(terms_word(terms, "accuracy"), letters, counted(right, n), accuracy)
    return terms.step("accuracy", [share, *_interval(right, n)], level=f"{LEVEL:.0%}", z=f"{_z():.6g}")


def _z() -> float:
    return float(ndtri((1 + LEVEL) / 2))


def _interval(k: float, n: float) -> list[Chain]:
    """Wilson's bounds (k + z²/2 ∓ z √(k (n - k)/n + z²/4)) / (n + z²)."""
    found, z = wilson(k, n, LEVEL), _z()
    chains = []
    for name, sign, bound in (("−", -1.0, found.low), ("+", 1.0, found.high)):
        reach = times(z, function("sqrt", plus(over(times(k, n - k), n), over(squared(z), 4.0))))
        put_in = over(
            plus(k, over(squared(z), 2.0), minus(reach) if sign < 0 else reach), plus(n, squared(z))
        )
        chains.append(chain(letter("p", "", name), put_in, bound))
    return chains


# --- precision, recall, F1


def _class_step(pairs: LabelPairs, shown: list[int], K: int, terms: ModelTerms) -> WorkingStep:
    chains: list[Chain] = []
    precision, recall, f1, _ = _by_class(pairs)
    columns, rows = pairs.table.counts.sum(axis=0), pairs.table.counts.sum(axis=1)
    for k in shown:
        name, tp = pairs.names[k], float(pairs.tp[k])
        fp, fn = float(columns[k]) - tp, float(rows[k]) - tp
        chains += [
            ratio_chain(letter("P", name), "FP", tp, fp, float(precision[k])),
            ratio_chain(letter("R", name), "FN", tp, fn, float(recall[k])),
            f1_chain(letter("F₁", name), float(precision[k]), float(recall[k]), float(f1[k])),
        ]
    return terms.step("precision_recall", chains, source=SOURCE, shown=len(shown), K=K)


def ratio_chain(name: Letter, other: str, tp: float, rest: float, result: float) -> Chain:
    """TP / (TP + FP) = 5/7; 0 by convention where nothing is counted."""
    letters = over(letter("TP"), plus(letter("TP"), letter(other)))
    if tp + rest == 0:
        return chain(name, letters, result)
    return chain(name, letters, over(tp, plus(tp, rest)), CountRatio(tp, tp + rest), result)


def f1_chain(name: Letter, P: float, R: float, result: float) -> Chain:
    """2PR / (P + R)."""
    letters = over(times(2.0, letter("P"), letter("R")), plus(letter("P"), letter("R")))
    put_in: list[Formula] = [over(times(2.0, P, R), plus(P, R))] if P + R > 0 else []
    return chain(name, letters, *put_in, result)


def _average_step(pairs: LabelPairs, terms: ModelTerms) -> WorkingStep:
    """Macro: the mean of the scores of the classes; micro: of the sums of their counts."""
    names, chains = (("P", "precision"), ("R", "recall"), ("F₁", "f1")), []
    each, K = _by_class(pairs), len(pairs.names)
    macro = precision_recall_fscore_support(pairs.y, pairs.predicted, average="macro", zero_division=0.0)
    for values, (sign, _), result in zip(each, names, macro, strict=False):
        mean = over(total("k", letter(sign, "k")), letter("K"))
        put_in = over(added([number(x) for x in values[:9]], values), float(K))
        chains.append(chain(letter(sign, terms.say("macro")), mean, put_in, float(result)))
    tp, n = float(pairs.tp.sum()), float(len(pairs.y))
    micro = precision_recall_fscore_support(pairs.y, pairs.predicted, average="micro", zero_division=0.0)
    letters = over(total("k", letter("TP", "k")), total("k", plus(letter("TP", "k"), letter("FP", "k"))))
    chains.append(chain(letter("P", terms.say("micro")), letters, counted(tp, n), float(micro[0])))
    return terms.step("averages", chains, [_class_grid(pairs, terms)], source="000, 3.3.2")


def _class_grid(pairs: LabelPairs, terms: ModelTerms) -> Grid:
    precision, recall, f1, support = _by_class(pairs)
    lines = zip(pairs.names, support.tolist(), precision, recall, f1, strict=True)
    headings = terms.words("class", "rows_of", "precision", "recall", "f1")
    return terms.grid("by_class", headings, list(lines)[:60])


def _by_class(pairs: LabelPairs) -> tuple[Array, Array, Array, Array]:
    labels = pairs.table.classes
    return precision_recall_fscore_support(pairs.y, pairs.predicted, labels=labels, zero_division=0.0)


def terms_word(terms: ModelTerms, key: str) -> Word:
    return Word(terms.say(key))
