"""Tables with text, from the file to the prediction of a saved model."""

import numpy as np
import pytest

from fenlei import compare, explain, load_model, save_model, train
from fenlei.errors import ModelFileError
from fenlei.explanation import explain_fit
from fenlei.model_file import container
from fenlei.study.fitting import find_entry as entry
from fenlei.study.fitting import preparation_for, preparation_text
from fenlei.table import read_table

WORDS = ["apple", "pear", "red", "green", "sweet", "sour", "old", "new", "big", "small"]


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(WORDS, rng.integers(3, 9))) for _ in range(240)]
    kinds = ["a" if "apple" in text else "b" for text in texts]
    return read_table({"size": rng.random(240), "remark": texts, "kind": kinds}, target="kind")


@pytest.mark.parametrize(
    "name", ["logistic_regression", "decision_tree", "lda", "k_neighbors", "gaussian_nb"]
)
def test_every_kind_of_model_learns_from_text_and_is_saved(name, table, tmp_path):
    model = train(table, name)
    save_model(model, tmp_path / "m.fenlei")
    again = load_model(tmp_path / "m.fenlei")
    predicted = again.predict(table)
    assert (predicted == table.labels()).mean() > 0.93
    np.testing.assert_array_equal(predicted, model.predict(table))
    new = again.predict({"size": [0.5, 0.5], "remark": ["a red apple", None]})
    assert new[0] == "a"


def test_explain_shows_the_words(table):
    working = explain(train(table, "logistic_regression"), table, 0)
    assert table.arrow["remark"][0].as_py() in str(working)
    assert "remark: " in str(working)
    scores = explain(train(table, "decision_tree"), table, 0)
    assert "remark.score1" in str(scores)
    fit = explain_fit(train(table, "lda"), table)
    assert len([step for step in fit.steps if step.formulas]) >= 3
    assert "remark" in str(fit)


def test_compare_takes_text(table, tmp_path):
    result = compare(table, models=["logistic_regression", "decision_tree"], folds=3, out=tmp_path)
    by_name = {model["name"]: model for model in result["models"]}
    assert by_name["logistic_regression"]["preparation"] == "scaled, words"
    assert by_name["decision_tree"]["preparation"] == "word scores"
    assert min(by_name[name]["summary"]["accuracy"]["mean"] for name in by_name if name != "dummy") > 0.9
    assert len(result["data"]["schema"]["columns"][1]["categories"]) <= 20
    assert result["data"]["features"] == 2


def test_what_a_model_takes(table):
    assert (
        preparation_text(preparation_for(entry("qda"), table.schema), table.schema) == "scaled, word scores"
    )
    assert preparation_for(entry("random_forest"), table.schema).one_hot is False


def test_a_text_alone_is_enough(table):
    alone = read_table({"remark": table.arrow["remark"], "kind": table.labels()}, target="kind")
    for name in ("logistic_regression", "decision_tree"):
        assert (train(alone, name).predict(alone) == alone.labels()).mean() > 0.9


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("terms", lambda a: a + 1),
        ("terms", lambda a: a[::-1].copy()),
        ("offsets", lambda a: a * 2),
        ("idf", lambda a: a - 9),
        ("weights", lambda a: a * np.inf),
        ("intercept", lambda a: a[:, :0]),
    ],
)
def test_a_damaged_file_is_refused(field, change, table, tmp_path):
    save_model(train(table, "decision_tree"), tmp_path / "m.fenlei")
    document, arrays = container.read(tmp_path / "m.fenlei")
    name = f"preparation.model.texts.{field}"
    with np.errstate(invalid="ignore"):
        arrays[name] = change(arrays[name])
    with (tmp_path / "n.fenlei").open("wb") as stream:
        container.write(stream, document, arrays)
    with pytest.raises(ModelFileError):
        load_model(tmp_path / "n.fenlei")
