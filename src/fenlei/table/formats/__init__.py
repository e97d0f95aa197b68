"""Files and frames as Arrow columns of text or values.

===========  ===========================================================================
`sources`    which format a file has; any source as one Arrow table or as blocks of rows
`delimited`  CSV and TSV
`encodings`  which encoding a text file is in
`arff`       WEKA's format
===========  ===========================================================================
"""
