"""Bad input to every command: one sentence on standard error, the right exit code, no traceback, no file."""

import random
import re
from pathlib import Path

import pytest

import fenlei
from tests.cli.conftest import Run
from tests.study.tables import apples, write_csv

USAGE, DATA = 2, 3

# Words with braces stand for files that the fixture makes; {out} does not exist yet.
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|'[^']*'")  # commands, words of other programs, values
ENGLISH = re.compile(r"[a-z]{2,} [a-z]+ [a-z]+")
CASES = [
    # --- the parser's own
    ("no such command", "compere iris", USAGE, "no command 'compere'; did you mean 'compare'?"),
    ("misspelt option", "compare iris --taget x", USAGE, "no option --taget; did you mean --target?"),
    ("no such option", "compare iris --columns x", USAGE, "no option --columns; see `fenlei compare --help`"),
    ("no data", "compare", USAGE, "DATA is missing"),
    ("too many words", "compare iris wine", USAGE, "one argument too many, or more: wine;"),
    ("no number", "compare iris --folds many", USAGE, "--folds has a value that is not accepted"),
    ("no share", "compare iris --test-size half", USAGE, "give a number; see `fenlei compare --help`"),
    ("no whole number", "compare iris --repeats 2.5", USAGE, "give a whole number;"),
    ("too large a seed", "compare iris --seed 4294967296", USAGE, "a whole number from 0 to 4294967295;"),
    ("no cluster", "cluster iris --clusters 0", USAGE, "give a whole number of at least 1;"),
    ("no scale", "reduce iris --scale range", USAGE, "give standard or minmax or none;"),
    ("no value", "compare iris --target", USAGE, "--target has no value; give one after it"),
    ("a value of a switch", "compare iris --no-shuffle=yes", USAGE, "--no-shuffle takes no value"),
    ("no language", "compare iris --lang fr", USAGE, "--lang has a value that is not accepted"),
    ("no model option", "train iris --out {out}", USAGE, "--model is missing"),
    ("no out option", "train iris --model lda", USAGE, "--out is missing"),
    ("no data to predict", "predict {model}", USAGE, "DATA is missing"),
    ("nothing to evaluate", "evaluate", USAGE, "MODEL is missing"),
    # --- options that make no sense
    ("one fold", "compare iris --folds 1", USAGE, "folds=1 is not accepted"),
    ("no repeat", "compare iris --repeats 0", USAGE, "repeats=0 is not accepted"),
    ("negative seed", "compare iris --seed -1", USAGE, "--seed"),
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
    ("a folder without a target", "compare {folder}/", USAGE, "give --target"),
    ("a folder without tables", "compare {folder}/ --target kind", DATA, "has no CSV"),
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
    ("continuous target", "compare {numeric} --target x --models lda", DATA, "are no classes"),
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
    # --- reduce
    ("reduce no data", "reduce", USAGE, "DATA is missing"),
    ("reduce unknown method", "reduce iris --method pcaa --out {out}", USAGE, "pca"),
    ("reduce no components", "reduce iris --components 0 --out {out}", USAGE, "--components"),
    ("reduce too many components", "reduce iris --components 40 --out {out}", USAGE, "40"),
    ("reduce components as words", "reduce iris --components two --out {out}", USAGE, "--components"),
    ("reduce unknown parameter", "reduce iris --param wrong=1 --out {out}", USAGE, "parameter 'wrong'"),
    ("reduce bad parameter value", "reduce iris --param svd_solver=fast --out {out}", USAGE, "svd_solver"),
    ("reduce by LDA without target", "reduce kd_tree_points --method lda --out {out}", USAGE, "target"),
    ("reduce unknown target", "reduce iris --target spices --out {out}", USAGE, "'species'"),
    ("reduce into a file", "reduce iris --out {text}", USAGE, "text.txt"),
    ("reduce below a file", "reduce iris --out {text}/deep", USAGE, "text.txt"),
    ("reduce a missing file", "reduce {nowhere}.csv --out {out}", DATA, "does not exist"),
    ("reduce only a header", "reduce {header} --out {out}", DATA, "no rows"),
    ("reduce an empty file", "reduce {empty} --out {out}", DATA, "is empty"),
    ("reduce constants", "reduce {constant} --target y --out {out}", DATA, "None of the 1 columns"),
    ("reduce only the target", "reduce {only_target} --target y --out {out}", DATA, "None of the 0 columns"),
    ("reduce with too many neighbours",
     "reduce kd_tree_points --method isomap --param n_neighbors=50 --out {out}", USAGE, "n_neighbors"),
    ("reduce one row", "reduce {one_row} --out {out}", DATA, "None of the 2 columns"),
    # --- cluster
    ("cluster no data", "cluster", USAGE, "DATA is missing"),
    ("cluster unknown method", "cluster iris --method kmean --out {out}", USAGE, "kmeans"),
    ("no clusters", "cluster iris --clusters 0 --out {out}", USAGE, "--clusters"),
    ("negative clusters", "cluster iris --clusters -3 --out {out}", USAGE, "--clusters"),
    ("more clusters than rows", "cluster kmeans_points --clusters 50 --out {out}", DATA, "50"),
    ("cluster unknown parameter", "cluster iris --param wrong=1 --out {out}", USAGE, "parameter 'wrong'"),
    ("cluster bad parameter value", "cluster iris --param init=none --out {out}", USAGE, "init"),
    ("cluster into a file", "cluster iris --out {text}", USAGE, "text.txt"),
    ("cluster unknown target", "cluster iris --target spices --out {out}", USAGE, "'species'"),
    ("cluster a missing file", "cluster {nowhere}.csv --out {out}", DATA, "does not exist"),
    ("cluster a folder", "cluster {folder}/ --out {out}", DATA, "has no CSV"),
    ("cluster binary", "cluster {binary} --out {out}", DATA, "not a text table"),
    ("cluster negative seed", "cluster iris --seed -1 --out {out}", USAGE, "--seed"),
    ("cluster an identifier only", "cluster {ids} --out {out}", DATA, "None of the"),
    # --- explain
    ("explain nothing", "explain", USAGE, "MODEL is missing"),
    ("explain without data", "explain {model}", USAGE, "DATA is missing"),
    ("explain row 0", "explain {model} {good} --row 0", DATA, "0"),
    ("explain a negative row", "explain {model} {good} --row -2", DATA, "-2"),
    ("explain beyond the end", "explain {model} {good} --row 900", DATA, "900"),
    ("explain a row in words", "explain {model} {good} --row first", USAGE, "--row"),
    ("explain by a table", "explain {good} {good}", DATA, "not a fenlei model file"),
    ("explain by a missing model", "explain {nowhere}.fenlei {good}", DATA, "cannot be read"),
    ("explain a missing file", "explain {model} {nowhere}.csv", DATA, "does not exist"),
    ("explain lacking columns", "explain {model} iris", DATA, "lacks 3 of the columns"),
    ("explain into no folder", "explain {model} {good} --html {nowhere}/e.html", USAGE, "does not exist"),
    ("explain onto a folder", "explain {model} {good} --html {folder}", USAGE, "folder"),
    ("explain with a cut model", "explain {cut} {good}", DATA, "cut.fenlei"),
    ("explain with unknown costs", "explain {model} {good} --costs {nowhere}.csv", DATA, "does not exist"),
    # --- costs
    ("costs of other classes", "predict {model} {good} --costs {costs_other}", DATA, "costs_other.csv"),
    ("costs in words", "predict {model} {good} --costs {costs_words}", DATA, "not a number"),
    ("costs with gaps", "predict {model} {good} --costs {costs_gap}", DATA, "costs_gap.csv"),
    ("costs without a class", "predict {model} {good} --costs {costs_narrow}", DATA, "costs_narrow.csv"),
    ("costs without actions", "evaluate {model} {good} --costs {header}", DATA, "no rows"),
    ("costs from a binary file", "evaluate {model} {good} --costs {binary}", DATA, "not a text table"),
    ("a reject cost in words", "predict {model} {good} --reject-cost cheap", USAGE, "--reject-cost"),
    ("a reject cost of NaN", "predict {model} {good} --reject-cost nan", USAGE, "reject_cost"),
    # --- names and options
    ("an option of another command", "predict {model} {good} --folds 3", USAGE, "--folds"),
    ("a budget of nothing", "compare iris --budget 0", USAGE, "budget"),
    ("a budget in fortnights", "compare iris --budget 2w", USAGE, "2w"),
    ("a negative budget", "compare iris --budget -5", USAGE, "budget"),
    ("memory of nothing", "compare iris --memory 0", USAGE, "such as 500m or 2g"),
    ("memory in apples", "compare iris --memory 2x", USAGE, "2x"),
    ("memory in Chinese", "compare iris --memory 很多 --lang zh", USAGE, "应为字节数"),
    ("no core", "compare iris --jobs 0", USAGE, "--jobs"),
    ("no number of cores", "compare iris --jobs all", USAGE, "--jobs"),
    ("the folder below a file", "compare iris --out {text}/deep", USAGE, "cannot be used for output"),
    ("a fold count in parts", "compare iris --folds 2.5", USAGE, "--folds"),
    ("train a clusterer", "train iris --model kmeans --out {out}", USAGE, "no model 'kmeans'"),
    ("train without data", "train --model lda --out {out}", USAGE, "DATA is missing"),
    ("train an unknown target",
     "train {good} --model lda --target 种类 --out {out}", USAGE, "no column '种类'"),
    ("train with a column given twice",
     "train {good} --model lda --nominal 颜色 --numeric 颜色 --out {out}", USAGE, "given as"),
    ("train the target as identifier",
     "train {good} --model lda --target 品种 --id 品种 --out {out}", USAGE, "品种"),
    ("a parameter out of range",
     "train iris --model k_neighbors --param n_neighbors=0 --out {out}", USAGE, "n_neighbors=0"),
    ("a parameter of the wrong type",
     "train iris --model k_neighbors --param n_neighbors=many --out {out}", USAGE, "n_neighbors='many'"),
    ("a parameter twice wrong",
     "train iris --model c45 --param min_cases=-1 --out {out}", USAGE, "min_cases=-1"),
    ("save a data set into no folder", "datasets iris --save {nowhere}/iris.csv", USAGE, "does not exist"),
    ("save a data set onto a folder", "datasets iris --save {folder}.csv", USAGE, "folder"),
    ("two data sets", "datasets iris wine", USAGE, "wine"),
    ("a model of no known format", "predict {text} {good}", DATA, "not a fenlei model file"),
    ("evaluate in an unknown encoding",
     "evaluate {model} {good} --encoding latin99", USAGE, "'latin99' is not known"),
    ("predict onto a folder", "predict {model} {good} --out {folder}.csv", USAGE, "folder"),
    ("predict below a file", "predict {model} {good} --out {text}/p.csv", USAGE, "text.txt"),
    # --- tables
    ("the only column is the target", "compare {only_target} --target y", DATA, "None of the 0 columns"),
    ("the only other column is dropped", "compare {numeric} --target z --drop x", DATA, "None of the"),
    ("a column name twice", "compare {twice} --target x", DATA, "at least two classes"),
    ("a wrong delimiter", "compare {pipes} --target y --delimiter :", USAGE, "no column 'y'"),
    ("NUL bytes", "compare {nul} --target y", DATA, "nul.csv"),
    ("only blank lines", "compare {blank}", DATA, "blank.csv"),
    ("only missing values", "compare {void} --target y", DATA, "None of the 1 columns"),
    ("numbers with two units", "compare {units} --target y --numeric x", DATA, "not numbers"),
    ("not UTF-16", "compare {odd} --encoding utf-16", DATA, "odd.csv"),
    ("a broken Feather file", "compare {feather}", DATA, "Feather"),
    ("a spreadsheet", "compare {sheet}", DATA, "sheet.xlsx"),
    ("an archive", "compare {zip}", DATA, "zip.zip"),
    ("a label only once",
     "train {unique} --target y --model gaussian_nb --folds 2 --out {out}", USAGE, "--folds"),
    ("a row too short", "compare {short} --target y", DATA, "short.csv"),
    ("another table for evaluate", "evaluate {model} {numeric}", DATA, "lacks"),
    ("evaluate on a missing file", "evaluate {model} {nowhere}.csv", DATA, "does not exist"),
    ("predict on an empty file", "predict {model} {empty}", DATA, "is empty"),
    ("predict on ragged rows", "predict {model} {ragged_apples}", DATA, "ragged_apples.csv"),
    ("a huge file name", "compare " + "x" * 300 + ".csv", DATA, "File name too long"),
    ("a model file of zeros", "predict {zeros} {good}", DATA, "zeros.fenlei"),
    ("a zip for a model", "predict {zip} {good}", DATA, "zip.zip"),
    ("huge integers for classes", "compare {huge} --target y", DATA, "Unknown label type"),
    ("numbers for a target", "train {numeric} --model lda --target x --out {out}", DATA, "are no classes"),
    ("reduce a huge seed", "reduce iris --seed 4294967296 --out {out}", USAGE, "--seed"),
    ("a huge fold count in exponents", "compare iris --folds 1e3", USAGE, "--folds"),
    ("a huge seed", "compare iris --seed 99999999999999999999999", USAGE, "--seed"),
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
        "only_target.csv": "y\na\nb\na\nb\n",
        "one_row.csv": "x,z\n1.5,2.5\n",
        "ids.csv": "name\n" + "".join(f"row{i}\n" for i in range(40)),
        "costs_other.csv": "action,a,b\na,0,1\nb,1,0\n",
        "costs_words.csv": "action,国光,红富士,黄元帅\n国光,0,much,1\n",
        "costs_gap.csv": "action,国光,红富士,黄元帅\n国光,0,,1\n",
        "costs_narrow.csv": "action,国光\n国光,0\n",
        "twice.csv": "x,x,y\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n",
        "pipes.csv": "x|y\n1|a\n2|b\n3|a\n4|b\n",
        "nul.csv": "x,y\n1,a\n2\0,b\n3,a\n",
        "blank.csv": "\n\n\n",
        "void.csv": "x,y\n,a\n,b\n,a\n,b\n",
        "units.csv": "x,y\n1 kg,a\n2 lb,b\n3 kg,a\n4 lb,b\n",
        "odd.csv": "x,y\n1,a\n2,b",
        "feather.feather": "ARROW1 and nothing else",
        "huge.csv": "x,y\n1,123456789012345678901234567890\n2,5\n3,123456789012345678901234567891\n4,7\n",
        "short.csv": "x,z,y\n1,2,a\n3,b\n4,5,a\n",
    }
    for name, content in texts.items():
        (folder / name).write_text(content, "utf-8")
    (folder / "binary.csv").write_bytes(b"\x89PNG\r\n\x1a\n" + random.Random(0).randbytes(500))
    (folder / "cut.fenlei").write_bytes(apple_model.read_bytes()[:-10])
    (folder / "zeros.fenlei").write_bytes(bytes(4096))
    (folder / "sheet.xlsx").write_bytes(b"PK\3\4" + random.Random(1).randbytes(500))
    (folder / "zip.zip").write_bytes(b"PK\3\4" + random.Random(2).randbytes(500))
    (folder / "folder").mkdir()
    (folder / "folder.csv").mkdir()
    iris = fenlei.load("iris")
    fenlei.save_model(fenlei.GaussianNB().fit(iris.X, iris.y), folder / "bare.fenlei")
    columns = apples(9)
    write_csv({name: values for name, values in columns.items() if name != "品种"}, folder / "no_target.csv")
    write_csv(columns | {"含糖率": ["sweet"] * 9}, folder / "text_number.csv")
    broken = (folder / "no_target.csv").read_text("utf-8").splitlines()
    (folder / "ragged_apples.csv").write_text("\n".join([*broken, broken[-1] + ",1,2"]), "utf-8")
    made = {path.stem: path for path in folder.iterdir() if path.name != "folder.csv"}
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
        assert not ENGLISH.search(QUOTED.sub("", result.stderr.removeprefix("fenlei: ")))


def test_there_are_many_cases() -> None:
    assert len({case[1] for case in CASES}) == len(CASES) >= 150
    commands = {"compare", "train", "predict", "evaluate", "explain", "reduce", "cluster", "datasets"}
    assert all(sum(case[1].split()[0] == command for case in CASES) >= 5 for command in commands)
