"""Rows wherever they are: one verb, `total`, over leaves of rows that are the same in memory and on disk.

=================  =============================================================================
`leaves`           the sum of a summary over the leaves of rows in memory
`engine`           what works on the leaves of files: each of them, or their sum
`asked`            what a pass asks, as a hash that names it
`progress`         how far a pass is, for whoever watches
`sampling`         a sample by the hash of row numbers
`sorted_columns`   exact order statistics of columns over files
`scanned`          `scan`, `Scan`: tables of files, larger than memory
`together`         several models in one scan
`class_parts`      scans of the rows of some classes
=================  =============================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
