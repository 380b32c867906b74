"""`box3d` and `bullet` against manifolds of the real engines, which `tests.bench.contact_fidelity` stored."""

import json
from collections import Counter
from typing import Any

from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.contacts.steps import ContactPhase
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.sphere import Sphere
from tests.bench.contact_fidelity import SAMPLES, SAMPLES_OF_A_KIND, difference, is_same
from tests.bench.contact_policies import KINDS
from tests.bench.real_manifolds import RealManifold, RealPair, RealPoint

FIELDS = {"half_extents": Box, "vertices": Hull, "half_height": Capsule, "radius": Sphere}
OUR_ORDER = ("prisms", "hulls")  # whose faces Box3D has in another order, which decides between more than four points


def test_manifolds_are_those_of_the_real_engines() -> None:
    """As many points, the same normal, places and depths; of hulls with many points, a choice of the same."""
    compared, reduced = Counter[str](), Counter[str]()
    for sample in json.loads(SAMPLES.read_text()):
        real = RealManifold(_tuple(sample["normal"]), tuple(RealPoint((x, y, z), d) for x, y, z, d in sample["points"]))
        pair = RealPair(
            _shape(sample["a"]), _shape(sample["b"]), _tuple(sample["position"]), _tuple(sample["quaternion"])
        )
        found = manifold(*pair.placed, sample["policy"])
        differs = difference(real, found.normal, found.points, sample["size"])
        compared[sample["policy"]] += 1
        if differs and sample["kind"] in OUR_ORDER and _is_reduced(found):
            reduced[differs] += 1
            clipped = _clipped_points(found)
            assert all(any(is_same(point, one, sample["size"]) for one in clipped) for point in real.points)
        else:
            assert differs == "", sample
    assert compared == {"box3d": SAMPLES_OF_A_KIND * 15, "bullet": SAMPLES_OF_A_KIND * 6}
    assert {*reduced} <= {"points", "count"}
    assert reduced.total() <= 4


def test_the_samples_are_of_all_kinds_and_most_touch() -> None:
    samples = json.loads(SAMPLES.read_text())
    assert {*KINDS} < {sample["kind"] for sample in samples}
    assert {len(sample["points"]) for sample in samples} >= {0, 1, 2, 4}
    for policy, least in (("box3d", 0.7), ("bullet", 0.4)):
        touching = [bool(sample["points"]) for sample in samples if sample["policy"] == policy]
        assert sum(touching) >= least * len(touching)


def _shape(words: dict[str, Any]) -> Shape:
    kind = next(kind for field, kind in FIELDS.items() if field in words)
    return kind(**{name: _tuple(value) if isinstance(value, list) else value for name, value in words.items()})


def _tuple(value: Any) -> Any:
    return tuple(_tuple(one) if isinstance(one, list) else one for one in value)


def _is_reduced(found: Manifold) -> bool:
    return any(step.phase is ContactPhase.REDUCE for step in found.steps)


def _clipped_points(found: Manifold) -> tuple[ContactPoint, ...]:
    """All points of the clipped face, before the reduction."""
    (measured,) = (step for step in found.steps if step.phase is ContactPhase.DEPTH)
    points: tuple[ContactPoint, ...] = measured.work.points
    return points
