"""Every text in both languages: the same facts, no English in the Chinese one, Chinese punctuation."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import fenlei
from fenlei.errors import UsageError
from fenlei.messages import MESSAGES, Phrase, Texts, any_of, code, foreign, listed, phrase, wording
from fenlei.parameters import Limit, check_parameters
from fenlei.registry import REGISTRY, Entry
from tests.messages.languages import CHINESE, english_in, half_width_in

SOURCE = Path(fenlei.__file__).parent
TABLES = (
    "cli.texts",
    "exercises.texts",
    "explanation.texts",
    "plot.texts",
    "report.texts",
    "trees.reading.layout",
)
SAME = {"AUC", "F1", "y f(x)", "{first}, {second}"}  # texts that need no Chinese letter
COORDINATES = re.compile(r"\([\w.-]+(?:, [\w.-]+)+\)|\(CC0\)")  # points and licences in a Chinese sentence
KEY = re.compile(r"[a-z_]+\.[a-z_]+")
MAKERS = {
    "UsageError",
    "UnsupportedError",
    "DataError",
    "ModelFileError",
    "FenleiError",
    "RequestError",
    "warn",
    "wording",
    "phrase",
    "refuse",
    "refuse_record",
    "refused",
    "warn_undefined",
}


class Anything(string.Formatter):
    """Fills every field of a template with the number 3."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return 3


def fields(template: str) -> set[str]:
    return {name for _, name, *_ in string.Formatter().parse(template) if name}


def texts() -> Iterator[tuple[str, str, str]]:
    """Table and key, English and Chinese, of every text of the package."""
    tables: dict[str, Texts] = {"messages": MESSAGES}
    tables |= {name: import_module(f"fenlei.{name}").TEXTS for name in TABLES}
    for table, entries in tables.items():
        for key, (english, chinese) in entries.items():
            yield f"{table}:{key}", english, chinese


ALL = list(texts())


def test_both_languages_tell_the_same_facts() -> None:
    assert [key for key, english, chinese in ALL if fields(english) != fields(chinese)] == []


def test_every_text_is_there_in_both_languages() -> None:
    assert [key for key, english, chinese in ALL if english.strip() and not chinese.strip()] == []


def test_no_chinese_text_holds_english() -> None:
    filled = {key: Anything().format(chinese) for key, _, chinese in ALL}
    assert {key: text for key, text in filled.items() if english_in(text)} == {}


def test_chinese_texts_have_chinese_punctuation() -> None:
    filled = {key: Anything().format(chinese) for key, _, chinese in ALL}
    assert {key: text for key, text in filled.items() if half_width_in(text)} == {}


def test_names_of_estimators_and_data_sets_have_chinese_punctuation() -> None:
    found = {entry.name: entry.label_zh for entry in REGISTRY.values()}
    catalogue = tomllib.loads((SOURCE / "datasets/data/catalogue.toml").read_text("utf-8"))
    for data_set, facts in catalogue.items():
        for field in ("title", "provenance", "notes"):
            found[f"{data_set}.{field}"] = facts.get(field, {}).get("zh", "")
    beside = re.compile(f"[{CHINESE}] ?[,;:(]|[,;:] [{CHINESE}]")
    assert {key: text for key, text in found.items() if beside.search(COORDINATES.sub("§", text))} == {}


# --- limits

WRONG = ("没有", -1, 0, 1e9, [], object, None, True, float("nan"))


def limits() -> Iterator[tuple[Entry, str, Limit]]:
    for entry in REGISTRY.values():
        for name, limit in getattr(entry.load(), "_limits", {}).items():
            yield entry, name, limit


@pytest.mark.parametrize(
    ("entry", "name", "limit"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in limits()]
)
def test_a_refused_parameter_is_told_in_chinese(entry: Entry, name: str, limit: Limit) -> None:
    assert isinstance(limit.text, Phrase)
    assert not english_in(limit.text.text("zh"))
    assert not half_width_in(limit.text.text("zh"))
    for value in WRONG:
        model = entry.load()()
        setattr(model, name, value)
        try:
            check_parameters(model, {name: limit})
        except UsageError as error:
            sentence = error.text("zh").replace(f"{name}={value!r}", "§")
            assert sentence.startswith(type(model).__name__ + "：")
            assert not english_in(sentence)
            assert not half_width_in(sentence)


# --- facts in the source


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in MAKERS:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def literal(node: ast.expr) -> str:
    """The letters of a string or f-string, as far as they stand in the source."""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_facts_are_data_or_phrases_never_english() -> None:
    """A fact written out in the source would be English in a Chinese sentence."""
    found = {
        where: text
        for where, call in calls()
        for fact in [*call.args, *(word.value for word in call.keywords)]
        if (text := literal(fact)) and not KEY.fullmatch(text) and english_in(text)
    }
    assert found == {}


def test_every_phrase_exists_and_is_used() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in SOURCE.rglob("*.py")
        if "messages" not in path.relative_to(SOURCE).parts
    ) + (SOURCE / "messages" / "__init__.py").read_text(encoding="utf-8")
    areas = {"phrase", "limit", "reason", "remedy", "kind", "proper", "record"}
    phrases = {key for key in MESSAGES if key.partition(".")[0] in areas}
    assert {key for key in phrases if f'"{key}"' not in source} == set()
    named = {literal(call.args[0]) for _, call in calls() if call.args and "." in literal(call.args[0])}
    assert {key for key in named if key.partition(".")[0] in areas} <= phrases


# --- how a sentence is made


def test_a_phrase_is_worded_with_its_sentence() -> None:
    accepted = any_of(code("None"), phrase("limit.integer", low=2))
    error = UsageError("estimator.parameter", estimator="E", name="k", value=1, accepted=accepted)
    assert str(error) == "E: k=1 is not accepted; give None or a whole number of at least 2."
    assert error.text("zh") == "E：参数 k=1 无效；可用值：None 或不小于 2 的整数。"


def test_names_are_separated_by_the_comma_of_the_language() -> None:
    assert (str(listed("a", "b", "c")), listed("a", "b", "c").text("zh")) == ("a, b, c", "a、b、c")
    assert str(listed()) == ""


def test_foreign_words_are_quoted() -> None:
    assert foreign("No such file").text("zh") == "“No such file”"


def test_any_table_of_texts_is_worded() -> None:
    assert wording({"a": ("{n} rows", "{n} 行")}, "a", "zh", n=2) == "2 行"
