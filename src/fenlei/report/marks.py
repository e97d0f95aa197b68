"""Punctuation of sentences that come with a result, as it is set in Chinese."""

from __future__ import annotations

import re

HAN = "[\u4e00-\u9fff]"
QUOTED = re.compile("('[^']*')")  # names from the data, which stay as they are
BRACKETS = re.compile(rf"(?<={HAN}) ?\(([^()]*)\)")
MARKS = {",": "，", ";": "；", ":": "："}
MARK = re.compile(rf"(?<=[{HAN[1:-1]}）])[,;:] ?|[,;:] (?={HAN})|(?<=\0), (?=\0)")


def chinese_marks(sentence: str, lang: str) -> str:
    """The sentence with full-width marks beside Chinese characters; quoted names stay as they are.

    Examples
    --------
    >>> chinese_marks("有 3 列是数值列 (首个: '年龄, 岁'); 请去掉。", "zh")
    "有 3 列是数值列（首个：'年龄, 岁'）；请去掉。"
    """
    parts = QUOTED.split(sentence)
    names, plain = parts[1::2], "\0".join(parts[::2])  # brackets may hold names, so these are set aside
    if lang != "zh" or not re.search(HAN, plain) or "\0" in sentence:
        return sentence
    plain = BRACKETS.sub(r"（\1）", plain)
    plain = MARK.sub(lambda found: MARKS[found[0].strip()], plain)
    plain = re.sub("(?<=[）：，；]) ", "", plain)
    return "".join(piece + name for piece, name in zip(plain.split("\0"), [*names, ""], strict=True))
