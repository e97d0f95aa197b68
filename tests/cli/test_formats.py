"""Every command that reads a table reads standard input, compressed files and any delimiter."""

import gzip
import json

import pytest

ROWS = b"size|colour|kind\n" + b"".join(
    b"%d.5|%s|%s\n" % (i % 7, (b"red", b"green")[i % 2], (b"a", b"b")[i % 2]) for i in range(40)
)
COLONS = ROWS.replace(b"|", b":")


@pytest.fixture
def model(run, tmp_path):
    done = run("train", "-", "--model", "gaussian_nb", "--out", tmp_path / "m.fenlei", input=ROWS)
    assert done.exit_code == 0, done.output
    return tmp_path / "m.fenlei"


@pytest.mark.parametrize("words", [["predict"], ["evaluate"], ["explain"]])
def test_standard_input_is_read_by_the_schema_of_a_model(run, model, tmp_path, words):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(ROWS))
    from_file = run(*words, model, path)
    from_input = run(*words, model, "-", input=ROWS)
    with_colons = run(*words, model, "-", "--delimiter", ":", input=COLONS)
    assert from_file.exit_code == from_input.exit_code == with_colons.exit_code == 0
    assert from_input.stdout.replace("'-'", "").split() == with_colons.stdout.replace("'-'", "").split()
    assert words != ["predict"] or from_file.stdout == from_input.stdout


def test_evaluate_does_not_take_one_input_for_another(run, model):
    assert "trained on" not in run("evaluate", model, "-", input=ROWS).output


def test_compare_names_its_folder_after_the_table(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "apples.csv.gz").write_bytes(gzip.compress(ROWS))
    for data, folder in (("apples.csv.gz", "fenlei-apples"), ("-", "fenlei-input")):
        done = run("compare", data, "--models", "lda", "--folds", 2, "--json", input=ROWS)
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["files"]["result"] == f"{folder}/result.json"


@pytest.mark.parametrize("words", [["reduce"], ["cluster", "--clusters", 2]])
def test_structure_of_standard_input(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    done = run(*words, "-", "--delimiter", ":", "--json", input=COLONS)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == 40


def test_a_delimiter_that_is_none(run):
    done = run("train", "-", "--model", "lda", "--out", "m.fenlei", "--delimiter", "ab", input=ROWS)
    assert done.exit_code == 2
    assert "delimiter='ab'" in done.output
