"""Rust: parry, ncollide and rapier, with nalgebra or glam."""

from gjkscope.app.bring.notations.code.builders import (
    AXES,
    IDENTITY_POSE,
    IDENTITY_TURN,
    ONE3,
    TRANSLATION,
    VECTOR3,
    VECTOR4,
    ZERO3,
    about,
    as_rotation,
    axis_angle,
    blank,
    constant,
    euler,
    extents_of_bounds,
    first,
    from_quaternion,
    glam_euler,
    inverse_of,
    listed,
    looking_between,
    matrix_of,
    normalized_quaternion,
    numbers,
    only_turned,
    pose_from,
    posed,
    posed_in_order,
    repeated,
    rotation_matrix,
    rotation_vector,
    rounded_shape,
    translation,
    unit_value,
    words,
)
from gjkscope.app.bring.notations.code.lexer import RUST
from gjkscope.app.bring.notations.code.printed_answers import parry_answers
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, Array, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, WXYZ, XYZW
from gjkscope.app.bring.notations.registry import register

_HALF = ("half_extents",)
_TALL = ("half_height", "radius")
_ROUND = (("border_radius", "rounding"),)


def _axial(kind: str, *names: str) -> dict[str, Forms]:
    return {name: (ShapeForm(kind, _TALL, axis="y"),) for name in names}


def _everywhere(name: str, *forms: Form | ShapeForm) -> dict[str, Forms]:
    """A constructor of SharedShape, ColliderBuilder, bevy's Collider and its former ColliderShape."""
    owners = ("SharedShape", "ColliderBuilder", "Collider", "ColliderShape", "TypedShape")
    return {f"{owner}.{name}": forms for owner in owners}


def _vectors(*names: str) -> dict[str, Forms]:
    found: dict[str, Forms] = {}
    for name in names:
        found |= {
            f"{name}.new": VECTOR3,
            name: VECTOR3,
            f"{name}.zeros": (Form("", constant(ZERO3)),),
            f"{name}.origin": (Form("", constant(ZERO3)),),
            f"{name}.x": (Form("", constant(AXES["x"])),),
            f"{name}.y": (Form("", constant(AXES["y"])),),
            f"{name}.z": (Form("", constant(AXES["z"])),),
            f"{name}.x_axis": (Form("", constant(AXES["x"])),),
            f"{name}.y_axis": (Form("", constant(AXES["y"])),),
            f"{name}.z_axis": (Form("", constant(AXES["z"])),),
            f"{name}.repeat": (Form("s", repeated(3)),),
            f"{name}.splat": (Form("s", repeated(3)),),
            f"{name}.from_element": (Form("s", repeated(3)),),
            f"{name}.from": (Form("v", first), Form("a", first)),
            f"{name}.from_array": (Form("v", first),),
            f"{name}.from_slice": (Form("v", first),),
        }
    return found


def _poses(*names: str) -> dict[str, Forms]:
    found: dict[str, Forms] = {}
    for name in names:
        found |= {
            f"{name}.new": (Form("vv", posed_in_order(position_first=True)), Form("vr", posed)),
            name: (Form("vr", posed, ("translation", "rotation")), Form("rv", posed, ("rotation", "translation"))),
            f"{name}.translation": TRANSLATION,
            f"{name}.from_translation": TRANSLATION,
            f"{name}.from_xyz": TRANSLATION,
            f"{name}.rotation": (Form("v", only_turned(rotation_vector)), Form("r", pose_from)),
            f"{name}.from_rotation": (Form("r", pose_from), Form("v", only_turned(rotation_vector))),
            f"{name}.from_parts": (Form("pr", posed), Form("vr", posed)),
            f"{name}.from_rotation_translation": (Form("rv", posed),),
            f"{name}.from_axis_angle": (Form("vs", only_turned(axis_angle())),),
            f"{name}.identity": (IDENTITY_POSE,),
            f"{name}.default": (IDENTITY_POSE,),
            f"{name}.from": (Form("p", pose_from), Form("v", pose_from)),
        }
    return found


