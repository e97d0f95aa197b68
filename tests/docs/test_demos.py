"""The demo programs: every cell runs, and prints what the document prints unless the page says why not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from docs import demos

DIFFERENT = {("chapter_3", 12), ("chapter_3", 14)}


@cache
def ran(demo: str) -> list[demos.Ran]:
    return demos.run(demo)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("demo", demos.DEMOS)
def test_every_cell_prints_what_the_document_prints(demo: str) -> None:
    different = set()
    for number, one in enumerate(ran(demo), 1):
        wanted, found = (demos.numbers(text) for text in (one.cell.told.get("printed", ""), one.output))
        if one.cell.differs("en"):
            different.add((demo, number))
            continue
        last = found[len(found) - len(wanted) :]  # listings print rows before the results
        assert len(last) == len(wanted), (one.cell.title, one.output)
        np.testing.assert_allclose(last, wanted, rtol=1e-9, err_msg=one.output)
    assert different == {key for key in DIFFERENT if key[0] == demo}


def test_the_two_results_that_differ() -> None:
    cells = ran("chapter_3")
    assert len(cells) == 16
    assert cells[11].output.splitlines() == ["(115,) (115,) (114,)", "(69,) (69,) (68,)"]
    wanted, found = (
        np.array(demos.numbers(text)) for text in (cells[13].cell.told["printed"], cells[13].output)
    )
    np.testing.assert_allclose(np.abs(found[:15]), np.abs(wanted[:15]), atol=5e-9)  # signs of two columns
    np.testing.assert_allclose(found[15:18], wanted[15:18])
    np.testing.assert_allclose(found[18:], [0.9824561403508771, wanted[18]])  # the second by liblinear


def test_pictures_and_words_of_the_pages() -> None:
    cells = ran("chapter_3")
    assert [number for number, one in enumerate(cells, 1) if one.pictures] == [8, 12, 13, 15, 16]
    for lang in ("en", "zh"):
        words = demos.page("chapter_3", cells, lang)
        assert words.count("```python") == 16
        assert "generated/demos/chapter_3_8_0.png" in words
        assert "0.9406593406593406" in words
    for demo in demos.DEMOS:
        for cell in demos.cells(demo):
            assert bool(cell.text("en")) == bool(cell.text("zh")), cell.title
            assert bool(cell.differs("en")) == bool(cell.differs("zh")), cell.title
