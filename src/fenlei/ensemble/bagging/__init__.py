"""Bagging.

=========  =====================================================
`bagging`  `BaggingClassifier`, the estimator and the derivation
`draws`    the rows, features and seeds that are drawn
=========  =====================================================
"""
