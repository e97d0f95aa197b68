"""Words given to estimators of numbers get one sentence, with the column and what to do."""

from __future__ import annotations

import pandas as pd
import pytest

from fenlei.errors import DataError
from fenlei.registry import REGISTRY

FRAME = pd.DataFrame({"age": [31.0, 22.0, 57.0, 40.0] * 5, "sex": ["male", "female", "male", "male"] * 5})
NUMBERS_ONLY = (
    *("gaussian_nb", "multinomial_nb", "bernoulli_nb", "lda", "qda", "logistic_regression", "perceptron"),
    *("linear_svc", "nearest_centroid", "linear_regression", "ridge", "bayesian_ridge", "pca", "kernel_pca"),
    *("kmeans", "gaussian_mixture", "isomap", "svc", "fisher", "least_squares"),
)


@pytest.mark.parametrize("name", NUMBERS_ONLY)
def test_the_column_of_words_is_named(name: str) -> None:
    with pytest.raises(DataError, match=r"column 'sex' holds words .*'male'.*fenlei.prepare"):
        REGISTRY[name].load()().fit(FRAME, [0, 1, 0, 1] * 5)
