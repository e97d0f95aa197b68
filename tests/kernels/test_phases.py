"""Phases: every piece is done once, whoever helps; nobody waits for a thread that does not come."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from fenlei.kernels import kernel, phases

PIECES, ROUNDS = 40, 300


@kernel
def lead(state: Any, out: Any, rounds: int) -> None:
    """Many short phases; a piece adds one to its cell of `out`."""
    for _ in range(rounds):
        phases.open_phase(state, out.shape[0])
        piece = phases.claim_piece(state)
        while piece >= 0:
            out[piece] += 1
            phases.piece_done(state)
            piece = phases.claim_piece(state)
        phases.await_phase(state)
    phases.close_phases(state)


@kernel
def follow(state: Any, out: Any) -> int:
    """Pieces of whatever phase is open, until there is none any more; how many."""
    idle, done = 0, 0
    while not phases.is_closed(state):
        piece = phases.claim_piece(state)
        if piece >= 0:
            out[piece] += 1
            phases.piece_done(state)
            done += 1
        idle = 0 if piece >= 0 else phases.wait(idle)
    return done


@pytest.mark.compiled_only
@pytest.mark.parametrize("helpers", [0, 1, 3, 7])  # also more threads than cores
def test_every_piece_of_every_phase_is_done_once(helpers: int) -> None:
    state, out = np.zeros(phases.LENGTH, np.int64), np.zeros(PIECES)
    lead(np.zeros(phases.LENGTH, np.int64), np.zeros(1), 1)  # compiled before threads start
    closed = np.zeros(phases.LENGTH, np.int64)
    closed[phases.CLOSED] = 1
    follow(closed, np.zeros(1))
    threads = [threading.Thread(target=follow, args=(state, out)) for _ in range(helpers)]
    for each in threads:
        each.start()
    lead(state, out, ROUNDS)
    for each in threads:
        each.join(60)
        assert not each.is_alive()
    np.testing.assert_array_equal(out, ROUNDS)


@pytest.mark.compiled_only
def test_a_helper_that_comes_after_the_end_does_nothing() -> None:
    state, out = np.zeros(phases.LENGTH, np.int64), np.zeros(PIECES)
    lead(state, out, 2)
    assert follow(state, out) == 0
    np.testing.assert_array_equal(out, 2)
