"""Several processes fill one cache of compiled kernels and lose nothing."""

import subprocess
import sys
from pathlib import Path

from numba.core.caching import IndexDataCacheFile

from fenlei.study.running.kernel_cache import LOCK_FILE, share_compiled_kernels

FILLER = """
import sys
from numba.core.caching import IndexDataCacheFile
from fenlei.study.running.kernel_cache import share_compiled_kernels
share_compiled_kernels()
share_compiled_kernels()  # twice does no harm
cache = IndexDataCacheFile(sys.argv[1], "kernel", "stamp")
for number in range(60):
    key = (sys.argv[2], number)
    cache.save(key, key)
    assert cache.load(key) == key
"""


def test_no_entry_is_lost_or_mixed_up(tmp_path: Path) -> None:
    fillers = [
        subprocess.Popen([sys.executable, "-c", FILLER, str(tmp_path), name], stderr=subprocess.PIPE)
        for name in "abc"
    ]
    for filler in fillers:
        _, error = filler.communicate(timeout=300)
        assert filler.returncode == 0, error
    cache = IndexDataCacheFile(str(tmp_path), "kernel", "stamp")
    for name in "abc":
        for number in range(60):
            assert cache.load((name, number)) == (name, number)
    assert (tmp_path / LOCK_FILE).exists()


def test_a_cache_that_is_not_there_needs_no_lock(tmp_path: Path) -> None:
    share_compiled_kernels()
    assert IndexDataCacheFile(str(tmp_path / "none"), "kernel", "stamp").load("key") is None
