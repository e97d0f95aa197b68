"""The working of the fits of further regressors.

=============  ==========================================================
`elastic_net`  soft-threshold steps and the duality gap of the lasso
=============  ==========================================================
"""
