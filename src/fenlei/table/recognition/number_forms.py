"""Numbers in disguise: decimal commas, thousands marks, currencies, units, percent signs, brackets for minus.

A column of text is numeric if at least 99 % of its values are written in one form:

    [-] [currency] digits with thousands marks and decimals [currency or unit],  brackets around it for minus.

The form is kept as the text of one number, 1234.5 as it would be written: "$1,234.5", "1.234,5 kg". Where all
commas are followed by three digits, "1,234" is 1234, or 1.234 in a file whose delimiter is a semicolon. A
percentage stays as it is written: "5 %" is 5. A unit, but not a currency, must follow every number of the
column. Where twenty numbers or more differ and all else is one word without digits ("k.A.", "unknown"), that
word stands for a missing value, however often it occurs.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from fenlei.table.values import parsed

SHARE = 0.99  # of the present values, written in one form
FEWEST_NUMBERS = 20  # different ones, beside one word that stands for missing
_CURRENCY = r"(?:US\$|[$€£¥￥₹₩₽₺]|USD|EUR|GBP|CNY|RMB|JPY|CHF|元)"
_UNIT = r"(?:[%‰°]|°[CF]|[gmshlVWK]|[^\W\d_]{2,12}[²³]?|m[²³])"
_BLANKS = " \u00a0\u202f"
_MARKS = {",": ",", ".": r"\.", " ": f"[{_BLANKS}]", "'": "['’]"}
_FORMS = ((".", ""), (".", ","), (",", ""), (",", "."), (".", " "), (",", " "), (".", "'"))
_EXAMPLE = re.compile(
    rf"(?P<before>{_CURRENCY} ?)?1(?P<mark>[,. ']?)234(?P<point>[.,])5(?P<after> ?(?:{_CURRENCY}|{_UNIT}))?"
)
_AFFIXES = re.compile(
    rf"[(\-+−]*\s*(?P<before>{_CURRENCY}\s*)?[\-+−]?[.,]?(?:\d[\d.,'’{_BLANKS}]*)?\d[.,]?"
    rf"(?P<after>\s*(?:{_CURRENCY}|{_UNIT}))?\)?"
)


class NumberForm(NamedTuple):
    """How the numbers of a column are written."""

    point: str  # before the decimals
    mark: str = ""  # between thousands
    before: str = ""  # a currency, and the blank after it
    after: str = ""  # a currency or unit, and the blank before it

    @property
    def example(self) -> str:
        """1234.5 as this form writes it."""
        return f"{self.before}1{self.mark}234{self.point}5{self.after}"

    @classmethod
    def from_example(cls, text: str) -> NumberForm | None:
        """The form that writes 1234.5 so; None if there is none.

        Examples
        --------
        >>> NumberForm.from_example("$1,234.5")
        NumberForm(point='.', mark=',', before='$', after='')
        """
        found = _EXAMPLE.fullmatch(text)
        if found is None or (found["point"], found["mark"]) not in _FORMS:
            return None
        return cls(found["point"], found["mark"], found["before"] or "", found["after"] or "")

    def pattern(self) -> str:
        """The regular expression of one value."""
        point = re.escape(self.point)
        whole = rf"\d{{1,3}}(?:{_MARKS[self.mark]}\d{{3}})+|\d+" if self.mark else r"\d+"
        number = rf"(?P<whole>{whole})?(?:{point}(?P<part>\d*))?"
        before = rf"(?:{re.escape(self.before.strip())}\s*)?" if self.before else ""
        is_unit = re.fullmatch(_CURRENCY, self.after.strip()) is None
        after = rf"(?:\s*{re.escape(self.after.strip())}){'' if is_unit else '?'}" if self.after else ""
        sign = r"[-+−]?\s*"
        return rf"^(?P<open>\(?)(?P<sign>{sign}){before}(?P<inner>{sign}){number}{after}(?P<close>\)?)$"


def find_form(text: pa.ChunkedArray, semicolons: bool, share: float = SHARE) -> NumberForm | None:
    """The form in which at least `share` of the present texts are written; None if there is none."""
    texts = text.drop_null()
    first = next((m for value in texts.slice(0, 100).to_pylist() if (m := _AFFIXES.fullmatch(value))), None)
    if first is None:
        return None
    affixes = {name: re.sub(r"\s+", " ", first[name] or "") for name in ("before", "after")}
    forms = sorted(_FORMS, key=lambda form: form == (".", ",")) if semicolons else _FORMS
    for point, mark in forms:
        form = NumberForm(point, mark, **affixes)
        numbers = read_numbers(texts, form)
        written = len(texts) - numbers.null_count
        if written and (written >= share * len(texts) or missing_word(texts, numbers)):
            return form
    return None


def missing_word(text: pa.ChunkedArray, numbers: pa.ChunkedArray) -> str:
    """The one word without digits beside twenty different `numbers` read from `text`; "" if there is none.

    Examples
    --------
    >>> text = pa.chunked_array([[*map(str, range(20)), "k.A.", "k.A."]])
    >>> missing_word(text, read_numbers(text, NumberForm(".")))
    'k.A.'
    """
    words = text.filter(pc.and_(text.is_valid(), numbers.is_null())).unique()
    if len(words) != 1 or re.search(r"\d", words[0].as_py()):
        return ""
    return words[0].as_py() if pc.count_distinct(numbers).as_py() >= FEWEST_NUMBERS else ""


def read_numbers(text: pa.ChunkedArray, form: NumberForm) -> pa.ChunkedArray:
    """Texts as int64 or float64; null where a text is missing or not written in the form."""
    parts = pc.extract_regex(text, form.pattern())
    if isinstance(parts, pa.ChunkedArray):
        parts = parts.combine_chunks()
    group = {
        name: pc.struct_field(parts, name) for name in ("open", "sign", "inner", "whole", "part", "close")
    }
    digits = pc.replace_substring_regex(group["whole"], r"\D", "")
    decimals = pc.if_else(
        pc.equal(group["part"], ""), "", pc.binary_join_element_wise(".", group["part"], "")
    )
    is_paired = pc.equal(pc.equal(group["open"], "("), pc.equal(group["close"], ")"))
    has_digits = pc.not_equal(pc.binary_join_element_wise(digits, group["part"], ""), "")
    signs = pc.binary_join_element_wise(group["open"], group["sign"], group["inner"], "")
    minus = pc.if_else(pc.match_substring_regex(signs, "[(−-]"), "-", "")
    plain = pc.binary_join_element_wise(minus, pc.if_else(pc.equal(digits, ""), "0", digits), decimals, "")
    kept = pc.if_else(pc.and_(is_paired, has_digits), plain, pa.scalar(None, pa.string()))
    return parsed(pa.chunked_array([kept]))
