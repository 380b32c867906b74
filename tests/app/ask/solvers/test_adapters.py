"""Adapters: each installed engine against closed forms, and what every adapter documents."""

from collections.abc import Iterator
from math import cos, sin, sqrt
from typing import NamedTuple

import pytest

from gjkscope.app.ask.solvers.adapter import Adapter, adapters, register
from gjkscope.app.ask.solvers.child import _forks
from gjkscope.app.ask.solvers.engines import (
    EngineError,
    chosen_engines,
    close_engines,
    engine_solver,
    engine_title,
    installed_engines,
    installed_version,
)
from gjkscope.app.ask.solvers.installations import unsupported_words
from gjkscope.app.ask.solvers.packages import NpmPackage, SystemLibrary, Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine import (
    SHAPE_TYPES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
    query,
    trace,
)
from gjkscope.engine.analysis.reports import judge_report
from gjkscope.engine.iterations.checks import check_iterations
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.box import BOX_CORNERS
from gjkscope.engine.vectors import ZERO, Vec3, dot, norm, row_times, sub
from tests.app.ask.solvers.closed_forms import check
from tests.engine.known_meshes import cube

GIVE_MANIFOLDS = {
    "cannon-es",
    "coal",
    "mujoco",
    "mujoco-warp",
    "newton",
    "ode",
    "rapier",
    "sapien",
}  # Bullet gives one point per query
GIVE_ITERATIONS = {"box3d", "coal", "distance3d"}  # of two boxes, with simplexes
GIVE_FACES = {"jolt"}
CI_ENGINES = {"fcl", "rapier"}  # in the `dev` extra: small wheels without further dependencies

S = sqrt(0.5)
CUBE = Hull(BOX_CORNERS)
WIDE_TRIANGLE = Triangle([(-3, 0, -3), (3, 0, -3), (0, 0, 3)])


pytestmark = pytest.mark.usefixtures("engines_of_the_user")


class ClosedForm(NamedTuple):
    """A pair with its signed distance and the normal from A to B, if it is unique."""

    a: Shape
    b: Shape
    at: Vec3  # the position of B; A is at the origin
    signed_distance: float
    normal: Vec3 | None = None


