"""Import of 2D shapes: lists of points in any language, the code of 2D engines, and SVG."""

import re
from math import pi
from typing import Any

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.context import NOT_DATA
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.bring.notations.plane import parsing
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine import Box2, Capsule2, Circle, Hull, Polygon, Segment2


def warnings_of(imported: Imported) -> list[str]:
    """What is warned about, without the numbers that are named as no data, such as densities."""
    return [warning for warning in imported.warnings if not warning.startswith(NOT_DATA)]


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
    "SVG paths": '<path id="A" d="M 0 0 H 2 V 1.5 Z"/><path id="B" d="m3,0l1-1 0,2z"/>',
    "prose": "Polygon A: (0, 0), (2, 0), (2, 1.5)\nPolygon B: (3, 0), (4, -1), (4, 1)",
    "points one by one": "b2Vec2 A[3];\nA[0].Set(0.0f, 0.0f); A[1].Set(2.0f, 0.0f); A[2].Set(2.0f, 1.5f);\n"
    "b2Vec2 B[3];\nB[0] = b2Vec2(3, 0); B[1] = b2Vec2(4, -1); B[2] = b2Vec2(4, 1);",
    "SFML": "sf::ConvexShape A;\nA.setPointCount(3);\nA.setPoint(0, sf::Vector2f(0.f, 0.f));\n"
    "A.setPoint(1, sf::Vector2f(2.f, 0.f));\nA.setPoint(2, sf::Vector2f(2.f, 1.5f));\nsf::ConvexShape B;\n"
    "B.setPoint(0, sf::Vector2f(3, 0)); B.setPoint(1, sf::Vector2f(4, -1)); B.setPoint(2, sf::Vector2f(4, 1));",
    "named objects": '[{"name": "A", "points": [{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 2, "y": 1.5}]},\n'
    '{"name": "B", "points": [{"x": 3, "y": 0}, {"x": 4, "y": -1}, {"x": 4, "y": 1}]}]',
    "Unity": "A.points = new Vector2[] { new Vector2(0, 0), new Vector2(2, 0), new Vector2(2, 1.5f) };\n"
    "B.SetPath(0, new Vector2[] { new Vector2(3, 0), new Vector2(4, -1), new Vector2(4, 1) });",
    "shapely": "A = Polygon([(0, 0), (2, 0), (2, 1.5)])\nB = Polygon([(3, 0), (4, -1), (4, 1)])\n"
    "print(A.intersects(B))",
    "CSV": "x,y\n0,0\n2,0\n2,1.5\n\nx,y\n3,0\n4,-1\n4,1\n",
    "variables": "const w = 2, h = 1.5;\nconst A = [[0, 0], [w, 0], [w, h]];\n"
    "const B = [[3, 0], [w + 2, -1], [w + 2, 1]];",
    "Rust vectors": "let A = vec![Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(2.0, 1.5)];\n"
    "let B = vec![Vec2 { x: 3.0, y: 0.0 }, Vec2 { x: 4.0, y: -1.0 }, Vec2 { x: 4.0, y: 1.0 }];",
    "SVG attributes": 'points="0,0 2,0 2,1.5"\npoints="3,0 4,-1 4,1"',
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_pairs_are_polygons(name: str) -> None:
    scene = import_text(LISTS[name]).scene
    assert scene.dimension == 2
    assert [body.shape for body in scene.bodies] == [A, B]
    assert scene.names == ("A", "B")
    assert not warnings_of(import_text(LISTS[name]))


def test_the_dimension_and_the_hull_are_listed_as_assumptions() -> None:
    assumed = {assumption.what: assumption.value for assumption in import_text(LISTS["rows"]).assumptions}
    assert assumed["dimension"] == "2"
    assert assumed["polygon"] == "convex hull"


def test_points_of_the_plane_may_be_chosen_to_be_flat_hulls() -> None:
    scene = import_text(LISTS["rows"], choices={"dimension": "3"}).scene
    assert scene.dimension == 3
    assert scene.bodies[1].shape == Hull(((3, 0, 0), (4, -1, 0), (4, 1, 0)))


def test_rows_of_three_numbers_stay_3d() -> None:
    assert import_text("0 0 0\n1 0 0\n0 1 0\n0 0 1\n").scene.dimension == 3
    assert import_text("glm::vec3 a(1, 2, 3);\nSphere s{a, 1.0f};\nSphere t{{0, 0, 0}, 2.0f};").scene.dimension == 3


