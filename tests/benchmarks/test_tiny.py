"""What `make bench-tiny` says about latencies that are known."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks import tiny
from benchmarks.tiny import Latency, TinyResult, in_turn, measure, namesakes, page, rows_of, selected
from fenlei.registry import REGISTRY, entries


def test_calls_are_taken_in_turn_after_one_of_each() -> None:
    order: list[str] = []
    in_turn([lambda: order.append("ours"), lambda: order.append("theirs")], seconds=0.0)
    assert order == ["ours", "theirs"] * 4


def test_the_ratio_is_how_many_times_as_fast_ours_is() -> None:
    latency = in_turn([lambda: time.sleep(0.002), lambda: time.sleep(0.02)], seconds=0.0)
    assert latency.ours < latency.theirs
    assert Latency(1.0, 3.0).ratio == 3.0


def test_what_is_below_its_aim_is_listed_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "REASONS", {"b, iris, fit": "why"})
    good = TinyResult("a", "iris", {"fit": Latency(1.0, 1.5), "one row": Latency(1.0, 2.5)})
    slow = TinyResult("b", "iris", {"fit": Latency(1.0, 0.5), "one row": Latency(1.0, 1.5)})
    written = page([good, slow], load=0.1)
    below = written.split("## Below\n\n")[1].splitlines()
    assert below[:3] == ["- b, iris, fit: 0.50 (why)", "- b, iris, one row: 1.50", ""]
    assert "| **geometric mean** |  | **0.87** | **1.94** |  |" in written
    assert "None." in page([good], load=0.1)


def test_every_estimator_with_a_namesake_is_measured() -> None:
    known = namesakes()
    names = [entry.name for entry in selected("", known)]
    assert names == [entry.name for entry in entries() if entry.class_name in known]
    assert {"gaussian_nb", "tsne", "voting"} <= set(names)
    assert [entry.name for entry in selected("pca, svc", known)] == ["svc", "pca"]


@pytest.mark.filterwarnings("ignore:lbfgs failed")  # scikit-learn's, after 100 iterations
@pytest.mark.parametrize("name", ["gaussian_nb", "ridge", "voting", "agglomerative"])
def test_an_estimator_is_measured_in_all_calls_that_it_has(name: str) -> None:
    result = measure(REGISTRY[name], "iris", 0.0, namesakes())
    calls = ["fit"] if name == "agglomerative" else ["fit", "one row", "frame"]
    assert list(result.calls) == calls
    assert all(min(latency) > 0 for latency in result.calls.values())


def test_rows_are_plain_arrays() -> None:
    for name in ("svc", "ridge", "categorical_nb"):
        X, y = rows_of(REGISTRY[name], "wine")
        assert type(X) is np.ndarray
        assert X.flags.c_contiguous
        assert (X.dtype, len(X)) == (np.float64, len(y))


def test_some_rows_do_not_replace_the_whole_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tiny, "PART", tmp_path / "part.md")
    monkeypatch.setattr(tiny, "RESULTS", tmp_path / "all.md")
    monkeypatch.setattr("sys.argv", ["tiny", "--names", "gaussian_nb", "--data", "iris", "--seconds", "0"])
    tiny.main()
    assert "gaussian_nb | iris" in (tmp_path / "part.md").read_text()
    assert not (tmp_path / "all.md").exists()
    assert "Written to" in capsys.readouterr().out
