"""The command line: one file per command: parse, one call, one write.

Results go to standard output, everything else to standard error. Numerical packages are imported inside the
commands, so that `fenlei --help` answers at once.
"""

from __future__ import annotations


def main() -> None:
    """Run the command line and exit."""
    from typer.main import get_command

    from fenlei.cli.app import app

    get_command(app).main()
