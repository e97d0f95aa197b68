"""Source 003, figure 9: the steps of linear discriminant analysis (LDA 计算流程): means, scatter, S_w, w."""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    steps = (
        ("class means", "各类均值", r"$\mu_0,\ \mu_1$"),
        ("scatter of each class", "各类散度", r"$\Sigma_i = \sum (x-\mu_i)(x-\mu_i)^T$"),
        ("within-class scatter", "类内散度矩阵", r"$S_w = \Sigma_0 + \Sigma_1$"),
        ("direction", "投影方向", r"$w = S_w^{-1}(\mu_0-\mu_1)$"),
        ("projection of the samples", "样本投影", r"$z = w^T x\,/\,\|w\|$"),
    )
    boxes = {}
    for k, (english, chinese, formula) in enumerate(steps):
        boxes[f"{k}"] = (0.0, -float(k), word(lang, english, chinese))
        boxes[f"formula {k}"] = (1.2, -float(k), formula, "white")
    ax = plot.diagram(boxes, [(f"{k}", f"{k + 1}") for k in range(4)], lang=lang)
    ax.set_title(word(lang, "LDA", "LDA 流程"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
