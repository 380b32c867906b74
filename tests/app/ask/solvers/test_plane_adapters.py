"""2D shapes: in the protocol of solvers, and asked about by 2D engines, each installed one against closed forms."""

from collections.abc import Iterator
from itertools import product
from math import cos, pi, sin, sqrt
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.asking import ask_engine, tolerance_for
from gjkscope.app.ask.solvers.engines import chosen_engines, close_engines, engine_solver, installed_engines
from gjkscope.app.ask.solvers.functions import function_solver
from gjkscope.app.ask.solvers.messages import MessageError, parse_answer, parse_request, request_line
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.ask.solvers.plane_building import prepare_plane
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.ask.solvers.tolerance import documented_tolerance
from gjkscope.app.base.resources import resource
from gjkscope.app.judge.hunting.api import require_spatial
from gjkscope.app.scenes.scene import Body
from gjkscope.app.scenes.scene_file import load
from gjkscope.engine import (
    PLANAR_TYPES,
    Box2,
    Capsule2,
    Chain,
    Circle,
    Point2,
    Polygon,
    Pose,
    Segment2,
    Shape,
    Sphere,
    query,
)
from gjkscope.engine.analysis.reports import TOLERANCE, judge_report
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.pose import apply
from gjkscope.engine.vectors import neg, row_times
from tests.app.ask.solvers.closed_forms import check

SCENE = "capsule-hexagon"
HEXAGON = Polygon([(1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1)])
S = sqrt(0.5)

pytestmark = pytest.mark.usefixtures("engines_of_the_user")

CLOSED_FORMS: dict[str, tuple[Shape, Shape, Vec2, float, Vec2]] = {
    "circles apart": (Circle(1), Circle(0.5), (3, 4), 3.5, (0.6, 0.8)),
    "circles overlap": (Circle(1), Circle(0.5), (0.6, 0.8), -0.5, (0.6, 0.8)),
    "boxes apart": (Box2((1, 1)), Box2((0.5, 2)), (2.5, 0.25), 1, (1, 0)),
    "boxes apart at a corner": (Box2((1, 1)), Box2((1, 1)), (3, 3), sqrt(2), (S, S)),
    "boxes overlap": (Box2((1, 1)), Box2((1, 2)), (0.5, 2.75), -0.25, (0, 1)),
    "box and circle overlap": (Box2((1, 1)), Circle(0.5), (0.25, -1.25), -0.25, (0, -1)),
    "box and circle overlap deeply": (Box2((2, 1)), Circle(0.5), (0.25, 0.75), -0.75, (0, 1)),
    "box and capsule overlap": (Box2((1, 1)), Capsule2(0.25, 0.5, "x"), (0.5, 1), -0.25, (0, 1)),
    "capsules apart": (Capsule2(0.25, 1, "x"), Capsule2(0.5, 1, "y"), (0, 2.75), 1, (0, 1)),
    "capsules overlap": (Capsule2(0.25, 1, "x"), Capsule2(0.5, 1, "x"), (0.5, 0.5), -0.25, (0, 1)),
    "polygon and box overlap": (HEXAGON, Box2((1, 1)), (0.25, 1.5), -0.5, (0, 1)),
    "polygon and segment apart": (HEXAGON, Segment2((-2, 0), (2, 0)), (0, -1.5), 0.5, (0, -1)),
    "polygon and segment overlap": (HEXAGON, Segment2((-2, 0), (2, 0)), (0, -0.75), -0.25, (0, -1)),
    "rounded box and circle overlap": (Box2((1, 1), rounding=0.25), Circle(0.5), (1.5, 0.25), -0.25, (1, 0)),
    "rounded point and box overlap": (Point2(rounding=0.5), Box2((1, 1)), (1.25, 0.25), -0.25, (1, 0)),
    "rounded segment and box overlap": (
        Segment2((-1, 0.5), (1, 0.5), rounding=0.25),
        Box2((1, 1)),
        (0.5, 1.5),
        -0.25,
        (0, 1),
    ),
}

# Rotations in the plane, and positions that single precision rounds.
FRAME = Pose(((cos(0.7), -sin(0.7), 0.0), (sin(0.7), cos(0.7), 0.0), (0.0, 0.0, 1.0)), (10.0, -20.0, 0.0))


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_engines()


def plane_engines() -> list[str]:
    return sorted(name for name, adapter in installed_engines().items() if adapter.dimension == 2)


@pytest.mark.parametrize(("name", "pair", "order"), list(product(plane_engines(), CLOSED_FORMS, ["A B", "B A"])))
def test_closed_forms(name: str, pair: str, order: str) -> None:
    adapter = adapters()[name]
    shape_a, shape_b, at, distance, (x, y) = CLOSED_FORMS[pair]
    normal = row_times(FRAME.rotation, (x, y, 0.0))
    a, b = (shape_a, FRAME), (shape_b, Pose(FRAME.rotation, apply(FRAME, (*at, 0.0))))
    if order == "B A":
        a, b, normal = b, a, neg(normal)
    answer = engine_solver(name).ask(*a, *b)
    if answer.unsupported is not None:
        lacks = not {shape_a.kind, shape_b.kind} <= adapter.shapes.keys()
        assert lacks or "with rounding" in answer.unsupported
        return
    if distance > 0 and not adapter.judges_gaps:
        assert answer._replace(seconds=None) == SolverAnswer("separated", note=answer.note)
        return
    tolerance = documented_tolerance(adapter, shape_a, shape_b)
    check(answer, distance, normal, tolerance.relative * 4 + tolerance.least)
    assert (len(answer.points) in (1, 2)) == (distance < 0)
    judgement = judge_report(answer, query(*a, *b), *a, *b, tolerance=max(1e-4, tolerance.relative))
    assert all(point.right for point in judgement.points)


