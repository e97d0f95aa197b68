"""`python docs/draw.py [CHAPTER ...]` draws the pictures of the chapters, in both languages.

They come from the scripts of the gallery. The report's own pictures are photographs of it;
`python -m tests.report.browser` takes them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from docs.figures import drawing  # noqa: E402

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


def keep(image: Any, target: Path) -> None:
    """Save with a palette: a third of the bytes, and nothing lost to the eye."""
    target.parent.mkdir(exist_ok=True)
    image.quantize(256).save(target, optimize=True)
    print(target.relative_to(DOCS.parent))


def main() -> None:
    for chapter in sys.argv[1:] or PICTURES:
        for script in PICTURES[chapter]:
            for lang, folder in IMAGES.items():
                keep(drawing(script, lang), folder / f"{script}.png")


if __name__ == "__main__":
    main()
