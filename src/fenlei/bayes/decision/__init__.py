"""From probabilities to decisions.

=========================  ============================================================
`bayes_formula`            Bayes' formula with given probabilities
`costs`                    cost matrices: what action i costs when the truth is class j
`risk`                     minimum risk, its special cases, shifted priors
`minimum_risk_classifier`  `MinimumRiskClassifier`, for any classifier's probabilities
=========================  ============================================================
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
