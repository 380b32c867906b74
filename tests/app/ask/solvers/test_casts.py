"""Casts: engines that answer them against closed forms, and how their answers are judged."""

import json
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import pytest

from gjkscope.app.ask.solvers import casts
from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.casts import JudgedCast, cast_engine
from gjkscope.app.ask.solvers.engines import close_engines, engine_solver, installed_engines
from gjkscope.app.ask.solvers.messages import MessageError, parse_answer, parse_request, request_line
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene import Body, PositionOrientation
from gjkscope.engine import Box, Capsule, Cylinder, Hull, Pose, Shape, Sphere
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.box import BOX_CORNERS
from gjkscope.engine.vectors import Vec3, dot, row_times, scale
from tests.app.ask.solvers.test_adapters import FRAME

pytestmark = pytest.mark.usefixtures("engines_of_the_user")

BULLET = str(resource("assets", "scenes", "motion", "bullet-and-thin-plate.json"))
ENGINES = sorted(name for name, adapter in installed_engines().items() if "casts" in adapter.answers)


class ClosedForm(NamedTuple):
    """A cast of A from the origin against B at a place, with the fraction of first contact, and the normal there."""

    a: Shape
    b: Shape
    at: Vec3
    displacement: Vec3
    fraction: float | None
    normal: Vec3 | None = None


CLOSED_FORMS = {
    "spheres": ClosedForm(Sphere(1), Sphere(0.5), (6, 0, 0), (9, 0, 0), 0.5, (1, 0, 0)),
    "spheres aside": ClosedForm(
        Sphere(1), Sphere(1), (6, 1.2, 0), (8, 0, 0), 0.55, (0.8, 0.6, 0)
    ),  # where the centres are 2 m apart
    "boxes": ClosedForm(Box((1, 1, 1)), Box((1, 2, 1)), (0.25, 7, 0.5), (0, 8, 0), 0.5, (0, 1, 0)),
    "sphere on a box": ClosedForm(Sphere(0.5), Box((1, 1, 1)), (0.25, -4, 0.5), (0, -5, 0), 0.5, (0, -1, 0)),
    "capsule on a box": ClosedForm(Capsule(0.5, 1, "y"), Box((1, 1, 1)), (0, -5, 0.25), (0, -5, 0), 0.5, (0, -1, 0)),
    "cylinder on a box": ClosedForm(Cylinder(0.5, 1, "y"), Box((1, 1, 1)), (0, -5, 0.25), (0, -6, 0), 0.5, (0, -1, 0)),
    "hulls": ClosedForm(Hull(BOX_CORNERS), Hull(BOX_CORNERS), (0, 0.5, 4), (0, 0, 8), 0.25, (0, 0, 1)),
    "too short": ClosedForm(Sphere(1), Box((1, 1, 1)), (6, 0, 0), (3, 0, 0), None),
    "past it": ClosedForm(Sphere(1), Box((1, 1, 1)), (6, 3, 0), (12, 0, 0), None),
    "away": ClosedForm(Sphere(1), Box((1, 1, 1)), (6, 0, 0), (-6, 0, 0), None),
}
REACH = 12.0  # metres: of all of these


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_engines()


@pytest.mark.parametrize("form", CLOSED_FORMS)
@pytest.mark.parametrize("name", ENGINES)
def test_closed_forms(name: str, form: str) -> None:
    case, adapter = CLOSED_FORMS[form], adapters()[name]
    pose_b, displacement = Pose(FRAME.rotation, apply(FRAME, case.at)), row_times(FRAME.rotation, case.displacement)
    answer = engine_solver(name).ask(case.a, FRAME, case.b, pose_b, displacement)
    assert (answer.crashed, answer.unsupported) == (None, None)
    if case.fraction is None:
        assert (answer.fraction, answer.verdict) == (None, "separated")
        return
    assert answer.fraction == pytest.approx(case.fraction, abs=adapter.accuracy * REACH)
    assert dot(answer.normal or (0, 0, 0), row_times(FRAME.rotation, case.normal or (0, 0, 0))) > 1 - 1e-3
    assert answer.witness_b is not None


# --- how answers are judged: a ball of 1 m falls 10 m in 10 s on a slab whose top is 4 m below it ---

BALL = Body("ball", Sphere(1), PositionOrientation((0.0, 5.0, 0.0)), velocity=(0.0, -1.0, 0.0))
SLAB = Body("slab", Box((3, 0.5, 3)), PositionOrientation((0.0, -0.5, 0.0)), mass=0.0)
UP = (0.0, -1.0, 0.0)  # from the ball to the slab


