"""Chinese punctuation for sentences that come with a result."""

from __future__ import annotations

import pytest

from fenlei.report.marks import chinese_marks


@pytest.mark.parametrize(
    ("given", "set_"),
    [
        ("像是编号; 不作为特征", "像是编号；不作为特征"),
        ("贝叶斯分类器 (联合分布)", "贝叶斯分类器（联合分布）"),
        ("决策树 (C4.5)", "决策树（C4.5）"),
        ("8 行相同 (其中 0 行不同): 请删除, 再运行。", "8 行相同（其中 0 行不同）：请删除，再运行。"),
        ("3 列 ('花瓣 (厘米)', '代码'): 请确认", "3 列（'花瓣 (厘米)'，'代码'）：请确认"),
        ("p(取值 | 国光)", "p(取值 | 国光)"),
        ("ValueError: no rows, see (a)", "ValueError: no rows, see (a)"),
        ("", ""),
        ("坏\0字, 符", "坏\0字, 符"),
    ],
)
def test_marks_beside_chinese_are_chinese(given: str, set_: str) -> None:
    assert chinese_marks(given, "zh") == set_
    assert chinese_marks(given, "en") == given
