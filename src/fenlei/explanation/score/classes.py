"""Scores of probabilities of the classes: log loss, and the area under ROC of each against the others."""

from __future__ import annotations

import numpy as np

from fenlei.evaluate.probability import log_loss
from fenlei.evaluate.thresholds.areas import binary_auc, roc_auc_score
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    summed,
    total,
)
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array


def steps(codes: Array, probabilities: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Log loss; of more than two classes, the area under ROC class by class and its mean."""
    found = [_log_loss_step(codes, probabilities, terms)]
    present = np.unique(codes)
    return (
        found
        if len(present) < 3 or len(present) < probabilities.shape[1]
        else [*found, _areas_step(codes, probabilities, terms)]
    )


def _log_loss_step(codes: Array, probabilities: Array, terms: ModelTerms) -> WorkingStep:
    """-(1/n) Σ ln p(y_i | x_i), probabilities cut off from 0 and 1 as `log_loss` does."""
    result = float(log_loss(codes, probabilities, labels=np.arange(probabilities.shape[1])))
    eps = float(np.finfo(probabilities.dtype).eps)
    own = np.clip(probabilities, eps, 1 - eps)[np.arange(len(codes)), codes]
    letters = minus(over(total("i", function("ln", letter("p", "i"))), letter("n")))
    logs = np.log(own)
    terms_of = [function("ln", float(p)) for p in own[:9]]
    first = minus(over(added(terms_of, logs), float(len(codes))))
    second = minus(over(summed(logs), float(len(codes))))
    return terms.step("log_loss", [chain(letter("L"), letters, first, second, result)])


def _areas_step(codes: Array, probabilities: Array, terms: ModelTerms) -> WorkingStep:
    K = probabilities.shape[1]
    areas = np.array([binary_auc(codes == k, probabilities[:, k]) for k in range(K)])
    mean = float(roc_auc_score(codes, probabilities, multi_class="ovr"))
    letters = over(total("k", letter("AUC", "k")), letter("K"))
    put_in = over(added([number(x) for x in areas[:9]], areas), float(K))
    grid = terms.grid(
        "class_areas", terms.words("class", "auc"), list(zip(terms.classes, areas, strict=True))[:60]
    )
    return terms.step("class_areas", [chain(letter("AUC"), letters, put_in, mean)], [grid])
