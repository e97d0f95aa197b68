"""A trained model that acts at the least expected cost, and what its actions came to."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.model_file import Model
from fenlei.study import evaluate_model, train, with_costs
from fenlei.study.decisions import decision_facts
from tests.study.tables import apples

KINDS = ["国光", "红富士", "黄元帅"]
COSTS = {"动作": ["黄元帅", "国光", "红富士"], "红富士": [99, 9, 0], "国光": [1, 0, 1], "黄元帅": [0, 1, 1]}
IN_ORDER = np.array([[0, 9, 1], [1, 0, 1], [1, 99, 0]])  # actions and classes as in KINDS
WATCH = {"动作": ["观察", "红富士"], "国光": [0.3, 1], "红富士": [0.3, 0], "黄元帅": [0.3, 1]}


@pytest.fixture(scope="module")
def model() -> Model:
    return train(apples(), "gaussian_nb", "品种")


@pytest.fixture(scope="module")
def table() -> fenlei.table.Table:
    return fenlei.read_table(apples(60, seed=9))


def test_without_costs_the_model_is_the_same(model: Model) -> None:
    assert with_costs(model) is model
    assert decision_facts(model, np.zeros(1, np.int64), np.eye(3)[:1]) is None


def test_decisions_have_the_least_expected_cost(model: Model, table: fenlei.table.Table) -> None:
    deciding = with_costs(model, COSTS)
    proba = model.predict_proba(table)
    assert_array_equal(deciding.predict_proba(table), proba)
    best = (proba @ IN_ORDER.T).argmin(axis=1)
    assert_array_equal(deciding.predict(table), np.array(KINDS)[best])
    assert (deciding.predict(table) != model.predict(table)).any()
    assert model.predict(table).tolist() == model.classes_[proba.argmax(axis=1)].tolist()  # is as it was


@pytest.mark.parametrize("cost", [0.0, 0.05, 0.3, 1.0])
def test_a_row_is_rejected_where_that_is_cheaper_than_any_class(
    model: Model, table: fenlei.table.Table, cost: float
) -> None:
    rejected = with_costs(model, reject_cost=cost).predict(table) == "reject"
    assert_array_equal(rejected, 1.0 - model.predict_proba(table).max(axis=1) > cost)


def test_actions_that_are_no_classes(model: Model, table: fenlei.table.Table) -> None:
    chosen = with_costs(model, WATCH, reject_cost=0.2).predict(table)
    red = model.predict_proba(table)[:, 1] > 0.8  # 1 - p below the cost of rejecting
    assert_array_equal(chosen, np.where(red, "红富士", "reject"))


def test_facts_count_actions_by_class_and_their_mean_cost(model: Model) -> None:
    columns = apples(60, seed=9)
    facts = evaluate_model(with_costs(model, COSTS, 0.15), columns)["decisions"]
    assert facts["actions"] == [*KINDS, "reject"]
    counts = np.array(facts["counts"])
    assert counts.shape == (4, 3)
    assert counts.sum(axis=0).tolist() == [20, 20, 20]
    costs = np.vstack([IN_ORDER, np.full(3, 0.15)])
    assert facts["mean_cost"] == pytest.approx((counts * costs).sum() / 60)
    assert evaluate_model(model, columns)["decisions"] is None


def test_rows_of_unknown_classes_are_left_out_of_the_facts(model: Model) -> None:
    columns = apples(60, seed=9)
    columns["品种"][:6] = ["嘎啦"] * 6
    facts = evaluate_model(with_costs(model, COSTS), columns)["decisions"]
    assert np.sum(facts["counts"]) == 54
    assert np.isfinite(facts["mean_cost"])


def test_numeric_classes_with_reject_are_one_column_of_text() -> None:
    from fenlei.study import predict_blocks

    columns = apples(60)
    columns["品种"] = [KINDS.index(kind) + 1 for kind in columns["品种"]]
    numeric = train(columns, "gaussian_nb", "品种")
    assert numeric.classes_.tolist() == [1, 2, 3]
    plain = next(predict_blocks(numeric, columns))["prediction"]
    assert set(plain.to_pylist()) == {1, 2, 3}
    rejecting = next(predict_blocks(with_costs(numeric, reject_cost=0.02), columns))["prediction"]
    assert set(rejecting.to_pylist()) == {"1", "2", "3", "reject"}
    costs = {"action": [1, 2, 3], "3": [1, 1, 0], "1": [0, 1, 1], "2": [7, 0, 1]}
    assert_allclose(with_costs(numeric, costs).estimator.costs_, [[0, 7, 1], [1, 0, 1], [1, 1, 0]])


def test_costs_that_do_not_fit_are_refused_before_any_row_is_read(model: Model) -> None:
    with pytest.raises(DataError, match="are not the classes"):
        with_costs(model, {"action": KINDS, "国光": [0, 1, 1], "红富士": [1, 0, 1]})
    with pytest.raises(UsageError, match="reject_cost=nan"):
        with_costs(model, reject_cost=float("nan"))
    named = {"action": [*KINDS, "reject"], **{kind: [1, 1, 1, 0.5] for kind in KINDS}}
    with pytest.raises(UsageError, match="reject_label='reject' is already one of the actions"):
        with_costs(model, named, 0.1)
