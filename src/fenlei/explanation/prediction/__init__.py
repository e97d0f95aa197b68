"""The working of one prediction, family by family.

===================  =================================================================
`preparation`        values as they were given become those that the model takes
`bayes_rule`         priors and Bayes' formula, which all Bayes classifiers share
`factors`            p(x_j | k) with the numbers put in, by the feature's distribution
`naive_bayes`        the product of the factors and the posterior
`joint_bayes`        cells of nominal values, densities of the numbers in them
`composed`           classifiers that are made of others: pairs, votes, costs, rejection
`discriminant`       Fisher's and quadratic discriminants
`linear`             tables: coefficients times values; projections; scores
`linear_scores`      coefficient times value, the sum, and what follows from it
`neighbors`          distances and votes of the nearest training rows
`neighbor_search`    how they are found: the kd-tree, branch and bound
`centres`            distances from centroids and prototypes
`regression_trees`   the path through a regression tree
`regressors`         further regressors: neighbours, boosting, support vectors
`svm`                support vectors and votes of pairs
`trees`              the path through a tree
`ensembles`          the members of forests and bagging, their mean, what moves it
`boosting`           the weighted vote of boosting's rounds
`gradient_boosting`  the leaves of the rounds of gradient boosting, and their sum
===================  =================================================================
"""
