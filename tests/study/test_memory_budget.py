"""The budget of memory: sizes in words, what is free, what a model will take, what is left out."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.study import compare
from fenlei.study.data import study_data
from fenlei.study.running import memory_budget
from fenlei.study.running.memory_budget import bytes_of, free_memory, predicted_bytes
from fenlei.study.running.memory_limit import limited_memory
from fenlei.study.source import read_labelled
from fenlei.table import Column, Schema
from tests.study.tables import apples


@pytest.mark.parametrize("value", ["", "much", "-1g", "0", "2x", "inf", "nan", "g"])
def test_sizes_that_are_none(value: str) -> None:
    with pytest.raises(UsageError, match="such as 500m or 2g"):
        bytes_of(value)


@pytest.mark.parametrize(("value", "expected"), [("1k", 1024), (" 0.5 G ", 2**29), ("3MiB", 3 << 20), (7, 7)])
def test_sizes(value: str | int, expected: float) -> None:
    assert bytes_of(value) == expected


def test_a_container_has_less_than_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fenlei.kernels.memory.CGROUP", tmp_path)
    assert 0 < free_memory() < math.inf
    for name, text in {"max": "max\n", "current": "1000\n", "stat": "inactive_file 24\n"}.items():
        (tmp_path / f"memory.{name}").write_text(text)
    assert free_memory() > 2000  # no limit
    (tmp_path / "memory.max").write_text("2000\n")
    assert free_memory() == 1024


def test_categories_count_as_columns_only_where_they_become_some() -> None:
    columns = apples(60) | {"产地": [f"地{i % 20}" for i in range(60)]}
    schema = study_data(read_labelled(columns, "品种"), "test").schema
    widths = {
        name: memory_budget.columns(REGISTRY[name], schema) for name in ("lda", "svc", "mixed_nb", "c45")
    }
    assert widths == {"lda": 25, "svc": 25, "mixed_nb": 4, "c45": 4}  # 2 numbers, 3 colours, 20 places
    lda = REGISTRY["lda"]
    matrices = 8 * 4 * 25**2
    assert predicted_bytes(lda, schema, 2000) - matrices == 2 * (
        predicted_bytes(lda, schema, 1000) - matrices
    )


def test_what_does_not_fit_is_left_out_with_a_sentence() -> None:
    options = {"models": ["lda", "svc", "gaussian_nb"], "folds": 3}
    needs = {
        name: predicted_bytes(REGISTRY[name], study_data(read_labelled("iris"), "").schema, 100)
        for name in ("lda", "svc", "gaussian_nb")
    }
    limit = (sorted(needs.values())[1] + sorted(needs.values())[2]) / 2
    largest = max(needs, key=lambda name: needs[name])
    result = compare("iris", memory=limit, **options)
    statuses = {model["name"]: model["status"] for model in result["models"]}
    assert [name for name, status in statuses.items() if status != "done"] == [largest]
    (skipped,) = (model for model in result["models"] if model["name"] == largest)
    assert skipped["status"] == "skipped"
    assert "of memory" in skipped["reason"]
    assert f"--memory {limit}" in result["command"]
    zh = compare("iris", memory=limit, lang="zh", **options)
    assert "预计需要" in next(model["reason"] for model in zh["models"] if model["name"] == largest)


def wide(p: int, K: int) -> Schema:
    labels = tuple(map(str, range(K)))
    columns = tuple(Column(f"x{j}", "numeric", dtype="float") for j in range(p))
    return Schema(columns, Column("y", "nominal", labels, n_distinct=K))


@pytest.mark.parametrize(
    ("name", "power"), [("lda", 2), ("qda", 2), ("bayes_classifier", 2), ("gaussian_nb", 1)]
)
def test_covariances_grow_with_the_square_of_the_columns(name: str, power: int) -> None:
    entry, n = REGISTRY[name], 1
    ratio = predicted_bytes(entry, wide(4000, 2), n) / predicted_bytes(entry, wide(2000, 2), n)
    assert ratio == pytest.approx(2**power, rel=0.01)


@pytest.mark.parametrize("name", ["gaussian_nb", "lda", "decision_tree", "random_forest", "k_neighbors"])
def test_scores_grow_with_rows_and_classes(name: str) -> None:
    entry, n = REGISTRY[name], 50_000
    grown = predicted_bytes(entry, wide(5, 10_000), n) - predicted_bytes(entry, wide(5, 2), n)
    assert grown >= 8 * n * 9_998  # what is kept of each row until the report


def test_one_hot_columns_by_the_ten_thousand_are_refused_for_covariances() -> None:
    assert predicted_bytes(REGISTRY["lda"], wide(41_400, 16), 16_000) > 50 * 2**30


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process allocates")
def test_the_limit_holds_in_this_process_until_the_block_ends() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    with limited_memory(2**26):
        np.ones(2**22)  # half of what is free, with the allowance much less
        with pytest.raises(MemoryError):
            np.ones(2**28)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
    np.ones(2**24)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process allocates")
def test_compare_runs_under_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        np.ones(2**28)

    monkeypatch.setattr("fenlei.study.comparison.assemble", greedy)
    with pytest.raises(MemoryError):
        compare("iris", models=["lda"], folds=3, memory="100m")


MEASURE = """
import sys
from pathlib import Path
import numpy as np
from fenlei.study.data import study_data
from fenlei.study.fitting import find_entry, fit
from fenlei.study.running.memory_budget import predicted_bytes
from fenlei.study.source import read_labelled

def kilobytes(key):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key))

rng, n, entry = np.random.default_rng(0), 20_000, find_entry(sys.argv[1])
columns = {f"x{j}": rng.normal(size=n) for j in range(15)} | {"place": rng.integers(0, 80, n).astype(str)}
kind = (columns["x0"] + columns["x1"] + rng.normal(size=n) > 0).astype(str)
data = study_data(read_labelled(columns | {"y": kind}, "y"), "made")
fit(entry, data.schema, data.X[:500], data.labels[:500], n_jobs=1).scores(data.X[:100])
Path("/proc/self/clear_refs").write_text("5")
before = kilobytes("VmRSS")
fit(entry, data.schema, data.X, data.labels, n_jobs=1).scores(data.X[:5000])
print(predicted_bytes(entry, data.schema, n) / (1024 * (kilobytes("VmHWM") - before)))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has taken at most")
@pytest.mark.parametrize("name", ["lda", "logistic_regression", "linear_svc", "k_neighbors", "random_forest"])
def test_forecasts_are_of_the_right_size(name: str) -> None:
    command = [sys.executable, "-c", MEASURE, name]
    for _ in range(2):  # the first process compiles what few rows do not reach, which takes memory too
        told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert 1 / 3 < float(told.stdout) < 4