def shapes(imported: Imported) -> list[object]:
    return [(body.shape, body.placement) for body in imported.scene.bodies]


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
    "Box2D 2 fixtures": (
        "b2BodyDef bd;\nbd.position.Set(0.0f, 4.0f);\nb2Body* crate = world.CreateBody(&bd);\n"
        "b2PolygonShape box;\nbox.SetAsBox(0.5f, 0.25f);\nb2FixtureDef fd;\nfd.shape = &box;\nfd.density = 1.0f;\n"
        "crate->CreateFixture(&fd);\nbd.position.Set(0.6f, 3.2f);\nbd.angle = 0.25f * b2_pi;\n"
        "b2Body* other = world.CreateBody(&bd);\nother->CreateFixture(&fd);",
        [(Box2((0.5, 0.25)), Planar((0, 4))), (Box2((0.5, 0.25)), Planar((0.6, 3.2), 0.25 * pi))],
    ),
    "Box2D 3 bodies": (
        "b2BodyDef g = b2DefaultBodyDef();\ng.position = (b2Vec2){0.0f, -10.0f};\n"
        "b2BodyId ground = b2CreateBody(world, &g);\nb2Polygon box = b2MakeBox(50.0f, 10.0f);\n"
        "b2CreatePolygonShape(ground, &shapeDef, &box);\nb2Circle ball = {{0.0f, 1.0f}, 0.5f};\n"
        "b2BodyId id = b2CreateBody(world, &b2DefaultBodyDef);\nb2CreateCircleShape(id, &shapeDef, &ball);",
        [(Box2((50, 10)), Planar((0, -10))), (Circle(0.5), Planar((0, 1)))],
    ),
    "planck.js, a shared shape": (
        "const shape = planck.Box(1, 1);\nconst a = world.createBody({position: planck.Vec2(0, 1)});\n"
        "a.createFixture(shape, {density: 2.5});\n"
        "const b = world.createBody({position: planck.Vec2(1, 2), angle: 1});\nb.createFixture(shape, 1.0);",
        [(Box2((1, 1)), Planar((0, 1))), (Box2((1, 1)), Planar((1, 2), 1))],
    ),
    "matter.js polygons": (
        "const a = Bodies.fromVertices(10, 20, [{x: 1, y: 1}, {x: 4, y: 1}, {x: 1, y: 4}]);\n"
        "const b = Bodies.polygon(0, 0, 4, 2);\nBody.setPosition(b, {x: 5, y: 6});\nBody.setAngle(b, 0.5);",
        [(Polygon(((-1, -1), (2, -1), (-1, 2))), Planar((10, 20))), (None, Planar((5, 6), 0.5))],
    ),
    "SAT.js": (
        "var V = SAT.Vector;\nvar P = SAT.Polygon;\n"
        "var a = new P(new V(30, 0), [new V(0, 0), new V(2, 0), new V(2, 1.5)]);\n"
        "var b = new SAT.Box(new V(10, 5), 20, 30).toPolygon();\nvar c = new SAT.Circle(new V(1, 2), 3);",
        [(A, Planar((30, 0))), (Box2((10, 15)), Planar((20, 20))), (Circle(3), Planar((1, 2)))],
    ),
    "pymunk": (
        "body = pymunk.Body(1, 100)\nbody.position = (50, 100)\nbody.angle = 0.5\n"
        "poly = pymunk.Poly(body, [(0, 0), (2, 0), (2, 1.5)])\n"
        "floor = pymunk.Segment(space.static_body, (0, 90), (200, 90), 2)",
        [(A, Planar((50, 100), 0.5)), (Segment2((0, 90), (200, 90), 2), Planar())],
    ),
    "pymunk's boxes": (
        "a = pymunk.Body(1, 1)\na.position = (1, 2)\nb = pymunk.Body()\nb.position = 3, 4\n"
        "p = pymunk.Poly.create_box(a, size=(4, 2), radius=0.25)\n"
        "q = pymunk.Poly.create_box_bb(b, pymunk.BB(-1, -2, 3, 2))\n"
        "r = pymunk.Poly(b, [(0, 0), (2, 0), (2, 1.5)], None, 0.125)",
        [
            (Box2((2, 1), 0.25), Planar((1, 2))),
            (Box2((2, 2)), Planar((4, 4))),
            (Polygon(A.vertices, 0.125), Planar((3, 4))),
        ],
    ),
    "Chipmunk": (
        "cpBody *ground = cpBodyNewStatic();\ncpBodySetPosition(ground, cpv(0, -1));\n"
        "cpShape *box = cpSpaceAddShape(space, cpBoxShapeNew(ground, 4.0, 2.0, 0.5));\n"
        "cpBody *ball = cpSpaceAddBody(space, cpBodyNew(1, 2));\ncpBodySetPosition(ball, cpv(1, 0.25));\n"
        "cpShape *circle = cpCircleShapeNew(ball, 0.5, cpv(0.125, 0));",
        [(Box2((2, 1), 0.5), Planar((0, -1))), (Circle(0.5), Planar((1.125, 0.25)))],
    ),
    "Chipmunk's polygons": (
        "cpVect verts[] = {cpv(0, 0), cpv(2, 0), cpv(2, 1.5)};\ncpBody *a = cpBodyNew(1.0, 1.0);\na->p = cpv(3, 4);\n"
        "cpBodySetAngle(a, 0.5);\ncpShape *p = cpPolyShapeNew(a, 3, verts, cpTransformIdentity, 0.25);\n"
        "cpShape *s = cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(0, 90), cpv(200, 90), 2);\n",
        [(Polygon(A.vertices, 0.25), Planar((3, 4), 0.5)), (Segment2((0, 90), (200, 90), 2), Planar())],
    ),
    "LÖVE": (
        "-- 32 x 32 pixels\nplayer.body = love.physics.newBody(world, 100, 90, 'dynamic')\n"
        "player.shape = love.physics.newRectangleShape(32, 16)\n"
        "player.fixture = love.physics.newFixture(player.body, player.shape, 1)\n"
        "wall = love.physics.newPolygonShape(0, 0, 2, 0, 2, 1.5)",
        [(Box2((16, 8)), Planar((100, 90))), (A, Planar())],
    ),
    "libGDX": (
        "Polygon p = new Polygon(new float[]{0, 0, 2, 0, 2, 1.5f});\np.setPosition(5, 6);\np.setRotation(90);\n"
        "Polygon q = new Polygon(new float[]{0, 0, 2, 0, 2, 1.5f});",
        [(A, Planar((5, 6), pi / 2)), (A, Planar())],
    ),
    "parry2d": (
        "use parry2d::shape::{Ball, Cuboid};\nlet c = Cuboid::new(Vector::new(1.0, 2.0));\nlet b = Ball::new(0.5);\n"
        "let p = Isometry::translation(1.0, 0.0);\nlet q = Isometry::new(Vector::new(1.5, 0.5), 0.25);\n"
        "query::distance(&p, &c, &q, &b);",
        [(Box2((1, 2)), Planar((1, 0))), (Circle(0.5), Planar((1.5, 0.5), 0.25))],
    ),
    "screen objects": (
        '{"player": {"x": 100, "y": 200, "width": 32, "height": 64, "rotation": 0.5},\n'
        '"coin": {"x": 1, "y": 2, "r": 8}}',
        [(Box2((16, 32)), Planar((116, 232), 0.5)), (Circle(8), Planar((1, 2)))],
    ),
    "pygame": (
        "a = pygame.Rect(100, 200, 32, 64)\nb = pygame.Rect(120, 250, 200, 16)\nprint(a.colliderect(b))",
        [(Box2((16, 32)), Planar((116, 232))), (Box2((100, 8)), Planar((220, 258)))],
    ),
    "flat lists": (
        "float[] a = {0, 0, 4, 0, 4, 3, 0, 3};\nfloat[] b = {5, 0, 6, 0, 6, 1};",
        [(Polygon(((0, 0), (4, 0), (4, 3), (0, 3))), None), (Polygon(((5, 0), (6, 0), (6, 1))), None)],
    ),
    "segments": ("[[0, 0], [1, 0]]\n[[0.5, -1], [0.5, 1]]", [(Segment2((0, 0), (1, 0)), None), (None, None)]),
    "SVG": (
        '<rect x="1" y="2" width="4" height="2"/><circle cx="3" cy="3" r="0.5"/>',
        [(Box2((2, 1)), Planar((3, 3))), (Circle(0.5), Planar((3, 3)))],
    ),
}


