from .choosing_k import ChoiceOfClusters, choose_n_clusters
from .definitions import cluster_distance, diameter, is_cluster, mean_distance
from .hierarchy.agglomerative import AgglomerativeClustering
from .hierarchy.divisive import DivisiveClustering
from .hierarchy.linkage import cut, linkage
from .kmeans.initial_centers import kmeans_plusplus
from .kmeans.kmeans import KMeans
from .mixture.bernoulli_mixture import BernoulliMixture
from .mixture.categorical_mixture import CategoricalMixture
from .mixture.gaussian_mixture import GaussianMixture

__all__ = [
    "AgglomerativeClustering",
    "BernoulliMixture",
    "CategoricalMixture",
    "ChoiceOfClusters",
    "DivisiveClustering",
    "GaussianMixture",
    "KMeans",
    "choose_n_clusters",
    "cluster_distance",
    "cut",
    "diameter",
    "is_cluster",
    "kmeans_plusplus",
    "linkage",
    "mean_distance",
]
