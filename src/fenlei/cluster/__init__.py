"""Clusters and mixtures: k-means, trees of merges, and mixture models fitted by EM."""

from fenlei.lazy import lazily

_HOME = {
    "AgglomerativeClustering": "agglomerative",
    "BernoulliMixture": "bernoulli_mixture",
    "CategoricalMixture": "categorical_mixture",
    "ChoiceOfClusters": "choice",
    "GaussianMixture": "gaussian_mixture",
    "KMeans": "kmeans",
    "choose_n_clusters": "choice",
    "cluster_distance": "definitions",
    "cut": "hierarchy",
    "diameter": "definitions",
    "is_cluster": "definitions",
    "kmeans_plusplus": "kmeans_start",
    "linkage": "hierarchy",
    "mean_distance": "definitions",
}

__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
