"""Workings of models that were trained from a table as it comes: words, dates, missing values, odd names."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from fenlei.errors import DataError, UsageError
from fenlei.explanation.formula import Chain, value
from fenlei.registry import REGISTRY
from fenlei.study import train
from fenlei.study.explain_row import explain_trained
from fenlei.table.features.terms import find_terms
from tests.explanation.test_recomputed import worst

CLASSIFIERS = [name for name, entry in REGISTRY.items() if entry.kind == "classifier"]
MOST_BYTES = 200_000


@pytest.fixture(scope="module")
def messy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """60 rows: an age, a height, a town, a date, and whether somebody buys; gaps in all but the date."""
    rng, lines = np.random.default_rng(1), ["alter;größe_cm;Stadt;bestellt am;kauft"]
    for _ in range(60):
        age = "" if rng.random() < 0.1 else str(rng.integers(18, 70))
        height = "" if rng.random() < 0.1 else f"{rng.normal(170, 9):.1f}".replace(".", ",")
        town = "" if rng.random() < 0.15 else str(rng.choice(["Köln", "Bad Ems", "北京 <b>&"]))
        day = f"{rng.integers(1, 28):02d}.{rng.integers(1, 12):02d}.2024"
        buys = "ja" if rng.random() + (town == "Köln") * 0.4 > 0.6 else "nein"
        lines.append(";".join([age, height, town, day, buys]))
    path = tmp_path_factory.mktemp("messy") / "messy.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_classifier_that_takes_the_table_explains_it(name: str, messy: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            trained = train(messy, name, target="kauft")
        except (UsageError, DataError):  # of counts, or of nominal columns alone
            assert name in ("categorical_nb", "multinomial_nb", "poisson_nb", "id3")
            return
        for what in ("prediction", "fit", "score"):
            for lang in ("en", "zh"):
                working = explain_trained(what, trained, messy, row=5, node=None, lang=lang)
                assert worst(working)[0] < 1e-9, worst(working)[1]
                assert len([step for step in working.steps if step.formulas or step.frames]) >= 3
                assert len(working._repr_html_().encode()) < MOST_BYTES


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """500 rows: a text, a town of 50 with gaps, a number with gaps, a class of three, a number to predict."""
    rng = np.random.default_rng(4)
    words = ["good", "bad", "nice", "awful", "great", "poor", "the", "a", "food", "<b>", "&", "100%", "好吃"]
    lines = ["review,town,stars,verdict,price"]
    for _ in range(500):
        k = int(rng.integers(3))
        said = " ".join([*rng.choice(words, 8), ("hateful", "ordinary", "lovely")[k]])
        town = "" if rng.random() < 0.1 else f"T{rng.integers(50)}"
        stars = "" if rng.random() < 0.1 else str(rng.integers(1, 6))
        lines.append(f"{said},{town},{stars},{'abc'[k]},{k * 2 + rng.normal():.3f}")
    path = tmp_path_factory.mktemp("reviews") / "reviews.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("what", ["fit", "prediction"])
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("logistic_regression", "verdict"),  # a column for each term
        ("lda", "verdict"),  # scores by class, learnt out of fold
        ("gaussian_nb", "verdict"),
        ("decision_tree", "verdict"),
        ("k_neighbors", "verdict"),
        ("ridge", "price"),
        ("decision_tree_regressor", "price"),
    ],
)
def test_texts_and_columns_of_many_categories_are_worked_out(
    name: str, target: str, what: str, reviews: Path
) -> None:
    """Fits were refused: of texts always, of many categories as their mean targets are out of fold."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the columns of a category, and the scores, add up
        trained = train(reviews, name, target=target, text=["review"])
    for lang in ("en", "zh"):
        working = explain_trained(what, trained, reviews, row=7, node=None, lang=lang)
        assert worst(working)[0] < 1e-9, worst(working)[1]
        keys = [step.key for step in working.steps]
        assert any("term" in key for key in keys)
        assert any("category" in key for key in keys) == ("tree" not in name)  # a tree takes the codes
        assert len(working._repr_html_().encode()) < MOST_BYTES
        assert working.to_latex()


def test_the_terms_of_a_row_are_in_its_text(reviews: Path) -> None:
    trained = train(reviews, "logistic_regression", target="verdict", text=["review"])
    for row in (1, 7, 30):
        working = explain_trained("prediction", trained, reviews, row=row, node=None, lang="en")
        text = str(working.row["review"])
        (step,) = [step for step in working.steps if step.key == "row_terms"]
        terms = [str(cast(Any, each).sides[0].sub) for each in step.formulas[1:]]
        assert terms
        assert set(terms) <= set(find_terms([text], least=1))


def test_a_text_column_too_large_for_a_dense_matrix_is_named(
    reviews: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fenlei.explanation.prepared.appended.MOST_CELLS", 1000)
    trained = train(reviews, "logistic_regression", target="verdict", text=["review"])
    with pytest.raises(UsageError, match=r"with the terms of 'review', 500 rows of .* more than 1000"):
        explain_trained("fit", trained, reviews, node=None, lang="en")


def test_the_prior_is_the_prior_where_nominal_values_are_missing(messy: Path) -> None:
    """A row without values was taken for the prior; it is the cell of the missing ones."""
    trained = train(messy, "bayes_classifier", target="kauft")
    for row in range(1, 61):
        working = explain_trained("prediction", trained, messy, row=row, node=None, lang="en")
        chains = [each for step in working.steps if step.key == "prior" for each in step.formulas]
        shown = [value(each.sides[-1]) for each in chains if isinstance(each, Chain)]
        np.testing.assert_allclose(np.array(shown, float), trained.estimator.prior_, rtol=1e-12)
