"""Pairs written as code for other engines."""

import re

import pytest

from gjkscope.app.bring.notations.writing import NotExpressible, write_pair, writers
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.shapes.kinds import SHAPE_ENTRIES
from gjkscope.app.view.panels.commands.document import ENGINES
from gjkscope.engine import Box, Capsule, Hull, Mesh, Pose, Shape, Sphere, Superellipsoid
from gjkscope.engine.shapes.bounds import convex
from gjkscope.engine.shapes.support import support
from tests.engine.known_meshes import cube, ring

TURNED = PositionOrientation((0.1, -2.0, 1 / 3), (0.1, 0.2, 0.3, 0.9273618495495703))
BALL = Body("ball", Sphere(0.5))


def scene_of(*bodies: Body) -> Scene:
    return Scene("pair", bodies)


def test_the_menu_lists_all_writers() -> None:
    assert {name: writer.title for name, writer in writers().items()} == ENGINES


@pytest.mark.parametrize("engine", ENGINES)
def test_each_shape_is_written_or_refused_by_name(engine: str) -> None:
    for shape in SHAPE_ENTRIES:
        body = Body("first body", SHAPE_ENTRIES[shape].of_size((1.0, 2.0, 3.0)), TURNED)
        refusal = refusal_of(scene_of(body, BALL), engine)
        assert refusal is None or re.fullmatch(rf"{shape}: [^\n]+", refusal)


def refusal_of(scene: Scene, engine: str) -> str | None:
    """Why the pair cannot be written; None if it can."""
    try:
        assert write_pair(scene, (scene.names[0], scene.names[1]), engine).text.endswith("\n")
    except NotExpressible as refusal:
        return str(refusal)
    return None


def test_every_engine_has_boxes_spheres_capsules_and_hulls() -> None:
    corners = tuple((float(x), float(y), float(z)) for x in (0, 1) for y in (0, 1) for z in (0, 1))
    for engine in ENGINES:
        for shape in (Box((1, 2, 3)), Sphere(1), Capsule(1, 2, "x"), Hull(corners)):
            assert write_pair(scene_of(Body("A", shape), BALL), ("A", "ball"), engine).text


def test_doubles_are_exact_and_floats_are_rounded_and_say_so() -> None:
    pair = scene_of(Body("A", Box((0.1, 0.2, 0.3)), TURNED), BALL)
    exact, rounded = (write_pair(pair, ("A", "ball"), engine) for engine in ("mujoco", "jolt"))
    assert repr(1 / 3) in exact.text
    assert exact.notes == ()
    assert "0.33333334f" in rounded.text
    assert repr(1 / 3) not in rounded.text
    assert re.match(r"\d+ of \d+ numbers are rounded to single precision", rounded.notes[0])


def test_numbers_beyond_single_precision_are_refused() -> None:
    for radius in (1e39, 1e-60):
        pair = scene_of(Body("A", Sphere(radius)), BALL)
        assert write_pair(pair, ("A", "ball"), "fcl").text
        with pytest.raises(NotExpressible, match="does not fit into a float"):
            write_pair(pair, ("A", "ball"), "bullet")


def test_the_axis_of_the_engine_is_reached_by_an_exact_rotation() -> None:
    for axis in ("x", "y", "z"):
        body = Body("A", Capsule(0.25, 1, axis), TURNED)
        text = write_pair(scene_of(body, BALL), ("A", "ball"), "fcl").text
        numbers = [float(word) for word in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text.split("<<")[1].split(";")[0])]
        rows = [numbers[i : i + 4] for i in range(0, 12, 4)]
        a, b, c = ((row[0], row[1], row[2]) for row in rows)
        along_z = convex(Capsule(0.25, 1, "z"), Pose((a, b, c), body.pose.position))
        assert {support(along_z, d)[0] for d in (c, (-c[0], -c[1], -c[2]))} <= corners_of(body)


def corners_of(body: Body) -> set[tuple[float, float, float]]:
    """The end points of the capsule's inner segment."""
    core = convex(body.shape, body.pose)
    return {support(core, (x, y, z))[0] for x in (-1, 0.5) for y in (-0.3, 1) for z in (-0.2, 1)}


def test_names_become_identifiers_that_differ() -> None:
    bodies = (Body("2nd box!", Box((1, 1, 1))), Body("2nd box?", Box((1, 1, 1))))
    text = write_pair(scene_of(*bodies), ("2nd box!", "2nd box?"), "bullet").text
    assert set(re.findall(r"btBoxShape (\w+)\(", text)) == {"body_2nd_box", "body_2nd_box_2"}


def test_a_rounded_box_keeps_its_outer_size() -> None:
    text = write_pair(scene_of(Body("A", Box((1, 2, 3), 0.25)), BALL), ("A", "ball"), "jolt").text
    assert "BoxShape(Vec3(1.25f, 2.25f, 3.25f), 0.25f)" in text


@pytest.mark.parametrize("engine", ENGINES)
def test_a_mesh_is_written_as_its_hull_and_the_notes_say_so(engine: str) -> None:
    """The ring's hull lacks its inner corners; the cube's has all corners."""
    written = write_pair(scene_of(Body("rim", ring(), TURNED), Body("die", cube())), ("rim", "die"), engine)
    corners = [corner for corner in ring().vertices if abs(complex(corner[0], corner[2])) > 1]
    as_hulls = scene_of(Body("rim", Hull(corners), TURNED), Body("die", Hull(cube().vertices)))
    assert written.text == write_pair(as_hulls, ("rim", "die"), engine).text
    assert written.notes[:2] == (
        "rim: the mesh is not convex, and written as its convex hull, which the answer is about",
        "die: the mesh is convex, and written as its convex hull",
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_of_a_mesh_with_parts_the_deciding_one_is_written(engine: str) -> None:
    parts = [[(x, y, z) for x in (i, i + 1) for y in (0, 1) for z in (0, 1)] for i in range(3)]
    bar = Mesh([corner for part in parts for corner in part], [], parts=parts)
    far = Body("ball", Sphere(0.5), PositionOrientation((9, 0, 0)))
    written = write_pair(scene_of(Body("bar", bar), far), ("bar", "ball"), engine)
    assert written.text == write_pair(scene_of(Body("bar", Hull(parts[2])), far), ("bar", "ball"), engine).text
    assert written.notes[0] == "bar: of its 3 convex parts, the one that decides is written"


def test_what_no_engine_has_is_refused() -> None:
    shape: Shape = Superellipsoid((1, 1, 1), 3)
    for engine in ENGINES:
        with pytest.raises(NotExpressible, match=r"superellipsoid: .* has no such shape"):
            write_pair(scene_of(Body("A", shape), BALL), ("A", "ball"), engine)
