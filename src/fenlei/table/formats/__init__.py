"""Files and frames as Arrow columns of text or values.

=============  ===========================================================================
`sources`      which format a file has; any source as one Arrow table or as blocks of rows
`local_files`  standard input and compressed files as plain bytes on disk
`delimited`    CSV, TSV and the like
`encodings`    which encoding a text file is in
`json_lines`   an object per row
`excel`        workbooks
`arff`         WEKA's format
=============  ===========================================================================
"""
