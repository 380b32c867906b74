"""Checks of iterations of EPA, MPR and SAT: our own runs pass, and every planted bug is named at its step."""

from collections.abc import Callable
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.app.scenes.scene import Reported
from gjkscope.engine import Box, Hull, Pose
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.iterations.checks import check_iterations
from gjkscope.engine.iterations.explain import checked_parts, finding_words
from gjkscope.engine.iterations.records import Iteration, IterationVertex, finite_iteration
from gjkscope.engine.iterations.steps import IterationFault
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.sat.steps import Skipped
from gjkscope.engine.vectors import Vec3, add, neg, scale
from tests.engine import samples

PAIR = (
    Box((1, 1, 1)),
    Pose(rotation_from_quaternion((0.1, 0.2, 0.3, 1)), (0.5, 0.2, 0.1)),
    Box((1, 0.5, 0.5)),
    Pose(rotation_from_quaternion((0.4, 0.1, 0.2, 1)), (1.3, 0.6, 0.4)),
)
Pair = tuple[Any, Pose, Any, Pose]
Run = list[Iteration]


def epa_run(pair: Pair) -> Run:
    run = []
    for step in engine.trace(*pair, "epa").steps:
        points = [vertex.point for vertex in step.vertices]
        alive = [face.corners for face in step.faces if face.birth <= step.iteration and face.death < 0]
        corners = [(points[i], points[j], points[k]) for i, j, k in alive]
        searched = step.faces[step.chosen].corners if step.chosen >= 0 else None
        face = None if searched is None else tuple(points[i] for i in searched)
        run.append(Iteration((), step.direction, faces=tuple(corners), face=face))
    return [entry for entry in run if entry.faces]


def mpr_run(pair: Pair) -> Run:
    return [
        Iteration(
            tuple(IterationVertex(vertex.point) for vertex in step.portal),
            step.direction,
            interior=step.interior.point,
        )
        for step in engine.trace(*pair, "mpr").steps
    ]


def sat_run(pair: Pair) -> Run:
    axes = [step.axis for step in engine.trace(*pair, "sat").steps]
    return [Iteration((), axis.direction, separation=-axis.overlap) for axis in axes if axis.skipped is Skipped.TESTED]


RUNS: dict[str, Callable[[Pair], Run]] = {"epa": epa_run, "mpr": mpr_run, "sat": sat_run}


def claim(pair: Pair, depth: float | None = None) -> Reported:
    distance = engine.query(*pair).signed_distance if depth is None else -depth
    return Reported(("A", "B"), "engine", "penetrating", distance)


@pytest.mark.parametrize("name", RUNS)
def test_our_own_runs_are_right(name: str) -> None:
    hulls = [samples.random_hull(__import__("random").Random(i)) for i in range(8)]
    pairs = [
        PAIR,
        *((a, Pose(), b, Pose(position=(0.2, 0.1, 0.05))) for a, b in zip(hulls[::2], hulls[1::2], strict=True)),
    ]
    overlapping = 0
    for pair in pairs:
        if engine.query(*pair).signed_distance < 0:
            overlapping += 1
            answer = claim(pair) if name != "mpr" else Reported(("A", "B"), "engine", "penetrating")
            found = check_iterations(RUNS[name](pair), *pair, answer)
            assert found.first is None, explain(found.steps[found.first.step])
            assert found.hint is None
    assert overlapping >= 4


def changed(step: int, **fields: Any) -> Callable[[Run], Run]:
    return lambda run: [*run[:step], run[step]._replace(**fields), *run[step + 1 :]]


def furthest_face(run: Run) -> Run:
    """The second iteration says that it expanded the furthest face."""
    faces = run[0].faces
    size = lambda face: sum(x * x for x in add(add(face[0], face[1]), face[2]))  # noqa: E731
    return changed(1, face=max(faces, key=size))(run)


def torn(run: Run) -> Run:
    return changed(1, faces=run[1].faces[:-1])(run)


def stuck(run: Run) -> Run:
    """A face that the new vertex sees is kept beside the new ones, which hides a hole from the horizon."""
    lost = [face for face in run[0].faces if face not in run[1].faces]
    return changed(1, faces=(*run[1].faces, *lost))(run)


def shifted(run: Run) -> Run:
    """All of the first polytope beside the origin."""
    moved = tuple(tuple(add(scale(point, 0.2), (0.5, 0.3, 0.0)) for point in face) for face in run[0].faces)
    return [run[0]._replace(faces=moved), *run[1:]]


@pytest.mark.parametrize(
    ("plant", "step", "fault"),
    [
        (furthest_face, 1, IterationFault.NOT_NEAREST),
        (torn, 1, IterationFault.OPEN_HORIZON),
        (stuck, 1, IterationFault.OPEN_HORIZON),
        (shifted, 0, IterationFault.ORIGIN_OUTSIDE),
        (lambda run: run[:2], 1, IterationFault.STOPPED_EARLY),
        (lambda run: changed(1, direction=neg(run[1].direction))(run), 1, IterationFault.SHORT_SUPPORT),
    ],
)
def test_a_planted_bug_of_epa_is_named(plant: Callable[[Run], Run], step: int, fault: IterationFault) -> None:
    run = plant(epa_run(PAIR))
    answer = claim(PAIR)
    if fault is IterationFault.STOPPED_EARLY:
        nearest = check_iterations(run, *PAIR).steps[-1].distance
        answer = claim(PAIR, nearest)
    found = check_iterations(run, *PAIR, answer)
    assert found.first is not None
    assert (found.first.step, found.first.cause) == (step, fault)
    wrong = found.steps[step]
    assert finding_words(wrong, wrong.findings[0], "A", "B") in explain(wrong, "A", "B")
    assert headline(wrong, "A", "B").startswith(fault.value)
    assert any(part.is_right is False for part in checked_parts(wrong, "A", "B"))


