"""Passes tell how far they are to whoever watches, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

import fenlei
from fenlei.rows.progress import PassProgress, watching
from tests.engines.test_contract import count, opened
from tests.rows.test_scanned_fits import small_leaves

__all__ = ["small_leaves"]


@pytest.mark.usefixtures("small_leaves")
def test_rows_rise_to_all_of_them_in_each_pass(tmp_path: Path) -> None:
    data, seen = opened(tmp_path), []
    with watching(seen.append):
        assert data.total(count, int.__add__) == 2000
        with fenlei.on("threads"):
            assert data.total(count, int.__add__) == 2000
    for number in (1, 2):
        steps = [step for step in seen if step.number == number]
        assert [step.rows for step in steps] == sorted(step.rows for step in steps)
        assert steps[-1].rows == steps[-1].n_rows == 2000
        assert steps[-1].n_bytes == data.table.n_bytes
        assert steps[-1].left == 0.0
    told = len(seen)
    data.total(count, int.__add__)
    assert len(seen) == told


def test_what_is_left_follows_from_the_speed() -> None:
    assert PassProgress(1, 250, 1000, 1e6, 2.0).left == 6.0
