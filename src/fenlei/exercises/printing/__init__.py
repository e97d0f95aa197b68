"""Sheets and answer sheets, written; the formulas and workings by `explanation.printing`.

============  ==================================
`as_text`     text for a terminal
`as_latex`    a LaTeX document
`as_html`     a fragment of a page
`plain_data`  dicts and lists for JSON
============  ==================================
"""
