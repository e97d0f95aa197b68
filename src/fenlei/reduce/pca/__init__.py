"""Principal component analysis.

======================  ===============================================================
`pca`                   `PCA`, the estimator and the derivation
`principal_axes`        three routes to the singular vectors of centred rows
`principal_components`  the fitted model, and the steps from a summary to it
`given_matrix`          R of the features; components of a given matrix
`dimension`             how many components to keep
`latent_normal`         the normal distribution that the axes and a noise define
`density`               `score`, `score_samples`, `get_covariance` of that distribution
======================  ===============================================================
"""
