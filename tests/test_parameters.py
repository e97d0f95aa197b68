"""Limits of parameters: what each accepts, and the sentence for what it does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    N_JOBS,
    NONE,
    Limit,
    check_parameters,
    either,
    integer,
    one_of,
    real,
    sequence,
)
from tests.contract.samples import PLAIN, Form

CASES: list[tuple[Limit, list[Any], list[Any]]] = [
    (real(0, 1), [0, 1, 0.5, np.float32(0.5), np.int64(1)], [-1e-9, 1.1, np.nan, True, "0", None, [0.5]]),
    (real(0), [0, 1e300], [-1, np.nan, "a"]),
    (integer(1), [1, np.int32(7)], [0, 1.0, True, None, "1"]),
    (one_of("svd", "eigen"), ["svd", np.str_("eigen")], ["SVD", None, ["svd"], 1]),
    (sequence(), [[1, 2], (1,), np.array([0.5])], ["ab", 1, None, [[1]]]),
    (BOOLEAN, [True, np.True_], [1, 0, None, "True"]),
    (NONE, [None], [0, False, ""]),
    (N_JOBS, [None, 1, -1, np.int64(2)], [0, 1.0, "all"]),
    (CLASS_WEIGHT, [None, "balanced", {}, {0: 1}], ["equal", 1, [1, 2], np.array([1, 2])]),
    (either(NONE, real(0)), [None, 0.1], [-1, "a"]),
]


@pytest.mark.parametrize(("limit", "good", "bad"), CASES, ids=[str(limit.text) for limit, *_ in CASES])
def test_what_a_limit_accepts(limit: Limit, good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good if not limit.accepts(value)] == []
    assert [value for value in bad if limit.accepts(value)] == []


def test_an_infinite_amount_is_no_number() -> None:
    assert not real(0).accepts(np.inf)


def test_the_sentence_names_estimator_parameter_value_and_choices() -> None:
    estimator = SimpleNamespace(solver="qr", tol=1.0)
    limits = {"tol": real(0), "solver": either(one_of("svd", "eigen"), NONE)}
    with pytest.raises(UsageError) as caught:
        check_parameters(estimator, limits)
    assert str(caught.value) == "SimpleNamespace: solver='qr' is not accepted; give 'svd' or 'eigen' or None."


@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_every_default_meets_its_limit(form: Form) -> None:
    model = form.make()
    assert model._limits.keys() <= model.get_params().keys()
    assert [name for name, limit in model._limits.items() if not limit.accepts(getattr(model, name))] == []
