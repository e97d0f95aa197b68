"""An install that cannot be written to, for a user without a home: usual in hardened containers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fenlei

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(sys.platform == "win32", reason="homes of POSIX"),
]

PROGRAM = """
import fenlei, numpy as np
X, y = np.array([[0.0], [1.0], [5.0], [6.0]]), np.array(["a", "a", "b", "b"])
print(fenlei.__file__, *fenlei.GaussianNB().fit(X, y).predict(X))
"""


def read_only_copy(folder: Path) -> Path:
    """The package in a folder, in which nothing can be kept beside the modules, by root neither."""
    package = Path(fenlei.__file__).parent
    copy = Path(shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__")))
    for directory in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (directory / "__pycache__").touch()
    return copy


def test_it_imports_fits_and_predicts(tmp_path: Path) -> None:
    copy = read_only_copy(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    left_out = ("FENLEI_CACHE_DIR", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, "-B", "program.py"],
        cwd=tmp_path,
        env=env | {"HOME": "/dev/null/nobody"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(copy / "__init__.py"), "a", "a", "b", "b"]
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "set FENLEI_CACHE_DIR to one" in done.stderr
