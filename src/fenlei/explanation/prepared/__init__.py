"""What a preparation appends to the columns of the features, worked out.

============  =========================================================================
`appended`    the preparation of the training rows, and the steps of what it appends
`terms`       weights of the terms of texts, rows of unit length, scores
`means`       the mean target of each category, of columns of many categories
`held_texts`  the terms of a row, held for models together
============  =========================================================================
"""
