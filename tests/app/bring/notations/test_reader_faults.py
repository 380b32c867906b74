"""Texts that ended in a traceback, by the kind of exception; and what an exception in a reader is turned into."""

from pathlib import Path

import pytest

from gjkscope.app.bring.notations import registry
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.digits import verdict_extremes
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.reading import ReaderFault, Reading
from gjkscope.app.bring.notations.registry import Notation

PYTHON = "import fcl\nimport numpy as np\nimport math\n"
PAIR = "a = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.25)\nfcl.distance(fcl.CollisionObject(a), fcl.CollisionObject(b))\n"

# What a text with a pair says before it, which does not concern the pair.
BESIDE_A_PAIR = {
    "a complex power": "w = (-2.5) ** 0.5",
    "a function with too many numbers": "w = math.cos(1, 2)",
    "a function with too few numbers": "w = math.atan2(1)",
    "membership in a number": "w = 3 not in 4",
    "side by side with an unknown": "u = np.array([1, 2])\nu = np.column_stack([u, unknown])\nu = np.hstack([u, u])",
    "one below an unknown": "u = np.vstack([unknown, [1, 2]])\nu = np.concatenate([[], [1]])",
    "arrays of different heights": "u = np.hstack([[[1, 2]], [[1], [2]], [5, 6, 7]])",
    "words side by side": "u = np.hstack([['a', 'b'], [[1], [2]]])",
    "a matrix of thousands of rows": "u = np.diag(np.ones(5000))",
}


@pytest.mark.parametrize("name", BESIDE_A_PAIR)
def test_what_is_beside_a_pair_does_not_end_the_import(name: str) -> None:
    imported = import_text(f"{PYTHON}{BESIDE_A_PAIR[name]}\n{PAIR}")
    assert len(imported.scene.bodies) == 2


# Fragments of code, of which each ended in an exception of Python.
FRAGMENTS = {
    "an object without an index": "S shape_of(int);q[]={shape_of()",
    "a pose without an index": "btTransform t;\nt()",
    "the text ends in a callback": "(=>{{let e=new(((){}(})})",
    "a pattern without names": "let [ ] = x; let () = y",
    "a list of pairs ends in a string": 'a = [(0, 0)]\nb = [(4, 0), (5, 0), (5, 1)2"/',
    "a matrix of huge numbers": "import fcl, numpy as np\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(1)\n"
    "m = np.array([[1e200, 0, 0], [0, -1e200, 1e200], [0, 0, 1e200]])\n"
    "fcl.distance(fcl.CollisionObject(a, fcl.Transform(m, [0, 0, 0])), fcl.CollisionObject(b))",
    "a power in a constructor": "m=new Vector3(-27**(1/3),2,3)",
}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as raised:
        import_text(FRAGMENTS[name])
    assert not isinstance(raised.value, ReaderFault)


def test_a_file_name_that_is_too_long_names_no_file(tmp_path: Path) -> None:
    name = "b" * 400 + ".stl"
    text = (
        f'<mujoco><asset><mesh name="b" file="{name}"/></asset><worldbody><geom type="mesh" mesh="b"/>'
        '<geom size="1"/></worldbody></mujoco>'
    )
    imported = import_text(text, tmp_path)
    assert [body.shape.kind for body in imported.found] == ["sphere"]


def test_a_zero_with_a_huge_exponent_is_exact() -> None:
    text = PYTHON + PAIR.replace("0.25", "0.250001").replace("1, 2, 3", "1, 2.000001, 3") + "w = 0.e700\n"
    assert verdict_extremes(import_text(text)) is not None
    table = "shape,radius,x,y,z\nsphere,0.251234,0.e525,1.23456,0\nsphere,0.5,0,0,0\n"
    assert verdict_extremes(import_text(table)) is not None


@pytest.mark.parametrize("error", [KeyError("in"), OSError(36, "too long"), OverflowError(), AttributeError("items")])
def test_an_exception_in_a_reader_is_one_line_that_names_the_notation(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: ReadContext) -> Reading:
        raise error

    notation = Notation("broken", "Broken notation", lambda text: float(text.startswith("broken")), broken)
    monkeypatch.setattr(registry, "notations", lambda: {"broken": notation})
    monkeypatch.setattr("gjkscope.app.bring.notations.importing.notations", lambda: {"broken": notation})
    with pytest.raises(ReaderFault, match=r"^this text cannot be read: please report it \(.* in the reader of Broken"):
        import_text("broken 1 2 3")


def test_a_fault_of_a_less_sure_reader_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def empty(_: ReadContext) -> Reading:
        return Reading(())

    def broken(_: ReadContext) -> Reading:
        raise KeyError("in")

    known = {
        "empty": Notation("empty", "Empty", lambda _: 0.9, empty),
        "broken": Notation("broken", "Broken", lambda _: 0.5, broken),
    }
    monkeypatch.setattr("gjkscope.app.bring.notations.importing.notations", lambda: known)
    with pytest.raises(ReaderFault, match="in the reader of Broken"):
        import_text("anything 1 2 3")


def test_nesting_that_python_does_not_follow_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(context: ReadContext) -> Reading:
        return deep(context)

    known = {"deep": Notation("deep", "Deep", lambda _: 0.9, deep)}
    monkeypatch.setattr("gjkscope.app.bring.notations.importing.notations", lambda: known)
    with pytest.raises(ValueError, match=r"^cannot be read: nested too deeply$"):
        import_text("anything 1 2 3")


# Shapes whose points, sizes or mesh are not in the text, beside one that is there.
INCOMPLETE = {
    "mesh": (
        "PxConvexMeshGeometry convex(mesh);\nPxSphereGeometry ball(0.5f);\nPxTransform poseC(PxVec3(0, 1, 0));\n"
        "PxTransform poseB(PxVec3(0.25f, 1.5f, 0));\n"
    ),
    "settings": "Ref<ConvexHullShape> hull = new ConvexHullShape(settings, result);\nSphereShape ball(0.5f);\n",
    "points": "b2PolygonShape a; a.Set(points, 4);\nb2CircleShape b; b.m_radius = 0.5f;\n",
    "corners": (
        "b2Hull hull = b2ComputeHull(corners, 4);\nb2Polygon a = b2MakePolygon(&hull, 0.0f);\n"
        "b2Circle b = {{0, 0}, 0.5f};\n"
    ),
    "vertices": "const a = new planck.Polygon(vertices);\nconst b = new planck.Circle(0.5);\n",
    "outline": "const a = Bodies.fromVertices(0, 0, outline);\nconst b = Bodies.circle(1, 0, 0.5);\n",
    "vs": "import pymunk\na = pymunk.Poly(body, vs)\nb = pymunk.Circle(other, 0.5)\n",
    "pts": "local a = love.physics.newPolygonShape(pts)\nlocal b = love.physics.newCircleShape(0.5)\n",
}


@pytest.mark.parametrize("name", INCOMPLETE)
def test_a_shape_whose_numbers_are_missing_is_not_dropped(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' has no value in the text"):
        import_text(INCOMPLETE[name])


def test_a_fault_that_quotes_a_name_with_line_breaks_is_one_line() -> None:
    """Found by `make fuzz-texts`: a name of Godot goes on to the closing quotes."""
    shape = '[sub_resource type="BoxShape" id=1]\nextents = Vector3(0.5, 1, 2)\n'
    text = f'{shape}[node name="A" type="CollisionShape" parent="\n"]\nshape ( = SubResource1 )\n'
    with pytest.raises(ValueError, match="the shape must be a SubResource") as raised:
        import_text(text, notation="godot")
    assert "\n" not in str(raised.value)
