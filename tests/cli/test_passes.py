"""`train`, `predict` and `evaluate` on folders and patterns: the files of one table, part for part."""

from pathlib import Path

import pandas as pd
import pytest

import fenlei
from tests.cli.conftest import Run
from tests.study.scans.test_training import parts, rows


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table as a folder of five files and as a file."""
    found = tmp_path_factory.mktemp("passes")
    frame = rows().drop(columns=["price"])
    frame.to_parquet(found / "all.parquet", index=False)
    parts(frame, found / "parts")
    return found


def trained(run: Run, source: object, out: Path, *words: object) -> bytes:
    result = run("train", source, "--target", "kind", "--model", "lda", "--out", out, *words)
    assert (result.exit_code, result.stderr) == (0, "")
    model = fenlei.load_model(out)
    model.facts["source"] = "-"  # the one thing that differs
    fenlei.save_model(model, out)
    return out.read_bytes()


def test_a_model_of_a_folder_is_that_of_the_table(run: Run, folder: Path, tmp_path: Path) -> None:
    expected = trained(run, folder / "all.parquet", tmp_path / "a.fenlei")
    assert trained(run, folder / "parts", tmp_path / "b.fenlei") == expected
    words = "--on", "threads", "--work", tmp_path / "work"
    for _ in range(2):
        assert trained(run, folder / "parts" / "*.parquet", tmp_path / "c.fenlei", *words) == expected


def test_a_large_file_is_a_note(run: Run, folder: Path, tmp_path: Path) -> None:
    words = "--target", "kind", "--model", "lda", "--out", tmp_path / "m.fenlei", "--memory", "20k"
    result = run("train", folder / "all.parquet", *words)
    assert result.exit_code == 0
    assert "is larger than a quarter of the memory" in result.stderr
    assert "so it is read in passes and never whole" in result.stderr


def test_predictions_are_one_part_for_each_file(run: Run, folder: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "m.fenlei", tmp_path / "predicted"
    trained(run, folder / "parts", model)
    assert run("predict", model, folder / "all.parquet", "--out", tmp_path / "all.parquet").exit_code == 0
    assert run("predict", model, folder / "parts", "--out", out).stderr == f"1000 rows: {out}\n"
    names = sorted(path.name for path in out.glob("*.parquet"))
    assert names == [f"part-{i}.parquet" for i in range(5)]
    found = pd.concat([pd.read_parquet(out / name) for name in names], ignore_index=True)
    assert found.equals(pd.read_parquet(tmp_path / "all.parquet"))
    (out / "part-2.parquet").unlink()  # as if the run had been stopped
    again = run("predict", model, folder / "parts", "--out", out).stderr.splitlines()
    assert again == [f"parts of an earlier run that are kept: 4 ({out})", f"1 row: {out}"]


def test_folders_that_cannot_take_the_parts(run: Run, folder: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "m.fenlei", tmp_path / "predicted"
    trained(run, folder / "parts", model)
    for words in ((), ("--out", tmp_path / "one.csv")):
        result = run("predict", model, folder / "parts", *words)
        assert result.exit_code == 2
        assert "one part per file" in result.stderr
    assert run("predict", model, folder / "parts", "--out", tmp_path).exit_code == 2
    assert run("predict", model, folder / "parts", "--out", out).exit_code == 0
    result = run("predict", model, folder / "parts", "--out", out, "--proba")
    assert result.exit_code == 3
    assert "predictions of another model, other options or other files" in result.stderr


def test_a_folder_is_evaluated_as_its_rows(run: Run, folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.fenlei"
    trained(run, folder / "parts", model)
    shown = [run("evaluate", model, folder / name, "--quiet").stdout for name in ("all.parquet", "parts")]
    assert shown[0].splitlines()[1:] == shown[1].splitlines()[1:]
    assert "accuracy" in shown[0]


def test_sentences(run: Run, folder: Path, tmp_path: Path) -> None:
    words = "--model", "lda", "--out", tmp_path / "m.fenlei"
    result = run("train", folder / "parts", *words)
    assert (result.exit_code, "must be named; give --target" in result.stderr) == (2, True)
    result = run("train", folder / "parts", *words, "--target", "kind", "--on", "sparks")
    assert (result.exit_code, "There is no engine 'sparks'" in result.stderr) == (2, True)
    result = run("train", folder / "*.orc", *words, "--target", "kind")
    assert (result.exit_code, "No file matches" in result.stderr) == (3, True)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.csv").write_text("x,kind\n1,a\n2,b\n3,a\n")
    (tmp_path / "bad" / "b.csv").write_text("x,kind\n1,a\n2\n")
    result = run("train", tmp_path / "bad", *words, "--target", "kind")
    assert result.exit_code == 3
    assert "b.csv" in result.stderr
    assert "row 2" in result.stderr


def test_clusters_and_coordinates_of_a_folder(run: Run, folder: Path, tmp_path: Path) -> None:
    for words in (("cluster", "--method", "kmeans"), ("reduce", "--method", "pca", "--on", "threads")):
        result = run(words[0], folder / "parts", *words[1:], "--target", "kind", "--out", tmp_path)
        assert (result.exit_code, result.stderr) == (0, "")
        written = sorted((tmp_path / words[2]).glob("*.parquet"))
        assert [path.name for path in written] == [f"part-{i}.parquet" for i in range(5)]
        found = pd.concat([pd.read_parquet(path) for path in written])
        assert len(found) == 1000
        assert found.columns[-1] in ("cluster", "pca_2")
        assert (tmp_path / f"{words[2]}.png").exists()
    large = run("cluster", folder / "all.parquet", "--memory", "20k", "--out", tmp_path / "one")
    assert (large.exit_code, "so it is read in passes" in large.stderr) == (0, True)
    assert len(pd.read_csv(tmp_path / "one" / "kmeans.csv")) == 1000


def test_files_that_cannot_be_read_or_lack_a_column(run: Run, tmp_path: Path) -> None:
    folder = parts(rows().drop(columns=["price"]), tmp_path / "rows", (400, 700))
    (folder / "part-1.parquet").write_bytes((folder / "part-1.parquet").read_bytes()[:-40])
    words = "train", folder, "--target", "kind", "--model", "mixed_nb", "--out", tmp_path / "m.fenlei"
    assert run(*words).exit_code == 3
    result = run(*words, "--skip-bad-files")
    assert (result.exit_code, "Left out 1 file that cannot be read" in result.stderr) == (0, True)
    facts = fenlei.load_model(tmp_path / "m.fenlei").facts
    assert (facts["rows"], facts["left_out"]) == (700, [str(folder / "part-1.parquet")])
    rows().drop(columns=["price", "visits"])[400:700].to_parquet(folder / "part-1.parquet", index=False)
    assert run(*words).exit_code == 3
    assert run(*words, "--allow-missing-columns").exit_code == 0
