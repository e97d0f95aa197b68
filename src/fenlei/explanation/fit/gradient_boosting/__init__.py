"""The working of the fit of gradient boosting.

===========  ===================================================================
`rounds`     the first score, the rounds, and the loss after each
`gradients`  gradients and hessians of the rows at the first score
`split`      the histogram of the first split, and what it gains
`leaves`     the values of the leaves: -G / (H + λ), or quantiles of residuals
===========  ===================================================================
"""
