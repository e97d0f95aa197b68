"""The working of one prediction, in the book's terms.

    explain(model, data, row)  ->  Explanation: the row, grids of numbers, the decision

Each family shows its own working: naive Bayes its product of probabilities, a tree its path with entropies,
the nearest neighbours their distances, a linear model its contributions, a support vector machine its
support vectors, boosting its votes.
"""

from __future__ import annotations

from fenlei.lazy import lazily

_HOME = {"explain": "one_row", "Explanation": "working", "Grid": "working"}
__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
