"""Fitting to rows that are never in memory together: a pass gives sums.

=====================  ===============================================================================
`blocks`               rows that come in blocks, through any function like `map`
`scanned`              a scan of files
=====================  ===============================================================================
"""
