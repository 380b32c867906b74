"""MuJoCo's `mjc_ccd` without a wish for distances, as it makes contacts."""

from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said
from tests.fidelity.references.mujoco import SHAPES, asked, normal_of, version


def ask(pair: Arguments) -> Said:
    distance, status = asked(pair, 0.0)
    return Said(True, distance, normal_of(status, distance)) if distance < 0 else Said(False)


REFERENCE = Reference(
    "mujoco-contacts",
    "MuJoCo, mjc_ccd for contacts",
    version,
    ask,
    SHAPES,
    "MuJoCo 3.12.0, commit 13827e9e, src/engine/engine_collision_gjk.c",
    departures="As for `mujoco`. Further contact points of the pair are not computed.",
)