_QUATERNION_FUNCTIONS: dict[str, Forms] = {
    "Quaternion.new": (Form("ssss", from_quaternion(WXYZ)),),
    "Quaternion.from": (Form("4", from_quaternion(XYZW)),),
    "Quaternion.from_vector": (Form("4", from_quaternion(XYZW)),),
    "Quaternion.from_parts": (Form("sv", lambda site, values: from_quaternion(WXYZ)(site, values)),),
    "Quaternion.identity": (IDENTITY_TURN,),
    **{
        f"UnitQuaternion.{name}": (Form("r", as_rotation),)
        for name in ("from_quaternion", "new_unchecked", "from_matrix", "from_rotation_matrix")
    },
    **dict.fromkeys(
        ("UnitQuaternion.new_normalize", "Unit.new_normalize"), (Form("r", unit_value), Form("v", unit_value))
    ),
    "Unit.new_unchecked": (Form("*", first),),
    **dict.fromkeys(("UnitQuaternion.new", "UnitQuaternion.from_scaled_axis"), (Form("v", rotation_vector),)),
    "UnitQuaternion.rotation_between": (Form("vv", looking_between),),
    "UnitQuaternion.from_euler_angles": (Form("sss", euler("xyz")),),
    "UnitQuaternion.from_axis_angle": (Form("vs", axis_angle()),),
    **dict.fromkeys(("UnitQuaternion.identity", "UnitQuaternion.default"), (IDENTITY_TURN,)),
    **dict.fromkeys(("Rotation3.new", "Rotation.new"), (Form("v", rotation_vector),)),
    "Rotation3.from_scaled_axis": (Form("v", rotation_vector),),
    "Rotation3.from_axis_angle": (Form("vs", axis_angle()),),
    "Rotation3.from_euler_angles": (Form("sss", euler("xyz")),),
    "Rotation3.from_matrix_unchecked": (Form("r", as_rotation),),
    "Rotation3.identity": (IDENTITY_TURN,),
    **{f"{quat}.from_xyzw": (Form("ssss", from_quaternion(XYZW)),) for quat in ("Quat", "Rot", "Rotation", "DQuat")},
    **{f"{quat}.from_array": (Form("4", from_quaternion(XYZW)),) for quat in ("Quat", "DQuat", "Rotation")},
    "from_vec4": (Form("4", from_quaternion(XYZW)),),
    "from_rotation_x": (Form("s", about("x")),),
    "from_rotation_y": (Form("s", about("y")),),
    "from_rotation_z": (Form("s", about("z")),),
    "from_scaled_axis": (Form("v", rotation_vector),),
    "from_rotation_arc": (Form("vv", looking_between),),
    "from_euler": (Form("tsss", glam_euler),),
    **{f"{quat}.from_axis_angle": (Form("vs", axis_angle()),) for quat in ("Quat", "DQuat", "Rotation", "Rot")},
    **{f"{quat}.from_mat3": (Form("r", as_rotation),) for quat in ("Quat", "DQuat")},
}

