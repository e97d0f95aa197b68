"""Reductions of dimension: the working of the fit, and of the coordinates of one row.

===================  =====================================================================
`eigenpairs`         eigenvalues and vectors with the numbers put in
`distances`          distances of rows with the numbers put in
`pca`                covariance, eigenpairs, shares, scores
`kernel_pca`         kernel values, centring, eigenpairs
`classical_scaling`  inner products, eigenpairs, points
`isomap`             neighbours, shortest paths, and scaling of their lengths
`lle`                neighbours, weights, and the map that keeps them
===================  =====================================================================
"""
