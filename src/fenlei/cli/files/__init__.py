"""Commands on files that are read in passes, and on rows that may not leave their site.

=============  ======================================================================
`passes`       options of `train`; predictions for a folder, one part per file
`sites`        `summarise` and `merge`
=============  ======================================================================
"""