def test_a_depth_of_another_face_is_named() -> None:
    run = epa_run(PAIR)
    found = check_iterations(run, *PAIR, claim(PAIR, 0.5))
    assert found.first is not None
    assert (found.first.step, found.first.cause) == (len(run) - 1, IterationFault.WRONG_DEPTH)


def test_a_face_that_the_new_vertex_sees_must_go() -> None:
    inner: tuple[Vec3, ...] = ((-0.4, -0.4, -0.4), (0.6, -0.3, -0.3), (-0.3, 0.6, -0.3), (-0.3, -0.3, 0.6))
    cube = Box((1, 1, 1)), Pose(), Box((0.5, 0.5, 0.5)), Pose()
    faces = tuple(tuple(inner[i] for i in face) for face in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)))
    tip = (0.1, 0.1, -1.2)
    grown = (*faces[1:], *((tip, inner[i], inner[j]) for i, j in ((0, 1), (1, 2), (2, 0))))
    right = check_iterations([Iteration(faces=faces), Iteration(faces=grown)], *cube)
    assert right.first is None
    above = (2.0, 2.0, 2.0)
    wider = (*faces[1:], *((above, inner[i], inner[j]) for i, j in ((0, 1), (1, 2), (2, 0))))
    found = check_iterations([Iteration(faces=faces), Iteration(faces=wider)], Box((2, 2, 2)), Pose(), *cube[2:])
    assert found.first is not None
    assert found.first.cause is IterationFault.KEPT_VISIBLE


def test_a_portal_must_contain_the_ray() -> None:
    run = mpr_run(PAIR)
    last = run[-1]
    beside = tuple(IterationVertex(neg(vertex.point)) for vertex in last.simplex)
    found = check_iterations([*run[:-1], last._replace(simplex=beside, direction=None)], *PAIR)
    assert found.first is not None
    assert found.first.cause in (IterationFault.OUT_OF_PORTAL, IterationFault.OUTSIDE)
    outside = check_iterations([last._replace(interior=(9.0, 0.0, 0.0))], *PAIR)
    assert outside.first is not None
    assert outside.first.cause is IterationFault.OUTSIDE
    assert "interior point" in explain(outside.steps[0], "A", "B")


def test_a_portal_that_slipped_off_the_ray_is_named() -> None:
    cube = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose()
    portal = tuple(IterationVertex(point) for point in ((2.0, 0.5, 0.5), (2.0, 2.0, 0.5), (2.0, 0.5, 2.0)))
    found = check_iterations([Iteration(portal, (1.0, 0.0, 0.0), interior=(-1.0, 0.0, 0.0))], *cube)
    assert found.first is not None
    assert found.first.cause is IterationFault.OUT_OF_PORTAL
    assert found.steps[0].findings[0].amount == pytest.approx(0.5**0.5)
    assert "the portal does not contain the ray" in explain(found.steps[0], "A", "B")


@pytest.mark.parametrize(
    ("plant", "depth", "fault"),
    [
        (lambda run: changed(1, separation=run[1].separation - 0.3)(run), None, IterationFault.WRONG_SEPARATION),
        (lambda run: run, 0.123, IterationFault.WRONG_AXIS),
    ],
)
def test_a_planted_bug_of_sat_is_named(plant: Callable[[Run], Run], depth: float | None, fault: IterationFault) -> None:
    found = check_iterations(plant(sat_run(PAIR)), *PAIR, claim(PAIR, depth))
    assert found.first is not None
    assert found.first.cause is fault


def test_a_separating_axis_that_is_ignored_is_named() -> None:
    apart = (PAIR[0], PAIR[1], PAIR[2], Pose(position=(5, 0, 0)))
    run = sat_run(apart)
    found = check_iterations(run, *apart, Reported(("A", "B"), "engine", "penetrating", -0.1))
    assert found.first is not None
    assert found.first.cause is IterationFault.IGNORED_AXIS
    assert check_iterations(run, *apart, Reported(("A", "B"), "engine", "separated")).first is None


def test_what_is_not_finite_is_named_and_left_out() -> None:
    nan = float("nan")
    bad = Iteration(
        (), (1.0, 0.0, 0.0), faces=(((nan, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),), interior=(nan, 0.0, 0.0)
    )
    finite = finite_iteration(bad._replace(separation=nan))
    assert (finite.faces, finite.interior, finite.separation) == ((), None, None)
    assert finite.not_finite is not None
    assert all(name in finite.not_finite for name in ("faces[0]", "interior", "separation"))


def test_a_run_may_go_from_gjk_to_epa() -> None:
    gjk = [
        Iteration(
            tuple(IterationVertex(vertex.point) for vertex in step.simplex.vertices[: step.simplex.size]),
            step.direction,
        )
        for step in engine.trace(*PAIR, "gjk").steps
    ]
    found = check_iterations([*gjk, *epa_run(PAIR)], *PAIR, claim(PAIR))
    assert found.first is None or not found.first.is_wrong
    assert found.steps[-1].distance == pytest.approx(-engine.query(*PAIR).signed_distance)


def test_an_octahedron_hull_is_a_polytope_of_eight_faces() -> None:
    hull = Hull(((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)))
    pair = hull, Pose(), Box((0.2, 0.2, 0.2)), Pose()
    assert check_iterations(epa_run(pair), *pair, claim(pair)).first is None
