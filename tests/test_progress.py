"""Progress of verbose fits goes to one listener."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from fenlei.progress import progress_to, report_progress
from fenlei.registry import REGISTRY

VERBOSE = [
    name
    for name, entry in REGISTRY.items()
    if "verbose" in inspect.signature(entry.load().__init__).parameters
]
SILENT = {
    "random_forest",
    "random_forest_regressor",
}  # take `verbose` as the namesake does, and report nothing


def rows() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = np.abs(rng.normal(size=(60, 3)) + np.repeat([[0.0], [3.0], [6.0]], 20, axis=0))
    return X, np.repeat([0, 1, 2], 20)


@pytest.mark.parametrize("name", VERBOSE)
@pytest.mark.filterwarnings("ignore")
def test_a_verbose_fit_reports_to_the_listener_and_prints_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, (X, y), lines = REGISTRY[name], rows(), list[str]()
    with progress_to(lines.append):
        entry.load()(verbose=2).fit(X, y)
    assert capsys.readouterr().out == ""
    assert bool(lines) != (name in SILENT)


def test_lines_are_printed_where_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    heard = list[str]()
    with progress_to(heard.append), progress_to(lambda line: None):
        report_progress("to the inner one")
    report_progress("printed")
    assert heard == []
    assert capsys.readouterr().out == "printed\n"
