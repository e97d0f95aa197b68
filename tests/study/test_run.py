"""Running a plan: scores are those of scikit-learn's cross-validation; a failing model stops nobody."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import accuracy_score, log_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from fenlei.errors import DataError
from fenlei.registry import REGISTRY
from fenlei.study.data import StudyData, study_data
from fenlei.study.running import fold
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.plan import Plan, splits
from fenlei.study.running.run import run
from fenlei.study.running.task import Progress
from fenlei.study.running.worker import sentence
from fenlei.study.source import read_labelled

PLAN = Plan(folds=5, repeats=2, seed=3, models=("dummy", "categorical_nb", "lda"))


@pytest.fixture(scope="module")
def iris() -> StudyData:
    return study_data(read_labelled("iris"), "iris")


def test_scores_are_those_of_cross_validation(iris: StudyData) -> None:
    runs = run(replace(PLAN, models=("lda",)), iris, FoldStore(None, ""))
    for outcome, split in zip(runs[0].outcomes, splits(iris.codes, PLAN), strict=True):
        peer = make_pipeline(StandardScaler(), LinearDiscriminantAnalysis())
        peer.fit(iris.X[split.train], iris.codes[split.train])
        proba = peer.predict_proba(iris.X[split.test])
        truth = iris.codes[split.test]
        scores = outcome.record["scores"]
        assert scores["accuracy"] == accuracy_score(truth, proba.argmax(axis=1))
        assert scores["log_loss"] == pytest.approx(log_loss(truth, proba, labels=[0, 1, 2]), rel=1e-6)
        assert (outcome.record["repeat"], outcome.record["fold"]) == (split.repeat, split.fold)
        assert outcome.record["fit_seconds"] > 0


def test_of_many_rows_only_the_first_repeat_keeps_probabilities(
    iris: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    (few,) = run(replace(PLAN, models=("lda",)), iris, FoldStore(None, ""))
    assert [len(outcome.proba) for outcome in few.outcomes] == [30] * 10
    monkeypatch.setattr("fenlei.study.running.calibrated_folds.MOST_KEPT", 899)  # of 2 x 150 x 3 numbers
    (only,) = run(replace(PLAN, models=("lda",)), iris, FoldStore(None, ""))
    assert [len(outcome.proba) for outcome in only.outcomes] == [30] * 5 + [0] * 5


def test_status_of_each_model_in_the_order_of_the_plan(iris: StudyData) -> None:
    dummy, categorical, lda = run(PLAN, iris, FoldStore(None, ""))
    assert (dummy.status, categorical.status, lda.status) == ("done", "skipped", "done")
    assert categorical.reason is not None
    assert "nominal columns only" in categorical.reason
    assert categorical.outcomes == []


def test_progress_counts_every_fold(iris: StudyData) -> None:
    seen: list[Progress] = []
    run(PLAN, iris, FoldStore(None, ""), progress=seen.append)
    assert seen[0] == Progress("", 0, 20, 0)
    assert [one.done for one in seen[1:]] == list(range(1, 21))
    assert [one.model for one in seen[1:]] == ["dummy"] * 10 + ["lda"] * 10


def test_progress_carries_the_scores_of_each_fold(iris: StudyData, tmp_path: Path) -> None:
    for _ in range(2):  # finished now, and taken from the store
        seen: list[Progress] = []
        runs = run(PLAN, iris, FoldStore(tmp_path, "key"), progress=seen.append)
        assert seen[0].fold is None
        told = [one.fold for one in seen if one.model == "lda"]
        assert [fold and fold["scores"] for fold in told] == [o.record["scores"] for o in runs[2].outcomes]


def test_progress_names_the_reason_of_a_failure(iris: StudyData, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ValueError("it broke")

    monkeypatch.setattr(fold, "fit", fails)
    seen: list[Progress] = []
    run(replace(PLAN, models=("lda",)), iris, FoldStore(None, ""), progress=seen.append)
    assert (seen[-1].reason, seen[-1].fold) == ("ValueError: it broke", None)


def test_finished_folds_are_not_run_again(
    iris: StudyData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(PLAN, iris, FoldStore(tmp_path, "key"))
    for name in ("lda.r0.f2", "dummy.r1.f0"):
        (tmp_path / "folds" / "key" / f"{name}.npz").unlink()
    ran = []
    monkeypatch.setattr(fold, "run_fold", counted(fold.run_fold, ran))
    seen: list[Progress] = []
    second = run(PLAN, iris, FoldStore(tmp_path, "key"), progress=seen.append)
    assert ran == [("dummy", 1, 0), ("lda", 0, 2)]
    assert seen[0].resumed == 18
    for a, b in zip(first, second, strict=True):
        assert [o.record["scores"] for o in a.outcomes] == [o.record["scores"] for o in b.outcomes]


def counted(run_fold: Any, ran: list[tuple[str, int, int]]) -> Any:
    def wrapper(entry: Any, task: Any, split: Any) -> Any:
        ran.append((entry.name, split.repeat, split.fold))
        return run_fold(entry, task, split)

    return wrapper


class Failing:
    """Fails in the third fold."""

    fits = 0

    def get_params(self) -> dict[str, Any]:
        return {}

    def set_params(self) -> "Failing":
        return self

    def fit(self, X: Any, y: Any) -> "Failing":
        Failing.fits += 1
        if Failing.fits == 3:
            raise ValueError("the solver gave up\nwith details")
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X: Any) -> Any:
        return np.full((len(X), 3), 1 / 3)


def test_a_failing_model_is_reported_and_the_others_go_on(
    iris: StudyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = replace(REGISTRY["qda"], path="tests.study.test_run:Failing")
    monkeypatch.setitem(REGISTRY, "qda", failing)
    seen: list[Progress] = []
    qda, lda = run(replace(PLAN, models=("qda", "lda")), iris, FoldStore(None, ""), progress=seen.append)
    assert (qda.status, qda.reason, qda.outcomes) == ("failed", "ValueError: the solver gave up", [])
    assert lda.status == "done"
    assert [one.done for one in seen][:5] == [0, 1, 2, 10, 11]


def test_warnings_become_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = {"x": [1.0, 2.0, 3.0, 4.0] * 5, "twice": [2.0, 4.0, 6.0, 8.0] * 5, "y": list("aabb") * 5}
    data = study_data(read_labelled(columns, "y"), "test")
    (qda,) = run(replace(PLAN, models=("qda",)), data, FoldStore(None, ""))
    assert qda.status == "done"
    notes = [note for outcome in qda.outcomes for note in outcome.record["notes"]]
    assert any("not of full rank" in note for note in notes)


def test_sentences_of_errors() -> None:
    assert sentence(ValueError(""), "en") == "ValueError: "
    assert sentence(DataError("table.no_file", path="数据.csv"), "zh").startswith("文件 '数据.csv'")
