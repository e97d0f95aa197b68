"""A tree that is written down, not fitted: questions with answers, leaves as words.

    WrittenTree("salary", {"< 15000": WrittenTree("age", {"< 25": "hired", ">= 25": "not hired"}), ...})

An answer is a comparison with a number (<, <=, ≤, >, >=, ≥), one word or several ("master, doctor"), or
"otherwise" for what fits none of the others. The name of the question is a column of the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fenlei.errors import DataError, UsageError
from fenlei.trees.reading.rules import WORDS

COMPARISONS = {
    "<": float.__lt__,
    "<=": float.__le__,
    "≤": float.__le__,
    ">": float.__gt__,
    ">=": float.__ge__,
    "≥": float.__ge__,
}
OTHERWISE = ("otherwise", "否则")
COMPARISON = re.compile(r"\s*(<=|>=|<|>|≤|≥)\s*(\S+)\s*")
SEPARATOR = re.compile(r"[,，、;；]\s*")


class Answered(NamedTuple):
    """One step of a row through a written tree."""

    question: str
    value: Any  # of the row
    answer: str  # that it meets


class WrittenTree(NamedTuple):
    """A question and what follows each answer: another WrittenTree, or a leaf in words.

    Pairs (question, answers) are accepted in its place.

    Examples
    --------
    The tree of source 002, figure 5-4, and its applicant Zhang:

    >>> age = WrittenTree("age", {"< 25": "hired", ">= 25": "not hired"})
    >>> degree = WrittenTree("degree", {"master, doctor": "hired", "bachelor": "not hired"})
    >>> tree = WrittenTree("salary", {"< 15000": age, ">= 15000": degree})
    >>> print(tree)
    salary < 15000
    |   age < 25: hired
    |   age >= 25: not hired
    salary >= 15000
    |   degree = master, doctor: hired
    |   degree = bachelor: not hired
    >>> zhang = {"age": 22, "degree": "bachelor", "salary": 13000}
    >>> tree.predict(zhang), [step.answer for step in tree.path(zhang)]
    ('hired', ['< 15000', '< 25'])
    >>> tree.rules()[0]
    'if salary < 15000 and age < 25 then hired'
    """

    question: str
    answers: Mapping[str, Any]

    def predict(self, row: Mapping[str, object]) -> object:
        """The leaf that a row {column: value} ends in."""
        return _walk(self, row)[1]

    def path(self, row: Mapping[str, object]) -> list[Answered]:
        """The questions that the row is asked, its values and the answers that they meet."""
        return _walk(self, row)[0]

    def rules(self, lang: str = "en") -> list[str]:
        """One sentence per leaf, in order."""
        begin, both, then, _ = WORDS[lang]
        return [f"{begin}{both.join(way)}{then}{leaf}" for way, leaf in _leaves(self, ())]

    def __str__(self) -> str:
        return "\n".join(_lines(self, 0))


def written(node: object) -> WrittenTree | str:
    """A node: a WrittenTree, a pair that becomes one, or a leaf as text; UsageError for anything else."""
    if isinstance(node, WrittenTree | str):
        return node
    if isinstance(node, tuple) and len(node) == 2 and isinstance(node[1], Mapping) and node[1]:
        return WrittenTree(str(node[0]), node[1])
    if isinstance(node, tuple | list | dict) or node is None:
        raise UsageError("trees.written", node=node)
    return str(node)


def _walk(tree: WrittenTree, row: Mapping[str, object]) -> tuple[list[Answered], object]:
    steps, node = list[Answered](), tree
    while True:
        value = _value(row, node.question)
        answer = _met(node, value)
        steps.append(Answered(node.question, value, answer))
        below = node.answers[answer]
        following = written(below)
        if isinstance(following, str):
            return steps, below
        node = following


def _value(row: Mapping[str, object], question: str) -> object:
    if question not in row:
        raise DataError("trees.written_question", question=question, columns=", ".join(map(str, row.keys())))
    return row[question]


def _met(node: WrittenTree, value: object) -> str:
    """The answer that a value meets, the first of several; else the one that is called "otherwise"."""
    for answer in node.answers:
        if answer not in OTHERWISE and _meets(value, answer):
            return answer
    for answer in OTHERWISE:
        if answer in node.answers:
            return answer
    facts = {"question": node.question, "value": value, "answers": "; ".join(map(str, node.answers))}
    raise DataError("trees.written_answer", **facts)


def _meets(value: object, answer: str) -> bool:
    """Whether a value meets an answer.

    >>> _meets(30, ">= 25"), _meets("master", "master, doctor"), _meets(3.0, "3")
    (True, True, True)
    """
    found, number = COMPARISON.fullmatch(answer), _number(value)
    if found and (bound := _number(found[2])) is not None:
        return number is not None and COMPARISONS[found[1]](number, bound)
    words = SEPARATOR.split(answer.removeprefix("=").strip())
    return str(value) in (answer, *words) or (number is not None and number in map(_number, words))


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def condition(question: str, answer: str) -> str:
    """Question and answer as one condition."""
    return f"{question} {answer}" if COMPARISON.fullmatch(answer) else f"{question} = {answer}"


def _leaves(tree: WrittenTree, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for answer, below in tree.answers.items():
        here, node = (*way, condition(tree.question, answer)), written(below)
        if isinstance(node, str):
            yield here, node
        else:
            yield from _leaves(node, here)


def _lines(tree: WrittenTree, depth: int) -> Iterator[str]:
    for answer, below in tree.answers.items():
        node, line = written(below), "|   " * depth + condition(tree.question, answer)
        if isinstance(node, str):
            yield f"{line}: {node}"
        else:
            yield line
            yield from _lines(node, depth + 1)
