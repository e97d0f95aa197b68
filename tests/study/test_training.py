"""Training one model on all rows."""

from pathlib import Path

import numpy as np
import pytest

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.study import train
from tests.study.tables import apples


def test_a_trained_model_takes_tables_and_saves_whole(tmp_path: Path) -> None:
    columns = apples()
    model = train(columns, "gaussian_nb", "品种", n_jobs=1)
    facts = {"model": "gaussian_nb", "rows": 90, "scale": "standard", "source": "dict"}
    assert model.facts == {**facts, "fingerprint": model.facts["fingerprint"]}
    other = {name: values[:-1] for name, values in columns.items()}
    assert train(other, "gaussian_nb", "品种").facts["fingerprint"] != model.facts["fingerprint"]
    fenlei.save_model(model, tmp_path / "m.fenlei")
    loaded = fenlei.load_model(tmp_path / "m.fenlei")
    table = fenlei.read_table(columns)
    np.testing.assert_array_equal(loaded.predict_proba(table), model.predict_proba(table))
    assert loaded.estimator.n_jobs is None


def test_parameters_reach_the_estimator() -> None:
    model = train("iris", "lda", params={"solver": "lsqr", "shrinkage": 0.5})
    assert (model.estimator.solver, model.estimator.shrinkage) == ("lsqr", 0.5)


@pytest.mark.parametrize("scale", ["standard", "minmax", "none"])
@pytest.mark.parametrize("name", ["gaussian_nb", "c45"])
def test_a_trained_model_keeps_its_scaling(tmp_path: Path, name: str, scale: str) -> None:
    iris = fenlei.load("iris")
    model = train("iris", name, scale=scale)
    fenlei.save_model(model, tmp_path / "m.fenlei")
    loaded = fenlei.load_model(tmp_path / "m.fenlei")
    assert loaded.facts["scale"] == scale
    assert (loaded.preparation.scaling if loaded.preparation else "none") == scale
    np.testing.assert_array_equal(loaded.predict_proba(iris.table), model.predict_proba(iris.table))
    if scale == "none":
        peer = type(model.estimator)().fit(iris.X, iris.y)
        np.testing.assert_array_equal(model.predict_proba(iris.table), peer.predict_proba(iris.X))


def test_a_file_from_before_the_choice_is_standardised() -> None:
    kept = Path(__file__).parents[1] / "model_files" / "v1" / "with_table.fenlei"
    preparation = fenlei.load_model(kept).preparation
    assert preparation.scale is True
    assert preparation.scaling == "standard"


@pytest.mark.parametrize(
    ("source", "model", "options", "error", "fragment"),
    [
        ("iris", "svn", {}, UsageError, "no model 'svn'"),
        ("iris", "dummy", {}, UsageError, "baseline"),
        (
            "iris",
            "lda",
            {"scale": "z"},
            UsageError,
            "scale='z' is not accepted; give one of: standard, minmax",
        ),
        ("iris", "lda", {"params": {"wrong": 1}}, UsageError, "no parameter 'wrong'"),
        ("iris", "lda", {"params": {"solver": "wrong"}}, UsageError, "solver='wrong' is not accepted"),
        (
            "iris",
            "categorical_nb",
            {},
            UsageError,
            "cannot be used on this table: it takes nominal columns only",
        ),
        ({"x": [1, 1, 1], "y": list("aab")}, "lda", {"target": "y"}, DataError, "None of the 1 columns"),
        ({"x": [1.5, 2, 3], "y": [0.5, 1, 2]}, "lda", {"target": "y"}, DataError, "decimals"),
    ],
)
def test_what_cannot_be_trained(
    source: object, model: str, options: dict, error: type[Exception], fragment: str
) -> None:
    with pytest.raises(error, match=fragment):
        train(source, model, **options)
