"""What one request may ask of the service."""

from __future__ import annotations

from typing import NamedTuple


class RequestLimits(NamedTuple):
    """Limits of a request, and of requests at a time."""

    bytes: int = 10 << 20  # of the body
    rows: int = 10_000
    workings: int = 20  # rows of a request that asks for their working
    seconds: float = 30.0  # until the body has arrived, and again until the answer is computed
    requests: int = 256  # that are being answered
