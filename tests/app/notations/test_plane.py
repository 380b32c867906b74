"""Import of 2D shapes: lists of points in any language, the code of 2D engines, and SVG."""

from math import pi

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.notations.importing import Imported, import_text
from gjkscope.app.notations.reading import ImportFault
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine import Box2, Capsule2, Circle, Hull, Polygon, Segment2

A, B = Polygon(((0, 0), (2, 0), (2, 1.5))), Polygon(((3, 0), (4, -1), (4, 1)))

LISTS = {
    "rows": "0 0\n2 0\n2 1.5\n\n3 0\n4 -1\n4 1\n",
    "named rows": "A:\n0, 0\n2, 0\n2, 1.5\nB:\n3, 0\n4, -1\n4, 1\n",
    "JSON lists": "[[0, 0], [2, 0], [2, 1.5]]\n[[3, 0], [4, -1], [4, 1]]",
    "nested JSON": "[[[0, 0], [2, 0], [2, 1.5]], [[3, 0], [4, -1], [4, 1]]]",
    "JSON object": '{"A": [[0, 0], [2, 0], [2, 1.5]], "B": [[3, 0], [4, -1], [4, 1]]}',
    "objects": '[{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 2, "y": 1.5}]\n[{"x":3,"y":0},{"x":4,"y":-1},{"x":4,"y":1}]',
    "NumPy": "A = np.array([[0, 0], [2, 0], [2, 1.5]])\nB = np.array([[3, 0], [4, -1], [4, 1]], dtype=float)",
    "NumPy's repr": "array([[0. , 0. ],\n       [2. , 0. ],\n       [2. , 1.5]])\n"
    "array([[ 3.,  0.],\n [ 4., -1.],\n [ 4.,  1.]])",
    "Python tuples": "A = [(0, 0), (2, 0), (2, 3 / 2)]\nB = [(3, 0), (4, -1), (4, 1)]",
    "C++": "b2Vec2 A[] = {{0, 0}, {2, 0}, {2.0f, 1.5f}};\nb2Vec2 B[3] = {b2Vec2(3, 0), b2Vec2(4, -1), b2Vec2(4, 1)};",
    "glm": "std::vector<glm::vec2> A = {glm::vec2(0), {2, 0}, {2, 1.5}};".replace("glm::vec2(0)", "glm::vec2(0, 0)")
    + "\nglm::vec2 B[] = {{3, 0}, {4, -1}, {4, 1}};",
    "C#": "Vector2[] A = { new Vector2(0f, 0f), new Vector2(2f, 0f), new Vector2(2f, 1.5f) };\n"
    "Vector2[] B = new Vector2[] { new Vector2(3f, 0f), new Vector2(4f, -1f), new Vector2(4f, 1f) };",
    "JavaScript": "const A = [Vec2(0, 0), Vec2(2, 0), Vec2(2, 1.5)];\n"
    "let B = [new Vec2(3, 0), new Vec2(4, -1), new Vec2(4, 1)];",
    "Rust": "let A = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.5)];\n"
    "let B = [Vec2::new(3.0, 0.0), Vec2::new(4.0, -1.0), Vec2::new(4.0, 1.0)];",
    "SVG": '<svg><polygon id="A" points="0,0 2,0 2,1.5"/><polygon id="B" points="3 0 4 -1 4 1" fill="red"/></svg>',
    "SVG attributes": 'points="0,0 2,0 2,1.5"\npoints="3,0 4,-1 4,1"',
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_pairs_are_polygons(name: str) -> None:
    found = import_text(LISTS[name]).scene
    assert found.dimension == 2
    assert [body.shape for body in found.bodies] == [A, B]
    assert found.names == ("A", "B")


def test_the_dimension_and_the_hull_are_listed_as_assumptions() -> None:
    assumed = {one.what: one.value for one in import_text(LISTS["rows"]).assumptions}
    assert assumed["dimension"] == "2"
    assert assumed["polygon"] == "convex hull"


def test_points_of_the_plane_may_be_chosen_to_be_flat_hulls() -> None:
    found = import_text(LISTS["rows"], choices={"dimension": "3"}).scene
    assert found.dimension == 3
    assert found.bodies[1].shape == Hull(((3, 0, 0), (4, -1, 0), (4, 1, 0)))


def test_rows_of_three_numbers_stay_3d() -> None:
    assert import_text("0 0 0\n1 0 0\n0 1 0\n0 0 1\n").scene.dimension == 3
    assert import_text("glm::vec3 a(1, 2, 3);\nSphere s{a, 1.0f};\nSphere t{{0, 0, 0}, 2.0f};").scene.dimension == 3


def shapes(found: Imported) -> list[object]:
    return [(body.shape, body.placement) for body in found.scene.bodies]


BOX2D = """
    b2Vec2 vs[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.5f}};
    b2PolygonShape a;
    a.Set(vs, 3);
    b2PolygonShape b;  // half extents
    b.SetAsBox(0.5f, 0.25f, b2Vec2(0.0f, 1.0f), 0.0f);
    b2Transform xfA(b2Vec2(-1.0f, 0.5f), b2Rot(0.0f));
    b2Transform xfB;
    xfB.Set(b2Vec2(2.0f, 0.0f), 0.25f * b2_pi);
"""
CODE = {
    "Box2D 2": (BOX2D, [(A, Planar((-1, 0.5))), (Box2((0.5, 0.25)), None)]),
    "Box2D 2 bodies": (
        "b2BodyDef bd; bd.position.Set(1.0f, 4.0f); bd.angle = 0.125f;\n"
        "b2CircleShape ball; ball.m_radius = 0.5f;\n"
        "b2BodyDef gd; gd.position.Set(0, -10);\nb2PolygonShape ground; ground.SetAsBox(50.0f, 10.0f);",
        [(Circle(0.5), Planar((1, 4), 0.125)), (Box2((50, 10)), Planar((0, -10)))],
    ),
    "Box2D 3": (
        "b2Polygon a = b2MakeRoundedBox(1.0f, 0.5f, 0.1f);\nb2Capsule c = {{-0.5f, 1.0f}, {0.5f, 1.0f}, 0.25f};\n"
        "b2Transform ta = {{1.0f, 2.0f}, b2MakeRot(0.5f)};\nb2Transform tb = b2Transform_identity;".replace(
            "b2Transform_identity", "{{0.0f, 0.0f}, {1.0f, 0.0f}}"
        ),
        [(Box2((1, 0.5), 0.1), Planar((1, 2), 0.5)), (Capsule2(0.25, 0.5, "x"), Planar((0, 1)))],
    ),
    "planck.js": (
        "const a = planck.Polygon([planck.Vec2(0, 0), planck.Vec2(2, 0), planck.Vec2(2, 1.5)]);\n"
        "const b = new planck.Box(1, 0.5);\nconst one = world.createBody({position: planck.Vec2(0, 0)});\n"
        "const other = world.createBody({position: planck.Vec2(2, 1), angle: Math.PI / 4});",
        [(A, Planar()), (Box2((1, 0.5)), Planar((2, 1), pi / 4))],
    ),
    "p2.js": (
        "const a = new p2.Body({mass: 1, position: [0, 1], angle: 0.2});\n"
        "a.addShape(new p2.Box({width: 2, height: 1}));\n"
        "const b = new p2.Body({position: [1, 1]});\nb.addShape(new p2.Circle({radius: 0.5}));",
        [(Box2((1, 0.5)), Planar((0, 1), 0.2)), (Circle(0.5), Planar((1, 1)))],
    ),
    "matter.js": (
        "const a = Bodies.rectangle(400, 200, 80, 40, {angle: 0.3});\nconst b = Bodies.circle(450, 210, 30);",
        [(Box2((40, 20)), Planar((400, 200), 0.3)), (Circle(30), Planar((450, 210)))],
    ),
    "SVG": (
        '<rect x="1" y="2" width="4" height="2"/><circle cx="3" cy="3" r="0.5"/>',
        [(Box2((2, 1)), Planar((3, 3))), (Circle(0.5), Planar((3, 3)))],
    ),
}


@pytest.mark.parametrize("name", CODE)
def test_shapes_and_poses_of_2d_engines(name: str) -> None:
    text, expected = CODE[name]
    text = f"<svg>{text}</svg>" if name == "SVG" else text
    for (shape, placement), (wanted, place) in zip(shapes(import_text(text)), expected, strict=True):
        assert shape == wanted
        assert place is None or placement == place


def test_the_centre_of_a_box_is_turned_with_its_body() -> None:
    placement = import_text(BOX2D).scene.bodies[1].placement
    assert isinstance(placement, Planar)
    assert placement.position == pytest.approx((2 - 0.5**0.5, 0.5**0.5), abs=1e-15)
    assert placement.angle == 0.25 * pi


def test_angles_may_be_chosen_to_be_degrees() -> None:
    found = import_text(CODE["p2.js"][0].replace("0.2", "90"), choices={"angles": "degrees"})
    assert found.scene.bodies[0].placement == Planar((0, 1), pi / 2)


def test_y_may_be_chosen_to_point_down() -> None:
    text = '<svg><line x1="0" y1="1" x2="2" y2="3"/><circle cx="1" cy="5" r="1"/></svg>'
    line, disc = import_text(text, choices={"y axis": "down"}).scene.bodies
    assert (line.shape, disc.placement) == (Segment2((0, -1), (2, -3)), Planar((1, -5)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[0, 0], [1, nan], [1, 1]]", "'nan' is not finite"),
        ("0 0\n1 0\n1 1\n\n2 0\n3 0\nx 3 1 5\n", "must be a row of two numbers"),
        ("b2CircleShape c;\nc.m_radius = 0.0f;", "must be a length > 0"),
        ('<svg><polygon points="0,0 1,0 1"/></svg>', "must be pairs of numbers, got 5"),
    ],
)
def test_a_fault_is_named_at_its_place(text: str, said: str) -> None:
    with pytest.raises(TextError, match=said):
        import_text(text, notation=None if said != "must be a row of two numbers" else "plane")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOX2D.replace("b2Transform xfB;", "").replace("xfB.Set", "// xfB.Set"), "2 shapes and 1 poses"),
        ('<svg><polygon transform="scale(2)" points="0,0 1,0 1,1"/></svg>', "transform attributes"),
    ],
)
def test_what_is_not_clear_is_refused(text: str, said: str) -> None:
    with pytest.raises(ImportFault, match=said):
        import_text(text)


def test_every_number_used_is_known_for_printed_digits() -> None:
    assert len(import_text(LISTS["JSON lists"]).context.numbers) == 12
