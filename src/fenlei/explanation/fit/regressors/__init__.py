"""The working of the fits of further regressors.

====================  ==============================================================
`elastic_net`         soft-threshold steps and the duality gap of the lasso
`neighbor_means`      rows and targets that are kept, the kd-tree, the choice of k
`boosted_regression`  AdaBoost.R2: losses, weights of rows and rounds, the median
`tube`                support vector regression: dual, tube, intercept, objectives
====================  ==============================================================
"""
