"""Bayes family: class-conditional distributions turned into decisions by Bayes' formula."""

from fenlei.lazy import lazily

_HOME = {
    "BayesClassifier": "bayes_classifier",
    "BernoulliNB": "bernoulli_nb",
    "CategoricalNB": "categorical_nb",
    "GaussianNB": "gaussian_nb",
    "KernelNB": "kernel_nb",
    "MinimumRiskClassifier": "minimum_risk",
    "MixedNB": "mixed_nb",
    "MultinomialNB": "multinomial_nb",
    "PoissonNB": "poisson_nb",
    "QuadraticDiscriminantAnalysis": "qda",
}

__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
