"""Reading in blocks takes less memory than one row group of the file."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

PROGRAM = """
import sys
from pathlib import Path
from fenlei.table.formats.sources import stream_raw

def peak():  # of this program alone: that of `resource` starts with the peak of its parent
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

before = peak()
rows = sum(table.num_rows for table in stream_raw(sys.argv[1], 16384))
print(rows, peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
def test_a_row_group_is_not_read_whole(tmp_path):
    rows, columns = 1_000_000, 24  # 192 MB in one row group
    values = np.random.default_rng(0).normal(size=rows)
    table = pa.table({f"x{j}": np.roll(values, j) for j in range(columns)})
    pa.parquet.write_table(table, tmp_path / "t.parquet", row_group_size=rows, use_dictionary=False)
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "t.parquet")],
        capture_output=True,
        text=True,
        check=True,
    )
    read, kilobytes = map(int, run.stdout.split())
    assert read == rows
    assert kilobytes * 1024 < 0.6 * table.nbytes
