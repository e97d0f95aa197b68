"""The documents' numbers from the command line alone, as `docs/command_line.md` shows them."""

import csv
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def grid(explanation: Any, title: str) -> list[list[Any]]:
    grids = (grid for step in explanation["steps"] for grid in step["grids"])
    return next(part["rows"] for part in grids if title in part["title"])


def trained(run: Run, folder: Path, data: str, model: str, *words: str) -> Path:
    path = folder / f"{model}.fenlei"
    result = run("train", data, "--model", model, "--scale", "none", *words, "--out", path)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "scaling of numbers: none"
    return path


def compared(run: Run, folder: Path, data: object, *words: str) -> Any:
    result = run("compare", data, "--scale", "none", *words, "--out", folder / "out", "--json", "--quiet")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_000_figure_3_5_the_hold_out_of_breast_cancer(run: Run, tmp_path: Path) -> None:
    """train_test_split(test_size=0.2, random_state=2020), GaussianNB: 0.9736842105263158."""
    words = ("--models", "gaussian_nb", "--test-size", "0.2", "--seed", "2020")
    result = compared(run, tmp_path, "breast_cancer", *words)
    assert result["models"][1]["summary"]["accuracy"]["mean"] == 0.9736842105263158
    shown = run("compare", "breast_cancer", *words, "--scale", "none", "--out", tmp_path / "out", "--quiet")
    assert "gaussian_nb  0.974" in shown.stdout
    assert "hold-out, test size 0.2" in shown.stdout
    assert "scaling of numbers: none" in shown.stdout


@pytest.fixture
def pair(run: Run, tmp_path: Path) -> Path:
    """Versicolor and virginica, as `grep -v setosa iris.csv` leaves them."""
    run("datasets", "iris", "--save", tmp_path / "iris.csv")
    lines = (tmp_path / "iris.csv").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "pair.csv").write_text("".join(line for line in lines if "setosa" not in line), "utf-8")
    return tmp_path / "pair.csv"


@pytest.mark.parametrize("split", [("--folds", "10", "--no-shuffle"), ("--folds", "10"), ("--folds", "loo")])
def test_003_table_2_cross_validation_and_leave_one_out(
    run: Run, tmp_path: Path, pair: Path, split: tuple[str, ...]
) -> None:
    """Versicolor and virginica: 4 of 100 rows wrong by ten folds (cv=10) and by leave-one-out."""
    result = compared(run, tmp_path, pair, "--models", "logistic_regression", *split)
    model = result["models"][1]
    assert model["summary"]["accuracy"]["mean"] == pytest.approx(0.96)
    assert model["confusion"][0][1] + model["confusion"][1][0] == 4
    assert result["plan"]["folds"] == (100 if "loo" in split else 10)
    assert not result["data"]["notes"] or "lowered" not in result["data"]["notes"][0]


def test_003_section_1_5_beta_of_the_melons(run: Run, tmp_path: Path) -> None:
    """β = (3.15832966, 12.52119579, -4.42886451)."""
    words = ("--param", "C=inf", "--param", "solver=newton", "--param", "tol=1e-8")
    path = trained(run, tmp_path, "watermelon", "logistic_regression", *words)
    explanation = json.loads(run("explain", path, "watermelon", "--json").stdout)
    beta = [row[-1] for row in grid(explanation, "Coefficients")]
    assert beta == pytest.approx([3.15832966, 12.52119579, -4.42886451], abs=5e-9)
    shown = run("explain", path, "watermelon").stdout
    assert "3.15832966" in shown
    assert "12.52119579" in shown


def test_002_example_5_1_distances_of_the_neighbours(run: Run, tmp_path: Path) -> None:
    """Of (1, 2): distances 1, √2 and 2; three neighbours say class 1."""
    path = trained(run, tmp_path, "example_5_1", "k_neighbors", "--param", "n_neighbors=3")
    (tmp_path / "point.csv").write_text("x1,x2\n1,2\n", "utf-8")
    explanation = json.loads(run("explain", path, tmp_path / "point.csv", "--json").stdout)
    assert [row[-1] for row in grid(explanation, "nearest")] == pytest.approx([1, 2**0.5, 2])
    assert explanation["prediction"] == "class 1"


