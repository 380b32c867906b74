"""Rust: parry, ncollide and rapier, with nalgebra or glam."""

from gjkscope.app.bring.notations.code import builders as build
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
    forms: dict[str, Forms] = {}
    for name in names:
        forms |= {
            f"{name}.new": build.VECTOR3,
            name: build.VECTOR3,
            f"{name}.zeros": (Form("", build.constant(build.ZERO3)),),
            f"{name}.origin": (Form("", build.constant(build.ZERO3)),),
            f"{name}.x": (Form("", build.constant(build.AXES["x"])),),
            f"{name}.y": (Form("", build.constant(build.AXES["y"])),),
            f"{name}.z": (Form("", build.constant(build.AXES["z"])),),
            f"{name}.x_axis": (Form("", build.constant(build.AXES["x"])),),
            f"{name}.y_axis": (Form("", build.constant(build.AXES["y"])),),
            f"{name}.z_axis": (Form("", build.constant(build.AXES["z"])),),
            f"{name}.repeat": (Form("s", build.repeat(3)),),
            f"{name}.splat": (Form("s", build.repeat(3)),),
            f"{name}.from_element": (Form("s", build.repeat(3)),),
            f"{name}.from": (Form("v", build.first), Form("a", build.first)),
            f"{name}.from_array": (Form("v", build.first),),
            f"{name}.from_slice": (Form("v", build.first),),
        }
    return forms


def _poses(*names: str) -> dict[str, Forms]:
    forms: dict[str, Forms] = {}
    for name in names:
        forms |= {
            f"{name}.new": (Form("vv", build.pose_in_order(position_first=True)), Form("vr", build.pose)),
            name: (
                Form("vr", build.pose, ("translation", "rotation")),
                Form("rv", build.pose, ("rotation", "translation")),
            ),
            f"{name}.translation": build.TRANSLATION,
            f"{name}.from_translation": build.TRANSLATION,
            f"{name}.from_xyz": build.TRANSLATION,
            f"{name}.rotation": (Form("v", build.only_turned(build.rotation_vector)), Form("r", build.pose_from)),
            f"{name}.from_rotation": (Form("r", build.pose_from), Form("v", build.only_turned(build.rotation_vector))),
            f"{name}.from_parts": (Form("pr", build.pose), Form("vr", build.pose)),
            f"{name}.from_rotation_translation": (Form("rv", build.pose),),
            f"{name}.from_axis_angle": (Form("vs", build.only_turned(build.axis_angle())),),
            f"{name}.identity": (build.IDENTITY_POSE,),
            f"{name}.default": (build.IDENTITY_POSE,),
            f"{name}.from": (Form("p", build.pose_from), Form("v", build.pose_from)),
        }
    return forms


