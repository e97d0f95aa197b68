"""`python -m fenlei` is the command line."""

from __future__ import annotations

from fenlei.cli import main

if __name__ == "__main__":
    main()
