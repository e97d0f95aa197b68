"""The working of one prediction of regressors.

====================  =============================================================
`neighbor_means`      the mean of the targets of the nearest training rows
`boosted_regression`  the weighted median of boosting's rounds
`tube`                support vector regression: coefficient times kernel, added up
====================  =============================================================
"""
