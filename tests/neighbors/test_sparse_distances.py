"""Sparse matrices of distances in formats that cannot hold a distance of 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from fenlei.neighbors import KNeighborsClassifier, KNeighborsRegressor


@pytest.mark.parametrize("kind", [KNeighborsClassifier, KNeighborsRegressor])
@pytest.mark.parametrize("container", [sparse.dok_array, sparse.bsr_array, sparse.dia_array])
def test_formats_that_lose_zeros_are_refused(kind: Any, container: Any) -> None:
    D = np.abs(np.subtract.outer(np.arange(8.0), np.arange(8.0)))
    model = kind(2, metric="precomputed").fit(D, np.arange(8) % 2)
    with pytest.raises(TypeError, match="explicit zeros"):
        model.predict(container(D))
    with pytest.raises(TypeError, match="explicit zeros"):
        kind(2, metric="precomputed").fit(container(D), np.arange(8) % 2)
    model.predict(sparse.csr_array(D))