CLOSED_FORMS = {
    "spheres apart": ClosedForm(Sphere(1), Sphere(0.5), (0, 3, 4), 3.5, (0, 0.6, 0.8)),
    "spheres overlap": ClosedForm(Sphere(1), Sphere(0.5), (0, 0.6, 0.8), -0.5, (0, 0.6, 0.8)),
    "boxes apart": ClosedForm(Box((1, 1, 1)), Box((0.5, 2, 1)), (2.5, 0.25, 0.5), 1, (1, 0, 0)),
    "boxes apart at an edge": ClosedForm(Box((1, 1, 1)), Box((1, 1, 1)), (3, 3, 0), sqrt(2), (S, S, 0)),
    "boxes apart at a corner": ClosedForm(Box((1, 1, 1)), Box((1, 1, 1)), (3, 4, 4), 3, (1 / 3, 2 / 3, 2 / 3)),
    "boxes overlap": ClosedForm(Box((1, 1, 1)), Box((1, 2, 3)), (0.5, 2.75, 0.25), -0.25, (0, 1, 0)),
    "box and sphere apart": ClosedForm(Box((1, 1, 1)), Sphere(0.5), (0.25, -2, 0.5), 0.5, (0, -1, 0)),
    "box and sphere overlap": ClosedForm(Box((1, 1, 1)), Sphere(0.5), (0.25, -1.25, 0.5), -0.25, (0, -1, 0)),
    "capsule x and sphere apart": ClosedForm(Capsule(0.5, 1, "x"), Sphere(0.5), (4, 0, 0), 2, (1, 0, 0)),
    "capsule y and sphere apart": ClosedForm(Capsule(0.5, 1, "y"), Sphere(0.5), (0.75, 3, 1), 1.36, None)._replace(
        signed_distance=sqrt(0.75**2 + 4 + 1) - 1, normal=None
    ),
    "capsule z and sphere overlap": ClosedForm(Capsule(0.5, 1, "z"), Sphere(0.5), (0, 0.75, 0.5), -0.25, (0, 1, 0)),
    "capsules apart": ClosedForm(Capsule(0.25, 1, "x"), Capsule(0.5, 1, "z"), (0, 2, 0), 1.25, (0, 1, 0)),
    "capsules overlap": ClosedForm(Capsule(0.25, 1, "x"), Capsule(0.5, 1, "z"), (0.2, 0.5, 0.1), -0.25, (0, 1, 0)),
    "capsule and box apart": ClosedForm(Capsule(0.5, 1, "y"), Box((1, 1, 1)), (2.25, 0.5, 0.25), 0.75, (1, 0, 0)),
    "cylinder x and sphere apart": ClosedForm(Cylinder(0.5, 1, "x"), Sphere(1), (4, 0, 0), 2, (1, 0, 0)),
    "cylinder z and sphere apart": ClosedForm(Cylinder(0.5, 1, "z"), Sphere(1), (2.5, 0, 0.25), 1, (1, 0, 0)),
    "cone y and sphere apart": ClosedForm(Cone(1, 1, "y"), Sphere(0.5), (0, 3, 0), 1.5, (0, 1, 0)),
    "cone z and sphere apart": ClosedForm(Cone(1, 1, "z"), Sphere(0.5), (0.25, 0.25, -3), 1.5, (0, 0, -1)),
    "cone x and box apart": ClosedForm(Cone(1, 1, "x"), Box((1, 1, 1)), (-3, 0.25, 0.5), 1, (-1, 0, 0)),
    "ellipsoid and sphere apart": ClosedForm(Ellipsoid((0.5, 1, 2)), Sphere(1), (0, 0, 4), 1, (0, 0, 1)),
    "ellipsoid and box apart": ClosedForm(Ellipsoid((0.5, 1, 2)), Box((1, 1, 1)), (0.5, -3, 0.25), 1, (0, -1, 0)),
    "hulls apart": ClosedForm(CUBE, CUBE, (0.25, 0.5, 3), 1, (0, 0, 1)),
    "hulls overlap": ClosedForm(CUBE, CUBE, (0.25, 0.5, -1.75), -0.25, (0, 0, -1)),
    "mesh and sphere apart": ClosedForm(cube(), Sphere(0.5), (0.25, 0.5, 2), 0.5, (0, 0, 1)),
    "triangle and sphere apart": ClosedForm(WIDE_TRIANGLE, Sphere(0.5), (0.25, 2, -0.5), 1.5, (0, 1, 0)),
    "segment and sphere apart": ClosedForm(Segment((-1, 0, 0), (1, 0, 0)), Sphere(0.5), (0, 2, 0), 1.5, (0, 1, 0)),
    "point and sphere apart": ClosedForm(Point(), Sphere(0.5), (0, 0, 2), 1.5, (0, 0, 1)),
    "rounded point and sphere": ClosedForm(Point(rounding=0.5), Sphere(0.5), (0, 0, 2), 1, (0, 0, 1)),
    "rounded segment and sphere": ClosedForm(
        Segment((-1, 1, 0), (1, 1, 0), rounding=0.25), Sphere(0.5), (0.5, 3, 0), 1.25, (0, 1, 0)
    ),
    "rounded box and sphere": ClosedForm(Box((1, 1, 1), rounding=0.25), Sphere(0.5), (2, 0.25, 0.5), 0.25, (1, 0, 0)),
    "half-space and sphere apart": ClosedForm(HalfSpace(), Sphere(0.5), (1, 2, 3), 1.5, (0, 1, 0)),
    "half-space and sphere overlap": ClosedForm(HalfSpace(), Sphere(0.5), (1, 0.25, 3), -0.25, (0, 1, 0)),
}

# Answers that the adapter passes on as they are: EPA's polytope is full, which is an error, or off by less than 1 %.
INEXACT = {("distance3d", "spheres overlap")}

# A frame that is neither the world's nor a permutation of it.
C, D = cos(0.7), sin(0.7)
FRAME = Pose(((C, -D, 0.0), (D * C, C * C, -D), (D * D, C * D, C)), (10.0, -20.0, 30.0))


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_engines()


@pytest.fixture(params=sorted(name for name, adapter in installed_engines().items() if adapter.dimension == 3))
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return adapters()[request.param]


def test_the_engines_for_tests_are_installed() -> None:
    assert installed_engines().keys() >= CI_ENGINES


