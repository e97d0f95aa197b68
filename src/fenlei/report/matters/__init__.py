"""What matters to the best model, as a section of the report.

=============  ===================================================
`importances`  the section, with a bar for each column
`pictures`     effects of columns and the learning curve, as lines
=============  ===================================================
"""
