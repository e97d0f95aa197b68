"""The working of a fit, family by family.

===================  =====================================================================
`preparation`        means and deviations of the columns that are scaled
`moments`            means and variances with the numbers put in
`bayes`              counts and densities of the naive Bayes classifiers
`joint_bayes`        counts of the cells of the joint Bayes classifier
`discriminant`       means, scatters and directions of Fisher's and Gaussian discriminants
`logistic`           Newton's steps of logistic regression
`perceptron`         the updates of a perceptron
`least_squares`      normal equations of least squares and ridge regression
`regressors`         further regressors: the lasso and the elastic net
`neighbors`          rows that are kept, the kd-tree, the choice of k
`centres`            centroids and prototypes of the classes
`svm`                support vector machines: dual, steps, optimality, plane; objectives
`schemes`            classifiers made of others: their parts, votes, costs, rejection
`trees`              a node of a tree, its candidate splits, and the one that was made
`regression_trees`   a node of a regression tree, its cuts, and the one that was made
`whole_tree`         the whole tree, its leaves, cost-complexity pruning
`pruned_trees`       what pruning decided
`ensembles`          rows drawn, errors out of bag, importances of forests and bagging
`committees`         why many members are better than one
`boosting`           the rounds of AdaBoost, the stumps that lost, the bound
`gradient_boosting`  gradients, histograms, leaves and rounds of gradient boosting
`iterations`         which iterations of a long fit are shown
===================  =====================================================================
"""
