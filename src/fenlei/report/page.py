"""facts -> one HTML file that needs nothing else: no network, no font, no library.

Every value is escaped by Jinja. The page's security policy allows its own style and the one script whose
hash it names, so even a name that slipped through could neither run nor fetch anything.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fenlei.atomic import atomic_write
from fenlei.report.facts import facts as facts_of
from fenlei.report.models import Display
from fenlei.study.facts.schema import ComparisonResult


def environment() -> Environment:
    """Templates of this package, strict about names and always escaping."""
    return Environment(
        loader=PackageLoader("fenlei.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(facts: Display) -> str:
    """The page of `facts`."""
    templates = environment()
    script = templates.get_template("sort.js.j2").render()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return templates.get_template("page.html.j2").render(
        facts,
        style=Markup(templates.get_template("style.css.j2").render()),
        script=Markup(script),
        digest=digest,
    )


def write_report(
    result: ComparisonResult | Mapping[str, object], path: str | os.PathLike[str], lang: str = "en"
) -> None:
    """Write the report of a result of `compare` as one self-contained HTML file.

    Parameters
    ----------
    result : ComparisonResult or dict
        As `compare` returns it, or as read from the `result.json` of this or an earlier version.
    path : str or path-like
        The file to write; an existing one is replaced in one step.
    lang : {"en", "zh"}
        Language of the report.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from fenlei import compare
    >>> from fenlei.report import write_report
    >>> with TemporaryDirectory() as folder:
    ...     write_report(compare("iris", models=["lda"], folds=3), Path(folder) / "report.html")
    ...     "Linear discriminant analysis" in (Path(folder) / "report.html").read_text("utf-8")
    True
    """
    page = render(facts_of(result, lang))
    with atomic_write(path, "w") as file:
        file.write(page)
