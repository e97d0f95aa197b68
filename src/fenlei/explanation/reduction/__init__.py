"""Reductions of dimension: the working of the fit, and of the coordinates of one row.

===================  =====================================================================
`eigenpairs`         eigenvalues and vectors with the numbers put in
`distances`          distances of rows with the numbers put in
`pca`                covariance, eigenpairs, shares, scores
`kernel_pca`         kernel values, centring, eigenpairs
`classical_scaling`  inner products, eigenpairs, points
`isomap`             neighbours, shortest paths, and scaling of their lengths
`traced_map`         the maps along the way of an iterative reduction
`stress`             stress majorisation, step by step
`neighbour_maps`     SNE and t-SNE: probabilities of neighbours, divergence
`lle`                neighbours, weights, and the map that keeps them
===================  =====================================================================
"""