_QUATERNION_FUNCTIONS: dict[str, Forms] = {
    "Quaternion.new": (Form("ssss", build.from_quaternion(WXYZ)),),
    "Quaternion.from": (Form("4", build.from_quaternion(XYZW)),),
    "Quaternion.from_vector": (Form("4", build.from_quaternion(XYZW)),),
    "Quaternion.from_parts": (Form("sv", lambda site, values: build.from_quaternion(WXYZ)(site, values)),),
    "Quaternion.identity": (build.IDENTITY_TURN,),
    **{
        f"UnitQuaternion.{name}": (Form("r", build.as_rotation),)
        for name in ("from_quaternion", "new_unchecked", "from_matrix", "from_rotation_matrix")
    },
    **dict.fromkeys(
        ("UnitQuaternion.new_normalize", "Unit.new_normalize"),
        (Form("r", build.unit_value), Form("v", build.unit_value)),
    ),
    "Unit.new_unchecked": (Form("*", build.first),),
    **dict.fromkeys(("UnitQuaternion.new", "UnitQuaternion.from_scaled_axis"), (Form("v", build.rotation_vector),)),
    "UnitQuaternion.rotation_between": (Form("vv", build.looking_between),),
    "UnitQuaternion.from_euler_angles": (Form("sss", build.euler("xyz")),),
    "UnitQuaternion.from_axis_angle": (Form("vs", build.axis_angle()),),
    **dict.fromkeys(("UnitQuaternion.identity", "UnitQuaternion.default"), (build.IDENTITY_TURN,)),
    **dict.fromkeys(("Rotation3.new", "Rotation.new"), (Form("v", build.rotation_vector),)),
    "Rotation3.from_scaled_axis": (Form("v", build.rotation_vector),),
    "Rotation3.from_axis_angle": (Form("vs", build.axis_angle()),),
    "Rotation3.from_euler_angles": (Form("sss", build.euler("xyz")),),
    "Rotation3.from_matrix_unchecked": (Form("r", build.as_rotation),),
    "Rotation3.identity": (build.IDENTITY_TURN,),
    **{
        f"{quat}.from_xyzw": (Form("ssss", build.from_quaternion(XYZW)),)
        for quat in ("Quat", "Rot", "Rotation", "DQuat")
    },
    **{f"{quat}.from_array": (Form("4", build.from_quaternion(XYZW)),) for quat in ("Quat", "DQuat", "Rotation")},
    "from_vec4": (Form("4", build.from_quaternion(XYZW)),),
    "from_rotation_x": (Form("s", build.about("x")),),
    "from_rotation_y": (Form("s", build.about("y")),),
    "from_rotation_z": (Form("s", build.about("z")),),
    "from_scaled_axis": (Form("v", build.rotation_vector),),
    "from_rotation_arc": (Form("vv", build.looking_between),),
    "from_euler": (Form("tsss", build.glam_euler),),
    **{f"{quat}.from_axis_angle": (Form("vs", build.axis_angle()),) for quat in ("Quat", "DQuat", "Rotation", "Rot")},
    **{f"{quat}.from_mat3": (Form("r", build.as_rotation),) for quat in ("Quat", "DQuat")},
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
    "RoundShape": (Form("os", build.rounded_shape, ("inner_shape", "border_radius")),),
    **dict.fromkeys(("AABB.new", "Aabb.new"), (Form("vv", build.extents_of_bounds),)),
    # vectors
    **_vectors("Vector3", "Vector", "Vec3", "Vec3A", "DVec3", "Point3", "Point", "Vect", "Real3"),
    **_vectors(
        "v3", "V3", "vec3", "p3", "P3", "Vec3f", "Vec3d", "Vector3f", "Point3f"
    ),  # their abbreviations in texts where a motion starts; note_motions warns that the rest is not read
    "NonlinearRigidMotion.new": (Form("p|***", build.pose_from),),
    "NonlinearRigidMotion.constant_position": (Form("p", build.pose_from),),
    "NonlinearRigidMotion.identity": (build.IDENTITY_POSE,),
    "Vec.new": (Form("", build.constant(Array(()))),),
    "Vec.with_capacity": (Form("*", build.constant(Array(()))),),
    "vector!": build.VECTOR3,
    "point!": build.VECTOR3,
    "vec3": build.VECTOR3,
    "dvec3": build.VECTOR3,
    "vec!": (Form("…", build.as_list),),
    "zero": (Form("", build.constant(build.ZERO3)),),
    "na.zero": (Form("", build.constant(build.ZERO3)),),
    "na.one": (build.IDENTITY_POSE,),
    "one": (build.IDENTITY_POSE,),
    "Vec4.new": build.VECTOR4,
    "vec4": build.VECTOR4,
    "Translation3.new": (Form("sss", build.translation),),
    "Translation.new": (Form("sss", build.translation),),
    "Translation3.from": (Form("v", build.translation),),
    "Translation.from": (Form("v", build.translation),),
    "Translation3.identity": (build.IDENTITY_POSE,),
    **{f"Vector3.{axis}_axis": (Form("", build.constant(build.AXES[axis])),) for axis in "xyz"},
    # rotations and poses
    **_QUATERNION_FUNCTIONS,
    **_poses(
        "Isometry3", "Isometry", "Pose", "Pose3", "DPose3", "Transform", "GlobalTransform", "Similarity3", "Isometry3d"
    ),
    **{f"{name}.from_quat": (Form("r", build.pose_from),) for name in ("Mat4", "Mat3", "Affine3A")},
    **{f"{name}.from_rotation_translation": (Form("rv", build.pose),) for name in ("Mat4", "DMat4", "Affine3A")},
    **{f"{name}.from_translation": build.TRANSLATION for name in ("Mat4", "DMat4", "Affine3A")},
    **{f"{name}.from_cols": (Form("4444", build.matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols_array": (Form("a", build.matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols_array_2d": (Form("a", build.matrix_of(COLUMNS)),) for name in ("Mat4", "DMat4")},
    **{f"{name}.from_cols": (Form("vvv", build.rotation_matrix(COLUMNS)),) for name in ("Mat3", "DMat3")},
    **{f"{name}.from_cols_array": (Form("a", build.rotation_matrix(COLUMNS)),) for name in ("Mat3", "DMat3")},
    "Matrix4.new": (Form("s" * 16, build.matrix_of(ROWS)),),
    "Matrix3.new": (Form("s" * 9, build.rotation_matrix(ROWS)),),
    "Matrix3.from_columns": (Form("a", build.rotation_matrix(COLUMNS)),),
    "Matrix3.from_rows": (Form("a", build.rotation_matrix(ROWS)),),
    "from_row_slice": (Form("a", build.matrix_of(ROWS)),),
    "from_column_slice": (Form("a", build.matrix_of(COLUMNS)),),
    "Matrix4.identity": (build.IDENTITY_POSE,),
    "Matrix3.identity": (build.IDENTITY_TURN,),
    "try_from_matrix": (Form("p", build.pose_from),),
    "inverse": (Form("p", build.inverse_of),),
    "Mat4.new": (Form("", build.blank(4, 4)),),
    "UnitQuaternion.try_new": (Form("rs", build.normalized_quaternion(XYZW)),),
}

_WITH_AXES = ("Vec3", "Vector", "DVec3", "Vec3A", "Dir3", "Dir3A", "Direction3d")

_CONSTANTS = {
    **{f"{name}.ZERO": build.ZERO3 for name in ("Vec3", "Vector", "DVec3", "Vec3A", "Vect")},
    **{f"{name}.ONE": build.ONE3 for name in ("Vec3", "Vector", "DVec3", "Vec3A", "Vect")},
    **{f"{name}.{axis.upper()}": build.AXES[axis] for name in _WITH_AXES for axis in "xyz"},
    **{
        f"{name}.NEG_{axis.upper()}": build.numbers(*(-float(axis == letter) for letter in "xyz"))
        for name in _WITH_AXES
        for axis in "xyz"
    },
    **{f"{name}.IDENTITY": IDENTITY_ROTATION for name in ("Quat", "DQuat", "Rotation", "Rot")},
    **{
        f"{name}.IDENTITY": IDENTITY_PLACEMENT
        for name in ("Pose", "Pose3", "Transform", "Mat4", "Affine3A", "Isometry3")
    },
    **build.words("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "XYZEx", "ZYXEx", "YXZEx", "XZYEx", "YZXEx", "ZXYEx"),
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
