"""2D scenes: files are read strictly and written without loss, and mixing dimensions is an error."""

import json
from random import Random
from typing import Any

import jsonschema
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene
from gjkscope.app.scenes.scene_file import SceneError, format_scene, parse_scene
from gjkscope.engine import Box, Box2, Capsule2, Circle, Point2, Polygon, Segment2, Sphere
from gjkscope.engine.plane.vectors import Vec2

SCHEMA = jsonschema.Draft202012Validator(
    json.loads(resource("assets", "scene.schema.json").read_text(encoding="utf-8"))
)
TRIANGLE = {"name": "A", "type": "polygon", "vertices": [[0, 0], [1, 0], [0, 1]]}
DISC = {"name": "B", "type": "circle", "radius": 0.5, "position": [2, 0]}


def document(*shapes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"gjkscope": 1, "dimension": 2, "name": "plane", "shapes": list(shapes or (TRIANGLE, DISC)), **more}


def fault(given: dict[str, Any]) -> str:
    with pytest.raises(SceneError) as caught:
        parse_scene(json.dumps(given))
    return str(caught.value).removeprefix("scene: ")


def vec2(random: Random) -> Vec2:
    return (random.choice([-0.0, random.gauss() * 10.0 ** random.randint(-9, 9)]), random.gauss())


def any_scene(random: Random) -> Scene:
    """A scene with each kind of shape, and numbers with all their digits."""
    shapes = (
        Polygon(tuple(vec2(random) for _ in range(random.randint(1, 5))), random.random()),
        Box2((random.random() + 0.1, random.random() + 0.1)),
        Circle(random.random() + 0.1),
        Capsule2(random.random() + 0.1, random.random() + 0.1, random.choice(["x", "y"])),
        Segment2(vec2(random), vec2(random)),
        Point2(random.random()),
    )
    bodies = tuple(
        Body(
            f"body {i}",
            shape,
            Planar(vec2(random), random.gauss() * 10),
            velocity=(*vec2(random), 0.0),
            angular_velocity=(0.0, 0.0, random.gauss()),
        )
        for i, shape in enumerate(shapes)
    )
    x, y = vec2(random)
    report = Reported(
        ("body 0", "body 1"),
        "Box2D",
        normal=(0.6, 0.8, 0.0),
        witness_a=(x, y, 0.0),
        points=(ReportedPoint((y, x, 0.0)),),
    )
    return Scene("any", bodies, gravity=(0.0, -9.81, 0.0), reported=(report,), dimension=2)


@pytest.mark.parametrize("seed", range(20))
def test_a_round_trip_is_exact(seed: int) -> None:
    scene = any_scene(Random(seed))
    text = format_scene(scene)
    assert repr(parse_scene(text)) == repr(scene)
    SCHEMA.validate(json.loads(text))


def test_only_a_3d_scene_says_how_bodies_respond_to_contacts() -> None:
    assert "response: unknown key" in fault(document(response="impulses"))
    assert "shapes[0].friction: unknown key" in fault(document({**DISC, "friction": 0.1}))
    with pytest.raises(ValueError, match="response: must be push-out, or in 3D impulses"):
        Scene("any", (), dimension=2, response="impulses")
    with pytest.raises(ValueError, match="only 3D bodies have them"):
        Body("disc", Circle(1.0), friction=0.2)


def test_points_and_directions_have_two_numbers_and_an_angular_velocity_one() -> None:
    entry = json.loads(format_scene(any_scene(Random(1))))
    assert entry["dimension"] == 2
    assert entry["gravity"] == [0.0, -9.81]
    assert all(len(shape["position"]) == len(shape["velocity"]) == 2 for shape in entry["shapes"])
    assert all(isinstance(shape["angular_velocity"], float) for shape in entry["shapes"])
    assert [len(entry["reported"][0][key]) for key in ("normal", "witness_a")] == [2, 2]
    assert len(entry["reported"][0]["points"][0]["position"]) == 2


@pytest.mark.parametrize("vertices", [[[1, 2]], [[1, 2], [3, 4]], [[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2]]])
def test_a_polygon_is_the_hull_of_any_number_of_points(vertices: list[list[float]]) -> None:
    scene = parse_scene(json.dumps(document({**TRIANGLE, "vertices": vertices}, DISC)))
    assert len(scene.bodies[0].shape.vertices) == len(vertices)  # type: ignore[attr-defined]