@pytest.mark.parametrize("name", CODE)
def test_shapes_and_poses_of_2d_engines(name: str) -> None:
    text, expected = CODE[name]
    text = f"<svg>{text}</svg>" if name == "SVG" else text
    for (shape, placement), (wanted, pose) in zip(shapes(import_text(text)), expected, strict=True):
        assert wanted is None or shape == wanted
        assert pose is None or placement == pose


@pytest.mark.parametrize("name", CODE)
def test_all_numbers_of_code_are_read(name: str) -> None:
    text = f"<svg>{CODE[name][0]}</svg>" if name == "SVG" else CODE[name][0]
    assert not warnings_of(import_text(text))


WARNED = {
    "a = [(0, 0), (4, 6), (0, 3), (-4, 6)]\nb = [(5, 0), (6, 0), (6, 1)]": "a is not convex: .* without 1 of its 4",
    "a = [(0, 0), (1, 1), (1, 0), (0, 1)]\nb = [(5, 0), (6, 0), (6, 1)]": "a crosses itself",
    "a = [(0, 0), (1, 1), (3, 3)]\nb = [(5, 0), (6, 0), (6, 1)]": "a has no area",
    CODE["p2.js"][0].replace("0.2", "45"): "line 1: an angle of 45 rad is more than a turn",
    "A = np.array([[0, 0], [1, 0], [1, 1]])\nB = np.array([[3, 2], [1, 2], [8, 1]]) + np.array([5, 0])": (
        "line 2: array 3, 2 , 1, 2 , 8, 1"
    ),
    "a = [(0, 0)]\nb = [(5, 0), (6, 0), (6, 1)]": "line 1: a 0, 0",
    '<svg><ellipse rx="3" ry="2"/><circle r="1"/><circle r="2"/></svg>': "not read: <ellipse>",
}