def judge(monkeypatch: pytest.MonkeyPatch, answer: SolverAnswer, a: Body = BALL, b: Body = SLAB) -> JudgedCast:
    """The judgement of an answer, as if FCL had given it."""

    class Said:
        title = "FCL 1.0"

        def ask(self, *_: object) -> SolverAnswer:
            return answer

    fcl = adapters()["fcl"]
    monkeypatch.setitem(adapters(), "fcl", fcl._replace(answers=(*fcl.answers, "casts")))
    monkeypatch.setattr(casts, "engine_solver", lambda _: Said())
    return cast_engine("fcl", a, b)


@pytest.mark.parametrize(
    ("answer", "right", "words"),
    [
        (SolverAnswer(fraction=0.4, normal=UP, witness_b=(0.0, 0.0, 0.0)), True, "first contact after 4 s: right"),
        (SolverAnswer(fraction=0.39, normal=UP), False, "first contact after 3.9 s: 0.1 m too early"),
        (SolverAnswer(fraction=0.41, normal=UP), False, "first contact after 4.1 s: 0.1 m too late"),
        (
            SolverAnswer(fraction=0.7, normal=scale(UP, -1)),  # below the slab
            False,
            "first contact after 7 s: they touch after 4 s, and overlap by up to 1.5 m before",
        ),
        (
            SolverAnswer(verdict="separated"),
            False,
            "no contact: they touch after 4 s, and overlap by up to 1.5 m",
        ),
        (SolverAnswer(fraction=1.4), False, "first contact after 14 s: the fraction 1.4 is not between 0 and 1"),
        (SolverAnswer(crashed="SIGSEGV"), False, "FCL 1.0: SIGSEGV"),
        (SolverAnswer(unsupported="no such shape"), None, "FCL 1.0: no such shape"),
    ],
)
def test_each_judgement(answer: SolverAnswer, right: bool | None, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = judge(monkeypatch, answer)
    assert judged.right is right
    assert judged.words.endswith(words)


def test_a_wrong_normal_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = judge(monkeypatch, SolverAnswer(fraction=0.4, normal=(1.0, 0.0, 0.0)))
    assert judged.right is False
    assert "normal" in judged.assessment


def test_where_the_shapes_only_graze_each_other_both_answers_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    passing = Body("ball", Sphere(1), PositionOrientation((-9.0, 1.0, 0.0)), velocity=(2.0, 0.0, 0.0))
    hit = SolverAnswer(fraction=0.3, normal=UP)
    assert judge(monkeypatch, hit, passing).right
    assert judge(monkeypatch, SolverAnswer(verdict="separated"), passing).right


def test_bodies_that_overlap_touch_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    sunk = Body("ball", Sphere(1), PositionOrientation((0.0, 0.5, 0.0)), velocity=(0.0, -1.0, 0.0))
    assert judge(monkeypatch, SolverAnswer(fraction=0.0, normal=UP), sunk).right
    late = judge(monkeypatch, SolverAnswer(fraction=0.02, normal=UP), sunk)
    assert (late.right, late.assessment) == (False, "they touch at the start")


def test_bodies_that_turn_or_stand_still_are_not_cast(monkeypatch: pytest.MonkeyPatch) -> None:
    still = Body("ball", Sphere(1), PositionOrientation((0.0, 5.0, 0.0)))
    turning = Body("ball", Sphere(1), angular_velocity=(0.0, 1.0, 0.0), velocity=(1.0, 0.0, 0.0))
    assert judge(monkeypatch, SolverAnswer(), still).assessment == "ball and slab do not move relative to each other"
    assert judge(monkeypatch, SolverAnswer(), turning).assessment == "ball turns; casts only move"
    assert cast_engine("rapier", BALL, SLAB).answer.unsupported == "answers no casts"


# --- the protocol and the command ---


def test_a_displacement_survives_the_protocol() -> None:
    pair = (Sphere(1), FRAME, Box((1, 2, 3)), Pose())
    line = request_line(3, *pair, displacement=(0.0, -1.0, sqrt(2)))
    assert parse_request(line) == (3, pair, (0.0, -1.0, sqrt(2)))
    assert b"displacement" not in request_line(3, *pair)
    assert parse_answer(b'{"id": 3, "fraction": 0.5}', 3) == SolverAnswer(fraction=0.5)
    with pytest.raises(MessageError, match="fraction: must be a number, got 'half'"):
        parse_answer(b'{"id": 3, "fraction": "half"}', 3)


def test_the_command_lists_casts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", BULLET, "--engines", "fcl", "--cast", "--json"]) == 0
    [cast] = json.loads(capsys.readouterr().out)["casts"]
    assert (cast["right"], cast["unsupported"]) == (None, "answers no casts")
    assert run_command(["query", BULLET, "--cast"]) == 2
    assert "--cast: only with --engines" in capsys.readouterr().err


@pytest.mark.parametrize("name", ENGINES)
def test_a_bullet_meets_a_thin_plate(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", BULLET, "--engines", name, "--cast"]) == 0
    assert "casts: first contact after 0.039667 s: right" in capsys.readouterr().out
