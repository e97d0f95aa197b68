"""What a comparison found out, as plain data.

=================  ==========================================================
`result`           the result: ready for JSON, the report and the leaderboard
`scores`           scores of the classes from any classifier
`probabilities`    what a model's probabilities are worth
`mistakes`         the rows that a model gets wrong
`readable_models`  models that a person can read, fitted on all rows
`data_warnings`    repeated rows, and columns that give the class away
=================  ==========================================================
"""
