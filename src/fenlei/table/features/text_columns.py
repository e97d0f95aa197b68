"""What a preparation learns of text columns: weights of terms, and scores by class from them.

With `texts="terms"` a text column becomes one column for each of its terms, with "scores" one for each class
(one alone of two classes, and of the numbers of a regression); those of the training rows are out of fold.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.messages import code
from fenlei.records import Field, check_offsets, check_record, refuse_record
from fenlei.table.features.linear_scores import ScoreWeights, fit_scores, out_of_fold_scores
from fenlei.table.features.term_weights import choose_terms, weighted_terms

Floats = NDArray[np.float64]


class TextModel(NamedTuple):
    """Of c text columns with t terms between them; S scores for each column, or 0."""

    offsets: Annotated[np.ndarray, Field("*", "i", low=0)]  # (c + 1,) where the terms of a column start
    terms: Annotated[np.ndarray, Field("t", "i", low=0)]  # index of each among all terms of its column
    idf: Annotated[np.ndarray, Field("t", low=1.0)]  # 1 + log((1 + n) / (1 + rows with the term))
    weights: Annotated[np.ndarray, Field("t S")]
    intercept: Annotated[np.ndarray, Field("c S")]


class TargetValues(NamedTuple):
    """What is to be predicted, as numbers."""

    Y: Floats  # (n, S) indicators of the classes, one of them for two, or numbers
    codes: NDArray[np.int64]  # (n,) of the classes, or of fifths of the numbers
    w: Floats  # (n,)


def learn_texts(
    counts: tuple[csr_matrix, ...], target: TargetValues | None
) -> tuple[TextModel, list[Floats]]:
    """The model; with a target also the out-of-fold scores of the rows that it is learnt from."""
    offsets, scores = [0], []
    terms: list[np.ndarray] = []
    idf: list[Floats] = []
    weights: list[Floats] = []
    intercept: list[Floats] = []
    S = 0 if target is None else target.Y.shape[1]
    for each in counts:
        chosen, weight = choose_terms(each)
        linear = ScoreWeights(np.zeros((len(chosen), S)), np.zeros(S))
        if target is not None:
            X = weighted_terms(each, chosen, weight)
            linear = fit_scores(X, target.Y, target.w)
            scores.append(out_of_fold_scores(X, target.Y, target.w, target.codes))
        offsets.append(offsets[-1] + len(chosen))
        terms.append(chosen)
        idf.append(weight)
        weights.append(linear.weights)
        intercept.append(linear.intercept)
    model = TextModel(
        np.array(offsets, dtype=np.int64),
        np.concatenate(terms),
        np.concatenate(idf),
        np.concatenate(weights),
        np.array(intercept),
    )
    return model, scores


def terms_of(counts: tuple[csr_matrix, ...], model: TextModel) -> list[csr_matrix]:
    """The weighted terms of each text column."""
    spans = zip(counts, model.offsets[:-1], model.offsets[1:], strict=True)
    return [weighted_terms(each, model.terms[i:j], model.idf[i:j]) for each, i, j in spans]


def scores_of(counts: tuple[csr_matrix, ...], model: TextModel) -> list[Floats]:
    """The scores of each text column, (n, S)."""
    spans = zip(terms_of(counts, model), model.intercept, model.offsets[:-1], model.offsets[1:], strict=True)
    return [ScoreWeights(model.weights[i:j], intercept).of(X) for X, intercept, i, j in spans]


def check_text_model(model: TextModel, sizes: list[int], has_scores: bool) -> None:
    """Refuse a record from a model file that does not fit text columns with so many terms each."""
    check_record(model, c=len(sizes))
    if has_scores != (model.intercept.size > 0):
        raise refuse_record("intercept", code(model.intercept.shape), code(f"({len(sizes)}, S)"))
    check_offsets("offsets", model.offsets, len(sizes), len(model.terms))
    for size, i, j in zip(sizes, model.offsets[:-1], model.offsets[1:], strict=True):
        own = model.terms[i:j]
        if len(own) and (own[-1] >= size or (np.diff(own) <= 0).any()):
            raise refuse_record("terms", code(own.tolist()[-8:]), code(f"0 ... {size - 1}"))
