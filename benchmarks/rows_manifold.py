"""Maps that keep neighbourhoods. What must agree: Isomap's and LLE's reconstruction error; of t-SNE
nothing can, so
its answer is the exact divergence of its map (lower is better).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_swiss_roll

from benchmarks.harness import Contender, Data, Row, fitting
from benchmarks.rows import gaussian_classes


def swiss_roll(n: int) -> Data:
    return Data(make_swiss_roll(n, random_state=0)[0], np.zeros(n, dtype=np.int64))


def isomap_error(model: Any, data: Data) -> NDArray[Any]:
    return np.array([model.reconstruction_error()])


def lle_error(model: Any, data: Data) -> NDArray[Any]:
    return np.array([model.reconstruction_error_])


def divergence(model: Any, data: Data) -> NDArray[Any]:
    """KL(P|Q) over all pairs, the same for every contender."""
    from fenlei.reduce.neighbor_graph import NearestRows
    from fenlei.reduce.tsne.affinities import dense_joint
    from fenlei.reduce.tsne.gradient import ExactGradient

    objective = ExactGradient(dense_joint(NearestRows(data.X), data.X, model.perplexity), 1.0)
    Y = np.ascontiguousarray(model.embedding_.T, dtype=np.float64)
    return np.array([objective.divergence(Y, objective.gradient(Y, 1.0).Z, 1.0)])


def few_classes(n: int) -> Data:
    """500 rows, whatever n is: every step of SNE looks at all pairs."""
    return gaussian_classes(500, p=10)


def sne_divergence(model: Any, data: Data) -> NDArray[Any]:
    return np.array([model.kl_divergence_])


def namesakes(name: str, params: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Contender]:
    return {
        "fenlei": Contender(f"fenlei.reduce:{name}", params),
        "scikit-learn": Contender(f"sklearn.manifold:{name}", {**params, **theirs}),
    }


ISOMAP = namesakes("Isomap", {"n_neighbors": 10}, {"n_jobs": -1})
LLE = namesakes("LocallyLinearEmbedding", {"n_neighbors": 10, "random_state": 0}, {"n_jobs": -1})
TSNE = {
    **namesakes("TSNE", {"random_state": 0}, {"n_jobs": -1}),
    "scikit-learn-intelex": Contender(
        "sklearnex.manifold:TSNE", {"random_state": 0}, within=0.1
    ),  # ends higher
}

SNE = {"fenlei": Contender("fenlei.reduce:SNE", {"random_state": 0})}  # no library has it

row = partial(Row, start=fitting, floor=False)

ROWS = [
    row("isomap", "Isomap, swiss roll", 5_000, swiss_roll, answer=isomap_error, contenders=ISOMAP),
    row("lle", "LLE, swiss roll", 5_000, swiss_roll, answer=lle_error, contenders=LLE),
    row("sne", "SNE", 500, few_classes, answer=sne_divergence, contenders=SNE),
    row(
        "tsne",
        "t-SNE",
        5_000,
        partial(gaussian_classes, p=20),
        answer=divergence,
        contenders=TSNE,
        within=0.02,  # each ends in a minimum of its own
    ),
]
