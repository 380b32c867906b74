"""Reported failures, retold by the engines' own algorithms."""

import json
from collections import Counter
from typing import Any

import pytest

from gjkscope.app.ask.runs import pair_traces
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.command_line.open import open_state
from gjkscope.app.judge.retelling import Retold, algorithms_of, retell, retell_scene
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import NEW_PLANE_SCENE, ExplainFailure, initial_state, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.engine import Box, Superellipsoid
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.query import trace_pair
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Trace

CUBE = Box((1.0, 1.0, 1.0))


def museum(name: str):
    return read_scene(resource("assets", "scenes", "museum", f"{name}.json"))


def cubes(height: float) -> tuple[Body, Body]:
    return Body("A", CUBE), Body("B", CUBE, PositionOrientation((0.0, 0.0, height)))


def test_libccd_25_is_reproduced_at_its_first_mistake() -> None:
    (retelling,) = retell_scene("libccd-25", museum("libccd-25"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("libccd", Retold.REPRODUCED, 2)
    assert "Rounding is to blame: in exact arithmetic the left side is 0." in retelling.why


@pytest.mark.parametrize(
    ("report", "retold"),
    [
        (Reported(("A", "B"), "libccd", "penetrating", -1.66), Retold.REPRODUCED),
        (Reported(("A", "B"), "libccd", "penetrating", -1.55), Retold.ALSO_WRONG),
        (Reported(("A", "B"), "libccd", "separated"), Retold.ALSO_WRONG),
        (Reported(("A", "B"), "libccd", crashed="SIGSEGV"), Retold.ALSO_WRONG),
        (None, Retold.WRONG),
    ],
)
def test_a_report_is_compared_with_what_the_algorithm_answers(report: Reported | None, retold: Retold) -> None:
    """At this height libccd answers a depth that is finite and wrong."""
    retelling = retell(cubes(0.07), report, ("libccd",))
    assert retelling is not None
    assert retelling.retold is retold


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scene", "version", "crashed"),
    [
        ("fcl-391", "fcl-2019-03", "unexpected error in expandPolytope()"),
        ("fcl-395", "fcl-2019-04", "exception: triangle_size_is_zero"),
        ("fcl-445", "fcl-0.6.0", "exception in validateNearestFeatureOfPolytopeBeingEdge()"),
        ("fcl-293", "fcl-2018-05", "the closest points were NaN"),
        ("fcl-hunt-sphere-in-sphere", "fcl", "timed out after 5 s"),
    ],
)
def test_a_failure_is_reproduced_only_by_the_same_failure(scene: str, version: str, crashed: str) -> None:
    pair = museum(scene).bodies[:2]
    failures = ("expandPolytope()", "triangle_size_is_zero", "origin is outside of the polytope", "NaN", "timed out")
    retold = {
        said: retell(pair, Reported(("A", "B"), "FCL", crashed=said), (version,)).retold
        for said in (crashed, *failures)
    }
    assert retold.pop(crashed) is Retold.REPRODUCED
    assert list(retold.values()).count(Retold.REPRODUCED) == 1


def test_a_right_answer_reproduces_no_report() -> None:
    retelling = retell(cubes(1.5), Reported(("A", "B"), "libccd", "separated"), ("libccd",))
    assert retelling is not None
    assert (retelling.retold, retelling.first_mistake) == (Retold.NOT_REPRODUCED, None)


def test_a_manifold_is_reproduced_by_its_normal_and_one_of_its_points() -> None:
    """Rapier's deepest point is where a face is clipped along parry's wrong normal, 0.53 m below."""
    (retelling,) = retell_scene("rapier-hunt-cone-on-cone", museum("rapier-hunt-cone-on-cone"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("parry", Retold.REPRODUCED, 3)


@pytest.mark.parametrize(
    ("name", "algorithm", "kind"),
    [
        ("mujoco-hunt-same-box", "mujoco", "has simplex"),
        ("mujoco-hunt-ellipsoid-in-sphere", "mujoco", "rounds"),
        ("mujoco-hunt-box-in-cylinder", "mujoco", "projection in face"),
        ("mujoco-hunt-box-in-capsule", "mujoco-capsule", "axis apart"),
        ("mujoco-3476", "mujoco-boxes", "deeper than overlap"),
        ("mujoco-1800", "mujoco-boxes", "none left"),
        ("mjwarp-1526", "mujoco-warp", "inside"),
        ("mjwarp-1527", "mujoco-warp", "stagnates"),
    ],
)
def test_reports_about_mujoco_are_reproduced_by_the_function_they_are_about(
    name: str, algorithm: str, kind: str
) -> None:
    scene = museum(name)
    (retelling,) = retell_scene(name, scene)
    assert (retelling.algorithm, retelling.retold) == (algorithm, Retold.REPRODUCED)
    a, b = scene.bodies
    steps = ENGINE_ALGORITHMS[algorithm].trace(a.shape, a.pose, b.shape, b.pose, DEFAULT).steps
    wrong = [one.decision.kind for one in beliefs(steps[retelling.first_mistake]) if one.is_wrong]
    assert wrong[0] == kind


def test_a_reported_distance_of_zero_is_not_reproduced_by_centimetres() -> None:
    (retelling,) = retell_scene("ncollide-157", museum("ncollide-157"))
    assert retelling.retold is Retold.ALSO_WRONG
    assert retelling.computed.startswith("penetrating, −0.0195")
    assert retelling.why.endswith("ncollide 0.12 measured depths by sampling directions, not by EPA.")


def test_a_scene_without_a_report_says_so_where_the_algorithm_is_right() -> None:
    (retelling,) = retell_scene("coal-604", museum("coal-604"))
    assert (retelling.algorithm, retelling.retold) == ("coal", Retold.RIGHT)
    assert retelling.why.startswith("The scene records no wrong answer, and this one is right. It ends by its own rule")


def test_a_distance_of_0_is_an_overlap_without_a_depth() -> None:
    """Box3D's answer about two cubes of a micrometre that are apart."""
    cube, turned = Box((5e-7, 5e-7, 5e-7)), (0.0, 0.0, 0.3826834323650898, 0.9238795325112867)
    bodies = Body("A", cube), Body("B", cube, PositionOrientation((2e-6, 1.5e-6, 1e-6), turned))
    retelling = retell(bodies, Reported(("A", "B"), "Box3D 0.1", signed_distance=0.0), ("box3d",))
    assert retelling is not None
    assert (retelling.retold, retelling.first_mistake) == (Retold.REPRODUCED, 3)
    assert "the distance of w1 w2 from the origin is 1.4041e−06" in retelling.why


def test_engines_are_known_by_the_start_of_their_names() -> None:
    assert algorithms_of("libccd 2.1")[0] == "libccd"
    assert "libccd" in algorithms_of("Drake 1.51.1")
    assert algorithms_of("Havok") == ()


def test_the_command_lists_the_museum_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(resource("assets", "scenes", "museum", "libccd-25.json"))
    assert run_command(["museum", "--published", "--json", file]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["scene"], entry["algorithm"], entry["reproduced"]) == ("libccd-25", "libccd", True)
    assert run_command(["museum", "--published", file]) == 0
    assert "libccd-25  libccd: reproduced, first mistake in step 2" in capsys.readouterr().out


def test_a_command_shows_the_first_mistake_of_the_engine_that_was_reported() -> None:
    state = update(initial_state(museum("libccd-25")), ExplainFailure())
    assert (state.run.algorithm, state.run.step) == ("libccd", 2)
    assert state.shell.message is not None
    assert state.shell.message.text == "libccd gives the reported answer; first mistake in step 2"


def test_it_says_what_it_cannot_show() -> None:
    bodies = (Body(name, Superellipsoid((1, 1, 1), 3, rounding=0.1)) for name in "AB")
    state = update(initial_state(Scene("two", tuple(bodies))), ExplainFailure())
    assert state.run.algorithm == "gjk"
    assert state.shell.message is not None
    assert state.shell.message.text == "None of the engines' algorithms takes these two shapes"
    plane = update(initial_state(NEW_PLANE_SCENE), ExplainFailure())
    assert plane.run.algorithm == "gjk"


def test_opening_a_scene_runs_each_algorithm_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To see whether the scene opens at a failure, to show it there, and to inspect it."""
    asked: Counter[str] = Counter()

    def count(*arguments: Any) -> Trace:
        asked[arguments[4]] += 1
        return trace_pair(*arguments)

    monkeypatch.setattr(pair_traces, "trace_pair", count)
    pair_traces._quick_trace.cache_clear()
    state = open_state([resource("assets", "scenes", "museum", "libccd-25.json")])
    assert inspect(state).trace is not None
    assert set(algorithms_of("libccd")) <= set(asked)
    assert set(asked.values()) == {1}


def test_a_museum_scene_opens_at_the_first_mistake_if_the_engines_algorithm_fails() -> None:
    folder = resource("assets", "scenes", "museum")
    assert open_state([folder / "libccd-25.json"]).run.algorithm == "libccd"
    assert open_state([folder / "libccd-sep-1.json"]).run.algorithm == "gjk"


def test_rounding_to_single_precision_is_not_wrong() -> None:
    """Jolt's answers differ from the truth by less than the rounding of the coordinates, and its casts are left out."""
    for name in ("jolt-epa-box-sphere", "jolt-parallel-tri-capsule-3", "jolt-longcapsule"):
        (retelling,) = retell_scene(name, museum(name))
        assert (retelling.algorithm, retelling.retold) == ("jolt", Retold.RIGHT), name


def test_a_fallback_of_coal_is_reported_as_no_finite_answer() -> None:
    name = "coal-hunt-sphere-through-triangle"
    retelling = retell_scene(name, museum(name))[0]
    assert (retelling.algorithm, retelling.retold) == ("coal", Retold.REPRODUCED)


@pytest.mark.parametrize(("name", "step"), [("parry-34", 1), ("parry-76", 0)])
def test_reports_about_balls_and_points_are_reproduced_by_their_projection(name: str, step: int) -> None:
    (retelling,) = retell_scene(name, museum(name))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == (
        "parry-projection",
        Retold.REPRODUCED,
        step,
    )


def test_the_report_about_newton_is_reproduced() -> None:
    (retelling,) = retell_scene("newton-3773", museum("newton-3773"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("newton-mpr", Retold.REPRODUCED, 0)


def test_the_report_about_distance3d_is_reproduced() -> None:
    (retelling,) = retell_scene("distance3d-72", museum("distance3d-72"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("distance3d", Retold.REPRODUCED, 2)


def test_the_infinite_loop_of_meshes_jl_is_reproduced() -> None:
    (retelling,) = retell_scene("meshes-jl-809", museum("meshes-jl-809"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("meshes-jl", Retold.REPRODUCED, 4)


def test_the_missed_contact_of_small_cubes_is_reproduced() -> None:
    (retelling,) = retell_scene("rapier-cubes-2mm", museum("rapier-cubes-2mm"))
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("parry", Retold.REPRODUCED, 2)
