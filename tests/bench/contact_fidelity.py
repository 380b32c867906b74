"""How often the contact policies make the manifold of the real engine; a report, not a test.

    pip install robox3d==0.1.0 pybullet==3.2.7
    npm install --no-save --prefix out/npm jolt-physics@1.1.0
    python -m tests.bench.contact_fidelity [POLICY ...] [--pairs N] [--seed S] [--write]

Asks Box3D 0.1.0, Bullet, as in pybullet 3.2.7, and Jolt 5.6, as in jolt-physics 1.1.0, about seeded pairs, and compares
their first manifolds with those of `box3d`, `bullet` and `jolt`.  The pairs of boxes and hulls are those of
`contact_policies`, at sizes of 0.1, 1 and 10 m; Box3D is also asked about hulls, capsules and spheres, Jolt about
cylinders and cones, too.  Two manifolds are equal if they have as many points, the same normal, and each point has one
of the other at its place and depth, but for single precision.

Box3D's own order of a hull's faces and corners decides which of more than four points it keeps, and so it does in Jolt
between points that are equally good: "other choice" counts manifolds of other points of the same clipped face.  The
last column is the share of those that are equal or another choice if what an engine does differently before is taken
from it: Box3D's hulls, read from its memory, or Jolt's normal, which its EPA finds in single precision.
`--write` stores some pairs and what the engines answered in `SAMPLES`, which the tests compare with.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gjkscope.engine import ContactPoint, Manifold, Pose, manifold
from gjkscope.engine.contacts.hulls import move_hull
from gjkscope.engine.contacts.policies import box3d, jolt
from gjkscope.engine.contacts.steps import ContactPhase
from gjkscope.engine.query import result_only
from gjkscope.engine.result import all_steps
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, Shape, Sphere
from gjkscope.engine.vectors import Vec3, along, norm, scale, sub, unit
from tests.bench.contact_policies import DEEPEST, KINDS, WIDEST, pair_of
from tests.bench.real_manifolds import (
    Box3DBody,
    RealManifold,
    RealPair,
    RealPoint,
    box3d_manifold,
    bullet_manifold,
    jolt_manifold,
    round_value,
)
from tests.engine.samples import random_box, random_direction, random_hull, random_rotation, scaled_shape

SAMPLES = Path(__file__).parents[1] / "engine" / "contacts" / "real_manifolds.json"
SAMPLES_OF_A_KIND = 9

SIZES = (0.1, 1.0, 10.0)  # metres: Box3D makes boxes of a millimetre thicker
BOX_KINDS = tuple(KINDS)[:6]
ROUND_KINDS = {
    "box × capsule": (Box, Capsule),
    "capsule × hull": (Capsule, Hull),
    "box × sphere": (Box, Sphere),
    "sphere × hull": (Sphere, Hull),
    "capsule × capsule": (Capsule, Capsule),
    "capsule × sphere": (Capsule, Sphere),
    "sphere × sphere": (Sphere, Sphere),
}
ROUND_KINDS_OF_JOLT = ROUND_KINDS | {
    "box × cylinder": (Box, Cylinder),
    "cylinder × hull": (Cylinder, Hull),
    "capsule × cylinder": (Capsule, Cylinder),
    "cylinder × cylinder": (Cylinder, Cylinder),
    "box × cone": (Box, Cone),
}
DEEP = 0.4  # overlap of every third pair with a round body, relative to the size: Box3D has other steps for it

# Single precision, and the planes that clip may be nearly parallel to what they cut; relative to the size.
PLACE, DEPTH = 2e-4, 2e-5
TURN = 1e-3  # of the normal: Box3D's nearest points are in single precision, too


def difference(real: RealManifold, normal: Vec3, points: tuple[ContactPoint, ...], size: float) -> str:
    """What differs first: "count", "normal" or "points"; empty if the manifolds are equal."""
    if len(real.points) != len(points):
        return "count"
    if points and norm(sub(real.normal, normal)) > TURN:
        return "normal"
    left = list(points)
    for point in real.points:
        same = next((candidate for candidate in left if is_same(point, candidate, size)), None)
        if same is None:
            return "points"
        left.remove(same)
    return ""


def is_same(real: RealPoint, point: ContactPoint, size: float) -> bool:
    return norm(sub(real.position, point.position)) <= PLACE * size and abs(real.depth - point.depth) <= DEPTH * size


class Engine(NamedTuple):
    """An engine that is asked, and the policy that reproduces it."""

    title: str
    policy: str
    ask: Callable[[RealPair], RealManifold]
    kinds: tuple[str, ...]


ENGINES = (
    Engine("Box3D 0.1.0", "box3d", box3d_manifold, (*KINDS, *ROUND_KINDS)),
    Engine("Bullet 3.27 (pybullet 3.2.7)", "bullet", bullet_manifold, BOX_KINDS),
    Engine("Jolt 5.6.0 (jolt-physics 1.1.0)", "jolt", jolt_manifold, (*KINDS, *ROUND_KINDS_OF_JOLT)),
)


def seeded_pairs(engine: Engine, seed: str, count: int) -> Iterator[tuple[str, float, RealPair]]:
    """Pairs, their kinds and their sizes."""
    random = Random(f"{engine.policy} {seed}")
    for number in range(count):
        kind = engine.kinds[number % len(engine.kinds)]
        size = SIZES[number // len(engine.kinds) % len(SIZES)]
        placed = pair_of(random, kind, size) if kind in KINDS else _round_pair(random, ROUND_KINDS_OF_JOLT[kind], size)
        yield kind, size, round_value(*placed)


def _round_pair(random: Random, kinds: tuple[type, type], size: float) -> tuple[Shape, Pose, Shape, Pose]:
    a, b = (scaled_shape(_shape(random, kind), size) for kind in kinds)
    turn = random_rotation(random) if random.random() < 0.7 else Pose().rotation  # else capsules lie along edges
    away = scale(random_direction(random), 9.0 * size)
    near = result_only(a, Pose(), b, Pose(turn, away))
    assert near.normal is not None
    wanted = random.choice((-DEEP, -DEEPEST, WIDEST)) * random.random() * size
    return a, Pose(), b, Pose(turn, along(away, near.normal, wanted - near.lower))


def _shape(random: Random, kind: type) -> Shape:
    if kind is Box:
        return random_box(random)
    if kind is Hull:
        return random_hull(random)
    if kind is Capsule:
        return Capsule(random.uniform(0.1, 0.5), random.uniform(0.1, 1.0), random.choice("xyz"))
    if kind in (Cylinder, Cone):
        made: Shape = kind(random.uniform(0.1, 0.5), random.uniform(0.1, 1.0))
        return made
    return Sphere(random.uniform(0.1, 0.8))


def in_its_way(policy: str, kind: str, pair: RealPair, real: RealManifold) -> Manifold | None:
    """What the policy makes of the engine's own hulls or normal; None if it has none of this pair."""
    if policy == "box3d" and kind in KINDS:
        a, b = Box3DBody(pair.shape_a).hull(), Box3DBody(pair.shape_b).hull()
        steps = all_steps(box3d.start_hulls(a, Pose(), move_hull(b, pair.pose), pair.pose), box3d.step)
    elif policy == "jolt" and real.points:
        touching = jolt.start(*pair.placed).work.touching
        steps = all_steps(jolt.start_along(unit(real.normal), touching, *pair.placed), jolt.step)
    else:
        return None
    return Manifold(policy, steps[-1].normal, steps[-1].points, steps[-1].exit, steps)


