"""The columns of a table as the numbers that estimators need.

===================  ==================================================================
`columns`            numeric columns filled and scaled, nominal ones one-hot
`terms`              words and pairs of words: the vocabulary of a text column
`cells`              the cells of a frame or table as they are
`table_rows`         coded columns with the counts of terms beside them
`term_weights`       counts of terms as rows of unit length (TF-IDF)
`linear_scores`      one score per class, out of fold, by least squares on sparse rows
`text_columns`       what a preparation learns of text columns
`target_statistics`  the mean target of each category, out of fold
`appended`           what comes after the features: texts and mean targets
===================  ==================================================================
"""
