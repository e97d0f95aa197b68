"""Clusters and mixtures: the working of the fit, and of the cluster of one row.

====================  ====================================================================
`fitted_again`        the same fit once more, to see its steps
`kmeans`              start, rounds, sum of squares; the nearest centre
`merges`              agglomerative clustering, merge by merge
`cuts`                divisive clustering, cut by cut
`dendrogram`          the tree of merges, where it is cut, the way of one row
`expectation_steps`   what the steps of EM share
`gaussian_mixtures`   mixtures of normal distributions
`discrete_mixtures`   mixtures of Bernoulli and of categorical variables
====================  ====================================================================
"""