FAULTS = {
    "position of three": (
        {**DISC, "position": [1, 2, 3]},
        "shapes[1].position: must have 2 entries, as the scene is 2D",
    ),
    "size of three": (
        {"name": "B", "type": "box", "half_extents": [1, 1, 1]},
        "shapes[1].half_extents: must have 2 entries, as the scene is 2D, got a list of 3",
    ),
    "vertex of three": (
        {**TRIANGLE, "name": "B", "vertices": [[0, 0], [1, 0, 0]]},
        "shapes[1].vertices[1]: must have 2 entries, as the scene is 2D, got a list of 3",
    ),
    "orientation": ({**DISC, "orientation": [0, 0, 0, 1]}, "shapes[1].orientation: unknown key; 2D scenes have angle"),
    "transform": ({**DISC, "transform": []}, "shapes[1].transform: unknown key; 2D scenes have position and angle"),
    "sphere": ({**DISC, "type": "sphere"}, "shapes[1].type: unknown type 'sphere'; 2D scenes have circle"),
    "hull": ({**TRIANGLE, "name": "B", "type": "hull"}, "shapes[1].type: unknown type 'hull'; 2D scenes have polygon"),
    "cone": ({**DISC, "type": "cone"}, "shapes[1].type: unknown type 'cone'; must be one of point, segment, circle"),
    "axis z": (
        {"name": "B", "type": "capsule", "radius": 1, "half_height": 1, "axis": "z"},
        "shapes[1].axis: must be one of x, y, got 'z'",
    ),
    "angular velocity of three": (
        {**DISC, "angular_velocity": [0, 0, 1]},
        "shapes[1].angular_velocity: must be a number",
    ),
    "radius": ({**DISC, "radius": 0}, "shapes[1].radius: must be > 0"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_place(name: str) -> None:
    shape, said = FAULTS[name]
    given = document(TRIANGLE, shape)
    assert fault(given).startswith(said)
    assert not SCHEMA.is_valid(given)


def test_a_3d_scene_has_neither_angles_nor_circles() -> None:
    ball = {"name": "A", "type": "sphere", "radius": 1}
    whole = {"gjkscope": 1, "name": "space", "shapes": [ball, {**ball, "name": "B", "angle": 1}]}
    assert 'shapes[1].angle: unknown key; only scenes with "dimension": 2 have it' in fault(whole)
    assert "shapes[1].type: unknown type 'circle'; only scenes with" in fault({**whole, "shapes": [ball, DISC]})


@pytest.mark.parametrize("dimension", [4, "2", 2.0, True, None])
def test_a_wrong_dimension_is_reported_before_what_follows_from_it(dimension: object) -> None:
    assert fault(document(dimension=dimension)).startswith("dimension: must be 2 or 3")


def test_dimension_3_may_be_stated() -> None:
    ball = {"name": "A", "type": "sphere", "radius": 1}
    assert parse_scene(json.dumps({"gjkscope": 1, "name": "space", "dimension": 3, "shapes": [ball]})).dimension == 3


def test_a_report_in_2d_has_no_third_coordinates_no_iterations_and_no_faces() -> None:
    report = {"pair": ["A", "B"], "by": "Box2D"}
    assert "reported[0].normal: must have 2 entries" in fault(document(reported=[{**report, "normal": [1, 0, 0]}]))
    assert "only reports in 3D scenes" in fault(document(reported=[{**report, "iterations": []}]))
    assert "only reports in 3D scenes have faces" in fault(document(reported=[{**report, "face_b": []}]))
    with pytest.raises(ValueError, match="only reports in 3D scenes have faces"):
        Scene(
            "plane",
            (Body("A", Circle(1.0)), Body("B", Circle(1.0))),
            reported=(Reported(("A", "B"), "Box2D", face_a=((0.0, 0.0, 0.0),)),),
            dimension=2,
        )


def test_dimensions_cannot_be_mixed_in_python_either() -> None:
    disc = Body("A", Circle(1.0))
    assert disc.placement == Planar()
    with pytest.raises(ValueError, match="bodies: B is a 3D sphere, but the scene has dimension 2"):
        Scene("mixed", (disc, Body("B", Sphere(1.0))), dimension=2)
    with pytest.raises(ValueError, match="bodies: A is a 2D circle, but the scene has dimension 3"):
        Scene("mixed", (disc,))
    with pytest.raises(ValueError, match="dimension: must be 2 or 3, got 4"):
        Scene("mixed", (), dimension=4)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"shape": Circle(1.0), "placement": PositionOrientation((1.0, 0.0, 0.0))},
            "placement: a 2D circle needs Planar",
        ),
        ({"shape": Box((1, 1, 1)), "placement": Planar()}, "placement: a box of a 3D scene needs"),
        ({"shape": Circle(1.0), "velocity": (0.0, 0.0, 1.0)}, "velocity: must be"),
        ({"shape": Circle(1.0), "angular_velocity": (1.0, 0.0, 0.0)}, "angular_velocity: must be"),
    ],
)
def test_a_body_that_leaves_the_plane_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Body("A", **given)