@pytest.mark.parametrize("text", WARNED)
def test_what_a_polygon_loses_and_what_is_not_read_is_said(text: str) -> None:
    imported = import_text(text)
    said = [*imported.warnings, *map(str, imported.unread)]
    assert any(re.search(WARNED[text], words) for words in said)


def test_y_of_code_may_be_chosen_to_point_down() -> None:
    body, _ = import_text(CODE["planck.js, a shared shape"][0], choices={"y axis": "down"}).scene.bodies
    polygon = import_text(
        "[[0, 0], [2, 0], [2, 1]]\n[[5, 0], [6, 0], [6, 1]]", choices={"y axis": "down"}
    ).scene.bodies[0]
    assert body.placement == Planar((0, -1))
    assert polygon.shape == Polygon(((0, 0), (2, 0), (2, -1)))


def test_the_corner_of_a_rectangle_may_be_its_centre() -> None:
    imported = import_text(CODE["screen objects"][0], choices={"rectangle": "centre"})
    assert imported.scene.bodies[0].placement == Planar((100, 200), 0.5)


def test_the_centre_of_a_box_is_turned_with_its_body() -> None:
    placement = import_text(BOX2D).scene.bodies[1].placement
    assert isinstance(placement, Planar)
    assert placement.position == pytest.approx((2 - 0.5**0.5, 0.5**0.5), abs=1e-15)
    assert placement.angle == 0.25 * pi


def test_angles_may_be_chosen_to_be_degrees() -> None:
    imported = import_text(CODE["p2.js"][0].replace("0.2", "90"), choices={"angles": "degrees"})
    assert imported.scene.bodies[0].placement == Planar((0, 1), pi / 2)


