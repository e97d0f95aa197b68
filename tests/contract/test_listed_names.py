"""`dir` and the completion of names compute nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fenlei.contract.attributes import Computed
from fenlei.registry import REGISTRY, Entry
from fenlei.study.warming.small_fits import SHAPES, small_rows

pytestmark = pytest.mark.filterwarnings("ignore")


def _refuse(model: Any) -> Any:
    raise AssertionError("computed to be listed")


def traps(cls: type) -> dict[str, property]:
    """The fitted attributes of a class that are computed when read, each replaced by a trap."""
    every = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    return {
        name: property(_refuse)
        for name, value in every.items()
        if isinstance(value, property | Computed) and name.endswith("_") and not name.endswith("__")
    }


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=lambda entry: entry.name)
def test_names_are_listed_without_computing_them(entry: Entry) -> None:
    X, y = small_rows(entry, SHAPES[0])
    cls = entry.load()
    model = cls().fit(X, y)
    trapped = traps(cls)
    model.__class__ = type(cls.__name__, (cls,), trapped)
    listed = set(dir(model))
    assert trapped.keys() <= listed
    assert {"fit", "get_params"} <= listed
    assert not {name for name in dir(cls()) if name in trapped}  # nothing is there before the fit


def test_conditional_methods_stay_hidden() -> None:
    from fenlei import SVC

    model = SVC().fit(np.eye(4), [0, 1, 0, 1])
    assert "predict_proba" not in dir(model)
    assert "predict_proba" in dir(SVC(probability=True))
