"""The table of all estimators, made from the registry: what each takes, whether it merges, its name."""

from __future__ import annotations

import inspect

from sklearn.utils import all_estimators

from fenlei.registry import REGISTRY, Entry

HEADS = {
    "en": ("class", "method", "scikit-learn", "takes", "merges", "files", "command line"),
    "zh": ("类", "方法", "scikit-learn 同名", "可用的数据", "可合并", "文件扫描", "命令行"),
}
TAKES = {
    "numeric": ("numbers", "数值"),
    "discrete": ("indicators or category codes only", "只有 0/1 或类别码"),
    "nominal": ("nominal columns", "名义列"),
    "missing": ("missing values", "缺失值"),
    "sparse": ("sparse rows", "稀疏行"),
}
WRAPS = ("what its estimator takes", "所包装的模型可用的数据")
OR = ("; or ", "；或")
YES = ("yes", "是")


def table(lang: str) -> str:
    """One row for each entry, in the order of the registry."""
    namesakes = {name for name, _ in all_estimators()}
    rows = [_row(entry, namesakes, int(lang == "zh")) for entry in REGISTRY.values()]
    return "\n".join(
        "| " + " | ".join(cells) + " |" for cells in (HEADS[lang], ["---"] * len(HEADS[lang]), *rows)
    )


def _row(entry: Entry, namesakes: set[str], k: int) -> list[str]:
    page = f"{'../' if k else ''}generated/api/{entry.class_name}.md"
    return [
        f"[`{entry.class_name}`]({page})",
        (entry.label_en, entry.label_zh)[k],
        YES[k] if entry.class_name in namesakes else "",
        _takes(entry, k),
        YES[k] if entry.mergeable else "",
        "" if entry.scan == "refused" else entry.scan,
        f"`{entry.name}`" + (" \\*" if entry.compare else ""),
    ]


def _takes(entry: Entry, k: int) -> str:
    skipped = "numeric" if entry.discrete else ""
    kinds = [words[k] for flag, words in TAKES.items() if getattr(entry, flag) and flag != skipped]
    own = ("、" if k else ", ").join(kinds)
    if not {"estimator", "estimators"} & set(inspect.signature(entry.load()).parameters):
        return own
    return own + OR[k] + WRAPS[k] if entry.nominal else WRAPS[k]
