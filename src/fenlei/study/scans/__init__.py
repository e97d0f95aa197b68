"""Tables of files, larger than memory: the commands' work on a scan.

=================  =============================================================================
`choosing`         whether a source is scanned: several files, or more than memory holds well
`prepared`         `PreparedScan`: the prepared numbers of a scan, as a scan of their own
`preparing`        a preparation fitted in two passes, to the bits of memory
`training`         `train_scan`: one model on all rows of a scan
`structure`        a reduction or a clustering of all rows of a scan
`comparing`        the rows of a scan that a comparison takes, and the winner fitted to all
=================  =============================================================================
"""