def test_y_may_be_chosen_to_point_down() -> None:
    text = '<svg><line x1="0" y1="1" x2="2" y2="3"/><circle cx="1" cy="5" r="1"/></svg>'
    line, disc = import_text(text, choices={"y axis": "down"}).scene.bodies
    assert (line.shape, disc.placement) == (Segment2((0, -1), (2, -3)), Planar((1, -5)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[0, 0], [1, nan], [1, 1]]", "'nan' is not finite"),
        ("0 0\n1 0\n1 1\n\n2 0\n3 0\nx 3 1 5\n", "must be a row of two numbers"),
        ("b2CircleShape c;\nc.m_radius = 0.0f;", "the radius must be > 0"),
        ('<svg><polygon points="0,0 1,0 1"/></svg>', "must be pairs of numbers, got 5"),
        ("[[0, 0], [1, 0], [1, 1], [2]]", "line 1, column 26: must be a pair of numbers, like the others"),
        ('<path d="M0,0 C 1,0 1,1 0,1 Z"/>', "line 1, column 15: d: curves are not read"),
        ('<path d="M0,0 L 1,x"/>', "line 1, column 19"),
        ('<path d="L 1,1"/>', "must begin with M"),
    ],
)
def test_a_fault_is_named_at_its_place(text: str, said: str) -> None:
    with pytest.raises(TextError, match=said):
        import_text(text, notation=None if said != "must be a row of two numbers" else "plane")


@pytest.mark.parametrize(
    ("text", "said"), [('<svg><polygon transform="scale(2)" points="0,0 1,0 1,1"/></svg>', "transform attributes")]
)
def test_what_is_not_clear_is_refused(text: str, said: str) -> None:
    with pytest.raises(ImportFault, match=said):
        import_text(text)


def test_lists_of_lists_of_variables_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MOST_REPEATED", 1000)
    text = "p0 = [0, 1]\n" + "".join(f"p{i + 1} = [p{i}, p{i}]\n" for i in range(40))
    with pytest.raises(TextError, match=r"line 8, column 11: .* stand for more than 1,000 values"):
        import_text(text, notation="plane")


def test_every_number_used_is_known_for_printed_digits() -> None:
    assert len(import_text(LISTS["JSON lists"]).context.numbers) == 12


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        (CODE, {"p2.js": "mass 1", "Box2D 2 fixtures": "density 1.0f", "LÖVE": "newFixture 1"}),
        (LISTS, {"SFML": "setPointCount 3", "Unity": "SetPath 0"}),
    ],
)
def test_numbers_whose_value_is_not_taken_are_named(name: dict[str, Any], texts: dict[str, str]) -> None:
    for key, words in texts.items():
        imported = import_text(name[key] if isinstance(name[key], str) else name[key][0])
        assert any(words in warning for warning in imported.warnings), key
        used = {token.text for token in imported.context.numbers.values()}
        assert used, key


def test_the_cosine_and_the_sine_of_an_angle_are_those_of_one() -> None:
    text = CODE["Box2D 3"][0]
    assert "{1.0f, 0.0f}}" in text
    with pytest.raises(TextError, match="squares that add up to 1"):
        import_text(text.replace("{1.0f, 0.0f}}", "{0.0f, 0.0f}}"))


def test_a_shape_without_the_pose_that_another_one_has_is_asked_about() -> None:
    text = BOX2D.replace("b2Transform xfB;", "").replace("xfB.Set", "// xfB.Set")
    assert "shapes and poses by" in [question.what for question in import_text(text).questions]


def test_a_fixture_of_a_body_that_the_text_does_not_make_is_named() -> None:
    text, _ = CODE["planck.js, a shared shape"]
    assert "pose" not in [assumption.what for assumption in import_text(text).assumptions]
    line = "const b = world.createBody({position: planck.Vec2(1, 2), angle: 1});\n"
    assert line in text
    (unplaced,) = (
        assumption for assumption in import_text(text.replace(line, "")).assumptions if assumption.what == "pose"
    )
    assert unplaced.why == "the text does not place shape (b)"


BODIES_OF_PLANCK = """
const wall = world.createBody();
wall.createFixture(planck.Box(1, 0.5), 0);
const ball = world.createDynamicBody(planck.Vec2(1.5, 0.25), 0.75);
ball.createFixture(planck.Circle(0.5), 1);
"""
POSES_OF_PARRY = """
use parry2d::shape::{Ball, Cuboid};
let wall = Cuboid::new(Vector::new(1.0, 0.5));
let ball = Ball::new(0.5);
let pos_wall = Isometry::identity();
let pos_ball = Isometry::new(Vector::new(1.5, 0.25), 0.75);
"""


@pytest.mark.parametrize("text", [BODIES_OF_PLANCK, POSES_OF_PARRY])
def test_bodies_are_where_they_are_made(text: str) -> None:
    wall, ball = import_text(text).scene.bodies
    assert (wall.placement, ball.placement) == (Planar((0.0, 0.0)), Planar((1.5, 0.25), 0.75))


