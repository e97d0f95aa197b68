"""The result in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from fenlei.report.notes import notes
from fenlei.report.summary import summary
from tests.report import results


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


@pytest.fixture
def result() -> dict[str, Any]:
    """Iris with scores and tests set by hand, and only the models that finished."""
    made = results.three()
    set_model(made, "lda", 0.98, low=0.961, high=1.0, paired=None)
    set_model(made, "qda", 0.97, paired=(-0.01, 0.41))
    set_model(made, "gaussian_nb", 0.90, paired=(-0.08, 0.2))
    set_model(made, "categorical_nb", 0.80, paired=(-0.18, 0.0001))
    set_model(made, "dummy", 1 / 3, paired=(-0.6467, 0.0))
    made["best"] = "lda"
    model(made, "lda")["confusion"] = [[50, 0, 0], [0, 48, 2], [0, 1, 49]]
    made["models"] = [m for m in made["models"] if m["status"] == "done"]
    return made


def model(result: dict[str, Any], name: str) -> dict[str, Any]:
    return next(m for m in result["models"] if m["name"] == name)


def set_model(
    result: dict[str, Any],
    name: str,
    mean: float,
    *,
    low: float = 0.5,
    high: float = 0.9,
    paired: tuple[float, float] | None,
) -> None:
    chosen = model(result, name)
    chosen["summary"]["accuracy"] = {"mean": mean, "low": low, "high": high}
    test = dict(zip(("difference", "p"), paired, strict=True)) if paired else None
    chosen["paired"] = test and {**test, "low": -1.0, "high": 1.0}


def test_the_lead_names_the_best_model_and_how_sure_it_is(result: dict[str, Any]) -> None:
    assert summary(result, "en")["lead"] == (
        "Linear discriminant analysis is the best of 4 models: it labels 98.0% of unseen rows correctly "
        "(95% interval 96.1% to 100.0%)."
    )
    assert summary(result, "zh")["lead"].startswith("在 4 个模型中，线性判别分析最好：")


def test_the_story_compares_with_baseline_and_runner_up_and_names_the_main_mistake(
    result: dict[str, Any],
) -> None:
    # 2% errors in place of 66.7%: 97% are avoided.
    assert plain(summary(result, "en")["text"]) == (
        "The baseline, which ignores the features, reaches 33.3%: 97% of its errors are avoided. "
        "The runner-up, Quadratic discriminant analysis with 97.0%, is not significantly different on these "
        "rows (p = 0.41): choose between them by speed or by how easily they are explained. "
        "The same holds for 1 more. "
        "Its most frequent mistake is predicting “virginica” for “versicolor”: 2 of 50 rows."
    )
    assert "第二名是二次判别分析，准确率 97.0%，" in summary(result, "zh")["text"]


def test_a_runner_up_that_is_told_apart_is_behind(result: dict[str, Any]) -> None:
    set_model(result, "qda", 0.95, paired=(-0.03, 0.004))
    told = plain(summary(result, "en")["text"])
    assert "Quadratic discriminant analysis with 95.0%, is 3.0 percentage points behind" in told
    assert "(p = 0.004)" in told
    assert "not significantly different" not in told


def test_a_runner_up_that_never_differs_is_said_to_be_the_same(result: dict[str, Any]) -> None:
    set_model(result, "qda", 0.98, paired=(0.0, 1.0))
    model(result, "qda")["paired"] |= {"low": 0.0, "high": 0.0}
    told = plain(summary(result, "en")["text"])
    assert "The runner-up, Quadratic discriminant analysis, has the same accuracy in every fold" in told
    assert "第二名二次判别分析每一折的准确率都与它相同" in summary(result, "zh")["text"]


@pytest.mark.parametrize("alone", [False, True])
def test_equal_folds_give_no_interval(result: dict[str, Any], alone: bool) -> None:
    """An interval from 100% to 100% would promise too much."""
    model(result, "lda")["summary"]["accuracy"] = {"mean": 1.0, "low": 1.0, "high": 1.0}
    if alone:
        result["models"] = [model(result, "dummy"), model(result, "lda")]
    told = summary(result, "en")
    assert told["lead"].endswith(
        "100.0% of unseen rows correctly, the same in every fold, so that no interval can be given."
    )
    assert told["figures"][0]["detail"] == "the same in every fold"
    assert summary(result, "zh")["lead"].endswith("准确率为 100.0%；各折都相同，因此给不出区间。")


def test_the_level_of_the_plan_decides_what_is_told_apart(result: dict[str, Any]) -> None:
    set_model(result, "qda", 0.95, paired=(-0.03, 0.03))
    assert "points behind" in summary(result, "en")["text"]
    result["plan"]["level"] = 0.99
    assert "not significantly different" in summary(result, "en")["text"]


@pytest.mark.parametrize(("guessed", "p"), [(0.97, 0.3), (0.99, 0.0001)])
def test_a_best_model_near_or_below_the_baseline_gets_a_warning(
    result: dict[str, Any], guessed: float, p: float
) -> None:
    set_model(result, "dummy", guessed, paired=(guessed - 0.98, p))
    assert "That is not clearly more than the" in summary(result, "en")["text"]


def test_a_faultless_model_is_said_to_be_so(result: dict[str, Any]) -> None:
    model(result, "lda")["confusion"] = [[50, 0, 0], [0, 50, 0], [0, 0, 50]]
    assert "It made no mistake on any of the 150 rows." in summary(result, "en")["text"]


def test_one_model_alone_is_not_called_the_best(result: dict[str, Any]) -> None:
    result["models"] = [model(result, "dummy"), model(result, "lda")]
    told = summary(result, "en")
    assert told["lead"].startswith("Linear discriminant analysis labels 98.0%")
    assert "runner-up" not in told["text"]
    assert [figure["label"] for figure in told["figures"]] == ["Accuracy", "baseline", "mistakes"]


def test_a_test_that_was_not_made_is_not_reported(result: dict[str, Any]) -> None:
    set_model(result, "qda", 0.97, paired=None)
    assert "The runner-up is Quadratic discriminant analysis with 97.0%." in summary(result, "en")["text"]


def test_the_figures_to_remember(result: dict[str, Any]) -> None:
    figures = [(f["label"], f["value"], plain(f["detail"])) for f in summary(result, "en")["figures"]]
    assert figures == [
        ("Accuracy", "98.0%", "95% interval 96.1%–100.0%"),
        ("baseline", "33.3%", "ignores the features"),
        ("runner-up", "−1.0 points", "Quadratic discriminant analysis, p = 0.41"),
        ("mistakes", "3", "3 of 150 rows wrong"),
    ]


def test_when_nothing_finished_the_summary_says_so() -> None:
    told = summary(results.nothing_done(), "en")
    assert told["lead"].startswith("No model finished")
    assert (told["text"], told["figures"]) == ("", [])


# --- notes on the data


def test_a_table_without_peculiarities_gets_one_line(result: dict[str, Any]) -> None:
    assert notes(result, "en") == ["Nothing unusual was found in the table."]


def test_missing_values_and_unused_columns_are_named() -> None:
    told = notes(results.binary(), "en")
    # 23 of 569 rows
    assert told[0] == "2 columns have missing values, most of all “age” (4.0% of its rows)."
    assert told[1] == "Not used as features: patient_id, hospital (identifiers, constants and free text)."


def test_a_date_is_used_by_its_parts_and_free_text_is_not(result: dict[str, Any]) -> None:
    columns = result["data"]["schema"]["columns"]
    columns[0]["kind"], columns[1]["kind"] = "date", "text"
    assert notes(result, "en") == [
        f"Not used as features: {columns[1]['name']} (identifiers, constants and free text)."
    ]


def test_one_column_with_missing_values_is_named_alone(result: dict[str, Any]) -> None:
    result["data"]["schema"]["columns"][2]["n_missing"] = 15
    assert notes(result, "en") == ["“petal length (cm)” has missing values in 10.0% of the rows."]


def test_imbalance_is_told_from_three_to_one(result: dict[str, Any]) -> None:
    result["data"]["class_counts"] = [74, 51, 25]
    assert notes(result, "en") == ["Nothing unusual was found in the table."]
    result["data"]["class_counts"] = [75, 50, 25]
    assert notes(result, "en")[0].startswith(
        "The classes are unbalanced: “setosa” has 75 rows, “virginica” only 25."
    )


def test_rare_classes_and_small_tables(result: dict[str, Any]) -> None:
    result["data"].update(rows=29, class_counts=[12, 9, 8])
    assert notes(result, "en") == [
        "2 classes have fewer than 10 rows each, the smallest 8; results for these classes are imprecise.",
        "The table is small (29 rows): another sample could change the order of close models.",
    ]


def test_more_features_than_rows(result: dict[str, Any]) -> None:
    result["data"]["features"] = 151
    assert notes(result, "en") == ["There are more features (151) than rows (150)."]


def test_an_almost_perfect_score_is_suspect(result: dict[str, Any]) -> None:
    set_model(result, "lda", 0.9995, paired=None)
    assert notes(result, "en") == ["The score is almost perfect. Check that no column leaks the target."]
    set_model(result, "dummy", 1.0, paired=(0.0005, 0.9))
    assert notes(result, "en") == ["Nothing unusual was found in the table."]


def test_the_notes_of_the_study_come_first_and_once(result: dict[str, Any]) -> None:
    result["data"]["notes"] = ["3 rows had no label", "k lowered", "k lowered"]
    assert notes(result, "en") == ["3 rows had no label", "k lowered"]


def test_failed_models_are_counted_and_skipped_ones_are_not() -> None:
    made = results.three()
    assert notes(made, "en") == ["One model failed; the reason is listed below the leaderboard."]
    made["models"] = [m for m in made["models"] if m["status"] != "failed"]
    assert notes(made, "en") == ["Nothing unusual was found in the table."]