@pytest.mark.parametrize("order", ["A B", "B A"])
@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_closed_forms(adapter: Adapter, name: str, order: str) -> None:
    pair = CLOSED_FORMS[name]
    pose_a, pose_b = FRAME, Pose(FRAME.rotation, apply(FRAME, pair.at))
    normal = row_times(FRAME.rotation, pair.normal) if pair.normal else None
    a, b = (pair.a, pose_a), (pair.b, pose_b)
    if order == "B A":
        a, b, normal = b, a, normal and (-normal[0], -normal[1], -normal[2])
    answer = engine_solver(adapter.name).ask(*a, *b)
    assert answered(answer) <= {*adapter.answers}
    if (adapter.name, name) in INEXACT:
        assert answer.crashed == "AssertionError" or answer.signed_distance == pytest.approx(-0.5, rel=0.01)
        return
    if answer.unsupported is not None:
        kinds = {type(shape).__name__.lower() for shape in (pair.a, pair.b)}
        lacks = not kinds <= adapter.shapes.keys() or "with rounding" in answer.unsupported
        assert lacks or (adapter.name, "halfspace" in kinds) == ("drake", True)
        return
    if adapter.name == "box3d" and pair.signed_distance < 0 and answer.verdict is not None:
        assert {type(pair.a), type(pair.b)} <= {Box, Hull}  # whose cores overlap: its GJK finds no depth
        assert answer._replace(seconds=None, iterations=()) == SolverAnswer("penetrating")
        return
    if pair.signed_distance > 0 and not adapter.judges_gaps:
        assert answer._replace(seconds=None, iterations=()) == SolverAnswer("separated", note=answer.note)
        return
    if adapter.name == "rapier-js" and isinstance(b[0], HalfSpace):  # its distance is wrong, but its points are not
        between = sub(answer.witness_b or ZERO, answer.witness_a or ZERO)
        assert dot(answer.normal or ZERO, between) == pytest.approx(pair.signed_distance, abs=1e-5)
        assert answer.signed_distance == pytest.approx(-pair.signed_distance - 1, abs=1e-5)
        return
    check(answer, pair.signed_distance, normal, adapter.accuracy * 4 + adapter.least_error)


def answered(answer: SolverAnswer) -> set[str]:
    """What an answer holds, in the words of `Adapter.answers`."""
    distance = answer.signed_distance
    fields = {
        "distance": distance is not None and distance > 0,
        "depth": distance is not None and distance < 0,
        "normal": answer.normal is not None,
        "witnesses": answer.witness_a is not None,
        "contact points": bool(answer.points),
    }
    return {name for name, is_given in fields.items() if is_given}


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("name", sorted(GIVE_MANIFOLDS & installed_engines().keys()))
def test_contact_points_of_a_box_on_a_box(name: str, is_swapped: bool) -> None:
    """The corners of the small box, 0.1 m deep."""
    large, small = (Box((1, 1, 1)), Pose()), (Box((0.5, 0.5, 0.5)), Pose(position=(0, 1.4, 0)))
    pair = (*small, *large) if is_swapped else (*large, *small)
    answer = engine_solver(name).ask(*pair)
    judgement = judge_report(answer, query(*pair), *pair, tolerance=2e-3)
    assert len(judgement.points) >= 4
    assert [point.right for point in judgement.points] == [True] * len(judgement.points)
    if name in ("ode", "sapien"):  # which give one point for each contact, not one on each shape
        assert all(point.position_a is None for point in answer.points)
    elif name != "coal":  # whose patch has one normal and depth for all its corners
        assert all(point.normal is not None and point.normal.right for point in judgement.points)
        assert all(
            point.position_a and point.position_b and point.position_a != point.position_b for point in answer.points
        )
    assert judgement.support_area is not None
    assert judgement.support_area.lost == pytest.approx(0.0, abs=5e-3)


def test_iterations_are_a_search_of_the_pair(adapter: Adapter) -> None:
    """Vertices are points of A − B, none is dropped wrongly, and the last simplex is as far as the engine says."""
    pair = (Box((1, 1, 1)), FRAME, Box((1, 0.5, 0.5)), Pose(position=(13.0, -18.0, 31.0)))
    answer = engine_solver(adapter.name).ask(*pair)
    has_simplexes = any(iteration.simplex for iteration in answer.iterations)
    assert has_simplexes == (adapter.name in GIVE_ITERATIONS) or adapter.name == "mujoco"  # it depends on the version
    if has_simplexes:
        checked = check_iterations(answer.iterations, *pair, tolerance=1e-5)
        assert (checked.first is not None and checked.first.is_wrong, checked.hint) == (False, None)
        closest = answer.iterations[-1].closest
        assert closest is not None
        assert norm(closest) == pytest.approx(answer.signed_distance, abs=1e-5)


