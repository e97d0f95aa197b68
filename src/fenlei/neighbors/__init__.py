"""Nearest neighbours: search structures, classifiers, editing and condensing."""

from fenlei.neighbors.choice import choose_k, cover_hart_bound, nearest_neighbour_error
from fenlei.neighbors.condensing import CondensedNearestNeighbour, ReducedNearestNeighbour
from fenlei.neighbors.editing import EditedNearestNeighbours
from fenlei.neighbors.k_neighbors import KNeighborsClassifier
from fenlei.neighbors.kd_tree import KDTree
from fenlei.neighbors.nearest_centroid import NearestCentroid
from fenlei.neighbors.prototypes import NearestPrototype

__all__ = [
    "CondensedNearestNeighbour",
    "EditedNearestNeighbours",
    "KDTree",
    "KNeighborsClassifier",
    "NearestCentroid",
    "NearestPrototype",
    "ReducedNearestNeighbour",
    "choose_k",
    "cover_hart_bound",
    "nearest_neighbour_error",
]
