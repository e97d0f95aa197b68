"""Every sentence about what is wrong, by area, and how a sentence is made.

Keys are "area.what"; each has an English and a Chinese sentence, filled with facts by `wording`. A fact that
is itself a piece of language (what a parameter accepts, the reason of a refusal) is a `Phrase`: it is worded
together with its sentence, in the same language.

==============  ==================================================================
`bayes`         sentences about the bayes family
`cluster`       sentences about the cluster family
`command_line`  sentences about the command line, engines and work folders
`ensemble`      sentences about the ensemble and multiclass families, and pools of models
`estimators`    sentences about all estimators, and about functions of numbers
`evaluation`    sentences about evaluation, and about the conditions of a comparison
`explain`       sentences of `explain` and `exercise` about what they cannot do
`linear`        sentences about the linear family
`model_files`   sentences about model files, their damaged records, and models for other programs
`neighbors`     sentences about the neighbors family
`phrases`       phrases that stand inside sentences
`plot`          sentences about pictures
`reduce`        sentences about reductions of dimension, neighbour graphs and maps
`scans`         sentences about tables in files that are read block by block
`serving`       sentences about the service of a model, and about the Studio
`study`         sentences about comparisons, and about kernels that have to be compiled
`svm`           sentences about the svm family
`tables`        sentences about tables and data sets
`trees`         sentences about the trees family
==============  ==================================================================
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from typing import Any

_AREAS = (
    "bayes",
    "cluster",
    "command_line",
    "ensemble",
    "estimators",
    "evaluation",
    "explain",
    "linear",
    "model_files",
    "neighbors",
    "phrases",
    "plot",
    "reduce",
    "scans",
    "serving",
    "study",
    "svm",
    "tables",
    "trees",
)
_BETWEEN = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")  # a space where Chinese has none
_NOUNS = {"classes": "class", "categories": "category"}
_VERBS = {"are": "is", "were": "was", "have": "has", "tell": "tells", "lie": "lies"}
# "X has 1 features, but" stays: scikit-learn's checks look for these words.
_ONE = re.compile(
    r"(?<!None of the )(?<!X has )(?<![\w.,])1 (?P<noun>rows|columns|values|files|features|folds|repeats|models|labels|classes|categories|kernels|fits|"
    r"numbers|targets|dimensions)\b(?: (?P<verb>are|were|have|tell|lie)\b)?"
)
LONGEST, LONGEST_PATH = 100, 300  # letters of a value, and of a file's name, that a sentence repeats
_PATHS = {"path", "folder", "file", "source", "directory"}
_SENTENCES = {"reason", "message", "text", "note", "accepted", "command", "first", "second", "error"}  # ours
Texts = Mapping[str, tuple[str, str]]  # key: (English, Chinese)


class _AllAreas(Mapping[str, tuple[str, str]]):
    """The sentences of all areas, read when the first is asked for: most programs get none."""

    @functools.cached_property
    def _texts(self) -> dict[str, tuple[str, str]]:
        areas = [import_module(f"fenlei.messages.{area}").MESSAGES for area in _AREAS]
        return {key: sentences for area in areas for key, sentences in area.items()}

    def __getitem__(self, key: str) -> tuple[str, str]:
        return self._texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


MESSAGES: Texts = _AllAreas()


def wording(texts: Texts, key: str, lang: str = "en", /, **facts: object) -> str:
    """The text of `key` in `lang` ("en" or "zh"), filled with `facts`.

    Examples
    --------
    >>> texts = {"rows": ("{n} rows", "{n} 行")}
    >>> wording(texts, "rows", n=3), wording(texts, "rows", "zh", n=3)
    ('3 rows', '3 行')
    """
    return texts[key][lang == "zh"].format(**{name: _plain(value, lang) for name, value in facts.items()})


def counted(sentence: str) -> str:
    """An English sentence with what is counted in the singular where it is one.

    Examples
    --------
    >>> counted("1 columns are dropped, 11 rows are kept")
    '1 column is dropped, 11 rows are kept'
    """
    return _ONE.sub(_singular, sentence).replace("1 value is not numbers", "1 value is not a number")


def _singular(found: re.Match[str]) -> str:
    """One thing: 1 column is, not 1 columns are."""
    noun, verb = found["noun"], found["verb"]
    noun = _NOUNS.get(noun, noun.removesuffix("s"))
    return f"1 {noun}" + (f" {_VERBS.get(verb, verb)}" if verb else "")


def quoting(texts: Texts, key: str, lang: str = "en", /, **facts: object) -> str:
    """As `wording`, with what is quoted from a user's table, file or call cut to a readable length.

    Examples
    --------
    >>> texts = {"value": ("{value!r} is no number", "{value!r} 不是数")}
    >>> quoting(texts, "value", value="9" * 5000)
    "'999999999999999999999999999999999999999999999999999999999999...99999999999999999999' is no number"
    """
    sentence = wording(texts, key, lang, **{name: quoted(name, value) for name, value in facts.items()})
    return sentence if lang == "zh" else counted(sentence)


def quoted(name: str, value: object) -> object:
    """A fact as it stands in a sentence: long texts and long lists without their middle."""
    if name in _SENTENCES or isinstance(value, Phrase):
        return value
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str | bytes):
        most = LONGEST_PATH if name in _PATHS else LONGEST
        return cut(value, 200 if most == LONGEST_PATH else 80) if len(value) > most else value
    if isinstance(value, list | tuple | dict | set | frozenset):
        written = repr(value) if len(value) <= LONGEST else repr(list(islice(value, LONGEST)))
        return _Written(cut(written, 3 * LONGEST)) if len(written) > 4 * LONGEST else value
    return value


def cut(value: Any, most: int = 80) -> Any:
    """The ends of a long text."""
    dots = b"..." if isinstance(value, bytes) else "..."
    return value[: most - 20] + dots + value[-20:] if len(value) > most else value


class _Written(str):
    """The text of a value, which is written without quotes of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _plain(value: object, lang: str) -> object:
    """A phrase in the language of its sentence; a NumPy scalar as the Python value that a reader expects."""
    if isinstance(value, Phrase):
        return value.text(lang)
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


