"""The working of one prediction, in the book's terms.

    explain(model, data, row)  ->  Explanation: the row, grids of numbers, the decision

Each family shows its own working: naive Bayes its product of probabilities, a tree its path with entropies,
the nearest neighbours their distances, a linear model its contributions, a support vector machine its
support vectors, boosting its votes.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
