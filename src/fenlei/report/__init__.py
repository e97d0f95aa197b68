"""The report: result -> facts (plain display values) -> one self-contained HTML page."""

from fenlei.report.page import write_report

__all__ = ["write_report"]
