"""Reductions and clusters for the recomputation test: name in the registry, kind of table, parameters."""

from __future__ import annotations

from typing import Any

STRUCTURE: dict[str, tuple[str, dict[str, Any]]] = {
    "pca": ("numbers", {}),
    "kernel_pca": ("numbers", {"kernel": "rbf", "gamma": 0.1, "n_components": 2}),
    "classical_mds": ("numbers", {}),
    "mds": ("numbers", {"max_iter": 30}),
    "isomap": ("numbers", {"n_neighbors": 3}),
    "sne": ("numbers", {"perplexity": 2.0, "init": "random", "random_state": 0, "max_iter": 100}),
    "tsne": ("numbers", {"perplexity": 2.0, "init": "random", "random_state": 0, "max_iter": 250}),
    "lle": ("numbers", {"n_neighbors": 3, "n_components": 1}),
    "kmeans": ("numbers", {"n_clusters": 3, "random_state": 0}),
    "agglomerative": ("numbers", {}),
    "divisive": ("numbers", {}),
    "gaussian_mixture": ("numbers", {"n_components": 2, "random_state": 0}),
    "bernoulli_mixture": ("counts", {"n_components": 2, "random_state": 0}),
    "categorical_mixture": ("codes", {"n_components": 2, "random_state": 0}),
}
LINKAGES = ("single", "complete", "average", "weighted", "centroid", "median")
STRUCTURE_VARIANTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "PCA of correlations, whitened": (
        "pca",
        "codes",
        {"standardize": True, "whiten": True, "n_components": 1},
    ),
    "Isomap, landmarks": ("isomap", "codes", {"n_neighbors": 2, "n_components": 1, "landmarks": 4}),
    "scaling by ranks": ("mds", "numbers", {"metric_mds": False, "max_iter": 10}),
    "scaling from random points": (
        "mds",
        "codes",
        {"init": "random", "n_init": 2, "random_state": 0, "max_iter": 9},
    ),
    "t-SNE, exactly": (
        "tsne",
        "codes",
        {"perplexity": 2.0, "init": "random", "random_state": 0, "max_iter": 250, "method": "exact"},
    ),
    "Isomap by radius": ("isomap", "codes", {"n_neighbors": None, "radius": 3.0}),
    "classical scaling of city blocks": (
        "classical_mds",
        "codes",
        {"metric": "cityblock", "n_components": 3},
    ),
    **{f"{linkage} linkage": ("agglomerative", "codes", {"linkage": linkage}) for linkage in LINKAGES},
    "cut at a height": ("agglomerative", "codes", {"n_clusters": None, "distance_threshold": 2.0}),
    "cuts of city blocks": ("divisive", "codes", {"metric": "cityblock", "n_clusters": 3}),
    "k-means from random rows": ("kmeans", "codes", {"n_clusters": 2, "init": "random", "random_state": 1}),
    "mixture, diagonal": (
        "gaussian_mixture",
        "codes",
        {"n_components": 2, "covariance_type": "diag", "random_state": 0},
    ),
    "mixture, tied": (
        "gaussian_mixture",
        "numbers",
        {"n_components": 2, "covariance_type": "tied", "random_state": 0},
    ),
    "mixture, spherical": (
        "gaussian_mixture",
        "numbers",
        {"n_components": 2, "covariance_type": "spherical", "random_state": 0},
    ),
    "latent classes, smoothed": (
        "categorical_mixture",
        "codes",
        {"n_components": 3, "alpha": 0.5, "random_state": 0},
    ),
    "kernel PCA, linear": ("kernel_pca", "numbers", {}),
    "kernel PCA, cubic": ("kernel_pca", "codes", {"kernel": "poly"}),
    "kernel PCA, cosine": ("kernel_pca", "codes", {"kernel": "cosine"}),
}
