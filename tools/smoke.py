"""Install a wheel into an empty environment and use it as a user would.

Usage: python tools/smoke.py WHEEL ENVIRONMENT

The environment is made from this Python, with the versions of constraints.txt. The work is done in an empty
folder, so that nothing is imported from the repository.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
USE = """
import fenlei
from fenlei.registry import REGISTRY

for name in fenlei.__all__:
    getattr(fenlei, name)
for entry in REGISTRY.values():
    entry.load()
rows = fenlei.load("iris")
print(f"fenlei {fenlei.__version__}: {len(fenlei.__all__)} public names, {len(REGISTRY)} estimators")
"""


def clean() -> dict[str, str]:
    """The environment of a user: nothing that points into the repository."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def make_environment(folder: Path, *packages: str) -> Path:
    """An empty environment with these packages; returns its Python."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder.resolve() / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = ["-m", "pip", "--disable-pip-version-check", "--no-input", "-qq", "install"]
    subprocess.run([python, *pip, "-c", ROOT / "constraints.txt", *packages], check=True, env=clean())
    return python


def check_contents(wheel: Path) -> None:
    """The package, its data and its licence, and nothing beside them."""
    names = ZipFile(wheel).namelist()
    stray = [name for name in names if not name.startswith("fenlei/") and ".dist-info/" not in name]
    assert not stray, f"the wheel also has {stray[:3]}"
    assert "fenlei/py.typed" in names
    assert any(name.endswith("LICENSE") for name in names)
    assert any(name.endswith(".csv") for name in names)


def main(wheel: str, folder: str) -> None:
    check_contents(Path(wheel))
    python = make_environment(Path(folder), wheel)
    with tempfile.TemporaryDirectory() as empty:
        subprocess.run([python, "-c", USE], check=True, cwd=empty, env=clean())
        compare = ["compare", "iris", "--models", "gaussian_nb,lda", "--out", "result"]
        subprocess.run([python.parent / "fenlei", *compare], check=True, cwd=empty, env=clean())
        assert any(Path(empty, "result").rglob("*.html")), "compare wrote no report"
    print("the wheel works in an empty environment")


if __name__ == "__main__":
    main(*sys.argv[1:])
