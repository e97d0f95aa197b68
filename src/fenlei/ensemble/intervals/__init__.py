"""Prediction intervals of any regression, from residuals of rows that the model had not seen.

====================  ====================================================================
`conformal`           ranks and quantiles of conformal scores, pure functions
`residual_intervals`  the intervals of one model: scaled residuals, split, or CV+
====================  ====================================================================
"""
