"""Nearest neighbours: search structures, classifiers, editing and condensing.

=======================  ======================================================
`stored_rows`            estimators that keep their training rows
`stored_record`          the records of such estimators
`search`                 searching for neighbours
`kd_tree`                `KDTree`
`voting`                 from neighbours to classes
`k_neighbors`            `KNeighborsClassifier`
`k_neighbors_regressor`  `KNeighborsRegressor`
`choosing_k`             `choose_k`, and what the choice is worth
`nearest_centroid`       `NearestCentroid`
`centre_sums`            its centres, from sums over rows in memory or in files
`prototypes`             `NearestPrototype`
`editing`                `EditedNearestNeighbours`
`condensing`             `CondensedNearestNeighbour`, `ReducedNearestNeighbour`
=======================  ======================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
