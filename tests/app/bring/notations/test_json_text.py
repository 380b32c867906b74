"""JSON of engines, whole and cut from logs."""

import json
import random

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, Sphere
from tests.app.bring.notations.random_poses import random_quaternion

IDENTITY = [0, 0, 0, 1]


def pair(a: object, b: object) -> str:
    return json.dumps({"a": a, "b": b})


def test_json_that_was_cut_from_a_log() -> None:
    text = """{
      "shape": "Sphere", "bodyID": 17, "radius": 0.5, "height": 0, "size": [0, 0, 0],
      "position": [
        0,
        13,
        4
      ],
      "rotation": [0, 0, 0, 1],
      ...
    {
      "shape": "Box", "bodyID": 18, "radius": 0, "size": [1, 2, 3], "position": [0, 12, 4], "rotation": [0, 0, 0, 1],
    """
    imported = import_text(text)
    sphere, box = imported.scene.bodies
    assert (sphere.name, sphere.shape, sphere.pose.position) == ("17", Sphere(0.5), (0.0, 13.0, 4.0))
    assert (box.name, box.shape, box.pose.position) == ("18", Box((0.5, 1.0, 1.5)), (0.0, 12.0, 4.0))
    halved = import_text(text, choices={"sizes": "half"})
    assert halved.scene.bodies[1].shape == Box((1.0, 2.0, 3.0))


def test_rapier_and_its_tagged_shapes() -> None:
    position = {"rotation": IDENTITY, "translation": [0, 1, 0]}
    a = {"shape": {"Cuboid": {"half_extents": [1, 0.5, 0.25]}}, "pos": position, "material": {"friction": 0.5}}
    b = {"shape": {"Capsule": {"segment": {"a": [0, -1, 0], "b": [0, 1, 0]}, "radius": 0.25}}, "pos": position}
    imported = import_text(json.dumps([a, b]))
    assert [body.shape for body in imported.scene.bodies] == [Box((1.0, 0.5, 0.25)), Capsule(0.25, 1.0, "y")]
    assert all(body.pose.position == (0.0, 1.0, 0.0) for body in imported.scene.bodies)
    assert "not data: material" in imported.warnings


def test_three_js() -> None:
    matrix = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]
    document = {
        "metadata": {"version": 4.5, "type": "Object"},
        "geometries": [
            {"uuid": "g1", "type": "BoxGeometry", "width": 2, "height": 1, "depth": 3, "widthSegments": 1},
            {"uuid": "g2", "type": "CylinderGeometry", "radiusTop": 0, "radiusBottom": 0.5, "height": 1},
        ],
        "object": {
            "type": "Scene",
            "children": [
                {"type": "Mesh", "name": "hat", "geometry": "g2", "matrix": matrix},
                {"type": "Mesh", "name": "crate", "geometry": "g1", "matrix": matrix},
            ],
        },
    }
    crate, hat = import_text(json.dumps(document)).scene.bodies
    assert (crate.name, crate.shape) == ("crate", Box((1.0, 0.5, 1.5)))
    assert (hat.name, hat.shape) == ("hat", Cone(0.5, 0.5, "y"))
    assert crate.pose.position == (1.0, 2.0, 3.0)
    assert crate.pose.rotation[0] == (0.0, -1.0, 0.0)  # by columns


def test_cannon_places_shapes_in_bodies() -> None:
    def body(shape: object, y: float) -> object:
        turn = {"x": 0, "y": 0, "z": 0.6, "w": 0.8}
        return {"mass": 1, "position": {"x": 0, "y": y, "z": 0}, "quaternion": turn, "shapes": [shape]}

    shape = {"type": 4, "halfExtents": {"x": 1, "y": 0.5, "z": 1}, "position": {"x": 1, "y": 0, "z": 0}}
    a, b = import_text(json.dumps({"bodies": [body(shape, 5), body({"type": 1, "radius": 0.5}, 4)]})).scene.bodies
    assert a.shape == Box((1.0, 0.5, 1.0))
    assert a.pose.position == pytest.approx((0.28, 5.96, 0.0))  # (1, 0, 0) turned
    assert (b.shape, b.pose.position) == (Sphere(0.5), (0.0, 4.0, 0.0))


def test_unity_scales_centres_and_directions() -> None:
    text = (
        '{"name": "Cube", "colliderType": "BoxCollider", "size": {"x": 1, "y": 1, "z": 1}, "center": {"x": 0, "y": 0.5,'
        ' "z": 0}, "position": {"x": 0, "y": 1, "z": 0}, "lossyScale": {"x": 2, "y": 1, "z": 1}}\n'
        '{"name": "Pill", "colliderType": "CapsuleCollider", "radius": 0.5, "height": 3.0, "direction": 2, '
        '"position": "(0.5, 1.0, 0.0)"}\n'
    )
    cube, pill = import_text(text).scene.bodies
    assert (cube.shape, cube.pose.position) == (Box((1.0, 0.5, 0.5)), (0.0, 1.5, 0.0))
    assert (pill.shape, pill.pose.position) == (Capsule(0.5, 1.0, "z"), (0.5, 1.0, 0.0))


def test_what_the_engine_answered() -> None:
    document = {
        "A": {"type": "cylinder", "radius": 0.5, "height": 1, "position": [0, 0, 0]},
        "B": {"type": "sphere", "radius": 0.25, "position": [0.7, 0, 0]},
        "penetrationDepth": 0.05,
        "contactNormal": [1, 0, 0],
    }
    (said,) = import_text(json.dumps(document)).scene.reported
    assert (said.pair, said.verdict, said.signed_distance, said.normal) == (
        ("A", "B"),
        "penetrating",
        -0.05,
        (1.0, 0.0, 0.0),
    )


