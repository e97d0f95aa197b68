"""Tables of many files, larger than memory: which files, one schema over all of them, blocks of rows.

=================  =============================================================================
`codes`            text as codes of its different values
`columns`          a block's features as columns of floats, and columns side by side
`description`      one schema over all files, and how many rows each piece of them keeps
`files`            the files behind a path, a glob, a folder or a list
`pieces`           row groups, record batches and parts of text as streams of Arrow columns
`cuts`             where a text file can be cut
`drawn`            a sample of the rows as a typed table
`recorded`         what is known about a scanned table, as plain data; its kept rows as arrays
`room`             how much of a table is in memory at one time
`spool`            sources that are no files, written to one once
`tally`            what one column holds, block by block
=================  =============================================================================
"""
