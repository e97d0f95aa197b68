"""The files of the page: what is vendored, who imports whom, which words are used."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

import fenlei.studio
from fenlei.studio.texts import TEXTS, texts_of

STATIC = Path(fenlei.studio.__file__).parent / "static"
OWN = sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
IMPORT = re.compile(r'from "([^"]+)"')
WORD = re.compile(r'(?<![\w.])t\(\s*"([a-z]+\.[a-z_]+)"')


def test_the_bundle_is_what_it_says() -> None:
    facts = json.loads((STATIC / "vendor" / "vendor.json").read_text())
    content = (STATIC / "vendor" / facts["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == facts["sha256"]
    assert len(content) == facts["bytes"] <= 40_000
    licences = (STATIC / "vendor" / "LICENSES.txt").read_text("utf-8")
    for package, version in facts["packages"].items():
        assert f"{package} {version}\n" in licences
    assert "MIT" in licences
    assert "Apache" in licences


def test_the_page_is_small() -> None:
    assert sum(path.stat().st_size for path in OWN) <= 220_000
    assert (STATIC / "studio.css").stat().st_size <= 40_000
    assert {path.name for path in OWN if path.read_text("utf-8").count("\n") > 200} <= {"data.js", "app.js"}


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_imports_of_modules(path: Path) -> None:
    """Marks know only the vendored bundle and each other, pages never each other; only `api` fetches."""
    text = path.read_text("utf-8")
    folder = path.parent.name
    imported = [(path.parent / name).resolve() for name in IMPORT.findall(text)]
    assert all(one.is_file() and STATIC.resolve() in one.parents for one in imported)
    if folder == "marks":
        assert {one.parent.name for one in imported} <= {"vendor", "marks"}
    if path.name != "app.js":
        assert "pages" not in {one.parent.name for one in imported}
    if path.name != "api.js":
        assert not re.search(r"\bfetch\(|XMLHttpRequest", text)
    if path.name != "parts.js":
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|dangerously", text)
    assert not re.search(r"\beval\(|new Function|document\.write|https?://", text)


def test_every_word_has_two_languages_and_is_used() -> None:
    used = {key for path in OWN for key in WORD.findall(path.read_text("utf-8"))}
    assert used - TEXTS.keys() == set()
    text = "\n".join(path.read_text("utf-8") for path in OWN)
    stems = set(re.findall(r"t\(`([a-z]+\.[a-z_]*)\$", text))  # t(`kind.${kind}`)
    quoted = set(re.findall(r'"([a-z]+\.[a-z_]+)"', text))
    left = {key for key in TEXTS if key not in quoted and not any(key.startswith(stem) for stem in stems)}
    assert left == set()


def test_chinese_words_are_chinese() -> None:
    same = {key for key, (english, chinese) in TEXTS.items() if english == chinese}
    assert same <= {
        "frame.script",
        "metric.auc",
        "metric.rmse",
        "metric.mae",
        "metric.r2",
        "decide.f1",
        "pair.difference",
    }
    names = re.compile(
        r"\{\w+\}|`[^`]*`|Studio|CSV|Excel|Parquet|Feather|ARFF|JSON|LaTeX|AUC|ROC|RMSE|MAE|Wilson|McNemar|Brier|Enter|Escape|fenlei|F1|c_F[PN]|t\*|English|Python|Shift|10m|p\b|#|R²"
    )
    for key, text in texts_of("zh").items():
        assert not re.search(r"[A-Za-z]{3,}", names.sub("", text)) or key == "frame.lang", key
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[,;:?!][\u4e00-\u9fff]", names.sub("", text)), key


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_are_filled_with_the_same(key: str) -> None:
    english, chinese = (set(re.findall(r"\{(\w+)\}", text)) for text in TEXTS[key])
    assert english == chinese