def test_002_example_5_2_the_hard_margin(run: Run, tmp_path: Path) -> None:
    """α = (0, 4, 3, 1) and b = 3."""
    words = ("--param", "kernel=linear", "--param", "C=inf")
    path = trained(run, tmp_path, "example_5_2", "svc", *words)
    explanation = json.loads(run("explain", path, "example_5_2", "--json").stdout)
    alphas = {row[0]: row[3] for row in grid(explanation, "support vectors") if isinstance(row[0], int)}
    assert {row: abs(alpha) for row, alpha in alphas.items()} == {
        2: pytest.approx(4),
        3: pytest.approx(3),
        4: pytest.approx(1),
    }
    intercept = next(row[-1] for row in grid(explanation, "support vectors") if row[0] == "intercept")
    assert intercept == pytest.approx(3)


def test_004_section_11_2_pca_of_the_covariance_matrix(run: Run, tmp_path: Path) -> None:
    """S = [[3.2, 3.4], [3.4, 4]] has the eigenvalues 7.0234485537 and 0.1765514463."""
    words = ("reduce", "pca_points", "--method", "pca", "--scale", "none", "--out", tmp_path)
    facts = json.loads(run(*words, "--json").stdout)
    assert facts["variances"] == pytest.approx([7.0234485537, 0.1765514463])
    assert "7.023, 0.177" in run(*words).stdout


def test_000_figure_3_28_mds_of_raw_rows(run: Run, tmp_path: Path) -> None:
    """MDS of the breast cancer rows as they are; the stress by the Python call is 801165.9."""
    words = ("reduce", "breast_cancer", "--method", "mds", "--scale", "none", "--out", tmp_path, "--json")
    facts = json.loads(run(*words).stdout)
    assert facts["stress"] == pytest.approx(801165.9, abs=0.05)
    assert facts["rows"] == 569


def test_004_section_8_2_single_linkage_of_given_distances(run: Run, tmp_path: Path) -> None:
    """{3, 5} at 1, with 1 at 2, {2, 4} at 4, all at 5."""
    words = ("--param", "metric=precomputed", "--param", "linkage=single", "--out", tmp_path, "--json")
    result = run("cluster", "linkage_distances", "--method", "agglomerative", "--clusters", "2", *words)
    facts = json.loads(result.stdout)
    assert facts["heights"] == [1, 2, 4, 5]
    assert facts["scale"] == "none"
    with Path(facts["files"]["rows"]).open(encoding="utf-8") as file:
        clusters = [row["cluster"] for row in csv.DictReader(file)]
    assert clusters[0] == clusters[2] == clusters[4] != clusters[1] == clusters[3]


def test_004_section_8_3_ten_starts_of_k_means(run: Run, tmp_path: Path) -> None:
    """From one start k-means can end with clusters of 4 and 1 rows; the best of ten has W = 4.944."""
    words = ("cluster", "kmeans_points", "--clusters", "2", "--out", tmp_path, "--json")
    facts = json.loads(run(*words).stdout)
    assert sorted(facts["sizes"]) == [2, 3]
    assert facts["inertia"] == pytest.approx(4.944, abs=5e-4)
    assert json.loads(run(*words, "--scale", "none").stdout)["inertia"] == pytest.approx(16 / 3)
    mixture = ("cluster", "iris", "--method", "gaussian_mixture", "--out", tmp_path, "--quiet")
    assert run(*mixture).stdout == run(*mixture, "--param", "n_init=10").stdout


SECTIONS = {
    "command_line.md": "## The documents on the command line",
    "zh/command_line.md": "## 用命令行重现文档",
}


def printed_commands(page: str) -> list[tuple[str, list[str]]]:
    """The commands of the section about the documents, each with the lines that the page prints after it."""
    section = (ROOT / "docs" / page).read_text("utf-8").partition(SECTIONS[page])[2].partition("\n## ")[0]
    commands: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", section, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif line.strip():
                commands[-1][1].append(line)
    return commands


