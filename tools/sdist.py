"""Unpack the source distribution, install it with the packages of its tests, and run a part of the tests.

Usage: python -m tools.sdist SDIST FOLDER PATH...

All tests are collected, so whatever they import and read at import is in the archive; those of the given
paths run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tools.smoke import clean, make_environment


def main(sdist: str, folder: str, *paths: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = Path(folder).resolve().iterdir()
    python = make_environment(Path(folder).resolve() / "venv", f"{source}[test]")
    pytest = [str(python), "-m", "pytest", "-q"]
    subprocess.run([*pytest, "--collect-only", "-qq", "tests"], check=True, cwd=source, env=clean())
    part = ["-n", "2", "-m", "not slow and not browser", *paths]
    subprocess.run([*pytest, *part], check=True, cwd=source, env=clean())


if __name__ == "__main__":
    main(*sys.argv[1:])