def is_other_choice(real: RealManifold, contact: Manifold, size: float) -> bool:
    """Whether the engine's points are another choice of the same clipped points."""
    if not any(step.phase is ContactPhase.REDUCE for step in contact.steps):
        return False
    clipped = clipped_points(contact)
    return all(any(is_same(point, clip, size) for clip in clipped) for point in real.points)


def clipped_points(contact: Manifold) -> tuple[ContactPoint, ...]:
    """All points of the clipped face, before the reduction."""
    (measured,) = (step for step in contact.steps if step.phase is ContactPhase.DEPTH)
    points: tuple[ContactPoint, ...] = measured.work.points
    return points


COLUMNS = ("pairs", "touching", "equal", "other choice", "count", "normal", "points")


def report(engines: tuple[Engine, ...], seed: str, pairs: int) -> None:
    for engine in engines:
        counts = Counter[tuple[str, str]]()
        for kind, size, pair in seeded_pairs(engine, seed, pairs):
            real = engine.ask(pair)
            counts[kind, "pairs"] += 1
            counts[kind, "touching"] += bool(real.points)
            counts[kind, outcome(real, manifold(*pair.placed, engine.policy), size)] += 1
            if (own := in_its_way(engine.policy, kind, pair, real)) is not None:
                counts[kind, "own"] += 1
                counts[kind, "same"] += outcome(real, own, size) in ("equal", "other choice")
        _print(engine, pairs, seed, counts)


