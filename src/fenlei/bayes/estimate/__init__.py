"""Estimation of distributions: maximum likelihood, maximum posterior (MAP) and Bayesian, by conjugate priors.

A sample enters by its sufficient statistics alone, which merge: `count` for categories, `moments` for
numbers. A prior is updated by them to the posterior, of the same family:

    posterior = prior.update(summary)      so that updating twice equals updating by the merged summary
    posterior.mean, posterior.mode         Bayes and MAP estimates of the parameters
    posterior.log_predictive(x)            log p(x | sample), the parameters integrated out
    prior.log_evidence(summary)            log p(sample), the marginal likelihood

Families: `Beta` (Bernoulli, binomial), `Dirichlet` (categories), `NormalMean` (known variance),
`NormalInverseGamma` (mean and variance), `MultivariateNormalMean` (known covariance), `NormalInverseWishart`
(mean and covariance).

==============  ========================================================
`checks`        finite samples with weight, parameters of a distribution
`discrete`      categories: `count`, `Beta`, `Dirichlet`
`normal`        normal distributions and their maximum likelihood
`univariate`    `NormalMean`, `NormalInverseGamma`
`multivariate`  `MultivariateNormalMean`, `NormalInverseWishart`
`divergence`    entropy, cross-entropy, Kullback-Leibler divergence
==============  ========================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
