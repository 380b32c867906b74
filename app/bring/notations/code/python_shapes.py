"""Constructors of shapes of further Python libraries: distance3d's rigid bodies, Open3D, Isaac, curobo, viser, …"""

from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import EachForm, Forms

_PLACE = (("position", "position"), ("translation", "position"), ("pose", "placement"), ("transform", "placement"))


def _body_form(kind: str, *sizes: str, names: tuple[tuple[str, str], ...] = ()) -> ShapeForm:
    """A rigid body of distance3d: a pose, then the sizes; its pose can be set later."""
    axis = "z" if kind in ("capsule", "cylinder") else ""
    placed = (("body2origin_", "placement"), ("body2origin", "placement"), (f"{kind}2origin", "placement"))
    return ShapeForm(kind, ("placement", *sizes, "_…"), axis=axis, names=(*placed, *names))


_RIGID_BODIES: dict[str, Forms] = {  # distance3d.hydroelastic_contact
    "RigidBody.make_sphere": (
        ShapeForm(
            "sphere",
            ("position", "radius", "_…"),
            names=(("center", "position"), ("body2origin_", "placement"), ("order", "_")),
        ),
    ),
    "RigidBody.make_ellipsoid": (_body_form("ellipsoid", "radii", names=(("order", "_"),)),),
    "RigidBody.make_cube": (_body_form("box", "size", names=(("cube2origin", "placement"),)),),
    "RigidBody.make_box": (_body_form("box", "sizes", names=(("size", "sizes"),)),),
    "RigidBody.make_cylinder": (
        _body_form("cylinder", "radius", "height", names=(("length", "height"), ("resolution_hint", "_"))),
    ),
    "RigidBody.make_capsule": (_body_form("capsule", "radius", "height", names=(("resolution_hint", "_"),)),),
}


def _both(first: ShapeForm, second: ShapeForm) -> Forms:
    return (EachForm((first, second)),)


_SEGMENT = ShapeForm("segment", ("a", "b", "_…"))
_TRIANGLE = ShapeForm("triangle", ("points", "_"))

_DISTANCES: dict[str, Forms] = {  # distance3d.distance: shapes by their numbers
    "line_segment_to_line_segment": _both(_SEGMENT, ShapeForm("segment", ("_", "_", "a", "b"))),
    "line_segment_to_triangle": _both(_SEGMENT, ShapeForm("triangle", ("_", "_", "points"))),
    "line_segment_to_box": _both(_SEGMENT, ShapeForm("box", ("_", "_", "placement", "sizes"))),
    "triangle_to_triangle": _both(_TRIANGLE, ShapeForm("triangle", ("_", "points"))),
}

_OPEN3D: dict[str, Forms] = {
    "TriangleMesh.create_box": (
        ShapeForm(
            "box",
            ("sizes.0?", "sizes.1?", "sizes.2?", "_…"),
            names=(("width", "sizes.0"), ("height", "sizes.1"), ("depth", "sizes.2")),
            defaults=(("sizes.0", 1.0), ("sizes.1", 1.0), ("sizes.2", 1.0)),
            base_at_origin=True,
        ),
    ),
    "TriangleMesh.create_sphere": (
        ShapeForm("sphere", ("radius?", "_…"), names=(("resolution", "_"),), defaults=(("radius", 1.0),)),
    ),
    "TriangleMesh.create_cylinder": (
        ShapeForm(
            "cylinder",
            ("radius?", "height?", "_…"),
            axis="z",
            names=(("resolution", "_"), ("split", "_")),
            defaults=(("radius", 1.0), ("height", 2.0)),
        ),
    ),
    "TriangleMesh.create_cone": (
        ShapeForm(
            "cone",
            ("radius?", "height?", "_…"),
            axis="z",
            names=(("resolution", "_"), ("split", "_")),
            defaults=(("radius", 1.0), ("height", 2.0)),
            base_at_origin=True,
        ),
    ),
}

_ISAAC_NAMES = (
    ("translation", "position"),
    ("orientation", "rotation"),
    *((name, "_") for name in ("prim_path", "name", "color", "mass", "density", "visible")),
)


def _isaac(kind: str) -> dict[str, Forms]:
    """Isaac Sim: DynamicCuboid(prim_path, name, position, …, size=0.5, scale=…)."""
    form = {
        "Cuboid": ShapeForm("box", ("size?",), names=(*_ISAAC_NAMES, ("size", "size")), defaults=(("size", 1.0),)),
        "Sphere": ShapeForm("sphere", ("radius",), names=_ISAAC_NAMES),
        "Capsule": ShapeForm("capsule", ("radius", "height"), axis="z", names=_ISAAC_NAMES),
        "Cylinder": ShapeForm("cylinder", ("radius", "height"), axis="z", names=_ISAAC_NAMES),
        "Cone": ShapeForm("cone", ("radius", "height"), axis="z", names=_ISAAC_NAMES),
    }[kind]
    return {f"{prefix}{kind}": (form,) for prefix in ("Dynamic", "Fixed", "Visual")}


_CUROBO_NAMES = (("pose", "placement"), *((name, "_") for name in ("name", "color", "texture", "tensor_args")))

_OTHERS: dict[str, Forms] = {
    # of python-fcl and coal: addSubModel(vertices, triangles), or addVertices and addTriangles follow
    **dict.fromkeys(("BVHModel", "BVHModelOBB", "BVHModelOBBRSS"), (ShapeForm("mesh", ()),)),
    # curobo: poses are x, y, z, and a quaternion w, x, y, z
    "Cuboid": (
        ShapeForm(
            "box", ("sizes",), names=(("dims", "sizes"), ("size", "sizes"), ("extents", "sizes"), *_CUROBO_NAMES)
        ),
    ),
    # viser: scene.add_box(name, …)
    **dict.fromkeys(
        ("scene.add_box", "add_box"),
        (
            ShapeForm(
                "box",
                ("sizes",),
                names=(("dimensions", "sizes"), ("size", "sizes"), ("extents", "sizes"), ("wxyz", "rotation"), *_PLACE),
            ),
        ),
    ),
    "add_icosphere": (ShapeForm("sphere", ("radius",), names=(("wxyz", "rotation"), *_PLACE)),),
}

_ROS_NAMES = (("dimensions", "dims"),)
ROS_SHAPES = {  # shape_msgs/SolidPrimitive: its type and its dimensions
    "SolidPrimitive.BOX": ShapeForm("box", ("dims?",), names=_ROS_NAMES, dims=("sizes",)),
    "SolidPrimitive.SPHERE": ShapeForm("sphere", ("dims?",), names=_ROS_NAMES, dims=("radius",)),
    "SolidPrimitive.CYLINDER": ShapeForm("cylinder", ("dims?",), axis="z", names=_ROS_NAMES, dims=("height", "radius")),
    "SolidPrimitive.CONE": ShapeForm("cone", ("dims?",), axis="z", names=_ROS_NAMES, dims=("height", "radius")),
}

MORE_SHAPES: dict[str, Forms] = {
    **_RIGID_BODIES,
    **_DISTANCES,
    **_OPEN3D,
    **{
        name: forms
        for kind in ("Cuboid", "Sphere", "Capsule", "Cylinder", "Cone")
        for name, forms in _isaac(kind).items()
    },
    **_OTHERS,
}
