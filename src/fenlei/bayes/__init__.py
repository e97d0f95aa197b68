"""Bayes family: class-conditional distributions turned into decisions by Bayes' formula.

================  ====================================================================
`probabilities`   what counts as a probability distribution; Bayes' formula
`discrete_nb`     what the naive Bayes classifiers of discrete features share
`gaussian_nb`     `GaussianNB`
`predictive`      Student t class densities: Bayesian estimation with a conjugate prior
`kernel_nb`       `KernelNB`
`categorical_nb`  `CategoricalNB`
`bernoulli_nb`    `BernoulliNB`
`multinomial_nb`  `MultinomialNB`
`poisson_nb`      `PoissonNB`
`naive_tables`    probability tables of naive Bayes classifiers
`mixed_parts`     the parts of a mixed table, one distribution each
`mixed_nb`        `MixedNB`
`class_axes`      the matrices of a normal class: rank, triangular factor, principal axes
`qda`             `QuadraticDiscriminantAnalysis`
`joint`           `BayesClassifier`: joint distributions, nothing assumed independent
`decision`        from probabilities to decisions of minimum risk
`estimate`        estimation of distributions: likelihood, posterior, conjugate priors
================  ====================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
