"""`box3d`, `bullet` and `jolt` against manifolds of the real engines, which `tests.bench.contact_fidelity` stored."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, Shape, Sphere
from tests.bench.contact_fidelity import SAMPLES, SAMPLES_OF_A_KIND, difference, in_its_way, is_other_choice, outcome
from tests.bench.contact_policies import KINDS
from tests.bench.real_manifolds import RealManifold, RealPair, RealPoint

FIELDS = {"half_extents": Box, "vertices": Hull, "half_height": Capsule, "radius": Sphere}
NAMED = {"cylinder": Cylinder, "cone": Cone}
OUR_ORDER = ("prisms", "hulls")  # whose faces Box3D has in another order, which decides between more than four points


def test_manifolds_are_those_of_the_real_engines() -> None:
    """As many points, the same normal, places and depths; of hulls with many points, a choice of the same."""
    compared, reduced = Counter[str](), Counter[str]()
    for sample, pair, real in _samples("box3d", "bullet"):
        contact = manifold(*pair.placed, sample["policy"])
        differs = difference(real, contact.normal, contact.points, sample["size"])
        compared[sample["policy"]] += 1
        if differs and sample["kind"] in OUR_ORDER:
            reduced[differs] += 1
            assert is_other_choice(real, contact, sample["size"])
        else:
            assert differs == "", sample
    assert compared == {"box3d": SAMPLES_OF_A_KIND * 15, "bullet": SAMPLES_OF_A_KIND * 6}
    assert {*reduced} <= {"points", "count"}
    assert reduced.total() <= 4


@pytest.mark.slow
def test_manifolds_are_those_of_jolt_along_its_normal() -> None:
    """Jolt's normal is of single precision and a step with a tolerance: most of ours are equal, but not all.

    Its pair of points, which it falls back on, is not known: where a line touches, any point of it is right.  Its hulls
    leave out corners within 1 mm.
    """
    outcomes, ours, seen = Counter[str](), Counter[str](), 0
    for sample, pair, real in _samples("jolt"):
        size = sample["size"]
        ours[outcome(real, manifold(*pair.placed, "jolt"), size)] += 1
        if (own := in_its_way("jolt", sample["kind"], pair, real)) is not None:
            seen += 1
            verdict = outcome(real, own, size)
            is_line = verdict == "points" and [point.id for point in own.points] == ["deepest point"]
            outcomes["line" if is_line else verdict] += 1
            assert is_line or verdict in ("equal", "other choice") or sample["kind"] in OUR_ORDER
    assert ours.total() == SAMPLES_OF_A_KIND * 20
    assert ours["equal"] + ours["other choice"] >= 0.8 * ours.total()
    assert seen >= 0.8 * ours.total()
    assert outcomes["equal"] + outcomes["other choice"] >= 0.95 * seen, outcomes


def test_the_samples_are_of_all_kinds_and_most_touch() -> None:
    samples = json.loads(SAMPLES.read_text())
    assert {*KINDS} < {sample["kind"] for sample in samples}
    assert {len(sample["points"]) for sample in samples} >= {0, 1, 2, 4}
    for policy, least in (("box3d", 0.7), ("bullet", 0.4), ("jolt", 0.8)):
        touching = [bool(sample["points"]) for sample in samples if sample["policy"] == policy]
        assert sum(touching) >= least * len(touching)


def _samples(*policies: str) -> Iterator[tuple[dict[str, Any], RealPair, RealManifold]]:
    for sample in json.loads(SAMPLES.read_text()):
        if sample["policy"] in policies:
            real = tuple(RealPoint((x, y, z), depth) for x, y, z, depth in sample["points"])
            pose = _tuple(sample["position"]), _tuple(sample["quaternion"])
            pair = RealPair(_shape(sample["a"]), _shape(sample["b"]), *pose)
            yield sample, pair, RealManifold(_tuple(sample["normal"]), real)


def _shape(words: dict[str, Any]) -> Shape:
    if (name := words.pop("shape", "")) in NAMED:
        return NAMED[name](**words)
    kind = next(kind for field, kind in FIELDS.items() if field in words)
    return kind(**{name: _tuple(value) if isinstance(value, list) else value for name, value in words.items()})


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) if isinstance(item, list) else item for item in value)
