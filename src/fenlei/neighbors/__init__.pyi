from .choosing_k import choose_k, cover_hart_bound, nearest_neighbour_error
from .condensing import CondensedNearestNeighbour, ReducedNearestNeighbour
from .editing import EditedNearestNeighbours
from .k_neighbors import KNeighborsClassifier
from .k_neighbors_regressor import KNeighborsRegressor
from .kd_tree.kd_tree import KDTree
from .nearest_centroid import NearestCentroid
from .prototypes import NearestPrototype

__all__ = [
    "CondensedNearestNeighbour",
    "EditedNearestNeighbours",
    "KDTree",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "NearestCentroid",
    "NearestPrototype",
    "ReducedNearestNeighbour",
    "choose_k",
    "cover_hart_bound",
    "nearest_neighbour_error",
]
