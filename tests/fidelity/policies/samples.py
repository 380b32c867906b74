"""Manifolds of the real engines that are stored as numbers, so that the tests need no engine."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.policies.pairs import contact_pairs
from tests.fidelity.policies.reference import PolicyOutcome, PolicyReference, RealManifold, RealPoint, compared_pairs

SAMPLES = Path(__file__).parents[2] / "engine" / "contacts" / "real_manifolds.json"
DRAWN = 200  # pairs, of which the first of each kind that touches is stored

_KINDS = {kind.kind: kind for kind in (kinds.Box, kinds.Hull, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone)}


class Sample(NamedTuple):
    """A pair, and what an engine answered."""

    policy: str
    name: str
    pair: Arguments
    real: RealManifold
    roundoff: float


def record(reference: PolicyReference, version: str, seed: int) -> None:
    """Stores the first pair of each kind with points that the policy has, too; those of other policies stay."""
    lines = [json.dumps(sample) for sample in _stored() if sample["policy"] != reference.policy]
    seen = set[str]()
    for one in compared_pairs(reference, contact_pairs(DRAWN, seed, reference.shapes)):
        is_same = one.outcome in (PolicyOutcome.EQUAL, PolicyOutcome.CLOSE)
        if one.real.points and is_same and one.pair.family not in seen:
            seen.add(one.pair.family)
            a, pose_a, b, pose_b = one.held
            sample = {"policy": reference.policy, "engine": f"{reference.engine} {version}", "pair": one.pair.name}
            sample |= {
                "roundoff": reference.roundoff,
                "a": _words(a),
                "pose_a": pose_a,
                "b": _words(b),
                "pose_b": pose_b,
            }
            sample |= {"normal": one.real.normal, "points": one.real.points}
            lines.append(json.dumps(sample, ensure_ascii=False))
    SAMPLES.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def samples() -> Iterator[Sample]:
    for stored in _stored():
        pair = (
            _shape(stored["a"]),
            Pose(*_tuple(stored["pose_a"])),
            _shape(stored["b"]),
            Pose(*_tuple(stored["pose_b"])),
        )
        points = tuple(RealPoint(*_tuple(point)) for point in stored["points"])
        real = RealManifold(_tuple(stored["normal"]), points)
        yield Sample(stored["policy"], stored["pair"], pair, real, stored["roundoff"])


def _stored() -> list[dict[str, Any]]:
    known: list[dict[str, Any]] = json.loads(SAMPLES.read_text(encoding="utf-8"))
    return known


def _words(shape: kinds.Shape) -> dict[str, Any]:
    return {"kind": shape.kind, **asdict(shape)}


def _shape(words: dict[str, Any]) -> kinds.Shape:
    fields = {name: _tuple(value) for name, value in words.items() if name != "kind"}
    return _KINDS[words["kind"]](**fields)


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value