def test_lists_of_points_are_hulls() -> None:
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    hull = Hull(tuple((float(x), float(y), float(z)) for x, y, z in corners))
    for points in (
        corners,
        [number for point in corners for number in point],
        [dict(zip("xyz", point, strict=True)) for point in corners],
    ):
        imported = import_text(pair({"vertices": points}, {"kind": "sphere", "r": 0.5, "p": [2, 0, 0]}))
        assert imported.scene.bodies[0].shape == hull
    assert [body.shape for body in import_text(pair(corners, corners)).scene.bodies] == [hull, hull]


def test_nested_matrices_and_text_in_front() -> None:
    matrix = [[0, -1, 0, 0.5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    text = pair({"type": "box", "half_extents": [1, 1, 1], "transform": matrix}, {"type": "ball", "radius": 1})
    for prefix in ("", "[2024-05-01 12:00:01.123] INFO overlap: "):
        first = import_text(prefix + text).scene.bodies[0]
        assert (first.pose.rotation[0], first.pose.position) == ((0.0, -1.0, 0.0), (0.5, 0.0, 0.0))


def test_a_scene_of_gjkscope() -> None:
    scene = Scene("two", (Body("A", Box((1, 1, 1))), Body("B", Cone(0.5, 1, "x"), PositionOrientation((2, 0, 0)))))
    assert import_text(format_scene(scene)).scene.bodies == scene.bodies


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"shape": "box", "size": [1, NaN, 1]}', "line 1, column 30: 'NaN' is not finite"),
        ('{"shape": "box", "size": [1, 1e999, 1]}', "too large for a double"),
        ('{"shape": "box", "size": [1, 2]}', "must be three numbers, got 2"),
        ('{"shape": "box", "position": [1, 2, 3]}', "box: the sizes are missing"),
        ('{"shape": "sphere", "radius": 0}', "must be > 0"),
        ('{"shape": "sphere", "radius": "big"}', "radius: must be numbers, got 'big'"),
        ('{"shape": "box", "size": [1, 1, 1], "rotation": [0, 0, 0, 0.5]}', "length 0.5"),
        ('{"shape": "torus", "radius": 1}', "torus is not supported"),
        ('{"shape": "box", "size": [1, 1, 1], "matrix": [1, 0, 0, 0, 1, 0, 0, 0]}', "16, 12, 9 or 7 numbers, got 8"),
        ('{"shape": "box", "size": [1, 1, 1], "matrix": [2, 0, 0, 0, 1, 0, 0, 0, 1]}', "not a rotation"),
        ('{"a":' * 300 + "1", "nested too deeply"),
    ],
)
def test_bad_values_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text)


@pytest.mark.parametrize("order", ["xyzw", "wxyz"])
def test_the_order_of_quaternions_is_asked(order: str) -> None:
    text = pair({"type": "box", "size": [1, 1, 1], "quaternion": [0.1, 0.7, 0.1, 0.7]}, {"type": "ball", "radius": 1})
    (question,) = import_text(text).questions
    assert (question.what, {question.value, *question.others}) == ("quaternion", {"xyzw", "wxyz"})
    placement = import_text(text, choices={"quaternion": order}).scene.bodies[0].placement
    expected = (0.1, 0.7, 0.1, 0.7) if order == "xyzw" else (0.7, 0.1, 0.7, 0.1)
    assert placement == PositionOrientation((0.0, 0.0, 0.0), expected)


def test_random_pairs_are_read_back_exactly_even_if_they_are_cut() -> None:
    draw = random.Random(3)
    for _ in range(20):
        position, turn = [draw.uniform(-9, 9) for _ in range(3)], random_quaternion(draw)
        w_first = {"w": turn[3], "x": turn[0], "y": turn[1], "z": turn[2]}
        a = {"shape": {"type": "cylinder", "radius": 0.5, "halfHeight": 0.75, "axis": "x"}, "position": position}
        text = json.dumps([{**a, "orientation": w_first}, {**a, "orientation": w_first}], indent=draw.choice([None, 2]))
        for variant in (text, text[: text.rindex("]")], text + "]]}"):
            for body in import_text(variant).scene.bodies:
                assert body.shape == Cylinder(0.5, 0.75, "x")
                assert body.placement == PositionOrientation((position[0], position[1], position[2]), turn)


def test_kinds_as_keys_above_the_names_of_shapes() -> None:
    boxes = {"box1": {"size": [1, 2, 3]}, "lid": {"size": [1, 1, 1], "position": [0, 0, 2]}}
    imported = import_text(json.dumps({"box": boxes, "cone": [{"radius": 0.5, "height": 2, "position": [4, 0, 0]}]}))
    first, lid, cone = imported.scene.bodies
    assert (first.name, first.shape) == ("box1", Box((0.5, 1, 1.5)))
    assert (lid.name, lid.shape, lid.pose.position) == ("lid", Box((0.5, 0.5, 0.5)), (0, 0, 2))
    assert (cone.shape, cone.pose.position) == (Cone(0.5, 1, "y"), (4, 0, 0))


def test_a_kind_above_its_own_fields_stays_one_shape() -> None:
    imported = import_text('{"box": {"half_extents": {"x": 1, "y": 2, "z": 3}}, "sphere": {"radius": 1}}')
    assert [body.shape for body in imported.scene.bodies] == [Box((1, 2, 3)), Sphere(1)]