def test_faces_are_those_that_touch(adapter: Adapter) -> None:
    """The touching sides of two unit cubes, the second half a metre higher."""
    pair = (Box((0.5, 0.5, 0.5)), Pose(position=(10, 0, 0)), Box((0.5, 0.5, 0.5)), Pose(position=(11, 0.5, 0)))
    answer = engine_solver(adapter.name).ask(*pair)
    said = [{tuple(round(part, 5) for part in corner) for corner in face} for face in (answer.face_a, answer.face_b)]
    sides = [{(10.5, y, z) for y in ends for z in (-0.5, 0.5)} for ends in ((-0.5, 0.5), (0.0, 1.0))]
    assert said == (sides if adapter.name in GIVE_FACES else [set(), set()])


def test_libccd_shows_what_it_searches() -> None:
    """Its own algorithm, from the same supports, searches the same directions."""
    pair = (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.0, 0.0, 1.9)))
    answer = engine_solver("libccd").ask(*pair)
    assert answer.not_finite == "normal nan nan nan"
    searched = [step.direction for step in trace(*pair, "libccd").steps if step.direction is not None]
    assert [iteration.direction for iteration in answer.iterations[: len(searched)]] == searched
    assert len(searched) == 4


def test_a_distance_between_clipped_features_is_no_claim() -> None:
    """Manifolds hold features along a separating axis, which may be much further apart than the shapes."""
    box, triangle = Box((0.6, 0.3, 0.3)), Triangle([(-0.5, -0.4, 0), (0.5, -0.3, 0), (0, 0.7, 0)])
    turned = Pose(FRAME.rotation, (1.5, 1.2, 0.5))
    answer = engine_solver("rapier").ask(box, Pose(), triangle, turned)
    assert (answer.verdict, answer.signed_distance, answer.normal) == ("separated", None, None)
    assert "in the manifold" in (answer.note or "")


@pytest.mark.parametrize("name", sorted({"distance3d", "drake", "fcl", "mujoco"} & installed_engines().keys()))
def test_witness_points_that_coincide_are_no_normal(name: str) -> None:
    """The gap is a rounding error: FCL, Drake and distance3d would derive a direction from noise."""
    ellipsoid, ball = Ellipsoid((0.5, 0.3, 0.4)), Sphere(0.25)
    answer = engine_solver(name).ask(ellipsoid, Pose(), ball, Pose(position=(0.0, 0.55 + 1e-9, 0.0)))
    assert answer.signed_distance == pytest.approx(0, abs=1e-4)
    assert answer.normal is None


@pytest.mark.parametrize("name", sorted({"coal", "mujoco"} & installed_engines().keys()))
def test_limited_runs_give_the_iterations_of_gjk(name: str) -> None:
    pair = Box((0.6, 0.3, 0.3)), Pose(), Cylinder(0.4, 0.5), Pose(position=(1.5, 1.2, 0.5))
    answer = engine_solver(name).ask(*pair)
    closest = [iteration.closest for iteration in answer.iterations]
    assert len(closest) > 2
    assert norm(closest[-1]) == pytest.approx(answer.signed_distance, abs=1e-9)
    assert [norm(point) for point in closest] == sorted((norm(point) for point in closest), reverse=True)
    assert all(1 <= len(iteration.simplex) <= 3 for iteration in answer.iterations)


def test_shapes_an_engine_lacks_are_refused_with_a_reason(adapter: Adapter) -> None:
    answer = engine_solver(adapter.name).ask(
        Superellipsoid((1, 1, 1), 4), Pose(), Sphere(1), Pose(position=(3.0, 0.0, 0.0))
    )
    assert answer.unsupported == "superellipsoid: the engine has no such shape"


def test_an_infinite_half_space_is_not_asked_about_what_lies_beside_ours(adapter: Adapter) -> None:
    answer = engine_solver(adapter.name).ask(HalfSpace(2.0), Pose(), Sphere(0.5), Pose(position=(3.0, 1.0, 0.0)))
    is_infinite = "infinite" in adapter.shapes["halfspace"]
    reason = "halfspace: the engine's is infinite, and the other body reaches beyond the slab of ours"
    assert answer.unsupported == (reason if is_infinite else None)


@pytest.mark.parametrize("position", [(0.0, -1.2, 0.0), (1.4, -1.0, 0.0)])
def test_an_infinite_half_space_is_not_asked_about_what_leaves_ours_sooner_another_way(
    adapter: Adapter, position: Vec3
) -> None:
    """Through the bottom or a side of the slab: the engine's depth would be called wrong."""
    answer = engine_solver(adapter.name).ask(HalfSpace(2.0), Pose(), Sphere(0.5), Pose(position=position))
    is_infinite = "infinite" in adapter.shapes["halfspace"]
    reason = "halfspace: the engine's is infinite, and the other body is deep in the slab of ours"
    assert answer.unsupported == (reason if is_infinite else None)


