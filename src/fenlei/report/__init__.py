"""The report: result -> facts (plain display values) -> one self-contained HTML page."""

from fenlei.report.explanation import write_explanation
from fenlei.report.page import write_report

__all__ = ["write_explanation", "write_report"]
