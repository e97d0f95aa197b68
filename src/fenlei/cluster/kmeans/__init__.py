"""k-means.

=================  ==========================================================
`kmeans`           `KMeans`, the estimator and the derivation
`initial_centers`  k-means++
`lloyd`            assign every row, move every centre, until nothing changes
`assignment`       the nearest centre of every row with few distances
=================  ==========================================================
"""
