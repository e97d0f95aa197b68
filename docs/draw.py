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
    "bayes": ["naive_bayes_graph"],
    "joint_bayes": ["histogram_bayes"],
    "discriminant": ["melons_on_the_lda_direction", "lda_regions"],
    "logistic": ["melons_and_logistic_line", "newton_convergence", "perceptron_updates"],
    "regression": ["bias_and_variance"],
    "multiclass": ["iris_pairs_of_classes"],
    "neighbors": ["neighbours_for_different_k", "kd_tree"],
    "svm": ["optimal_hyperplane", "curved_boundary"],
    "trees": ["apple_tree_full", "apple_tree_merged"],
    "ensemble": ["random_forest_scheme", "adaboost_rounds"],
    "reduce": ["principal_components_of_six_points", "iris_by_lda_and_pca"],
    "manifold": ["curved_sheet_unrolled"],
    "cluster": [
        "kmeans_rounds",
        "dendrogram",
        "two_normals_mixture",
    ],
    "evaluation": ["precision_recall_curve", "roc_curve"],
    "theory": [
        "labelings_of_three_points",
        "error_by_complexity",
        "bias_and_variance",
    ],
}
# nine pictures on one sheet, for the page of the gallery: images/gallery.png
SHEET = (
    *("exclusive_or", "projections_on_two_directions", "newton_convergence"),
    *("neighbours_for_different_k", "optimal_hyperplane", "melons_on_the_lda_direction"),
    *("kd_tree", "apple_tree_full", "roc_curve"),
)
CELL = (560, 400)


def drawing(script: str, lang: str) -> Any:
    """The figure of a script as an image."""
    from matplotlib import pyplot
    from PIL import Image

    from fenlei import plot

    with plot.fonts(lang):
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
