"""What a Chinese text may hold of English: program text, names and quoted words, and nothing else."""

from __future__ import annotations

import re

CHINESE = "\u4e00-\u9fff"
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|'[^']*'|\"[^\"]*\"")
BRACKETED = rf"\((?:[^()（）{CHINESE}]|\([^()（）{CHINESE}]*\))*\)"
CODE = re.compile(
    rf"--?[a-z]+(?: [a-z]+=\S+)?|"  # options of the command line
    rf"[A-Za-zκΣ_][\w.]*(?:\[[^\]]*\]|{BRACKETED})|"  # calls and subscripts: f(x), costs[1, 0], P(x | c)
    rf"{BRACKETED}(?= |[，；：。、）]|$)|"  # tuples: (n, 2)
    r"min\(特征数, 类别数 - 1\)|[Pp]\([^()]*\)|"  # formulas with Chinese letters
    r"\{[^{}]*\}|\[[^\]]*\]|"  # dicts and lists
    r"[\w.]+ ?[=<>!]=? ?-?[\w.]+(?:\.\w+)*|"  # assignments and comparisons
    r"\d+(?:\.\d+)?(?::\d+)?"
)
NAMES = re.compile(r"Noto Sans CJK|Debian: fonts-noto-cjk|scikit-learn|Kullback-Leibler|P-R|k-d|ID3|C4\.5")
ENGLISH = re.compile(
    r"[A-Za-z][A-Za-z'-]+(?:[ ,]+[A-Za-z][A-Za-z'-]*)+|\b(?:or|and|of|the|is|not|with|for)\b"
)
HALF_WIDTH = re.compile(r"[,;:?!()]")


def prose(text: str) -> str:
    """The text without what is quoted, program text and names."""
    for pattern in (QUOTED, NAMES, CODE):
        text = pattern.sub("§", text)
    return text


def english_in(text: str) -> list[str]:
    """Runs of two or more English words, and English little words, outside of program text."""
    return ENGLISH.findall(prose(text))


def half_width_in(text: str) -> list[str]:
    """Western punctuation outside of program text."""
    return HALF_WIDTH.findall(prose(text)) if re.search(f"[{CHINESE}]", text) else []
