"""Classes that scikit-learn's own tools take for its class of the same name.

Some of scikit-learn's functions ask what an estimator is, not what it can do: `export_text` and `plot_tree`
take its trees only, `RANSACRegressor` has a default for its linear regression only. A class of ours that has
all the public attributes of its namesake is registered as a virtual subclass of it (`abc.ABCMeta.register`).
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable
from typing import TypeVar

Class = TypeVar("Class", bound=type)


def stands_for(namesake: type) -> Callable[[Class], Class]:
    """Class decorator: `isinstance` and `issubclass` take the class for its namesake in scikit-learn."""

    def registered(ours: Class) -> Class:
        if isinstance(namesake, ABCMeta):
            namesake.register(ours)
        return ours

    return registered
