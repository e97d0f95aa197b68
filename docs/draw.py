"""`python docs/draw.py [CHAPTER ...]` draws the pictures of the chapters, in both languages.

They come from the scripts of the gallery. The report's own pictures are photographs of it;
`python -m tests.report.browser` takes them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
GALLERY = DOCS.parent / "examples" / "gallery"
IMAGES = {"en": DOCS / "images", "zh": DOCS / "images" / "zh"}

# chapter: scripts of examples/gallery; the pictures are images/<script>.png and images/zh/<script>.png
PICTURES = {
    "bayes": ["source_001_figure_5_4_1"],
    "joint_bayes": ["source_004_section_2_2_histogram_bayes"],
    "discriminant": ["source_003_figure_10", "source_004_section_12_1_lda"],
    "logistic": ["source_003_figure_3", "source_003_figure_4", "source_004_section_4_2_perceptron"],
    "regression": ["source_004_section_1_8_bias_variance"],
    "multiclass": ["source_003_figure_6"],
    "neighbors": ["source_000_figure_3_9", "source_004_section_6_2_kd_tree"],
    "svm": ["source_002_figure_5_1", "source_002_figure_5_3"],
    "trees": ["source_002_figure_5_7", "source_002_figure_5_9"],
    "ensemble": ["source_002_figure_5_10", "source_004_section_9_3_adaboost"],
    "reduce": ["source_004_section_11_2_pca", "source_003_section_3_7"],
    "manifold": ["source_000_figure_3_27"],
    "cluster": [
        "source_004_section_8_3_kmeans",
        "source_004_section_8_2_dendrogram",
        "source_004_section_10_2_mixture",
    ],
    "evaluation": ["source_000_figure_3_20", "source_000_figure_3_21"],
    "theory": [
        "source_001_figure_5_5_1",
        "source_004_section_1_4_complexity",
        "source_004_section_1_8_bias_variance",
    ],
}
# nine pictures on one sheet, for the page of the gallery: images/gallery.png
SHEET = (
    *("source_001_figure_5_2_5", "source_000_figure_3_13", "source_003_figure_4"),
    *("source_000_figure_3_9", "source_002_figure_5_1", "source_003_figure_10"),
    *("source_004_section_6_2_kd_tree", "source_002_figure_5_7", "source_000_figure_3_21"),
)
CELL = (560, 400)


def drawing(script: str, lang: str) -> Any:
    """The figure of a script as an image."""
    from matplotlib import pyplot
    from PIL import Image

    figure = import_module(script).draw(lang)
    buffer = BytesIO()
    figure.savefig(buffer, dpi=110)
    pyplot.close(figure)
    return Image.open(buffer).convert("RGB")


def keep(image: Any, target: Path) -> None:
    """Save with a palette: a third of the bytes, and nothing lost to the eye."""
    target.parent.mkdir(exist_ok=True)
    image.quantize(256).save(target, optimize=True)
    print(target.relative_to(DOCS.parent))


def sheet() -> Any:
    from PIL import Image

    whole = Image.new("RGB", (3 * CELL[0], 3 * CELL[1]), "white")
    for place, script in enumerate(SHEET):
        image = drawing(script, "en")
        image.thumbnail((CELL[0] - 20, CELL[1] - 20))
        corner = (place % 3 * CELL[0], place // 3 * CELL[1])
        room = ((CELL[0] - image.width) // 2, (CELL[1] - image.height) // 2)
        whole.paste(image, (corner[0] + room[0], corner[1] + room[1]))
    return whole


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    sys.path.insert(0, str(GALLERY))
    for chapter in sys.argv[1:] or [*PICTURES, "gallery"]:
        if chapter == "gallery":
            keep(sheet(), IMAGES["en"] / "gallery.png")
            continue
        for script in PICTURES[chapter]:
            for lang, folder in IMAGES.items():
                keep(drawing(script, lang), folder / f"{script}.png")


if __name__ == "__main__":
    main()
