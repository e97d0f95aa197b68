"""k-means.

=================  ==========================================================
`kmeans`           `KMeans`, the estimator and the derivation
`initial_centers`  k-means++
`lloyd`            assign every row, move every centre, until nothing changes
`scanned`          the same over files, a pass for each round
`located_rows`     mean and scale of the rows
`distances`        of all rows from all centres
`assignment`       the nearest centre of every row with few distances
=================  ==========================================================
"""
