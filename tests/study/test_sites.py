"""Sites that may not share rows: their sums merge to the model of all rows, and small groups are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.study import train
from fenlei.study.sites import merge_sums, summarise_site
from fenlei.table.reading import conform
from tests.study.scans.test_training import rows


@pytest.mark.filterwarnings("ignore:QuadraticDiscriminantAnalysis.* is not of full rank")
@pytest.mark.parametrize("name", ["gaussian_nb", "mixed_nb", "lda", "qda", "ridge"])
def test_the_sums_of_sites_are_the_model_of_all_rows(name: str) -> None:
    target, other = ("price", "kind") if name == "ridge" else ("kind", "price")
    frame, public = (rows(seed).drop(columns=[other]) for seed in (1, 0))
    like = train(public, name, target)
    sites = [summarise_site(frame[a:b], like, least_count=1) for a, b in ((0, 300), (300, 420), (420, 1000))]
    merged = merge_sums(sites)
    table = conform(frame, like.schema)
    X = table.coded().X if like.preparation is None else like.preparation.transform(table.coded().X)
    whole: Any = type(like.estimator)(**like.estimator.get_params()).fit(X, table.labels())
    if name == "ridge":
        np.testing.assert_allclose(merged.predict(frame), whole.predict(X), rtol=1e-10)
    else:
        np.testing.assert_allclose(merged.predict_proba(frame), whole.predict_proba(X), rtol=1e-8, atol=1e-12)
    assert merged.facts["rows"] == 1000
    assert "source" not in sites[0].facts
    assert "fingerprint" not in sites[0].facts


def test_small_groups_are_refused() -> None:
    frame = rows().drop(columns=["price"])
    like = train(frame, "mixed_nb", "kind")
    few = frame[(frame["kind"] != "b") | (np.cumsum(frame["kind"] == "b") <= 9)]
    with pytest.raises(DataError, match="Class 'b' has fewer than 10 rows here"):
        summarise_site(few, like)
    rare = frame.copy()
    red = (rare["colour"] == "red") & (rare["kind"] == "b")
    rare.loc[red & (np.cumsum(red) > 3), "colour"] = "blue"
    with pytest.raises(DataError, match="In column 'colour', category 'red' has fewer than 10 rows"):
        summarise_site(rare, like)
    assert summarise_site(rare, like, least_count=3).facts["rows"] == 1000


def test_what_sites_cannot_agree_on() -> None:
    frame = rows().drop(columns=["price"])
    like, other = train(frame, "lda", "kind"), train(frame[:900], "lda", "kind")
    sites = [summarise_site(frame, each, least_count=1) for each in (like, other)]
    with pytest.raises(UsageError, match="give the same --like at every site"):
        merge_sums(sites)
    with pytest.raises(UsageError, match="Model k_neighbors is not a function of sums"):
        summarise_site(frame, train(frame, "k_neighbors", "kind"))
    strange = frame.assign(kind=frame["kind"].replace("c", "z"))
    with pytest.raises(DataError, match="Label 'z' is none of the classes"):
        summarise_site(strange, like)
    with pytest.raises(UsageError, match="is a classifier or a regression as `fenlei train` writes it"):
        summarise_site(frame, fenlei.model_file.Model(like.estimator))