def test_an_engine_that_crashed_is_asked_again(adapter: Adapter) -> None:
    solver = engine_solver(adapter.name)
    spheres = (Sphere(1.0), Pose(), Sphere(1.0), Pose(position=(3.0, 0.0, 0.0)))
    first = solver.ask(*spheres)
    process = solver._process
    process.interrupt()
    assert solver.ask(*spheres).crashed in (None, "SIGKILL")  # it may have been noticed before the question
    assert solver.ask(*spheres)._replace(seconds=None) == first._replace(seconds=None)


def test_each_adapter_documents_its_conventions() -> None:
    spatial = {name: adapter for name, adapter in adapters().items() if adapter.dimension == 3}
    names = (
        "ammo box3d bullet cannon-es coal distance3d drake fcl havok jolt libccd mujoco mujoco-warp newton "
        "ode physx rapier rapier-js sapien"
    )
    assert " ".join(spatial) == names
    for adapter in spatial.values():
        assert all(adapter.conventions), adapter.name
        assert adapter.conventions.precision.split(";")[0] in ("double", "single"), adapter.name
        assert adapter.shapes.keys() <= SHAPE_TYPES.keys(), adapter.name
        assert {"sphere", "box", "hull", "mesh"} <= adapter.shapes.keys(), adapter.name


# For each adapter with limits: the newest version that failed and the oldest one that answered when both were asked.
ASKED_VERSIONS = {
    "ammo": ("1.0.2", "1.0.6"),
    "box2d": ("0.5.6", "0.6.0"),
    "cannon-es": ("0.9.0", "0.9.1"),
    "distance3d": ("0.5.0", "0.6.0"),
    "havok": ("1.2.1", "1.3.0"),
    "jolt": ("0.6.0", "0.28.0"),
    "matter": ("0.17.1", "0.18.0"),
    "mujoco": ("3.2.3", "3.2.4"),
    "rapier-js": ("0.7.6", "0.8.1"),
}


def test_versions_that_were_seen_to_fail_are_refused_with_the_reason() -> None:
    limited = {name: adapter for name, adapter in adapters().items() if adapter.supports is not None}
    assert limited.keys() == ASKED_VERSIONS.keys()
    for name, adapter in limited.items():
        refused, asked = ASKED_VERSIONS[name]
        words = unsupported_words(adapter, refused) or ""
        assert words.startswith(f"{adapter.title} {refused} cannot be asked: it"), name
        assert unsupported_words(adapter, asked) is None, name


def test_engines_in_node_are_not_forked() -> None:
    """A fork would share the pipes to Node with us."""
    names = [name for name, adapter in adapters().items() if isinstance(adapter.package, NpmPackage)]
    assert [_forks("adapter", name) for name in names] == [False] * len(names)
    assert _forks("adapter", "fcl")
    assert {"cannon-es", "jolt"} <= {*names}


def test_engines_are_chosen_by_name() -> None:
    assert chosen_engines(["fcl", "rapier", "fcl"]) == ("fcl", "rapier")
    assert {*chosen_engines(["all"])} <= installed_engines().keys()
    with pytest.raises(EngineError, match="unknown engine 'unreal'; must be all or one of ammo, box2d, box3d, bullet"):
        chosen_engines(["fcl", "unreal"])


def test_a_missing_engine_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = adapters()["coal"]._replace(
        package=Wheel("a-package-that-does-not-exist", "a_module_that_does_not_exist")
    )
    monkeypatch.setitem(adapters(), "coal", missing)
    assert installed_version(missing) is None
    assert engine_title("coal") == "coal"
    with pytest.raises(EngineError, match="coal is not installed: gjkscope engines --install coal"):
        chosen_engines(["coal"])
    assert "coal" not in installed_engines()


def test_no_engine_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, adapter in adapters().items():
        monkeypatch.setitem(adapters(), name, replace_module(adapter, "a_module_that_does_not_exist"))
    with pytest.raises(EngineError, match="no 3D engine is installed: gjkscope engines lists them, and"):
        chosen_engines(["all"])


def replace_module(adapter: Adapter, module: str) -> Adapter:
    is_wheel = isinstance(adapter.package, Wheel)
    return adapter._replace(package=Wheel(module, module) if is_wheel else SystemLibrary(module, "apt install it"))


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="engine 'fcl': registered twice"):
        register(adapters()["fcl"])


def test_engines_that_report_contact_points_say_so() -> None:
    spatial = {adapter.name for adapter in adapters().values() if adapter.contacts and adapter.dimension == 3}
    assert spatial == {*GIVE_MANIFOLDS, "ammo", "bullet"}
