"""A working, written: as text, LaTeX, HTML with MathML and SVG, and as plain data.

================  ============================================================
`numbers`         a number in parts; which node needs brackets
`formula_text`    a formula as a line of text
`formula_latex`   a formula in LaTeX
`formula_mathml`  a formula in MathML
`columns`         the numbers of a column written alike
`drawing`         pieces of SVG that the pictures share
`as_svg`          the pictures
`as_text`         a working as text
`as_latex`        a working in LaTeX
`as_html`         a working as a fragment of a page
`as_frames`       a working as tracks of frames, for a player
`plain_data`      a working as plain data, and back
================  ============================================================
"""
