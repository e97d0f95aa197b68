"""The peer of `benchmarks.load`: the least that serves a model of scikit-learn by FastAPI."""

import socket
import sys

import numpy as np
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, Field
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

iris = load_iris()
model = LinearDiscriminantAnalysis().fit(iris.data, iris.target)
app = FastAPI()


class Row(BaseModel):
    sepal_length: float = Field(alias="sepal length (cm)")
    sepal_width: float = Field(alias="sepal width (cm)")
    petal_length: float = Field(alias="petal length (cm)")
    petal_width: float = Field(alias="petal width (cm)")


def predict(rows: list[Row]) -> dict[str, list[str] | list[list[float]]]:
    X = np.array([[row.sepal_length, row.sepal_width, row.petal_length, row.petal_width] for row in rows])
    labels = iris.target_names[model.predict(X)].tolist()
    return {"predictions": labels, "probabilities": model.predict_proba(X).tolist()}


app.post("/predict")(predict)

if __name__ == "__main__":
    bound = socket.socket(
        proto=socket.IPPROTO_TCP
    )  # or asyncio leaves Nagle's algorithm on: 40 ms per answer
    bound.bind(("127.0.0.1", 0))
    bound.listen(256)
    print(f"http://127.0.0.1:{bound.getsockname()[1]}", file=sys.stderr, flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[bound])
