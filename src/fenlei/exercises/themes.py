"""The words of the tables: features with their values and classes, in English and Chinese."""

from __future__ import annotations

from typing import NamedTuple

Words = tuple[str, str]  # English, Chinese


class ThemeColumn(NamedTuple):
    """A column and its values."""

    name: Words
    values: tuple[Words, ...]


class Theme(NamedTuple):
    """What a table of words is about."""

    row: Words  # what the rows are; in Chinese with the measure word
    features: tuple[ThemeColumn, ...]
    target: ThemeColumn


_YES = (("yes", "是"), ("no", "否"))

THEMES = (
    Theme(
        ("apples", "个苹果"),
        (
            ThemeColumn(("colour", "底色"), (("green", "绿"), ("yellow", "黄"), ("red", "红"))),
            ThemeColumn(("shape", "外形"), (("round", "圆"), ("oblate", "扁圆"))),
            ThemeColumn(("taste", "口感"), (("sweet", "甜"), ("sour", "酸"))),
            ThemeColumn(("skin", "果皮"), (("smooth", "光滑"), ("rough", "粗糙"))),
        ),
        ThemeColumn(("variety", "品种"), (("Fuji", "红富士"), ("Guoguang", "国光"))),
    ),
    Theme(
        ("applicants", "位申请人"),
        (
            ThemeColumn(("income", "收入"), (("low", "低"), ("middle", "中"), ("high", "高"))),
            ThemeColumn(("owns a house", "有房"), _YES),
            ThemeColumn(("has a job", "有工作"), _YES),
            ThemeColumn(("credit", "信用"), (("good", "良好"), ("fair", "一般"))),
        ),
        ThemeColumn(("loan granted", "批准贷款"), _YES),
    ),
    Theme(
        ("days", "天"),
        (
            ThemeColumn(("outlook", "天气"), (("sunny", "晴"), ("cloudy", "多云"), ("rainy", "雨"))),
            ThemeColumn(("temperature", "气温"), (("warm", "暖"), ("cool", "凉"))),
            ThemeColumn(("humidity", "湿度"), (("high", "大"), ("normal", "正常"))),
            ThemeColumn(("wind", "风"), (("weak", "弱"), ("strong", "强"))),
        ),
        ThemeColumn(("outing", "郊游"), (("go", "去"), ("stay", "不去"))),
    ),
    Theme(
        ("patients", "位病人"),
        (
            ThemeColumn(("fever", "发烧"), (("none", "无"), ("slight", "低烧"), ("high", "高烧"))),
            ThemeColumn(("cough", "咳嗽"), _YES),
            ThemeColumn(("headache", "头痛"), _YES),
            ThemeColumn(("appetite", "食欲"), (("normal", "正常"), ("poor", "差"))),
        ),
        ThemeColumn(("diagnosis", "诊断"), (("flu", "流感"), ("cold", "感冒"))),
    ),
)


class Story(NamedTuple):
    """The part of a theme that an exercise uses, in one language."""

    row: str
    features: tuple[tuple[str, tuple[str, ...]], ...]  # name and values
    target: str
    classes: tuple[str, ...]


def told(theme: Theme, features: list[int], lang: str) -> Story:
    """These features of a theme, in a language."""
    i = int(lang == "zh")
    chosen = [theme.features[j] for j in features]
    return Story(
        theme.row[i],
        tuple((each.name[i], tuple(value[i] for value in each.values)) for each in chosen),
        theme.target.name[i],
        tuple(label[i] for label in theme.target.values),
    )
