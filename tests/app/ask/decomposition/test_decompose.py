"""Decomposition of small meshes by CoACD, what it refuses, and the convex hull in its place."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.ask.decomposition.decompose import (
    NOT_INSTALLED,
    Decomposition,
    DecompositionError,
    DecompositionOptions,
    decompose,
    decomposition_words,
)
from gjkscope.app.ask.runs.answers import answers
from gjkscope.app.ask.runs.contacts import pair_contacts
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.near import drawn_near
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import parse_scene, read_scene, write_scene
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions import SetShapeField, initial_state, update
from gjkscope.app.view.panels.requests import DecomposeMesh
from gjkscope.app.window.session import Session
from gjkscope.engine import Box, Hull, Mesh, Sphere, query
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from gjkscope.engine.shapes.hulls import convex_hull

SCENES = resource("assets", "scenes")
THRESHOLD = 0.05


def absent(_: str) -> None:
    """Finds no module."""


def solid(half: float = 1.0) -> Mesh:
    """The L-shaped block, whose volume is three quarters of its box."""
    shape = ENTRIES_OF[3]["mesh"].of_size((half, half, half))
    assert isinstance(shape, Mesh)
    return shape


def two_blocks() -> Mesh:
    block = solid()
    count = len(block.vertices)
    other = tuple((x + 5.0, y, z) for x, y, z in block.vertices)
    return Mesh(block.vertices + other, (*block.faces, *((a + count, b + count, c + count) for a, b, c in block.faces)))


def uncovered_shares(decomposition: Decomposition) -> tuple[float, float]:
    """The parts of the volume of the L that no part covers, and of the volume outside it that some part covers."""
    low, high = np.array(decomposition.mesh.vertices).min(axis=0), np.array(decomposition.mesh.vertices).max(axis=0)
    places = np.random.default_rng(5).uniform(low, high, (20_000, 3))
    is_inside = np.zeros(len(places), bool)
    for part in decomposition.mesh.parts:
        hull = convex_hull(np.array(part))
        corners = hull.vertices[[face[0] for face in hull.faces]]
        is_inside |= ((places @ hull.normals.T) <= np.einsum("ij,ij->i", hull.normals, corners)).all(axis=1)
    in_notch = ((places - (low + high) / 2)[:, :2] > 0).all(axis=1)
    return float((~is_inside[~in_notch]).mean()), float(is_inside[in_notch].mean())


@pytest.mark.thorough
def test_the_parts_of_an_l_fill_it_and_not_its_notch_at_any_scale() -> None:
    tiny, huge = decompose(solid(1e-3)), decompose(solid(1e3))
    for decomposition, half in ((tiny, 1e-3), (huge, 1e3)):
        missing, outside = uncovered_shares(decomposition)
        assert max(missing, outside) < THRESHOLD
        assert decomposition.volume == pytest.approx(6 * half**3)
        assert decomposition.parts_volume == pytest.approx(decomposition.volume, rel=THRESHOLD)
        assert len(decomposition.mesh.parts) == 2
        assert "2 convex parts, with 100 %" in decomposition_words(decomposition)
    # The same seed gives the same cuts; only rounding depends on the scale.
    assert np.array(tiny.mesh.parts[0]) * 1e6 == pytest.approx(np.array(huge.mesh.parts[0]), abs=1e-3)


def test_two_components_share_no_part() -> None:
    decomposition = decompose(two_blocks())
    assert decomposition.parts_volume == pytest.approx(12, rel=THRESHOLD)
    for part in decomposition.mesh.parts:
        xs = [x for x, _, _ in part]
        assert max(xs) - min(xs) < 2.1


def test_without_coacd_the_only_part_is_the_convex_hull() -> None:
    decomposition = decompose(solid(), find=absent)
    assert decomposition.note == NOT_INSTALLED
    assert 'pip install "gjkscope[decompose]"' in decomposition_words(decomposition)
    assert len(decomposition.mesh.parts) == 1
    assert decomposition.parts_volume == pytest.approx(7)
    assert "1 convex part, with 117 %" in decomposition_words(decomposition)


TRIANGLE = Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 1, 2),))
TWO_SIDED = Mesh(TRIANGLE.vertices, ((0, 1, 2), (0, 2, 1)))


@pytest.mark.parametrize(
    ("mesh", "why"),
    [
        (
            replace(solid(), faces=solid().faces[1:]),
            r"is not watertight: the edge between .* belongs to 1 face, must be 2",
        ),
        (TRIANGLE, "is flat"),
        (TWO_SIDED, "is flat"),
        (replace(solid(), faces=()), "has no faces"),
    ],
    ids=["open", "triangle", "two-sided", "points"],
)
def test_a_mesh_without_a_volume_is_refused_by_name(mesh: Mesh, why: str) -> None:
    with pytest.raises(DecompositionError, match=f"mesh: {why}"):
        decompose(mesh)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (DecompositionOptions(threshold=0.001), "threshold: must be from 0.01 to 1"),
        (DecompositionOptions(most_parts=0), "most_parts: must be at least 1"),
        (DecompositionOptions(seed=-1), "seed: must be from 0"),
    ],
)
def test_options_that_coacd_does_not_take_are_refused(options: DecompositionOptions, why: str) -> None:
    with pytest.raises(DecompositionError, match=why):
        decompose(solid(), options)


def test_a_child_that_crashes_or_takes_too_long_is_reported() -> None:
    with pytest.raises(DecompositionError, match="CoACD: SIGABRT"):
        decompose(solid(), command=(sys.executable, "-c", "import os; os.abort()"))
    with pytest.raises(DecompositionError, match=r"CoACD: timed out after 0\.2 s"):
        decompose(solid(), command=("sleep", "60"), seconds=0.2)


def test_it_can_be_cancelled() -> None:
    with cancellable_by(lambda: True), pytest.raises(Cancelled):
        decompose(solid(), command=("sleep", "60"))


def compound() -> Mesh:
    return decompose(solid(), find=absent).mesh


def test_parts_survive_a_scene_file_also_beside_a_mesh_file(tmp_path: Path) -> None:
    mesh = replace(compound(), rounding=0.125)
    lines = [f"v {x} {y} {z}" for x, y, z in mesh.vertices]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces]
    (tmp_path / "l.obj").write_text("\n".join(lines))
    for file in (None, "l.obj"):
        scene = Scene("l", (Body("l", mesh, mesh_file=file), Body("ball", Sphere(1))))
        write_scene(scene, tmp_path / "l.json")
        assert read_scene(tmp_path / "l.json") == scene
    assert "vertices" not in json.loads((tmp_path / "l.json").read_text())["shapes"][0]


def test_the_field_of_bad_parts_is_named() -> None:
    entry = {"name": "l", "type": "mesh", "vertices": [[0, 0, 0]] * 3, "faces": [[0, 1, 2]], "parts": [[]]}
    with pytest.raises(ValueError, match=r"shapes\[0\]\.parts\[0\]"):
        parse_scene(json.dumps({"gjkscope": 1, "name": "l", "shapes": [entry]}))


def test_other_vertices_have_no_parts_but_another_rounding_keeps_them() -> None:
    mesh = compound()
    state = initial_state(Scene("l", (Body("l", mesh), Body("ball", Sphere(1)))))
    rounder = update(state, SetShapeField("l", "rounding", 0.5)).document.scene.body("l").shape
    moved = update(state, SetShapeField("l", "vertices", ((9.0, 9.0, 9.0), *mesh.vertices[1:])))
    assert isinstance(rounder, Mesh)
    assert rounder.parts == mesh.parts
    assert moved.document.scene.body("l").shape.parts == ()  # type: ignore[attr-defined]


def test_the_command_writes_a_scene_of_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = Scene("l", (Body("l", solid()), Body("ball", Sphere(0.1), PositionOrientation((0.5, 0.5, 0.0)))))
    write_scene(scene, tmp_path / "l.json")
    assert run_command(["decompose", str(tmp_path / "l.json"), "-o", str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().out == "l: 2 convex parts, with 100 % of the mesh's volume.\n"
    assert run_command(["query", str(tmp_path / "out.json"), "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)["results"]
    assert answer["signed_distance"] == pytest.approx(0.4, abs=1e-3)
    assert answer["uncertified"] == "made of parts"
    assert set(answer["parts"]) == {"a", "b"}
    assert run_command(["decompose", str(tmp_path / "l.json"), "--threshold", "7"]) == 2
    assert "--threshold: must be from 0.01 to 1, got 7" in capsys.readouterr().err
    assert run_command(["decompose", str(tmp_path / "l.json"), "--body", "ball"]) == 2
    assert "no mesh is named 'ball'; the meshes are l" in capsys.readouterr().err


def test_the_bridge_is_answered_by_its_parts_and_not_by_its_hull() -> None:
    scene = read_scene(SCENES / "bridge.json")
    bridge, ball = scene.bodies
    assert query(bridge.shape, bridge.pose, ball.shape, ball.pose).signed_distance == pytest.approx(-0.8)
    for answer in answers(scene, [("bridge", "ball")], [None, "gjk", "mpr"], with_steps=True):
        assert answer.parts is not None
        assert answer.matches_expected, answer.algorithm
        assert not answer.of_hulls
        assert answer.steps


def test_the_ghost_contact_at_a_seam_is_named() -> None:
    (contact,) = pair_contacts(read_scene(SCENES / "seam.json"), [("bridge", "box")], "box3d")
    assert contact.manifold is not None
    assert len(contact.manifold.points) == 8
    assert contact.seams.startswith("Ghost contact: the normal (−1, ")


def test_hunts_near_a_concave_pair_ask_about_its_parts() -> None:
    bridge, ball = read_scene(SCENES / "bridge.json").bodies
    block = drawn_near((bridge.shape, bridge.pose, ball.shape, ball.pose), np.random.default_rng(1), 50)
    assert all(isinstance(shape, Hull | Sphere) for shape in block.shapes)
    hulls = {shape.vertices for shape in block.shapes if isinstance(shape, Hull)}
    assert isinstance(bridge.shape, Mesh)
    assert set(bridge.shape.parts) < hulls  # the others are changed


class Board:
    """A fake clipboard."""

    def get_clipboard_text(self) -> str:
        return ""

    def set_clipboard_text(self, text: str) -> None:
        raise AssertionError(text)


def session_of(mesh: Mesh) -> Session:
    return Session(initial_state(Scene("l", (Body("l", mesh), Body("b", Box((1, 1, 1)))))), Board(), lambda *_: None)  # type: ignore[arg-type]


def test_the_window_gives_a_body_its_parts_and_undoes_it() -> None:
    session = session_of(solid())
    session.perform([DecomposeMesh("l")])
    shape = session.state.document.scene.body("l").shape
    assert isinstance(shape, Mesh)
    assert len(shape.parts) == 2
    assert [edit.label for edit in session.state.history.past] == ["reshape l"]


def test_the_window_says_why_a_mesh_has_no_parts() -> None:
    session = session_of(replace(solid(), faces=solid().faces[1:]))
    session.perform([DecomposeMesh("l")])
    message = session.state.shell.message
    assert message is not None
    assert "l: mesh: is not watertight" in message.text
    assert session.state.document.scene.body("l").shape.parts == ()  # type: ignore[attr-defined]
