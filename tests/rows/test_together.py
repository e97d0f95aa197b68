"""Several models in one scan: the bits that each has alone, and as many readings as the slowest needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei import (
    SVC,
    GaussianNB,
    KMeans,
    LinearDiscriminantAnalysis,
    LogisticRegression,
    NearestCentroid,
    OneVsOneClassifier,
    OneVsRestClassifier,
    QuadraticDiscriminantAnalysis,
    VotingClassifier,
    scan,
)
from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.rows import Scan
from fenlei.rows.class_parts import class_scans
from fenlei.rows.engine import Threads, working_on
from fenlei.rows.together import fit_together
from tests.rows.test_scanned_fits import CENTRES, CUTS, digest, frame, small_leaves, written

__all__ = ["small_leaves"]
pytestmark = pytest.mark.usefixtures("small_leaves")


class Counting(Threads):
    """Counts the passes over the files."""

    def __init__(self) -> None:
        self.passes = 0

    def each(self, table: Any, work: Callable[[Any], Any], n_jobs: int | None = None) -> Iterator[Any]:
        self.passes += 1
        return super().each(table, work, n_jobs)


@pytest.fixture
def data(tmp_path: Path) -> Scan:
    return scan(written(frame(REGISTRY["lda"]), tmp_path / "7", CUTS[7]), target="t", weight="w")


def passes(work: Callable[[], Any]) -> int:
    with working_on(Counting()) as engine:
        work()
    return engine.passes  # type: ignore[attr-defined,no-any-return]


def test_the_files_are_read_as_often_as_the_slowest_model_reads_them(data: Scan) -> None:
    models = [
        LogisticRegression(C=0.1, solver="newton-cholesky"),
        LogisticRegression(C=10.0, solver="newton-cholesky"),
        GaussianNB(),
        LinearDiscriminantAnalysis(),
        KMeans(3, init=CENTRES, max_iter=3),
    ]
    alone = [passes(lambda m=model: m.fit(data)) for model in models]
    expected = [digest(model) for model in models]
    found: list[Any] = []
    together = passes(lambda: found.extend(fit_together([lambda m=model: m.fit(data) for model in models])))
    assert [digest(model) for model in found] == expected
    assert together == max(alone) < sum(alone)


def test_one_against_the_rest_reads_once_and_a_vote_reads_once(data: Scan) -> None:
    assert passes(lambda: OneVsRestClassifier().fit(data)) == 1
    assert passes(lambda: OneVsOneClassifier().fit(data)) == 3  # each pair has rows of its own
    voters = [("lda", LinearDiscriminantAnalysis()), ("bayes", GaussianNB())]
    assert passes(lambda: VotingClassifier(voters).fit(data)) == 1
    assert passes(lambda: NearestCentroid("manhattan").fit(data)) == 2  # few values are known after one


def test_an_error_is_that_of_its_model_and_nothing_hangs(data: Scan) -> None:
    def broken(leaf: Any) -> int:
        return 1 // int(leaf.first != 640)

    def other() -> Any:
        return GaussianNB().fit(data)

    with pytest.raises(ZeroDivisionError):
        fit_together([other, lambda: data.total(broken, int.__add__), other])
    with pytest.raises(UsageError, match="SVC is not a function of sums"):
        fit_together([other, lambda: SVC().fit(data)])


def test_an_interruption_ends_all_of_them(data: Scan) -> None:
    class Interrupted(Threads):
        def total(self, *asked: Any) -> Any:
            raise KeyboardInterrupt

    with working_on(Interrupted()), pytest.raises(KeyboardInterrupt):
        fit_together([lambda: GaussianNB().fit(data), lambda: LinearDiscriminantAnalysis().fit(data)])


def test_schemes_in_schemes_are_those_of_memory(data: Scan, tmp_path: Path) -> None:
    rows = frame(REGISTRY["lda"])
    X, y = np.ascontiguousarray(rows[["x0", "x1", "x2"]]), rows["t"].to_numpy()
    w = rows["w"].to_numpy()
    for outer in (OneVsRestClassifier, OneVsOneClassifier):
        for inner in (OneVsOneClassifier(QuadraticDiscriminantAnalysis()), OneVsRestClassifier()):
            model = outer(VotingClassifier([("inner", inner)]))
            inside = digest(model.fit(X, y, sample_weight=w))
            assert digest(model.fit(data)) == inside


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_rows_of_some_classes_are_cut_into_leaves_of_their_own(form: str, tmp_path: Path) -> None:
    rows = frame(REGISTRY["lda"])
    rows.loc[5:9, "t"] = None
    folder = tmp_path / "parts"
    if form == "csv":
        folder.mkdir()
        rows[:900].to_csv(folder / "a.csv", index=False)
        rows[900:].to_csv(folder / "b.csv", index=False)
    else:
        written(rows, folder, CUTS[40])
    data = scan(folder, target="t", weight="w")
    (part,) = class_scans(data, [np.array([1, -1, 0])])
    chosen = rows[rows["t"].isin(["a", "c"])]
    leaves = list(part.leaves())
    assert [len(leaf.X) for leaf in leaves[:-1]] == [128] * (len(leaves) - 1)
    assert part.n_rows == len(chosen) == sum(len(leaf.X) for leaf in leaves)
    assert np.array_equal(np.concatenate([leaf.X for leaf in leaves]), chosen[["x0", "x1", "x2"]])
    assert np.array_equal(np.concatenate([leaf.y for leaf in leaves]), (chosen["t"] == "a").astype(int))
    weight = [chosen["w"][chosen["t"] == label].sum() for label in ("c", "a")]
    np.testing.assert_allclose(part.table.class_weight, weight, rtol=1e-14)
    (again,) = class_scans(part, [np.array([-1, 0])])
    assert again.n_rows == (rows["t"] == "a").sum()


def test_what_a_part_refuses_is_refused(data: Scan) -> None:
    from sklearn.linear_model import SGDClassifier

    for inner, name in ((SVC(), "SVC"), (SGDClassifier(), "SGDClassifier")):
        with pytest.raises(UsageError, match=f"{name} is not a function of sums over rows"):
            OneVsRestClassifier(inner).fit(data)
    with pytest.raises(UsageError, match="A scan has its target"):
        OneVsOneClassifier().fit(data, np.zeros(3))