_FUNCTIONS: dict[str, Forms] = {
    # parry and ncollide
    "Ball.new": (ShapeForm("sphere", ("radius",)),),
    "Ball": (ShapeForm("sphere", ("radius",)),),
    "Cuboid.new": (ShapeForm("box", _HALF),),
    "Cuboid": (ShapeForm("box", _HALF),),
    "RoundCuboid": (ShapeForm("box", (*_HALF, "rounding"), names=_ROUND),),
    "Capsule.new": (
        ShapeForm("capsule", ("a", "b", "radius")),
        ShapeForm("capsule", _TALL, axis="y"),  # ncollide
    ),
    "Capsule": (ShapeForm("capsule", ("a", "b", "radius")),),
    **{
        f"{owner}.{prefix}{axis}": (ShapeForm("capsule", _TALL, axis=axis, is_axis_named=True),)
        for owner, prefix in (
            ("Capsule", "new_"),
            ("SharedShape", "capsule_"),
            ("ColliderBuilder", "capsule_"),
            ("Collider", "capsule_"),
        )
        for axis in "xyz"
    },
    **_axial("cylinder", "Cylinder.new", "Cylinder"),
    **_axial("cone", "Cone.new", "Cone"),
    "Triangle.new": (ShapeForm("triangle", ("a", "b", "c")),),
    "Triangle": (ShapeForm("triangle", ("a", "b", "c")),),
    "Segment.new": (ShapeForm("segment", ("a", "b")),),
    "Segment": (ShapeForm("segment", ("a", "b")),),
    **{
        f"{owner}.{name}": (ShapeForm("hull", ("points", "_…")),)
        for owner in ("ConvexPolyhedron", "ConvexHull")
        for name in ("from_convex_hull", "from_convex_mesh", "try_new", "try_from_points", "new")
    },
    **{f"TriMesh.{name}": (ShapeForm("mesh", ("points", "faces", "_…")),) for name in ("new", "with_flags")},
    **_everywhere("ball", ShapeForm("sphere", ("radius",))),
    **_everywhere("cuboid", ShapeForm("box", _HALF)),
    **_everywhere("round_cuboid", ShapeForm("box", (*_HALF, "rounding"))),
    **_everywhere("cylinder", ShapeForm("cylinder", _TALL, axis="y")),
    **_everywhere("round_cylinder", ShapeForm("cylinder", (*_TALL, "rounding"), axis="y")),
    **_everywhere("cone", ShapeForm("cone", _TALL, axis="y")),
    **_everywhere("round_cone", ShapeForm("cone", (*_TALL, "rounding"), axis="y")),
    **_everywhere("capsule", ShapeForm("capsule", ("a", "b", "radius"))),
    **_everywhere("triangle", ShapeForm("triangle", ("a", "b", "c"))),
    **_everywhere("segment", ShapeForm("segment", ("a", "b"))),
    **_everywhere("convex_hull", ShapeForm("hull", ("points",))),
    **_everywhere("round_convex_hull", ShapeForm("hull", ("points", "rounding"))),
    **_everywhere("trimesh", ShapeForm("mesh", ("points", "faces", "_…"))),
    "HalfSpace.new": (ShapeForm("halfspace", ("normal",)),),
    "HalfSpace": (ShapeForm("halfspace", ("normal",)),),
    **_everywhere("halfspace", ShapeForm("halfspace", ("normal",))),
    "RoundShape": (Form("os", rounded_shape, ("inner_shape", "border_radius")),),
    **dict.fromkeys(("AABB.new", "Aabb.new"), (Form("vv", extents_of_bounds),)),
    # vectors
    **_vectors("Vector3", "Vector", "Vec3", "Vec3A", "DVec3", "Point3", "Point", "Vect", "Real3"),
    **_vectors(
        "v3", "V3", "vec3", "p3", "P3", "Vec3f", "Vec3d", "Vector3f", "Point3f"
    ),  # what texts abbreviate them to
    # where a motion starts; note_motions warns that the rest is not read
    "NonlinearRigidMotion.new": (Form("p|***", pose_from),),
    "NonlinearRigidMotion.constant_position": (Form("p", pose_from),),
    "NonlinearRigidMotion.identity": (IDENTITY_POSE,),
    "Vec.new": (Form("", constant(Array(()))),),
    "Vec.with_capacity": (Form("*", constant(Array(()))),),
    "vector!": VECTOR3,
    "point!": VECTOR3,
    "vec3": VECTOR3,
    "dvec3": VECTOR3,
    "vec!": (Form("…", listed),),
    "zero": (Form("", constant(ZERO3)),),
    "na.zero": (Form("", constant(ZERO3)),),
    "na.one": (IDENTITY_POSE,),
    "one": (IDENTITY_POSE,),
    "Vec4.new": VECTOR4,
    "vec4": VECTOR4,
    "Translation3.new": (Form("sss", translation),),
    "Translation.new": (Form("sss", translation),),
    "Translation3.from": (Form("v", translation),),
    "Translation.from": (Form("v", translation),),
    "Translation3.identity": (IDENTITY_POSE,),
    **{f"Vector3.{axis}_axis": (Form("", constant(AXES[axis])),) for axis in "xyz"},
    # rotations and poses
    **_QUATERNION_FUNCTIONS,
    **_poses(
        "Isometry3", "Isometry", "Pose", "Pose3", "DPose3", "Transform", "GlobalTransform", "Similarity3", "Isometry3d"
    ),
    **{f"{name}.from_quat": (Form("r", pose_from),) for name in ("Mat4", "Mat3", "Affine3A")},
    **{f"{name}.from_rotation_translation": (Form("rv", posed),) for name in ("Mat4", "DMat4", "Affine3A")},
    **{f"{name}.from_translation": TRANSLATION for name in ("Mat4", "DMat4", "Affine3A")},
    **{f"{name}.from_cols": (Form("4444", matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols_array": (Form("a", matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols_array_2d": (Form("a", matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols": (Form("vvv", rotation_matrix(COLUMNS)),) for name in ("Mat3", "DMat3")},
    **{f"{name}.from_cols_array": (Form("a", rotation_matrix(COLUMNS)),) for name in ("Mat3", "DMat3")},
    "Matrix4.new": (Form("s" * 16, matrix_of(ROWS)),),
    "Matrix3.new": (Form("s" * 9, rotation_matrix(ROWS)),),
    "Matrix3.from_columns": (Form("a", rotation_matrix(COLUMNS)),),
    "Matrix3.from_rows": (Form("a", rotation_matrix(ROWS)),),
    "from_row_slice": (Form("a", matrix_of(ROWS)),),
    "from_column_slice": (Form("a", matrix_of(COLUMNS)),),
    "Matrix4.identity": (IDENTITY_POSE,),
    "Matrix3.identity": (IDENTITY_TURN,),
    "try_from_matrix": (Form("p", pose_from),),
    "inverse": (Form("p", inverse_of),),
    "Mat4.new": (Form("", blank(4, 4)),),
    "UnitQuaternion.try_new": (Form("rs", normalized_quaternion(XYZW)),),
}

_WITH_AXES = ("Vec3", "Vector", "DVec3", "Vec3A", "Dir3", "Dir3A", "Direction3d")

_CONSTANTS = {
    **{f"{name}.ZERO": ZERO3 for name in ("Vec3", "Vector", "DVec3", "Vec3A", "Vect")},
    **{f"{name}.ONE": ONE3 for name in ("Vec3", "Vector", "DVec3", "Vec3A", "Vect")},
    **{f"{name}.{axis.upper()}": AXES[axis] for name in _WITH_AXES for axis in "xyz"},
    **{
        f"{name}.NEG_{axis.upper()}": numbers(*(-float(axis == one) for one in "xyz"))
        for name in _WITH_AXES
        for axis in "xyz"
    },
    **{f"{name}.IDENTITY": IDENTITY_ROTATION for name in ("Quat", "DQuat", "Rotation", "Rot")},
    **{
        f"{name}.IDENTITY": IDENTITY_PLACEMENT
        for name in ("Pose", "Pose3", "Transform", "Mat4", "Affine3A", "Isometry3")
    },
    **words("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "XYZEx", "ZYXEx", "YXZEx", "XZYEx", "YZXEx", "ZXYEx"),
}

VOCABULARY = Vocabulary(
    name="rust",
    title="Rust (parry, ncollide, rapier; nalgebra, glam)",
    language=RUST,
    signs=(
        r"\blet\s+(?:mut\s+)?[\w(][^=;\n]{0,200}=|\b(?:Isometry3|Pose3?|Cuboid|Ball|Capsule|Cylinder|UnitQuaternion|SharedShape"
        r"|ColliderBuilder|Vec3|Vector3?|Point3?|Quat)::[a-z_0-9]+\(|\b(?:vector|point|vec)!\["
    ),
    functions=_FUNCTIONS,
    constants=_CONSTANTS,
    order=XYZW,
    order_why="nalgebra and glam store x, y, z, w",
    compounds=frozenset({"Compound.new", "SharedShape.compound", "ColliderBuilder.compound", "Collider.compound"}),
    ignored=r"meshes\.add|Mesh3d|Mesh\.from|materials\.add|shape\.[A-Z]\w*",  # bevy's meshes
    unsupported=r"(?:Plane|HeightField|Polyline|Voxels|heightfield\w*|polyline|voxels\w*|voxelized_\w+|convex_decomposition\w*)",
    fields={"translation": "position", "position": "placement", "rotation": "rotation"},
    infers_points=True,
    answers=parry_answers,
    confidence=0.97,
    suffixes=(".rs",),
)

register(notation_of(VOCABULARY))
