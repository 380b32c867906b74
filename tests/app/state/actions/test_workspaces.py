"""Workspaces: the one that suits a scene or an algorithm is shown, and each remembers its algorithm and views."""

import json

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.opening import Opening
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import (
    ArrangeComparison,
    ChooseAlgorithm,
    ChooseLayout,
    ChooseWorkspace,
    CompareWith,
    ExploreLesson,
    OpenDemo,
    OpenLesson,
    OpenScene,
    OpenSides,
    initial_state,
    update,
)
from gjkscope.app.state.model import ComparedRun, Layout, Sides, Workspace
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.teach.lessons.file import LessonError, parse_lesson
from gjkscope.engine import Box, Mesh
from tests.app.state.acting import act

CUBE = Box((0.5, 0.5, 0.5))
FLOOR = Mesh(((-2.0, 0.0, -2.0), (2.0, 0.0, -2.0), (0.0, 0.0, 3.0)), ((0, 2, 1),))
DOWN = (0.0, -9.81, 0.0)
FAST = (1.0, 0.0, 0.0)


def scene(*bodies: Body, gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Scene:
    return Scene("sample", bodies, gravity=gravity)


def cube(name: str, x: float, velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Body:
    return Body(name, CUBE, PositionOrientation((x, 0.0, 0.0)), velocity=velocity)


STILL = scene(cube("A", 0.0), cube("B", 2.0))
FLYING = scene(cube("A", 0.0), cube("B", 2.0, FAST))
SLIDING = scene(Body("floor", FLOOR, mass=0.0), cube("B", 0.0, FAST))


@pytest.mark.parametrize(
    ("opened", "workspace", "algorithm"),
    [
        (STILL, Workspace.PAIR, "gjk"),
        (FLYING, Workspace.MOTION, "advancement"),
        (scene(cube("A", 0.0), cube("B", 2.0), gravity=DOWN), Workspace.MOTION, "gjk"),
        (SLIDING, Workspace.CONTACTS, "slide-none"),
        (scene(*(cube(f"body {i}", 2.0 * i) for i in range(20))), Workspace.MANY, "bvh"),
    ],
)
def test_a_scene_opens_in_the_workspace_that_suits_it(opened: Scene, workspace: Workspace, algorithm: str) -> None:
    state = update(initial_state(STILL), OpenScene(opened))
    assert (state.workspace, state.run.algorithm) == (workspace, algorithm)


def named(scene: Scene, workspace: Workspace | None, algorithm: str | None = None) -> Scene:
    return replace(scene, opens=Opening(workspace, algorithm, ("B", "A")))


@pytest.mark.parametrize(
    ("opens", "workspace", "algorithm"),
    [
        (named(STILL, None, "contacts-exact"), Workspace.CONTACTS, "contacts-exact"),
        (named(STILL, Workspace.MOTION, "gjk"), Workspace.MOTION, "gjk"),
        (named(STILL, Workspace.MANY), Workspace.MANY, "bvh"),
        (named(FLYING, Workspace.PAIR), Workspace.PAIR, "sat"),
    ],
)
def test_a_scene_opens_as_it_names(opens: Scene, workspace: Workspace, algorithm: str) -> None:
    state = act(initial_state(STILL), ChooseAlgorithm("sat"), OpenScene(opens))
    assert (state.workspace, state.run.algorithm, state.document.pair) == (workspace, algorithm, ("B", "A"))
    assert replace(opens, opens=state.opening).opens == Opening(workspace, algorithm, ("B", "A"))  # what is saved


def test_an_unknown_algorithm_of_a_newer_version_does_not_prevent_opening() -> None:
    state = act(initial_state(STILL), ChooseAlgorithm("sat"), OpenScene(named(STILL, None, "gjk-9")))
    assert state.run.algorithm == "sat"
    assert state.shell.message is not None
    assert "has no 3D algorithm 'gjk-9', which sample names" in state.shell.message.text


def test_a_demo_opens_in_the_workspace_that_it_names() -> None:
    document = {"gjkdemo": 1, "name": "d", "scene": "boxes-overlap", "steps": [{"do": "wait", "seconds": 1}]}
    opens = {"workspace": "contacts", "algorithm": "contacts-exact"}
    demo = parse_demo(json.dumps(document | {"opens": opens}))
    state = act(initial_state(STILL), OpenDemo(demo, "d.gjkdemo.json"))
    assert (state.workspace, state.run.algorithm) == (Workspace.CONTACTS, "contacts-exact")
    newer = parse_demo(json.dumps(document | {"opens": {"algorithm": "gjk-9"}}))
    assert "no 3D algorithm 'gjk-9'" in newer.warnings[0]


def test_a_page_is_explored_in_the_workspace_of_its_algorithm_or_of_its_own() -> None:
    page = '# L\n\nAbout.\n\n## P\n\n{}Text.\n\n```gjkscope\n[{{"do": "algorithm", "name": "{}"}}]\n```\n'
    show = "```show\nworkspace: motion\n```\n\n"
    for text, workspace in (
        (page.format("", "contacts-exact"), Workspace.CONTACTS),
        (page.format("", "epa"), Workspace.PAIR),
        (page.format(show, "epa"), Workspace.MOTION),
    ):
        state = act(initial_state(STILL), OpenLesson(parse_lesson(text, "l")))
        assert state.workspace is Workspace.LEARN
        assert update(state, ExploreLesson()).workspace is workspace
    with pytest.raises(LessonError, match="unknown workspace 'moton', did you mean motion"):
        parse_lesson(page.format(show.replace("motion", "moton"), "epa"), "l")


def test_opening_a_pair_keeps_an_algorithm_of_pairs() -> None:
    state = act(initial_state(STILL), ChooseAlgorithm("sat"), OpenScene(scene(cube("A", 0.0), cube("C", 3.0))))
    assert (state.workspace, state.run.algorithm) == (Workspace.PAIR, "sat")


def test_a_workspace_remembers_its_algorithm_its_views_and_its_open_panels() -> None:
    chosen = ChooseAlgorithm("sat"), ChooseLayout(Layout.THREE), OpenSides(Sides(scene=False))
    left = act(initial_state(STILL), *chosen, ChooseWorkspace(Workspace.CONTACTS))
    assert left.run.algorithm.startswith("contacts-")
    assert left.display.layout is Layout.WORLD
    returned = update(left, ChooseWorkspace(Workspace.PAIR))
    assert (returned.run.algorithm, returned.display.layout) == ("sat", Layout.THREE)
    assert returned.shell.sides == Sides(scene=False)


def test_leaving_a_comparison_takes_its_large_views_to_no_other_workspace() -> None:
    layout = initial_state(STILL).display.layout
    compared = act(initial_state(STILL), OpenSides(Sides(scene=False)), CompareWith(ComparedRun("sat")))
    left = act(compared, ArrangeComparison(True), ChooseWorkspace(Workspace.CONTACTS))
    assert compared.run.comparison is not None
    assert (left.display.layout, left.shell.sides, left.shell.arranged) == (Layout.WORLD, Sides(), None)
    returned = act(left, ChooseWorkspace(Workspace.PAIR))
    assert (returned.display.layout, returned.shell.sides) == (layout, Sides(scene=False))


def test_an_algorithm_of_another_workspace_shows_that_one() -> None:
    state = act(initial_state(STILL), ChooseAlgorithm("sat"), ChooseAlgorithm("bvh"))
    assert state.workspace is Workspace.MANY
    assert update(state, ChooseWorkspace(Workspace.PAIR)).run.algorithm == "sat"


def test_engines_takes_every_algorithm() -> None:
    state = update(initial_state(STILL), ChooseWorkspace(Workspace.ENGINES))
    for name in ("gjk", "bvh", "contacts-box3d"):
        state = update(state, ChooseAlgorithm(name))
        assert (state.workspace, state.run.algorithm) == (Workspace.ENGINES, name)


def test_motion_without_anything_that_moves_falls_back_to_gjk_and_says_why() -> None:
    state = update(initial_state(STILL), ChooseWorkspace(Workspace.MOTION))
    assert (state.workspace, state.run.algorithm) == (Workspace.MOTION, "gjk")
    assert state.shell.message is not None
    assert "Switched to GJK" in state.shell.message.text