OF_ENGINES = {
    "Box2D 2": "box2d",
    "Box2D 3 bodies": "box2d",
    "planck.js": "planck",
    "p2.js": "p2",
    "matter.js": "matter",
    "SAT.js": "sat-js",
    "pymunk": "pymunk",
    "Chipmunk": "chipmunk",
    "LÖVE": "love",
    "libGDX": "libgdx-2d",
    "parry2d": "rust-2d",
    "pygame": "pygame",
}


@pytest.mark.parametrize("name", OF_ENGINES)
def test_each_engine_has_a_vocabulary(name: str) -> None:
    imported = import_text(CODE[name][0])
    assert (imported.notation, imported.scene.dimension) == (OF_ENGINES[name], 2)
    assert "y axis" in [assumption.what for assumption in imported.assumptions]


def test_loops_of_engines_are_executed() -> None:
    text = (
        "b2Vec2 vs[4];\nfor (int i = 0; i < 4; ++i) { vs[i].Set(2.0f * i, i * i * 0.5f); }\n"
        "b2PolygonShape a;\na.Set(vs, 4);\nb2PolygonShape b;\nb.SetAsBox(0.5f, 0.25f);\n"
    )
    assert import_text(text).scene.bodies[0].shape == Polygon(((0, 0), (2, 0.5), (4, 2), (6, 4.5)))


def test_functions_of_engines_are_executed() -> None:
    text = (
        "const at = (x, y) => planck.Vec2(x, y);\nconst half = 0.5;\n"
        "const a = world.createBody({ position: at(1, 2 * half), angle: -half });\n"
        "a.createFixture(planck.Box(half, 2 * half), 1);\n"
        "const b = world.createBody({ position: at(3, 4) });\nb.createFixture(planck.Circle(half), 1);\n"
    )
    assert shapes(import_text(text)) == [(Box2((0.5, 1)), Planar((1, 1), -0.5)), (Circle(0.5), Planar((3, 4)))]


@pytest.mark.parametrize("angle", [0.5, -3.0, 4.0, 7.5])
def test_an_angle_is_exact_and_may_be_more_than_half_a_turn(angle: float) -> None:
    text = f"const a = Bodies.rectangle(1, 2, 4, 2, {{ angle: {angle} }});\nconst b = Bodies.circle(5, 2, 1);"
    assert import_text(text).scene.bodies[0].placement == Planar((1, 2), angle)


def test_degrees_may_be_chosen_for_2d_engines() -> None:
    text = "const a = Bodies.rectangle(1, 2, 4, 2, { angle: 90 });\nconst b = Bodies.circle(5, 2, 1);"
    assert import_text(text, choices={"angles": "degrees"}).scene.bodies[0].placement == Planar((1, 2), pi / 2)


def test_a_fixture_that_turns_with_its_body_turns_about_the_origin_of_the_body() -> None:
    text = (
        "const a = world.createBody({ position: planck.Vec2(0, 0), angularVelocity: 2 });\n"
        "a.createFixture(planck.Box(1, 0.5, planck.Vec2(3, 0)), 1);\n"
        "const b = world.createBody({ position: planck.Vec2(9, 0) });\nb.createFixture(planck.Circle(0.5), 1);\n"
    )
    body = import_text(text).scene.bodies[0]
    assert body.shape == Polygon(((2, -0.5), (4, -0.5), (4, 0.5), (2, 0.5)))
    assert (body.placement, body.angular_velocity) == (Planar((0, 0)), (0, 0, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b2PolygonShape a; a.SetAsBox(1);\nb2CircleShape b; b.m_radius = 0.5f;", "these arguments are not understood"),
        ("b2PolygonShape a; a.SetAsBox(1, 2);\nb2Circle b = {{0, 0, 1}, 0.5f};", "must stay in the plane"),
        ("const a = Bodies.polygon(0, 0, 2.5, 1);\nconst b = Bodies.circle(1, 0, 1);", "a number of sides, 3 to 1,000"),
        ("cpShape *a = cpBoxShapeNew2(body, cpBBNew(1, 0, 0, 1), 0);", "left, bottom, right and top"),
    ],
)
def test_arguments_of_engines_that_fit_nothing_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        import_text(text)


