"""A model behind the service, asked inside this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fenlei.datasets import load
from fenlei.model_file import Model
from fenlei.serving.app import make_app
from fenlei.serving.limits import RequestLimits
from fenlei.study import train
from tests.serving.client import Client


@pytest.fixture(scope="session")
def iris() -> Model:
    return train("iris", "lda")


@pytest.fixture(scope="session")
def apples() -> Model:
    """Joint Bayes on the taste alone."""
    table = load("apples").table.raw.select(["taste", "variety"])
    return train(table, "bayes_classifier", "variety", params={"alpha": 0})


@pytest.fixture
def client(iris: Model) -> Iterator[Client]:
    limits = RequestLimits(bytes=100_000, rows=200, workings=3, seconds=60.0)
    app = make_app(iris, name="iris", hosts=["127.0.0.1:8000"], limits=limits)
    with Client(app) as client:
        yield client
