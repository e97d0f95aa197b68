"""Gradient boosting on histograms.

=============  =========================================================
`boosting`     what the two estimators share, and the derivation
`classifier`   `HistGradientBoostingClassifier`
`regressor`    `HistGradientBoostingRegressor`
`settings`     their parameters and limits
`constraints`  monotonic and interaction constraints as arrays
`losses`       the losses, their derivatives and best constants
`replay`       what the trees of a fitted model were grown on
`rounding`     gradients as whole numbers
`growing`      a tree grown on histograms
`rounds`       rounds of trees
`stopping`     early stopping
`record`       the fitted rounds as flat arrays
`walk`         rows sent down the trees
`reading`      the rounds to read
`scanned`      rows of files, kept in bins
=============  =========================================================
"""
