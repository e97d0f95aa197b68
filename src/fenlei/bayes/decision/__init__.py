"""From probabilities to decisions.

=========================  ============================================================
`bayes_formula`            Bayes' formula with given probabilities
`costs`                    cost matrices: what action i costs when the truth is class j
`risk`                     minimum risk, its special cases, shifted priors
`minimum_risk_classifier`  `MinimumRiskClassifier`, for any classifier's probabilities
=========================  ============================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
