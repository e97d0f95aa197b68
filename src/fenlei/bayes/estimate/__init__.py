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
"""

from fenlei.bayes.estimate.discrete import (
    Beta,
    Counts,
    Dirichlet,
    categorical_log_likelihood,
    categorical_ml,
    count,
    likelihood,
    merge_counts,
)
from fenlei.bayes.estimate.divergence import cross_entropy, entropy, kl_divergence, kl_normal
from fenlei.bayes.estimate.multivariate import MultivariateNormalMean, NormalInverseWishart
from fenlei.bayes.estimate.normal import (
    MultivariateNormal,
    Normal,
    merge_moments,
    moments,
    multivariate_normal_ml,
    normal_ml,
)
from fenlei.bayes.estimate.univariate import NormalInverseGamma, NormalMean

__all__ = [
    "Beta",
    "Counts",
    "Dirichlet",
    "MultivariateNormal",
    "MultivariateNormalMean",
    "Normal",
    "NormalInverseGamma",
    "NormalInverseWishart",
    "NormalMean",
    "categorical_log_likelihood",
    "categorical_ml",
    "count",
    "cross_entropy",
    "entropy",
    "kl_divergence",
    "kl_normal",
    "likelihood",
    "merge_counts",
    "merge_moments",
    "moments",
    "multivariate_normal_ml",
    "normal_ml",
]
