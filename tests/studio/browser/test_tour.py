"""The pictures of the tour in the documents: every place, in both languages.

`FENLEI_TOUR=docs/images/studio` writes them there (`make tour`); otherwise each is only drawn.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.studio.browser.conftest import OpenPage, go
from tests.studio.running import RunningStudio

VIEWS = {  # name of the picture: view, and what has to be there
    "data": ("data", ".schema"),
    "compare": ("compare", ".board .best"),
    "model": ("model?model=logistic_regression", ".fragment .formula"),
    "plane": ("plane?model=lda&how=two&x=mean+radius&y=mean+texture", ".mark-plane .regions path"),
    "tree": ("tree?model=decision_tree&params=max_depth%3D3", ".gains"),
    "row": ("row?model=lda&row=41&open=curve", ".mark-curves"),
    "pair": ("pair?first=lda&second=gaussian_nb", ".apart tbody tr"),
    "structure": ("structure?method=kmeans&size=2", ".mark-plane .points path"),
    "decide": ("decide?model=lda&t=0.3&fp=1&fn=5", "[data-rate=honest]"),
    "take_away": ("take_away", "pre"),
    "lessons": ("lessons?lesson=melons-newton&frame=2", ".player"),
}
LANGUAGES = {"en": "", "zh": "中文"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_of_the_tour(
    compared: RunningStudio, open_page: OpenPage, lang: str, tmp_path: Path
) -> None:
    wanted = os.environ.get("FENLEI_TOUR")
    folder = Path(wanted) / lang if wanted else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    page = open_page(compared, color_scheme="light")
    if switch := LANGUAGES[lang]:
        page.get_by_role("button", name=switch).click()
        page.get_by_role("heading", name="数据", exact=True).wait_for()
    for name, (view, ready) in VIEWS.items():
        go(page, view)
        page.locator(ready).first.wait_for(state="attached")
        page.wait_for_timeout(600)  # the second, finer picture
        assert page.locator(".fault").count() == 0, name
        content = page.screenshot(path=folder / f"{name}.png")
        assert 20_000 < len(content) < 400_000, name
