"""Fewer dimensions: projections of rows, and maps that keep their distances or neighbourhoods."""

from fenlei.lazy import lazily

_HOME = {
    "PCA": "pca",
    "KernelPCA": "kernel_pca",
    "ClassicalMDS": "classical_mds",
    "MDS": "mds",
    "shepard_data": "mds",
    "Isomap": "isomap",
    "LocallyLinearEmbedding": "lle",
    "SNE": "sne",
    "TSNE": "tsne",
}

__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
