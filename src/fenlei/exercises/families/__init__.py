"""What is drawn and asked, family by family; each function returns None where the draw is degenerate.

=============  ==================================================================
`word_tables`  tables of words: rows drawn from a theme
`points`       points of the plane
`bayes`        joint and naive Bayes, minimum risk
`linear`       perceptron, a Newton step of logistic regression, Fisher
`svm`          the line of maximal margin
`trees`        ID3, C4.5, CART
`pruning`      reduced-error pruning
`boosting`     AdaBoost
`neighbors`    k nearest neighbours
`structure`    k-means, linkage, EM, principal components
`scores`       precision-recall and ROC curves
=============  ==================================================================
"""
