"""Every text of the report, in English and Chinese.

Keys are "part.what"; the "label" part is handed to the page whole, the other parts are sentences that the
facts fill and choose between.

==========  ==============================================================================
`summary`   the head of the page, the summary and the notes on the data
`figures`   titles of figures and tables, what was cut, probabilities, mistakes
`method`    how the numbers were computed; metrics, preparation, status and units
`metrics`   what is worded otherwise for another metric than accuracy, and for a regression
`labels`    the fixed labels of the page
==========  ==============================================================================
"""

from __future__ import annotations

from functools import partial

from fenlei.messages import wording
from fenlei.report.texts import figures, method, metrics, summary
from fenlei.report.texts import labels as page_labels

TEXTS: dict[str, tuple[str, str]] = (
    summary.TEXTS | figures.TEXTS | method.TEXTS | metrics.TEXTS | page_labels.TEXTS
)


text = partial(wording, TEXTS)  # text(key, lang="en", **values)


def labels(lang: str) -> dict[str, str]:
    """The page's fixed labels, by their name without the part."""
    return {key.removeprefix("label."): text(key, lang) for key in page_labels.TEXTS}
