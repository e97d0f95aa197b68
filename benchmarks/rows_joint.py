"""The joint Bayes classifier beside the naive one on the same nominal columns.

They are different models, so only the times compare; both answer with the shares of the classes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contender, Data, Row, fitting, predicting
from benchmarks.rows import category_codes

COLUMNS = [0, 1, 2, 3, 4]


def class_shares(result: Any, data: Data) -> NDArray[Any]:
    """What both models agree in: the classes' shares of the training rows."""
    return np.bincount(data.y) / len(data.y)


CONTENDERS = {
    "fenlei": Contender("fenlei:BayesClassifier", {"categorical_features": COLUMNS}),
    "fenlei naive": Contender("fenlei:CategoricalNB", like="fenlei"),
    "scikit-learn naive": Contender("sklearn.naive_bayes:CategoricalNB"),
}

joint = partial(
    Row,
    n=1_000_000,
    data=partial(category_codes, p=len(COLUMNS), categories=10),
    contenders=CONTENDERS,
    answer=class_shares,
    floor=False,
)

ROWS = [
    joint("joint_bayes_fit", "BayesClassifier fit (against naive)", start=fitting),
    joint("joint_bayes_predict", "BayesClassifier predict (against naive)", start=predicting),
]
