"""Install a wheel with machine code into an empty environment and show that nothing is compiled.

Usage: python tools/kernels.py WHEEL ENVIRONMENT

With `FENLEI_KERNELS=require` and no home to write to, in processes of their own:

1. every estimator of the registry is fitted and predicts; the slowest first fit is shown,
2. `fenlei compare iris` runs; its processor time is shown,
3. two workers of a Dask cluster on this machine fit trees.

Then the bits: `tests/cold_start.py` on the wheel's code, level by level, against kernels that are compiled in
place for the same level. Last, a wheel that was made with another Numba compiles, and says why.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from fenlei.kernels.shipped import LEVELS, lacking
from tools.smoke import ROOT, clean, make_environment

MOST_CPU_SECONDS, MOST_FIT_SECONDS, MOST_MEGABYTES = 6.0, 0.5, 8.0
ESTIMATOR = """
import json, sys, time, warnings
from numba.core import event
from fenlei.registry import REGISTRY
from fenlei.study.warming.small_fits import SHAPES, settings, small_rows
warnings.simplefilter("ignore")
entry = REGISTRY[sys.argv[1]]
X, y = small_rows(entry, SHAPES[1])
model = entry.load()(**settings(entry)[0])
begin = time.process_time()
with event.install_recorder("numba:compile") as compiling:
    model.fit(X, y)
    if hasattr(model, "predict"):
        model.predict(X)
print(json.dumps([time.process_time() - begin, len(compiling.buffer)]))
"""
CLUSTER = """
from dask.distributed import Client, LocalCluster

def fitted(seed):
    import fenlei, numpy as np
    from numba.core import event
    X = np.random.default_rng(seed).normal(size=(200, 5))
    with event.install_recorder("numba:compile") as compiling:
        model = fenlei.DecisionTreeClassifier().fit(X, X[:, 0] > 0)
    return model.score(X, X[:, 0] > 0), len(compiling.buffer)

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            answers = client.gather(client.map(fitted, range(8)))
    assert answers == [(1.0, 0)] * 8, answers
"""
OTHER_NUMBA = """
import fenlei.kernels.recipe as recipe
recipe.VERSIONS["Numba"] = "0.0.0"
import fenlei, numpy as np
fenlei.GaussianNB().fit(np.eye(4), [0, 0, 1, 1]).predict(np.eye(4))
"""


def required(folder: Path) -> dict[str, str]:
    """The environment of a user without a home, for whom compiling is forbidden."""
    nowhere = {"HOME": "/dev/null/nobody", "FENLEI_KERNELS": "require", "MPLCONFIGDIR": str(folder)}
    return {name: value for name, value in clean().items() if not name.startswith("FENLEI")} | nowhere


def fit_everything(python: Path, folder: Path) -> tuple[str, float]:
    """Every estimator in a process of its own; the name and seconds of the slowest first fit."""
    listed = "from fenlei.registry import REGISTRY; print(*REGISTRY)"
    names = subprocess.check_output([python, "-c", listed], env=required(folder), text=True).split()
    seconds = {}
    for name in names:
        said = subprocess.check_output([python, "-c", ESTIMATOR, name], env=required(folder), cwd=folder)
        seconds[name], compiled = json.loads(said)
        assert compiled == 0, f"{name} compiled {compiled} kernels"
    slowest = max(seconds, key=seconds.__getitem__)
    print(f"{len(names)} estimators fitted with nothing compiled")
    return slowest, seconds[slowest]


def compare_seconds(python: Path, folder: Path) -> float:
    """Processor seconds of the first comparison."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(python.parent / "fenlei"), "compare", "iris", "--quiet", "--out", str(folder / "result")]
    subprocess.run(command, check=True, env=required(folder), cwd=folder, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def hashes(python: Path, folder: Path, **env: str) -> subprocess.Popen[str]:
    """A process that prints the hashes of every fit."""
    environment = {name: value for name, value in required(folder).items() if name != "FENLEI_KERNELS"}
    command = [python, ROOT / "tests" / "cold_start.py"]
    return subprocess.Popen(
        command,
        env=environment | env,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def differing(python: Path, folder: Path, level: str, settings: str) -> tuple[int, int]:
    """Fits whose bits differ between the wheel and kernels compiled in place, and all fits, at a level."""
    pinned = {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": settings}
    store = folder / "store"
    store.mkdir(mode=0o700, exist_ok=True)
    both = [
        hashes(python, folder, FENLEI_KERNELS="require", **pinned),
        hashes(python, folder, FENLEI_KERNELS="compile", FENLEI_CACHE_DIR=str(store), **pinned),
    ]
    wheel, place = (_read(process) for process in both)
    assert wheel.keys() == place.keys() != set()
    pairs = [pair for name in wheel for pair in zip(wheel[name], place[name], strict=True)]
    return sum(a != b for a, b in pairs), len(pairs)


def _read(process: subprocess.Popen[str]) -> dict[str, list[str]]:
    output, said = process.communicate()
    assert process.returncode == 0, f"a process that fits everything failed: {said[-2000:]}"
    found: dict[str, list[str]] = json.loads(output)
    return found


def show_nothing_is_compiled(wheel: Path, python: Path, folder: Path) -> None:
    """Estimators, a comparison and a cluster; a limit that is passed ends the check."""
    name, fit = fit_everything(python, folder)
    cpu, megabytes = compare_seconds(python, folder), wheel.stat().st_size / 1e6
    print(f"wheel {megabytes:.1f} MB; slowest first fit {name} {fit:.2f} s; compare iris {cpu:.1f} CPU s")
    (folder / "cluster.py").write_text(CLUSTER)
    subprocess.run([python, "cluster.py"], check=True, cwd=folder, env=required(folder))
    print("two workers of a cluster compiled nothing")
    assert megabytes <= MOST_MEGABYTES
    assert fit <= MOST_FIT_SECONDS
    assert cpu <= MOST_CPU_SECONDS


def show_a_miss(python: Path, folder: Path) -> None:
    """With another version of Numba the kernels are compiled, and the reason is given."""
    env = required(folder) | {"FENLEI_KERNELS": ""}
    done = subprocess.run([python, "-c", OTHER_NUMBA], env=env, capture_output=True, text=True, check=True)
    assert "for Numba" in done.stderr, done.stderr
    print(f"with another Numba: {done.stderr.strip()}")


def show_same_bits(python: Path, folder: Path) -> None:
    """The hashes of all fits, level by level."""
    for level, settings, needed in LEVELS:
        if lacking(needed):
            print(f"{level}: not on this processor")
            continue
        different, fits = differing(python, folder, level, settings)
        print(f"{level}: {fits - different} of {fits} fits have the bits of kernels compiled in place")
        assert different == 0


def main(wheel: str, environment: str) -> None:
    python = make_environment(Path(environment), f"{wheel}[dask]")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        show_nothing_is_compiled(Path(wheel), python, folder)
        show_a_miss(python, folder)
        show_same_bits(python, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
