"""Jolt Physics with a separation distance, in Node.js (installed as `jolt.py` says)."""

from gjkscope.engine.published.jolt_distance.steps import prepare
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Said
from tests.fidelity.references import jolt


def ask(pair: Arguments) -> Said:
    return jolt.collided(jolt.jolt_says(pair, float(prepare(*pair).separation)))


REFERENCE = jolt.REFERENCE._replace(algorithm="jolt-distance", ask=ask)
