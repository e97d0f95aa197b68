"""Every word of the page, in English and Chinese; they reach it with the session.

A key is "place.what"; `{name}` is filled in the page. Sentences about what is wrong are in `fenlei.messages`.

=============  ========================================================
`frame`        the frame of the page, and words that places share
`data`         the place Data
`compare`      the place Compare
`understand`   the places Understand: model and row
`plane`        the place Understand: plane
`tree`         the place Understand: tree
`pair`         the place Understand: two models
`structure`    the place Understand: structure
`decide`       the place Decide
`take_away`    the place Take away
`lessons`      the place Lessons, the player, the scratch table
=============  ========================================================
"""

from __future__ import annotations

from fenlei.studio.texts import (
    compare,
    data,
    decide,
    frame,
    lessons,
    pair,
    plane,
    structure,
    take_away,
    tree,
    understand,
)

PARTS = (frame, data, compare, understand, plane, tree, pair, structure, decide, take_away, lessons)
TEXTS: dict[str, tuple[str, str]] = {key: words for part in PARTS for key, words in part.TEXTS.items()}


def texts_of(lang: str) -> dict[str, str]:
    """All words in one language.

    Examples
    --------
    >>> texts_of("zh")["place.data"]
    '数据'
    """
    return {key: sentences[lang == "zh"] for key, sentences in TEXTS.items()}
