"""A small table with numbers, words, truth values and missing cells, and a column transformer of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

RNG = np.random.default_rng(2)
N = 80
FRAME = pd.DataFrame(
    {
        "length": RNG.normal(20, 5, N),
        "unused": RNG.normal(size=N),
        "colour": RNG.choice([" red", " green", " blue"], N),
        "size": RNG.choice(["S", "M", "L"], N),
        "ripe": RNG.random(N) < 0.5,
        "rooms": RNG.integers(1, 5, N),
    }
)
FRAME.loc[::9, "length"] = np.nan
FRAME.loc[4::11, "size"] = None
LABELS = pd.Series(np.where(FRAME.length.fillna(20) + 3 * FRAME.ripe > 21, "good", "bad"), name="quality")


def transformer(remainder: str = "drop") -> ColumnTransformer:
    numbers = make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler())
    sizes = make_pipeline(
        SimpleImputer(strategy="most_frequent"), OrdinalEncoder(categories=[["S", "M", "L"]])
    )
    return ColumnTransformer(
        [
            ("numbers", numbers, ["length", "rooms"]),
            ("colours", OneHotEncoder(handle_unknown="ignore"), ["colour", "ripe"]),
            ("sizes", sizes, ["size"]),
        ],
        remainder=remainder,
    )
