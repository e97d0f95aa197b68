"""The catalogue and the vocabulary: complete, bilingual, without contradictions."""

import csv
import re

import pytest

from fenlei.datasets import describe, names
from fenlei.datasets.catalogue import DATA, LANGUAGES, catalogue, find, words
from fenlei.errors import UsageError

CHINESE = re.compile("[\u4e00-\u9fff]")
SAME_IN_BOTH = re.compile(r"(x|y|phi|d|r)\d*|pixel_\d_\d|[SML]|-?\d+(\.\d+)?")


def csv_rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BUNDLED = [name for name, entry in catalogue().items() if entry.loader is None]


def test_names_are_unique_and_every_csv_is_in_the_catalogue() -> None:
    text = (DATA / "catalogue.toml").read_text("utf-8")
    headers = re.findall(r"^\[(\w+)\]$", text, flags=re.MULTILINE)
    assert len(headers) == len(set(headers)) == len(names())
    stems = {file.name.removesuffix(".csv") for file in DATA.iterdir() if file.name.endswith(".csv")}
    assert stems - {"words", "columns"} == set(BUNDLED)


@pytest.mark.parametrize("name", names())
def test_each_entry_is_told_in_both_languages(name: str) -> None:
    entry = find(name)
    for text in (entry.title, entry.provenance, entry.notes):
        assert set(text) == set(LANGUAGES)
        assert not CHINESE.search(text["en"])
        assert bool(text["zh"]) == bool(text["en"])
    assert CHINESE.search(entry.title["zh"])
    assert (entry.target is None) == (entry.task == "unlabelled")
    assert (entry.classes >= 2) == (entry.task == "classification")


@pytest.mark.parametrize("name", BUNDLED)
def test_every_word_of_a_csv_has_a_chinese_twin(name: str) -> None:
    for row in csv_rows(name):
        for column, value in row.items():
            assert (column, "") in words() or SAME_IN_BOTH.fullmatch(column)
            assert (column, value) in words() or SAME_IN_BOTH.fullmatch(value)


def test_the_vocabulary_is_one_to_one() -> None:
    with (DATA / "words.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(words()) == len(rows)
    # Two values of one column, or two column names, never share a Chinese word.
    twins = [(row["column"] if row["value"] else "", row["zh"]) for row in rows]
    assert len(set(twins)) == len(twins)


def test_unknown_name_gives_the_nearest_and_the_list() -> None:
    with pytest.raises(UsageError) as caught:
        find("apple")
    sentence = str(caught.value)
    assert "'apple'" in sentence
    assert "did you mean 'apples'?" in sentence
    assert "watermelon" in sentence
    assert "数据集" in caught.value.text("zh")
    assert caught.value.exit_code == 2


def test_describe_has_one_row_per_name_in_either_language() -> None:
    english, chinese = describe(lang="en"), describe(lang="zh")
    assert [row["name"] for row in english] == [row["name"] for row in chinese] == names()
    assert english[0]["target"] == "variety"
    assert chinese[0]["target"] == "品种"
    with pytest.raises(UsageError, match="lang='fr'"):
        describe(lang="fr")


def test_describe_one_data_set() -> None:
    """`describe("breast_cancer")` was taken for a language."""
    cancer = describe("breast_cancer")
    assert cancer["rows"] == 569
    assert "0 = malignant" in cancer["notes"]
    assert len(cancer["columns"]) == 31
    assert describe("apples", "zh")["columns"]["果重"] == "果重，单位克"
    with pytest.raises(UsageError, match="did you mean 'apples'"):
        describe("appels")


def test_every_line_about_a_column_belongs_to_a_data_set() -> None:
    with (DATA / "columns.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["dataset"] for row in rows} == set(names())
    assert len({(row["dataset"], row["column"]) for row in rows}) == len(rows)
