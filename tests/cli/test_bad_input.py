"""Bad input to every command: one sentence on standard error, the right exit code, no traceback, no file."""

import random
from pathlib import Path

import pytest

import fenlei
from tests.cli.conftest import Run
from tests.study.tables import apples, write_csv

USAGE, DATA = 2, 3

# Words with braces stand for files that the fixture makes; {out} does not exist yet.
CASES = [
    # --- the parser's own
    ("no such command", "compere iris", USAGE, "compere"),
    ("no such option", "compare iris --columns x", USAGE, "no option --columns; see `fenlei compare --help`"),
    ("no data", "compare", USAGE, "DATA is missing"),
    ("too many words", "compare iris wine", USAGE, "wine"),
    ("no number", "compare iris --folds many", USAGE, "--folds has a value that is not accepted"),
    ("no value", "compare iris --target", USAGE, "--target"),
    ("no language", "compare iris --lang fr", USAGE, "--lang has a value that is not accepted"),
    ("no model option", "train iris --out {out}", USAGE, "--model is missing"),
    ("no out option", "train iris --model lda", USAGE, "--out is missing"),
    ("no data to predict", "predict {model}", USAGE, "DATA is missing"),
    ("nothing to evaluate", "evaluate", USAGE, "MODEL is missing"),
    # --- options that make no sense
    ("one fold", "compare iris --folds 1", USAGE, "folds=1 is not accepted"),
    ("no repeat", "compare iris --repeats 0", USAGE, "repeats=0 is not accepted"),
    ("negative seed", "compare iris --seed -1", USAGE, "seed=-1 is not accepted"),
    ("unknown model", "compare iris --models lda,svn", USAGE, "no model 'svn'"),
    ("empty models", "compare iris --models ,", USAGE, "No model is named"),
    ("unknown column", "compare iris --target spices", USAGE, "'species'"),
    ("unknown column to drop", "compare iris --drop petal", USAGE, "no column 'petal'"),
    ("two kinds for a column", "compare {good} --nominal 颜色 --drop 颜色", USAGE, "given as"),
    ("the target dropped", "compare {good} --target 品种 --drop 品种", USAGE, "品种"),
    ("unknown encoding", "compare {good} --encoding gb99", USAGE, "'gb99' is not known"),
    ("the folder is a file", "compare iris --out {text}", USAGE, "cannot be used for output"),
    ("train an unknown model", "train iris --model svn --out {out}", USAGE, "no model 'svn'"),
    ("train the baseline", "train iris --model dummy --out {out}", USAGE, "baseline"),
    ("unknown parameter", "train iris --model lda --param wrong=1 --out {out}", USAGE, "parameter 'wrong'"),
    ("parameter without value", "train iris --model lda --param solver --out {out}", USAGE, "name=value"),
    ("bad parameter value", "train iris --model lda --param solver=fast --out {out}", USAGE, "solver='fast'"),
    ("unsuitable model", "train iris --model categorical_nb --out {out}", USAGE, "nominal columns only"),
    ("model into no folder", "train iris --model lda --out {nowhere}/m.fenlei", USAGE, "does not exist"),
    ("model onto a folder", "train iris --model lda --out {folder}", USAGE, "folder"),
    ("rows in no known format", "predict {model} {good} --out {out}.xlsx", USAGE, ".csv, .tsv, .parquet"),
    ("rows into no folder", "predict {model} {good} --out {nowhere}/p.csv", USAGE, "does not exist"),
    ("unknown data set", "datasets irsi", USAGE, "'iris'"),
    ("save which data set", "datasets --save {out}.csv", USAGE, "needs the name"),
    ("save in no known format", "datasets iris --save {out}.doc", USAGE, ".csv, .tsv, .parquet"),
    ("numeric last column", "compare {numeric}", USAGE, "--target"),
    ("a data set without target", "compare kd_tree_points", USAGE, "no target"),
    # --- files that cannot be used
    ("missing file", "compare {nowhere}.csv", DATA, "does not exist"),
    ("neither file nor name", "compare irsi", DATA, "neither a file nor a bundled data set"),
    ("a folder", "compare {folder}/", DATA, "directory"),
    ("empty file", "compare {empty}", DATA, "is empty"),
    ("only a header", "compare {header}", DATA, "no rows"),
    ("ragged rows", "compare {ragged}", DATA, "ragged.csv"),
    ("binary file", "compare {binary}", DATA, "not a text table"),
    ("open quote", "compare {quote} --target y", DATA, "quote.csv"),
    ("wrong encoding", "compare {good} --encoding utf-8", DATA, "not valid utf-8"),
    ("broken Parquet", "compare {parquet}", DATA, "Parquet"),
    ("broken ARFF", "compare {arff}", DATA, "ARFF"),
    ("a NUL in the name", "compare a\0b.csv", DATA, "does not exist"),
    ("one class", "compare {one_class} --target y", DATA, "at least two classes"),
    ("every class once", "compare {unique} --target y", DATA, "at least two classes"),
    ("no label at all", "compare {unlabelled} --target y", DATA, "no value"),
    ("continuous target", "compare {numeric} --target x", DATA, "continuous"),
    ("no feature", "compare {constant} --target y", DATA, "None of the 1 columns"),
    ("text declared numeric", "compare {good} --numeric 颜色", DATA, "not numbers"),
    ("train on a missing file", "train {nowhere}.csv --model lda --out {out}", DATA, "does not exist"),
    ("train on one class", "train {one_class} --target y --model lda --out {out}", DATA, "only one class"),
    # --- model files that cannot be used
    ("missing model", "predict {nowhere}.fenlei {good}", DATA, "cannot be read"),
    ("a table for a model", "predict {good} {good}", DATA, "not a fenlei model file"),
    ("a model cut short", "predict {cut} {good}", DATA, "cut.fenlei"),
    ("an empty model file", "evaluate {empty} {good}", DATA, "empty.csv"),
    ("a folder for a model", "evaluate {folder} {good}", DATA, "not a file"),
    ("a model without schema", "predict {bare} {good}", DATA, "without a schema"),
    ("a model for data", "predict {model} {model}", DATA, "not a text table"),
    ("columns are lacking", "predict {model} iris", DATA, "lacks 3 of the columns"),
    ("evaluate without labels", "evaluate {model} {no_target}", DATA, "no target column '品种'"),
    ("evaluate on another column", "evaluate {model} {good} --target 类", DATA, "no target column '类'"),
    ("evaluate without rows", "evaluate {model} {header}", DATA, "no rows"),
    ("predict on a missing file", "predict {model} {nowhere}.csv", DATA, "does not exist"),
    ("predict text as numbers", "predict {model} {text_number}", DATA, "not numbers"),
]  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, apple_file: Path, apple_model: Path) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("bad")
    texts = {
        "empty.csv": "",
        "header.csv": "x,y\n",
        "ragged.csv": "x,y\n1,a\n2,b,c\n3,a\n",
        "quote.csv": 'x,y\n1,a\n2,"b\n3,a\n',
        "parquet.parquet": "PAR1 and nothing else",
        "arff.arff": "@relation r\n@attribute x numeric\n",
        "one_class.csv": "x,y\n1.5,a\n2.5,a\n3.5,a\n",
        "unique.csv": "x,y\n1.5,a\n2.5,b\n3.5,c\n",
        "unlabelled.csv": "x,y\n1.5,\n2.5,\n",
        "numeric.csv": "z,x\n1.5,0.5\n2.5,1.5\n3.5,2.25\n1.5,0.5\n",
        "constant.csv": "x,y\n1,a\n1,b\n1,a\n1,b\n",
        "text.txt": "a file",
    }
    for name, content in texts.items():
        (folder / name).write_text(content, "utf-8")
    (folder / "binary.csv").write_bytes(b"\x89PNG\r\n\x1a\n" + random.Random(0).randbytes(500))
    (folder / "cut.fenlei").write_bytes(apple_model.read_bytes()[:-10])
    (folder / "folder").mkdir()
    iris = fenlei.load("iris")
    fenlei.save_model(fenlei.GaussianNB().fit(iris.X, iris.y), folder / "bare.fenlei")
    columns = apples(9)
    write_csv({name: values for name, values in columns.items() if name != "品种"}, folder / "no_target.csv")
    write_csv(columns | {"含糖率": ["sweet"] * 9}, folder / "text_number.csv")
    made = {path.stem: path for path in folder.iterdir()}
    return made | {"good": apple_file, "model": apple_model, "nowhere": folder / "nowhere"}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("line", "code", "fragment"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_one_sentence_and_the_right_exit_code(
    run: Run, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    line: str, code: int, fragment: str, lang: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    words = [word.format(out=tmp_path / "out", **files) for word in line.split(" ")]
    result = run(*words, *(["--lang", "zh"] if lang == "zh" and "--lang" not in words else []))
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith("fenlei: ")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    if lang == "en":
        assert fragment in result.stderr
    elif "--lang" not in words:
        assert any("一" <= letter <= "鿿" for letter in result.stderr.replace("苹果", ""))


def test_there_are_many_cases() -> None:
    assert len({case[1] for case in CASES}) == len(CASES) >= 40