@pytest.mark.parametrize("name", plane_engines())
def test_3d_shapes_are_refused(name: str) -> None:
    answer = engine_solver(name).ask(Sphere(1), Pose(), Sphere(1), Pose(position=(3.0, 0.0, 0.0)))
    assert answer.unsupported == "sphere: the engine has no such shape"


def test_2d_adapters_say_which_2d_shapes_they_take() -> None:
    planar = {name: adapter for name, adapter in adapters().items() if adapter.dimension == 2}
    lacking = {name: PLANAR_TYPES.keys() - adapter.shapes.keys() for name, adapter in planar.items()}
    assert lacking == {
        "box2d": {"chain"},
        "matter": {"point", "segment", "capsule", "chain"},
        "planck": {"capsule", "chain"},
        "pymunk": {"chain"},
    }
    assert all(adapter.shapes.keys() <= PLANAR_TYPES.keys() for adapter in planar.values())
    assert all(all(adapter.conventions) for adapter in planar.values())


def test_a_circle_that_an_engine_replaces_by_a_polygon_is_judged_with_what_that_costs() -> None:
    matter, circle, square = adapters()["matter"], Circle(1), Box2((1, 1))
    assert documented_tolerance(matter, square, square).relative == TOLERANCE
    sides = (1 - cos(pi / 10)) / 2
    assert documented_tolerance(matter, circle, square).relative == pytest.approx(sides + TOLERANCE)
    assert documented_tolerance(matter, circle, circle).relative == pytest.approx(2 * sides + TOLERANCE)
    assert tolerance_for("matter", Body("A", circle), Body("B", circle)) == pytest.approx(2 * sides + TOLERANCE)


@pytest.mark.parametrize("name", sorted({"planck"} & {*plane_engines()}))
def test_segments_that_meet_and_polygons_of_many_vertices_are_refused(name: str) -> None:
    across, upright = Segment2((-1, 0), (1, 0)), Segment2((0, -1), (0, 1))
    solver = engine_solver(name)
    assert solver.ask(across, Pose(), upright, Pose(position=(3.0, 0.0, 0.0))).signed_distance == 2
    crossing = solver.ask(across, Pose(), upright, Pose())
    assert crossing.unsupported == "two segments that meet: planck does not collide edges with each other"
    round_one = Polygon([(cos(i), sin(i)) for i in range(13)])
    many = solver.ask(round_one, Pose(), across, Pose()).unsupported
    assert many == "polygon of 13 vertices: planck's polygons have at most 12"


def test_an_engine_is_not_asked_about_a_scene_of_the_other_dimension() -> None:
    scene = load(resource("assets", "scenes", "plane", f"{SCENE}.json"))
    answer = ask_engine("fcl", *scene.bodies)
    assert (answer.report, answer.unsupported) == (None, "a 3D engine; this is a 2D scene")


def test_all_means_the_engines_of_the_dimension(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adapters(), "flat", adapters()["fcl"]._replace(name="flat", dimension=2))
    assert {*chosen_engines(["all"], 2)} == {"flat", *plane_engines()}
    assert not {"flat", *plane_engines()} & {*chosen_engines(["all"])}


def test_hunts_refuse_2d_engines() -> None:
    with pytest.raises(ValueError, match="solver: pymunk is a 2D engine; hunts draw 3D pairs only"):
        require_spatial("pymunk")


def test_2d_pairs_survive_the_protocol() -> None:
    for shape in (HEXAGON, Capsule2(0.25, 1, "x", rounding=0.1), Segment2((0, 1), (2, 3)), Point2(), Circle(1)):
        line = request_line(7, shape, FRAME, Box2((1, 2)), Pose())
        assert b'"dimension": 2' in line
        assert parse_request(line) == (7, (shape, FRAME, Box2((1, 2)), Pose()), None)


def test_answers_about_2d_pairs_have_vectors_of_two_or_three_numbers() -> None:
    line = b'{"id": 1, "normal": [0, 1], "witness_a": [1, 2, 0], "points": [{"position": [3, 4]}]}'
    answer = parse_answer(line, 1, dimension=2)
    assert (answer.normal, answer.witness_a) == ((0.0, 1.0, 0.0), (1.0, 2.0, 0.0))
    assert answer.points[0].position == (3.0, 4.0, 0.0)
    with pytest.raises(MessageError, match="normal: must be 3 numbers"):
        parse_answer(line, 1)


def test_own_solvers_get_2d_shapes(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "def circles(a, pose_a, b, pose_b):\n"
        "    between = pose_b[:2, 3] - pose_a[:2, 3]\n"
        "    length = (between @ between) ** 0.5\n"
        '    return {"signed_distance": length - a.radius - b.radius, "normal": between / length}\n'
    )
    solver = function_solver(f"{tmp_path / 'own.py'}:circles")
    pair = (Circle(1), Pose(), Circle(0.5), Pose(position=(0.0, 2.0, 0.0)))
    try:
        answer = solver.ask(*pair)
        assert (answer.signed_distance, answer.normal) == (0.5, (0.0, 1.0, 0.0))
        assert solver.ask_many(block_of([pair])).signed_distance.tolist() == [0.5]
    finally:
        solver.close()


def test_no_2d_engine_gets_the_hull_of_a_chain_in_its_place() -> None:
    chain = Chain([(0, 0), (2, 0), (2, 1)])
    with pytest.raises(Unsupported, match="chain: 2D engines are asked about convex shapes only"):
        prepare_plane(chain, Pose(), Circle(0.5), Pose())
