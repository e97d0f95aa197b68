"""`exercise`: draw until there is one that is neither degenerate nor unwieldy."""

from __future__ import annotations

import difflib
from numbers import Integral
from typing import Literal

from fenlei.errors import UsageError
from fenlei.exercises.asking import ExerciseKind, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families import (
    bayes,
    boosting,
    linear,
    neighbors,
    pruning,
    scores,
    structure,
    svm,
    trees,
)
from fenlei.exercises.sheet import Exercise
from fenlei.exercises.texts import text
from fenlei.messages import listed

MOST_DRAWS = 20_000

KINDS: dict[str, ExerciseKind] = {
    "joint_bayes": ExerciseKind(bayes.joint, 6, 10, 20),
    "naive_bayes": ExerciseKind(bayes.naive, 6, 10, 20),
    "minimum_risk": ExerciseKind(bayes.minimum_risk, 6, 10, 20),
    "perceptron": ExerciseKind(linear.perceptron, 3, 4, 8),
    "logistic": ExerciseKind(linear.newton_step, 4, 6, 12),
    "fisher": ExerciseKind(linear.fisher, 6, 6, 12),
    "svm": ExerciseKind(svm.maximal_margin, 3, 4, 7),
    "id3": ExerciseKind(trees.id3, 6, 8, 14),
    "c45": ExerciseKind(trees.c45, 6, 8, 14),
    "cart": ExerciseKind(trees.cart, 5, 6, 12),
    "pruning": ExerciseKind(pruning.reduced_error, 6, 8, 14),
    "adaboost": ExerciseKind(boosting.adaboost, 6, 8, 12),
    "knn": ExerciseKind(neighbors.k_neighbors, 5, 8, 16),
    "kmeans": ExerciseKind(structure.kmeans, 5, 6, 10),
    "linkage": ExerciseKind(structure.linkage, 4, 5, 6),
    "em": ExerciseKind(structure.coins, 6, 10, 16),
    "pca": ExerciseKind(structure.components, 4, 5, 8),
    "precision_recall": ExerciseKind(scores.precision_recall, 6, 8, 14),
    "roc": ExerciseKind(scores.roc, 6, 8, 14),
}


def exercise_kinds(lang: str = "en") -> dict[str, str]:
    """The kinds of exercises by name, each with its title.

    Examples
    --------
    >>> from fenlei.exercises import exercise_kinds
    >>> exercise_kinds()["id3"]
    'A decision tree by ID3'
    """
    _check_lang(lang)
    return {kind: text(f"{kind}.title", lang) for kind in KINDS}


def exercise(
    kind: str, rows: int | None = None, seed: int = 0, *, lang: Literal["en", "zh"] | str = "en"
) -> Exercise:
    """An exercise for a class: a small table, questions, and the answers with the full working.

    Parameters
    ----------
    kind : str
        One of `exercise_kinds`.
    rows : int, optional
        Rows of its table; each kind has a usual number.
    seed : int, default=0
        The same kind, rows and seed give the same exercise on any machine, in both languages.
    lang : {"en", "zh"}, default="en"

    Returns
    -------
    Exercise
        Printable; `to_html`, `to_latex` and `to_text` give the sheet, and with `answers=True` the answers.

    Raises
    ------
    UsageError
        If there is no such kind, or if the table cannot have so many rows.

    Examples
    --------
    >>> from fenlei import exercise
    >>> sheet = exercise("perceptron", seed=3)
    >>> print(sheet)  # doctest: +ELLIPSIS
    The perceptron's updates
    ...
    >>> exercise("perceptron", seed=3) == sheet
    True
    """
    _check_lang(lang)
    known = KINDS.get(_check_kind(kind))
    assert known is not None
    n, seed = _check_rows(kind, known, rows), _check_seed(seed)
    draws, terms = Draws(kind, n, seed), SheetTerms(kind, lang)
    for _ in range(MOST_DRAWS):
        drawn = known.make(draws, n, terms)
        if drawn is not None:
            title, says = terms.say(f"{kind}.title"), terms.say(f"{kind}.says", **drawn.facts)
            return Exercise(kind, n, seed, lang, title, says, *drawn[:4])
    raise UsageError("exercise.none", kind=kind, rows=n, usual=known.usual)


def _check_kind(kind: object) -> str:
    if isinstance(kind, str) and kind in KINDS:
        return kind
    near = difflib.get_close_matches(str(kind)[:100].lower().replace("-", "_"), KINDS, n=1, cutoff=0.5)
    accepted = listed(*KINDS)
    if near:
        raise UsageError("exercise.kind_near", kind=kind, nearest=near[0], accepted=accepted)
    raise UsageError("exercise.kind", kind=kind, accepted=accepted)


def _check_rows(kind: str, known: ExerciseKind, rows: object) -> int:
    if rows is None:
        return known.usual
    is_whole = isinstance(rows, Integral) and not isinstance(rows, bool)
    if not is_whole or not known.least <= int(rows) <= known.most:  # type: ignore[call-overload]
        raise UsageError("exercise.rows", kind=kind, rows=rows, least=known.least, most=known.most)
    return int(rows)  # type: ignore[call-overload]


def _check_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, Integral) or int(seed) < 0:
        raise UsageError("exercise.seed", seed=seed)
    return int(seed)


def _check_lang(lang: object) -> None:
    if lang not in ("en", "zh"):
        raise UsageError("exercise.lang", lang=lang)
