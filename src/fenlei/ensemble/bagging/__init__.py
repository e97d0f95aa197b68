"""Bagging.

=========  ==========================================================
`bagging`  `BaggingClassifier`, the estimator and the derivation
`draws`    the rows, features and seeds that are drawn
`vote`     the mean vote of the parts, on new rows and out of bag
=========  ==========================================================
"""
