"""What importing costs, and which way imports go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fenlei

# Packages that take longer to import than all of fenlei may, and that `import fenlei` does without.
HEAVY = {"numba", "scipy.stats", "pandas", "polars", "pyarrow", "matplotlib", "sklearn"}

# Each module is the first of fenlei to be imported, once: an import cycle fails from at least one side.
IMPORT_EACH_FIRST = """
import importlib.util, pkgutil, sys
import fenlei
names = [m.name for m in pkgutil.walk_packages(fenlei.__path__, "fenlei.") if not m.name.endswith("__main__")]
if importlib.util.find_spec("pyspark") is None:  # installed by `make test-engines` alone
    names.remove("fenlei.engines.spark")
for name in names:
    for loaded in [m for m in sys.modules if m.split(".")[0] == "fenlei"]:
        del sys.modules[loaded]
    importlib.import_module(name)
print(len(names))
"""


def run_python(code: str) -> str:
    """What `code` prints in a fresh interpreter."""
    root = Path(__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


FAMILIES = sorted(stub.parent.name for stub in Path(fenlei.__file__).parent.glob("*/__init__.pyi"))
IMPORTS = [
    "import fenlei",
    "import fenlei; dir(fenlei)",
    "import fenlei.errors",
    "import " + ", ".join(f"fenlei.{name}" for name in FAMILIES),
]


@pytest.mark.parametrize("code", IMPORTS)
def test_importing_fenlei_imports_nothing_heavy(code: str) -> None:
    loaded = run_python(f"{code}; import sys; print(*sys.modules)").split()
    assert "fenlei" in loaded
    assert not HEAVY.intersection(loaded)


def test_importing_fenlei_takes_less_than_50_ms() -> None:
    code = "from time import process_time as t; start = t(); import fenlei; print(t() - start)"
    assert min(float(run_python(code)) for _ in range(5)) < 0.05


# What a first fit to an array of numbers must not wait for: 0.1 s of Arrow, which reads files and frames.
FIRST_FITS = [
    "GaussianNB()",
    "LogisticRegression()",
    "SVC()",
    "LinearDiscriminantAnalysis()",
    "DecisionTreeClassifier(random_state=0)",
    "KNeighborsClassifier()",
    "RandomForestClassifier(n_estimators=2, random_state=0)",
    "KMeans(3, random_state=0)",
    "PCA()",
]


# Where pandas is installed scikit-learn imports it, and it imports Arrow.
WITHOUT_PANDAS = """
import sys
class NoPandas:
    def find_spec(self, name, *_):
        if name.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoPandas())
"""


@pytest.mark.parametrize("made", FIRST_FITS)
def test_a_fit_to_numbers_imports_no_arrow(made: str) -> None:
    """Nor do classes named by text; but for what scikit-learn imports by itself."""
    name = made.split("(")[0]
    theirs = run_python(
        f"{WITHOUT_PANDAS}import sklearn.base, sklearn.utils.validation\nprint(*sys.modules)"
    ).split()
    code = f"""{WITHOUT_PANDAS}
import numpy as np
from fenlei import {name}
X = np.random.default_rng(0).normal(size=(30, 2))
{made}.fit(X, np.array(["a", "b", "c"] * 10))
print(*sys.modules)
"""
    loaded = run_python(code).split()
    assert "fenlei" in loaded
    assert not {"pyarrow", "polars", "matplotlib"}.intersection(loaded).difference(theirs)


# Collections of garbage while a name is loaded, and whether the collector is as it was.
COLLECTIONS = """
import gc
import fenlei, fenlei.bayes
met = []
{before}
gc.callbacks.append(lambda phase, information: met.append(phase))
fenlei.GaussianNB, fenlei.bayes.PoissonNB
gc.callbacks.clear()
try:
    fenlei.NoSuchName
except AttributeError:
    print(len(met), gc.isenabled())
"""


@pytest.mark.parametrize(("before", "is_on"), [("", True), ("gc.disable()", False)])
def test_loading_a_name_collects_no_garbage(before: str, is_on: bool) -> None:
    """A tenth of the first fit; whoever has switched the collector off finds it off."""
    collections, left = run_python(COLLECTIONS.format(before=before)).split()
    assert left == str(is_on)
    assert int(collections) <= 4 * is_on  # between the two names, and after them


GARBAGE = """
import gc, weakref
import fenlei
class Node: pass
node = Node(); node.itself = node
left = weakref.ref(node)
{before}
frozen = gc.get_freeze_count()
fenlei.GaussianNB
del node
print((gc.get_freeze_count() > 0) == (frozen > 0))
if not frozen:
    gc.collect()
    print(left() is None)
"""


def test_what_was_there_when_a_name_was_loaded_can_still_be_collected() -> None:
    """And what was frozen stays frozen."""
    assert run_python(GARBAGE.format(before="")).split() == ["True", "True"]
    assert run_python(GARBAGE.format(before="gc.freeze()")).split() == ["True"]


def test_help_of_the_command_line_imports_nothing_heavy() -> None:
    code = """
import sys
from fenlei.cli import main
sys.argv = ["fenlei", "--help"]
try:
    main()
except SystemExit as end:
    assert not end.code
print("LOADED", *sys.modules)
"""
    text, loaded = run_python(code).split("LOADED")
    assert "compare" in text
    assert not HEAVY.intersection(loaded.split())


def test_every_module_can_be_imported_first() -> None:
    assert int(run_python(IMPORT_EACH_FIRST)) > 1


def test_imports_flow_one_way() -> None:
    pytest.importorskip("importlinter", reason="an environment for tests only")
    run_python(
        "from importlinter import cli; raise SystemExit(cli.lint_imports(no_cache=True, no_logo=True))"
    )
