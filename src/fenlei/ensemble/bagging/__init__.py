"""Bagging.

==============  =================================================================
`bagging`       `BaggingClassifier`, the estimator and the derivation
`regressor`     `BaggingRegressor`
`bagged_parts`  what both share: parameters, fitting, the parts one by one
`draws`         the rows, features and seeds that are drawn
`vote`          the mean vote of the parts, on new rows and out of bag
==============  =================================================================
"""
