"""What is said on standard error, and when."""

import json
import warnings

import numpy as np
import pytest
from numba import njit

from fenlei.cli.output import print_json, print_table, work


def test_compiling_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    with work("en"):
        assert [njit(lambda x, k=k: x + k)(1) for k in range(2)] == [1, 2]
    assert capsys.readouterr().err.count("Compiling numerical kernels") == 1
    with work("zh"):
        njit(lambda x: x + 1)(1)
    assert "编译" in capsys.readouterr().err
    with work("en", quiet=True):
        njit(lambda x: x + 1)(1)
    assert capsys.readouterr().err == ""


def test_what_is_compiled_already_is_not_announced(capsys: pytest.CaptureFixture[str]) -> None:
    add = njit(lambda x: x + 1)
    add(1)
    with work("en"):
        add(1)
    assert capsys.readouterr().err == ""


def test_warnings_for_users_become_notes(capsys: pytest.CaptureFixture[str]) -> None:
    with work("en"):
        for _ in range(2):
            warnings.warn("the table is small", UserWarning, stacklevel=1)
        warnings.warn("for programmers", DeprecationWarning, stacklevel=1)
    assert capsys.readouterr().err == "note: the table is small\n"
    with work("en", quiet=True):
        warnings.warn("the table is small", UserWarning, stacklevel=1)
    assert capsys.readouterr().err == ""


def test_json_has_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"名": [1.5, None]})
    assert json.loads(capsys.readouterr().out) == {"名": [1.5, None]}
    with pytest.raises(ValueError, match="JSON"):
        print_json({"x": np.nan})


def test_columns_are_aligned_and_words_are_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["class", "n"], [["[red]a[/]", "1"], ["红富士", "12"], [":apple:", "3"]])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[2:] == [" [red]a[/]   1", " 红富士     12", " :apple:     3"]
