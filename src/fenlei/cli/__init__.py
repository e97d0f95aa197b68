"""The command line: each command parses, makes one call and writes once.

Results go to standard output, everything else to standard error. Numerical packages are imported inside the
commands, so that `fenlei --help` is immediate.

=============  ======================================================================
`app`          the application: commands, language, suggestions for misspelt commands
`compare`      compare classifiers; `leaderboard` and `progress` show the result
`train`        train one model and save it
`predict`      append predictions to the rows
`evaluate`     score a saved model, or compare two
`explain`      explain one prediction
`exercise`     make an exercise for a class, or its answers
`structure`    `reduce` and `cluster`: coordinates or clusters of all rows
`files`        folders of files that are read in passes; rows that stay at their site
`models`       list the names of models and methods
`datasets`     list, show or save the bundled data sets
`warm_up`      compile all kernels before they are needed
`help`         the help of a command as text
`options`      options that several commands share
`param`        `--param name=value`, with values as Python and JSON write them
`rows`         rows as CSV, TSV or Parquet
`output`       tables, JSON and notes on the terminal
`web`          commands that answer HTTP: `serve`, `studio`
`exporting`    commands that write what other programs read: `export`, `completion`
`faults`       errors as one sentence and an exit code
`texts`        every text, in English and Chinese
=============  ======================================================================
"""

from __future__ import annotations


def main() -> None:
    """Run the command line and exit."""
    from typer.main import get_command

    from fenlei.cli.app import app

    get_command(app).main()
