from .bayes_formula import PosteriorTable, posterior
from .costs import read_costs
from .minimum_risk_classifier import MinimumRiskClassifier
from .risk import (
    Decisions,
    conditional_risk,
    likelihood_ratio_threshold,
    maximum_likelihood,
    maximum_posterior,
    minimum_risk,
    minimum_risk_actions,
    shift_priors,
    total_risk,
)

__all__ = [
    "Decisions",
    "MinimumRiskClassifier",
    "PosteriorTable",
    "conditional_risk",
    "likelihood_ratio_threshold",
    "maximum_likelihood",
    "maximum_posterior",
    "minimum_risk",
    "minimum_risk_actions",
    "posterior",
    "read_costs",
    "shift_priors",
    "total_risk",
]