PLACED = {
    "Box2D 2": (
        "b2BodyDef bd; b2Body* a = world.CreateBody(&bd); a->SetTransform(b2Vec2(1, 2), 0.5f);\n"
        "b2PolygonShape s; s.SetAsBox(1, 2); a->CreateFixture(&s, 1);\n"
        "b2CircleShape c; c.m_radius = 0.5; c.m_p = b2Vec2(3, 4);\n"
    ),
    "Box2D 3": (
        "b2BodyId a = b2CreateBody(w, &d);\nb2Body_SetTransform(a, (b2Vec2){1, 2}, b2MakeRot(0.5f));\n"
        "b2Polygon s = b2MakeBox(1, 2); b2CreatePolygonShape(a, &sd, &s);\nb2Circle c = {{3, 4}, 0.5f};\n"
    ),
    "planck.js": (
        "const a = world.createBody();\na.createFixture(planck.Box(1, 2));\na.setTransform(planck.Vec2(1, 2), 0.5);\n"
        "const b = world.createBody(planck.Vec2(3, 4));\nb.createFixture(planck.Circle(0.5));\n"
    ),
    "p2.js": (
        "const a = new p2.Body({position: [1, 1]});\na.addShape(new p2.Box({width: 2, height: 4}), [0, 1], 0.5);\n"
        "const b = new p2.Body({position: [3, 4]});\nb.addShape(new p2.Circle({radius: 0.5}));\n"
    ),
    "pymunk": (
        "a = pymunk.Body()\na.position = 1, 2\na.angle = 0.5\ns = pymunk.Poly.create_box(a, (2, 4))\n"
        "b = pymunk.Body()\nb.position = pymunk.Vec2d(3, 4)\nc = pymunk.Circle(b, 0.5)\n"
    ),
    "LÖVE": (
        "local a = love.physics.newBody(world, 1, 2)\na:setAngle(0.5)\n"
        "local f = love.physics.newFixture(a, love.physics.newRectangleShape(2, 4))\n"
        "local b = love.physics.newBody(world, 3, 4)\nlove.physics.newFixture(b, love.physics.newCircleShape(0.5))\n"
    ),
    "matter.js": (
        "const a = Matter.Bodies.rectangle(9, 9, 2, 4);\nMatter.Body.setAngle(a, 0.5);\n"
        "Matter.Body.setPosition(a, Matter.Vector.create(1, 2));\nconst b = Matter.Bodies.circle(3, 4, 0.5);\n"
    ),
}


@pytest.mark.parametrize("name", PLACED)
def test_ways_to_place_bodies(name: str) -> None:
    imported = import_text(PLACED[name])
    assert shapes(imported) == [(Box2((1, 2)), Planar((1, 2), 0.5)), (Circle(0.5), Planar((3, 4)))]
    assert not imported.questions


def test_rectangles_of_sdl_and_sfml() -> None:
    text = (
        "SDL_Rect a = {1, 2, 10, 20};\nSDL_Rect b = {.x = 1, .y = 2, .w = 10, .h = 20};\n"
        "sf::FloatRect c({1, 2}, {10, 20});"
    )
    assert shapes(import_text(text)) == [(Box2((5, 10)), Planar((6, 12)))] * 3


def test_a_point_that_stands_for_several_is_refused() -> None:
    text = (
        "b2Capsule c = {{0, 0}, {0, 2}, 0.5f};\nb2Circle d = {{3, 3}, 1};\nb2DistanceInput in = {0};\n"
        "in.proxyA = b2MakeProxy(&c.center1, 2, c.radius);\nin.proxyB = b2MakeProxy(&d.center, 1, d.radius);\n"
    )
    with pytest.raises(TextError, match="the points are not in the text: write them as a list"):
        import_text(text)


def test_a_proxy_of_the_numbers_of_a_shape_is_that_shape() -> None:
    text = (
        "b2Circle d = {{3, 3}, 1};\nb2Polygon p = b2MakeBox(1, 2);\nb2DistanceInput in = {0};\n"
        "in.proxyA = b2MakeProxy(p.vertices, p.count, p.radius);\n"
        "in.proxyB = b2MakeProxy(&d.center, 1, d.radius);\n"
    )
    assert [shape for shape, _ in shapes(import_text(text))] == [Box2((1, 2)), Circle(1)]