def outcome(real: RealManifold, contact: Manifold, size: float) -> str:
    differs = difference(real, contact.normal, contact.points, size)
    if differs in ("count", "points") and is_other_choice(real, contact, size):
        return "other choice"
    return differs or "equal"


def _print(engine: Engine, pairs: int, seed: str, counts: Counter[tuple[str, str]]) -> None:
    print(f"\n{engine.title}, {pairs} pairs, seed {seed!r}\n")
    print(f"| kind | {' | '.join(COLUMNS)} | equal, % | in its way, % |")
    print("| --- " * (len(COLUMNS) + 3) + "|")
    for kind in (*engine.kinds, "all"):
        kinds = engine.kinds if kind == "all" else (kind,)
        total = {column: sum(counts[k, column] for k in kinds) for column in (*COLUMNS, "own", "same")}
        shares = _share(total["equal"], total["pairs"]), _share(total["same"], total["own"])
        print(f"| {kind} | {' | '.join(str(total[column]) for column in COLUMNS)} | {' | '.join(shares)} |")


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.2f}".rstrip("0").rstrip(".") if of else "–"


# --- samples for the tests ---


def write_samples(engines: tuple[Engine, ...], seed: str) -> None:
    """Those of other engines stay."""
    policies = {engine.policy for engine in engines}
    lines = [json.dumps(sample) for sample in json.loads(SAMPLES.read_text()) if sample["policy"] not in policies]
    for engine in engines:
        for kind, size, pair in seeded_pairs(engine, seed, SAMPLES_OF_A_KIND * len(engine.kinds)):
            sample = {"engine": engine.title, "policy": engine.policy, "kind": kind, "size": size}
            sample |= {"a": _words(pair.shape_a), "b": _words(pair.shape_b)}
            sample |= {"position": pair.position, "quaternion": pair.quaternion}
            real = engine.ask(pair)
            sample |= {"normal": real.normal, "points": [[*point.position, point.depth] for point in real.points]}
            lines.append(json.dumps(sample, default=list))
    SAMPLES.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def _words(shape: Shape) -> dict[str, Any]:
    match shape:
        case Box():
            return {"half_extents": shape.half_extents}
        case Hull():
            return {"vertices": shape.vertices}
        case Capsule():
            return {"radius": shape.radius, "half_height": shape.half_height, "axis": shape.axis}
        case Cylinder() | Cone():
            return {"shape": shape.kind, "radius": shape.radius, "half_height": shape.half_height}
        case Sphere():
            return {"radius": shape.radius}
    raise TypeError(shape.kind)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("policies", nargs="*", metavar="POLICY", help="box3d, bullet or jolt; by default all three")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", default="fidelity")
    parser.add_argument("--write", action="store_true", help="store some pairs and the engines' answers for the tests")
    options = parser.parse_args()
    asked = tuple(engine for engine in ENGINES if not options.policies or engine.policy in options.policies)
    if options.write:
        write_samples(asked, options.seed)
    else:
        report(asked, options.seed, options.pairs)
