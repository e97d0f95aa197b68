"""Tables: reading, schema, missing values, label coding and preparation.

The names below are loaded on first use, so that importing one module of this package does not import Arrow.

=================  =============================================================================
`checking`         checks on descriptions of tables that come from outside, such as a model file
`coding`           class labels as integer codes
`columns`          any frame, dict or array as named Arrow columns
`declarations`     kinds, orders and the target, as the caller declares them
`float_frames`     frames of numbers as an array at once
`frame_columns`    the columns of a frame in Arrow, with their categories
`frames`           categories as numbers, for estimators that take nominal features
`header`           column names, repaired and looked up
`interpretation`   from values to typed columns
`missing`          the words that stand for "no value"
`nominal`          text columns given straight to an estimator
`preparation`      `Preparation`: complete, scaled numbers
`reading`          `read_table`, `read_blocks`, `conform`
`reading_options`  the options of `read_table` as a type
`rows`             rows of whatever a user hands in
`schema`           `Schema`, `Column`
`features`         columns as the numbers that estimators need
`table`            `Table`, `Coded`
`values`           the values of one column in Arrow
`scanning`         tables of many files, larger than memory
`vocabulary`       texts as vectors over the most frequent words
`recognition`      what the values of a column are
`formats`          files and frames as Arrow columns of text or values
=================  =============================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
