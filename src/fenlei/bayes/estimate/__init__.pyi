from .discrete import (
    Beta,
    Counts,
    Dirichlet,
    categorical_log_likelihood,
    categorical_ml,
    count,
    likelihood,
    merge_counts,
)
from .divergence import cross_entropy, entropy, kl_divergence, kl_normal
from .multivariate import MultivariateNormalMean, NormalInverseWishart
from .normal import MultivariateNormal, Normal, merge_moments, moments, multivariate_normal_ml, normal_ml
from .univariate import NormalInverseGamma, NormalMean

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
