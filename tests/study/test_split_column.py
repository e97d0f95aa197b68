"""Folds by groups and forward in time, and rows of a file of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from fenlei import compare, load_model
from fenlei.errors import DataError, UsageError
from fenlei.study.candidates import task_data
from fenlei.study.conditions.further_options import Further
from fenlei.study.conditions.split_column import SplitColumn
from fenlei.study.running.plan import forward_cuts, make_plan, splits
from tests.study.test_schema import SCHEMA, faults

RNG = np.random.default_rng(0)
N = 180


@pytest.fixture(scope="module")
def visits() -> pd.DataFrame:
    """Six visits of each of 30 patients, who have a value of their own that tells the class."""
    who = np.repeat(np.arange(30), 6)
    own = RNG.normal(size=30)
    frame = pd.DataFrame({"patient": [f"p{i}" for i in who], "own": own[who], "x": RNG.normal(size=N)})
    frame["day"] = pd.date_range("2021-03-01", periods=N).strftime("%d.%m.%Y")
    frame["ill"] = np.where(RNG.random(30)[who] < 0.5, "yes", "no")
    return frame.iloc[RNG.permutation(N)].reset_index(drop=True)


def planned(frame: pd.DataFrame, group: str | None = None, time: str | None = None, **options: Any) -> Any:
    data = task_data(frame, "ill", None, None, "en", Further.of({"group": group, "time": time}))
    plan = make_plan(["lda"], data.class_counts, split_by=data.split_by, **options)
    return data, plan, list(splits(data.codes, plan, data.split_by))


def test_no_group_is_on_both_sides(visits: pd.DataFrame) -> None:
    data, plan, folds = planned(visits, group="patient", folds=5, repeats=2)
    assert plan.resampling == "groups"
    assert [column.name for column in data.schema.features if column.name == "patient"] == []
    for fold in folds:
        assert not set(visits.patient[fold.train]) & set(visits.patient[fold.test])
    for repeat in (0, 1):
        tested = np.concatenate([fold.test for fold in folds if fold.repeat == repeat])
        assert sorted(tested.tolist()) == list(range(N))
    assert any(set(a.test) != set(b.test) for a, b in zip(folds[:5], folds[5:], strict=True))


def test_groups_show_what_rows_hide(visits: pd.DataFrame) -> None:
    """A tree knows each patient by the patient's own value, which says nothing of another one."""
    rows = compare(visits.drop(columns="day"), "ill", models="decision_tree", drop=["patient"])
    whole = compare(visits.drop(columns="day"), "ill", models="decision_tree", group="patient")
    by_rows, by_groups = (one["models"][1]["summary"]["accuracy"]["mean"] for one in (rows, whole))
    assert by_rows > 0.85
    assert by_groups < 0.75
    assert "group='patient'" in whole["command"]
    assert faults(json.loads(json.dumps(whole, allow_nan=False)), SCHEMA) == []


def test_time_runs_forward(visits: pd.DataFrame) -> None:
    _, plan, folds = planned(visits, time="day")
    day = pd.to_datetime(visits.day, format="%d.%m.%Y")
    assert (plan.resampling, plan.folds, len(folds)) == ("forward", 5, 5)
    for before, fold in zip([None, *folds], folds, strict=False):
        assert day[fold.train].max() < day[fold.test].min()
        assert before is None or day[before.test].max() < day[fold.test].min()
    tested = np.concatenate([fold.test for fold in folds])
    assert len(np.unique(tested)) == len(tested) == N * 5 // 6


def test_rows_of_one_time_stay_together() -> None:
    years = SplitColumn("time", "year", RNG.integers(0, 4, 400))
    cuts = forward_cuts(years, 9)
    assert cuts == [1, 2, 3, 4]
    assert forward_cuts(years, 2)[-1] == 4


def test_calibration_does_not_look_ahead(visits: pd.DataFrame) -> None:
    """Labels of the last span change no score of the spans before it."""
    last = pd.to_datetime(visits.day, format="%d.%m.%Y") > pd.Timestamp("2021-08-05")
    changed = visits.copy()
    changed.loc[last, "ill"] = np.where(visits.ill[last] == "yes", "no", "yes")
    first, second = (
        compare(frame, "ill", models="linear_svc", time="day", drop=["patient"])
        for frame in (visits, changed)
    )
    folds = [[fold["scores"] for fold in one["models"][1]["folds"]] for one in (first, second)]
    assert folds[0][:4] == folds[1][:4]
    assert folds[0][4] != folds[1][4]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"group": "who"}, r"There is no column 'who'\. The columns are: "),
        ({"time": "who"}, r"There is no column 'who'\. The columns are: "),
        ({"time": "patient"}, "is nominal, which has no order in time"),
        ({"group": "patient", "time": "day"}, "group and time cannot be given together"),
        ({"group": "patient", "folds": "loo"}, "group and folds=loo cannot be given together"),
        ({"time": "day", "repeats": 2}, "time and repeats cannot be given together"),
        ({"time": "day", "test_size": 0.5}, "time and test_size cannot be given together"),
        ({"group": "patient", "folds": 31}, "has 30 different values, and 31 folds"),
        ({"time": "half", "folds": 5}, "has 2 different times, too few for 5 spans"),
        ({"time": "gaps"}, "has no value in 3 rows"),
    ],
)
def test_bad_columns_are_one_sentence(visits: pd.DataFrame, options: dict[str, Any], words: str) -> None:
    frame = visits.assign(half=[0, 1] * 90, gaps=np.where(np.arange(N) < 3, np.nan, np.arange(N) * 1.5))
    with pytest.raises((UsageError, DataError), match=words):
        compare(frame, "ill", models="lda", **options)


def test_a_class_that_comes_late_is_named(visits: pd.DataFrame) -> None:
    late = visits.sort_values("own").assign(turn=np.arange(N) * 1.5)
    late["ill"] = np.where(np.arange(N) < 150, "no", "yes")
    with pytest.raises(UsageError, match="no row of class 'yes' to train on"):
        compare(late, "ill", models="lda", time="turn")


# --- rows of their own


def test_other_rows_are_scored_once(visits: pd.DataFrame, tmp_path: Path) -> None:
    table, rest = visits.iloc[:120], visits.iloc[120:]
    rest.to_csv(tmp_path / "rest.csv", index=False)
    result = compare(table, "ill", models=["lda", "svc"], test=tmp_path / "rest.csv", out=tmp_path)
    test = result["test"]
    best = load_model(tmp_path / "best.fenlei")
    right = best.predict(tmp_path / "rest.csv") == rest.ill.to_numpy()
    assert test["scores"]["accuracy"] == right.mean()
    assert (test["rows"], test["model"]) == (60, result["best"])
    most = table.ill.mode()[0]
    assert test["baseline"]["accuracy"] == (rest.ill == most).mean()
    assert test["low"] < right.mean() < test["high"]
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []


def test_other_rows_of_a_quantity(visits: pd.DataFrame) -> None:
    result = compare(visits.iloc[:100], "x", models=["ridge"], test=visits.iloc[100:])
    assert set(result["test"]["scores"]) == {"rmse", "mae", "r2"}
    assert result["test"]["low"] is None


def test_other_rows_without_a_column_are_refused_before_any_work(visits: pd.DataFrame) -> None:
    def progress(_: object) -> None:
        raise AssertionError("work was done")

    for missing, words in (("x", "lacks 1 of the columns"), ("ill", "no target column")):
        with pytest.raises(DataError, match=words):
            compare(visits, "ill", models="lda", test=visits.drop(columns=missing), progress=progress)
