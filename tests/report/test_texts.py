"""The wording: both languages complete, and saying the same things."""

from __future__ import annotations

import re
from string import Formatter

from fenlei.report.texts import TEXTS, labels, text

CHINESE = re.compile("[\u4e00-\u9fff]")
# The same in both languages: symbols, joining marks and abbreviations that Chinese texts use too.
SAME = {
    "metric.auc",
    "label.auc",
    "label.ap",
    "unit.sentence",
    "unit.comma",
    "figure.runner",
    "chart.auc_of",
    "chart.coefficient",
}


def fields(version: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(version) if name}


def test_both_languages_use_the_same_facts() -> None:
    assert [key for key, (english, chinese) in TEXTS.items() if fields(english) != fields(chinese)] == []


def test_every_key_has_english_and_chinese() -> None:
    english = {
        key for key, (text, _) in TEXTS.items() if re.search("[A-Za-z]", text) and not CHINESE.search(text)
    }
    chinese = {key for key, (_, text) in TEXTS.items() if CHINESE.search(text)}
    assert english >= TEXTS.keys() - SAME
    assert chinese >= TEXTS.keys() - SAME


def test_chinese_punctuation_is_chinese() -> None:
    assert [chinese for _, chinese in TEXTS.values() if re.search("[,:;()]", chinese)] == []


def test_labels_are_the_fixed_texts_of_the_page() -> None:
    assert labels("en")["leaderboard"] == "Leaderboard"
    assert labels("zh")["leaderboard"] == "排行榜"
    assert all("{" not in label for label in labels("en").values())


def test_text_is_filled() -> None:
    assert text("unit.minutes", "en", minutes=2, seconds=5) == "2 min 5 s"
    assert text("unit.minutes", "zh", minutes=2, seconds=5) == "2 分 5 秒"