@dataclass(frozen=True)
class Phrase:
    """Part of a sentence: a key of `MESSAGES` and the facts that fill it.

    Examples
    --------
    >>> least = phrase("limit.integer", low=1)
    >>> str(least), least.text("zh")
    ('a whole number of at least 1', '不小于 1 的整数')
    """

    key: str
    facts: dict[str, object] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        return _BETWEEN.sub("", quoting(MESSAGES, self.key, lang, **self.facts))

    def __str__(self) -> str:
        return self.text()


def phrase(key: str, /, **facts: object) -> Phrase:
    """The phrase of `key`, to be filled with `facts`."""
    return Phrase(key, facts)


def code(value: object) -> Phrase:
    """Program text (`None`, `'auto'`, `(n, 2)`), which is the same in every language."""
    return phrase("phrase.code", code=value)


def foreign(text: object) -> Phrase:
    """Words of another program, such as the operating system: quoted, not translated."""
    return phrase("phrase.foreign", text=text)


def any_of(*parts: Phrase) -> Phrase:
    """The parts joined by "or".

    Examples
    --------
    >>> any_of(code("None"), phrase("limit.integer", low=1)).text("zh")
    'None 或不小于 1 的整数'
    """
    return functools.reduce(lambda first, second: phrase("phrase.or", first=first, second=second), parts)


def listed(*names: object) -> Phrase:
    """Names one after the other, separated by the comma of the language."""
    parts = [code(name) for name in names] or [code("")]
    return functools.reduce(lambda first, second: phrase("phrase.comma", first=first, second=second), parts)
