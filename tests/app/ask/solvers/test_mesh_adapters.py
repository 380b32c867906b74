"""Meshes that are not convex: each installed engine takes them as triangles, or as their hull and says so."""

from collections.abc import Iterator
from math import hypot
from random import Random

import pytest

from gjkscope.app.ask.runs.reports import is_about_hull
from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.engines import close_engines, engine_solver, installed_engines
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import documented_tolerance
from gjkscope.app.judge.hunting.judging import judge_pair
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.reports import TRIANGLES_NOTE
from gjkscope.engine import Box, Capsule, Hull, Mesh, Pose, Sphere, Verdict, query
from gjkscope.engine.shapes.kinds import PlacedPair
from tests.engine.known_meshes import bowl, ring
from tests.engine.meshes import torus
from tests.engine.moving import at
from tests.engine.samples import random_pose

pytestmark = pytest.mark.usefixtures("engines_of_the_user")

TRIANGLES = {"ammo", "bullet", "cannon-es", "coal", "fcl", "havok", "jolt", "ode", "physx", "rapier", "rapier-js"} | {
    "sapien"
}
TWO_MESHES = {"coal", "fcl", "ode", "physx", "rapier", "rapier-js"}
FRAME = Mesh([(x, y, 0) for x in (-2, -1, 1, 2) for y in (-2, 2)], [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])
ACROSS = Pose(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)), (0.5, 0.0, 0.0))

# FCL 0.7 leaves the point on a sphere in the frame of the sphere, and the distance of an overlap unset.
FCL_SPHERES = {Symptom.WRONG_NORMAL, Symptom.WRONG_VERDICT}


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_engines()


@pytest.fixture(params=sorted(name for name, adapter in installed_engines().items() if adapter.dimension == 3))
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return adapters()[request.param]


def ask(adapter: Adapter, pair: PlacedPair) -> SolverAnswer:
    """A right answer, or a reason why there is none."""
    answer = engine_solver(adapter.name).ask(*pair)
    if answer.unsupported is None:
        fault, _ = judge_pair(answer, pair, documented_tolerance(adapter))
        if adapter.name == "fcl" and any(isinstance(shape, Sphere) for shape in pair[::2]):
            assert fault is None or fault.symptom in FCL_SPHERES
        else:
            assert fault is None or is_about_hull(answer.note), (adapter.name, fault, answer)
    return answer


@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_ball_in_a_hole_is_apart_from_the_triangles(adapter: Adapter, is_swapped: bool) -> None:
    placed = ((FRAME, at(3, 4, 5)), (Sphere(0.25), at(3.25, 4.5, 5)))
    a, b = placed[::-1] if is_swapped else placed
    answer = ask(adapter, (*a, *b))
    if adapter.name not in TRIANGLES:
        assert answer.unsupported or is_about_hull(answer.note)
        return
    assert TRIANGLES_NOTE in (answer.note or "")
    assert answer.verdict == "separated" or answer.signed_distance == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("shape", [Sphere(0.3), Box((0.3, 0.3, 0.3)), Capsule(0.2, 0.3)], ids=lambda shape: shape.kind)
def test_what_passes_through_a_triangle_overlaps(adapter: Adapter, shape: Sphere | Box | Capsule) -> None:
    answer = ask(adapter, (shape, at(1.5, 0.25, 0.1), FRAME, Pose()))
    if adapter.name != "fcl" or shape.kind != "sphere":
        assert answer.unsupported or answer.verdict == "penetrating" or (answer.signed_distance or 0.0) < 0


def test_hulls_near_a_mesh(adapter: Adapter) -> None:
    wedge = Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    ask(adapter, (wedge, at(0.0, 0.0, 0.25), FRAME, Pose()))


def test_two_meshes_are_answered_or_refused(adapter: Adapter) -> None:
    """Two frames, one through the hole of the other."""
    answer = ask(adapter, (FRAME, Pose(), FRAME, ACROSS))
    if adapter.name in TWO_MESHES:
        assert TRIANGLES_NOTE in (answer.note or "")
        assert answer.signed_distance == pytest.approx(hypot(1, 0.5), abs=1e-5) or answer.verdict == "separated"
    elif adapter.name in TRIANGLES:
        assert answer.unsupported is not None
        assert "mesh" in answer.unsupported


def test_a_mesh_that_is_convex_is_its_hull(adapter: Adapter) -> None:
    block = Mesh([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], BLOCK)
    answer = ask(adapter, (block, Pose(), Sphere(0.25), at(0.5, 0.5, 0.9)))
    assert answer.unsupported or is_about_hull(answer.note)


BLOCK = (
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
)  # fmt: skip


@pytest.mark.parametrize("name", sorted({"coal", "fcl"} & installed_engines().keys()))
def test_distances_are_those_of_an_engine_s_hierarchy(name: str) -> None:
    """Seeded pairs of meshes: the same verdicts, and the same distances to single precision."""
    random, apart, together = Random("hierarchies"), 0, 0
    meshes = (torus(12, 8), ring(), bowl(), torus(9, 6, 1.0, 0.2))
    for _ in range(24):
        pair = (random.choice(meshes), random_pose(random, 1.0), random.choice(meshes), random_pose(random, 2.5))
        ours, said = query(*pair, "mesh-distance"), engine_solver(name).ask(*pair)
        if ours.verdict is Verdict.SEPARATED:
            assert said.signed_distance == pytest.approx(ours.signed_distance, abs=1e-6)
            apart += 1
        elif said.verdict == "penetrating":
            assert ours.verdict is Verdict.PENETRATING
            together += 1
        else:
            assert ours.upper <= 0  # one is inside the other
    assert min(apart, together) >= 5