@pytest.mark.parametrize("page", SECTIONS)
@pytest.mark.filterwarnings("ignore:Glyph")  # where no font has Chinese letters
def test_the_page_prints_what_the_commands_print(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = printed_commands(page)
    assert len(commands) == 16
    for command, lines in commands:
        words = shlex.split(command)
        if words[0] == "fenlei":
            result = run(*words[1:])
            assert result.exit_code == 0, result.stderr
            printed = [shown.split() for shown in result.stdout.splitlines()]
            for line in lines:
                assert any(shown[: len(line.split())] == line.split() for shown in printed), (command, line)
        elif words[0] == "echo":
            with Path(words[3]).open("a", encoding="utf-8") as file:
                file.write(words[1] + "\n")
        else:
            assert words == ["grep", "-v", "setosa", "iris.csv", ">", "pair.csv"]
            kept = [line for line in Path("iris.csv").read_text("utf-8").splitlines() if "setosa" not in line]
            Path("pair.csv").write_text("\n".join(kept) + "\n", "utf-8")


# Words that no document has: one sentence each, in both languages.
MISTAKES = [
    ("compare iris --folds many", "--folds has a value that is not accepted", "--folds 的值无效"),
    ("compare iris --folds 1", "folds=1 is not accepted", "folds=1 无效"),
    ("compare iris --test-size 0", "test_size=0.0 is not accepted", "test_size=0.0 无效"),
    ("compare iris --test-size nan", "test_size=nan is not accepted", "test_size=nan 无效"),
    ("compare iris --test-size -3", "test_size=-3.0 is not accepted", "test_size=-3.0 无效"),
    ("compare iris --test-size half", "--test-size has a value", "--test-size 的值无效"),
    (
        "compare iris --test-size 0.2 --folds 5",
        "folds and test_size cannot be given together",
        "不能同时给出",
    ),
    ("compare iris --folds loo --repeats 2", "folds=loo and repeats cannot be given", "不能同时给出"),
    ("compare iris --no-shuffle --repeats 2", "shuffle=False and repeats cannot be given", "不能同时给出"),
    ("compare iris --stratify", "stratify is an option of test_size", "stratify 仅与"),
    ("compare iris --test-size 50 --no-shuffle", "no row of class 'virginica' to train on", "没有类别"),
    ("compare iris --test-size 2 --stratify", "needs a row of each of the 3 classes", "全部 3 个类别"),
    ("compare iris --param C=1", "'C' does not say of which model", "没有指明模型"),
    ("compare iris --models lda --param svc.C=1", "'svc', which is not compared", "不在比较之列"),
    ("compare iris --models lda --param C=1", "'lda' has no parameter 'C'", "没有参数"),
    ("compare iris --models lda --param C", "name=value", "名称=值"),
    ("compare iris --scale z", "--scale has a value that is not accepted", "--scale 的值无效"),
    ("train iris --model lda --scale z --out {folder}/m", "--scale has a value", "--scale 的值无效"),
    ("reduce iris --scale z", "--scale has a value that is not accepted", "--scale 的值无效"),
    ("cluster iris --scale z", "--scale has a value that is not accepted", "--scale 的值无效"),
    (
        "cluster linkage_distances --method agglomerative --param metric=precomputed --param linkage=single "
        "--scale standard",
        "never scaled; leave out scale='standard'",
        "从不缩放",
    ),
    ("train iris --model logistic_regression --param C=nan --out {folder}/m", "C=nan is not", "C=nan 无效"),
    (
        "train iris --model logistic_regression --param C=-inf --out {folder}/m",
        "C=-inf is not",
        "C=-inf 无效",
    ),
]


@pytest.mark.parametrize(("words", "english", "chinese"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_mistakes(run: Run, tmp_path: Path, words: str, english: str, chinese: str) -> None:
    given = words.format(folder=tmp_path).split()
    if given[0] != "train":
        given += ["--out", str(tmp_path / "out")]
    for lang, sentence in (("en", english), ("zh", chinese)):
        result = run(*given, "--lang", lang)
        assert result.exit_code == 2, result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
        assert sentence in result.stderr
        assert result.stdout == ""
