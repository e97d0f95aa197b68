"""Every class with a namesake in scikit-learn says in its documentation where it differs on purpose."""

from __future__ import annotations

from importlib import import_module

import pytest

from tools.sklearn_suite import classes


@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in classes().items()])
def test_the_differences_are_listed(path: str) -> None:
    module, _, name = path.partition(":")
    described = getattr(import_module(module), name).__doc__
    assert described.count("Differences from scikit-learn: ") == 1
