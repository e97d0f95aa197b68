"""The probability tables of a trained Bayes classifier, with the names and categories of its table."""

from __future__ import annotations

from typing import Any

from fenlei.bayes.joint.probability_tables import ColumnWords, ProbabilityTable
from fenlei.ensemble.calibration.calibrated import uncalibrated
from fenlei.errors import UsageError
from fenlei.messages import listed
from fenlei.model_file import Model

# The tables of the book: of the joint classifier those of all combinations, of naive ones each feature's.
KINDS = {
    "BayesClassifier": ("prior", "evidence", "conditional", "posterior"),
    "CategoricalNB": ("prior", "features"),
    "MixedNB": ("prior", "features"),
}
NAMES = ("bayes_classifier", "categorical_nb", "mixed_nb")


def model_tables(model: Model, lang: str = "en") -> list[ProbabilityTable]:
    """The tables of a model, in `lang`.

    Examples
    --------
    >>> from fenlei import load, train
    >>> apples = load("apples").table.arrow.select(["taste", "variety"])
    >>> print(model_tables(train(apples, "categorical_nb", "variety", params={"alpha": 0}))[1])
    Probabilities of each feature in each class P(x|Y)
    feature  value       count  P(x|Fuji)  count  P(x|Guoguang)
    -------  ----------  -----  ---------  -----  -------------
    taste    sour-sweet  4      4/6        3      3/4
    taste    sweet       2      2/6        1      1/4
    """
    estimator: Any = uncalibrated(model.estimator)
    kinds = KINDS.get(type(estimator).__name__)
    if kinds is None:
        name = model.facts.get("model", type(estimator).__name__)
        raise UsageError("train.no_tables", model=name, names=listed(*NAMES))
    columns = None
    if model.schema is not None and model.preparation is None:
        features = model.schema.features
        columns = ColumnWords([c.name for c in features], [c.categories for c in features])
    return [estimator._table(kind, lang, None, columns) for kind in kinds]
