"""The vocabulary of Python: NumPy, coal, python-fcl, distance3d, Newton and Warp, PyBullet, trimesh."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code import python_builders as python
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.python_shapes import MORE_SHAPES, ROS_SHAPES
from gjkscope.app.bring.notations.code.values import IDENTITY_ROTATION, Array, ShapeForm, Text, Value
from gjkscope.app.bring.notations.code.vocabulary import ByWord, Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.placing import ROWS, WXYZ, XYZW

_PLACED = (
    ("transform", "placement"),
    ("xform", "placement"),
    ("tf", "placement"),
    ("pos", "position"),
    ("p", "position"),
)
_SIDES = (  # Drake's names first
    *(("width", "sizes.0"), ("depth", "sizes.1"), ("height", "sizes.2")),
    *(("x", "sizes.0"), ("y", "sizes.1"), ("z", "sizes.2")),
)
_MORPH = (("pos", "position"), ("quat", "rotation"), *((name, "_") for name in ("fixed", "visualization", "collision")))
_MORPH_EULER = "xyz degrees"
_WXYZ = (("position", "position"), ("wxyz", "rotation"))
_LENGTH = (("length", "height"), ("lz", "height"))
_UNIT = (("radius", 1.0),)
_TALL = ("radius", "half_height")
_RADII = (("", "abc"), ("r", "xyz"))  # a, b, c or rx, ry, rz


def _form_of_adding(kind: str, *parameters: str, names: tuple[tuple[str, str], ...] = ()) -> tuple[ShapeForm, ...]:
    """A shape that a model builder adds to a body: add_shape_box(body, xform, hx, hy, hz)."""
    axis = "z" if kind in ("capsule", "cylinder", "cone") else ""
    half = (("hx", "half_extents.0"), ("hy", "half_extents.1"), ("hz", "half_extents.2"))
    turned = (("rot", "rotation"), *((("axis", "axis"),) if axis else ()))
    every = (*names, *(half if kind == "box" else ()), *_PLACED, *turned)
    return (
        ShapeForm(kind, parameters, axis=axis, names=every),
        ShapeForm(kind, ("body", "placement", *parameters, "_…"), axis=axis, names=every),
        ShapeForm(kind, ("body", *parameters, "_…"), axis=axis, names=every),
    )


def _pose_wxyz(site: Site, values: Sequence[Value]) -> Value:
    return build.pose(site, [build.from_quaternion(WXYZ)(site, [values[0]]), values[1]])


_SHAPES: dict[str, Forms] = {
    **MORE_SHAPES,
    # coal and python-fcl take full sizes; distance3d takes a pose first
    "Box": (
        ShapeForm("box", ("sizes",), names=(("extents", "sizes"), ("size", "sizes"), *_SIDES, *_PLACED)),
        ShapeForm("box", ("placement", "sizes"), names=(("box2origin", "placement"), ("size", "sizes"))),
    ),
    "Sphere": (
        ShapeForm("sphere", ("radius",), names=_PLACED),
        ShapeForm("sphere", ("position", "radius"), names=(*_PLACED, ("center", "position"))),
    ),
    "Ellipsoid": (
        ShapeForm("ellipsoid", ("radii",)),
        ShapeForm("ellipsoid", ("placement", "radii"), names=(("ellipsoid2origin", "placement"),)),
    ),
    "Capsule": (
        ShapeForm("capsule", ("radius", "height"), axis="z", names=(*_LENGTH, *_PLACED)),
        ShapeForm("capsule", ("placement", "radius", "height"), axis="z", names=(("capsule2origin", "placement"),)),
    ),
    "Cylinder": (
        ShapeForm("cylinder", ("radius", "height"), axis="z", names=(*_LENGTH, *_PLACED)),
        ShapeForm(
            "cylinder",
            ("placement", "radius", "height"),
            axis="z",
            names=(("cylinder2origin", "placement"), ("length", "height")),
        ),
    ),
    "Cone": (
        ShapeForm("cone", ("radius", "height"), axis="z"),
        ShapeForm(
            "cone",
            ("placement", "radius", "height"),
            axis="z",
            base_at_origin=True,
            names=(("cone2origin", "placement"),),
        ),
    ),
    "TriangleP": (ShapeForm("triangle", ("a", "b", "c")),),
    "Triangle": (  # of coal: also three indices
        ShapeForm("triangle", ("a", "b", "c")),
        ShapeForm("triangle", ("points",)),
        Form("sss", build.as_list),
    ),
    "Halfspace": (ShapeForm("halfspace", ("normal", "offset"), names=(("n", "normal"), ("d", "offset"))),),
    "Convex": (ShapeForm("hull", ("points", "_…")),),
    "ConvexHullVertices": (ShapeForm("hull", ("points",), names=(("vertices", "points"),)),),
    "ConvexHull": (ShapeForm("hull", ("points", "_…"), names=(("vertices", "points"),)),),
    **dict.fromkeys(
        (f"StdVec_{item}" for item in ("Vec3s", "Vec3f", "Vector3", "Triangle", "Triangle32", "Triangle16")),
        (Form("", build.constant(Array(()))),),
    ),
    "MeshGraph": (
        ShapeForm(  # a convex mesh
            "hull",
            ("placement", "points", "_"),
            names=(("mesh2origin", "placement"), ("vertices", "points"), ("triangles", "_")),
        ),
    ),
    "Trimesh": (ShapeForm("mesh", ("points", "faces?", "_…"), names=(("vertices", "points"), ("process", "_"))),),
    "convexHull": (ShapeForm("hull", ("points", "_…")),),
    "convex_hull": (ShapeForm("hull", ("points", "_…")),),
    # trimesh.creation
    **dict.fromkeys(
        ("creation.box", "primitives.Box"),
        (
            ShapeForm("box", ("sizes", "placement?"), names=(("extents", "sizes"), *_PLACED)),
            ShapeForm("box", ("bounds",), names=_PLACED),
        ),
    ),
    **dict.fromkeys(
        ("creation.icosphere", "creation.uv_sphere"),
        (ShapeForm("sphere", ("_?", "radius"), names=(("subdivisions", "_"), ("count", "_")), defaults=_UNIT),),
    ),
    "creation.cylinder": (
        ShapeForm("cylinder", ("radius", "height", "_…"), axis="z", names=(*_PLACED, ("segment", "segment"))),
    ),
    "creation.capsule": (ShapeForm("capsule", ("height", "radius", "placement?"), axis="z", names=_PLACED),),
    "creation.cone": (
        ShapeForm("cone", ("radius", "height", "placement?"), axis="z", base_at_origin=True, names=_PLACED),
    ),
    # Genesis
    "morphs.Box": (
        ShapeForm("box", ("sizes",), names=(("size", "sizes"), *_MORPH), euler=_MORPH_EULER),
        ShapeForm("box", ("min", "max"), names=(("lower", "min"), ("upper", "max"), *_MORPH)),
    ),
    "morphs.Sphere": (ShapeForm("sphere", ("radius",), names=_MORPH, defaults=(("radius", 0.5),)),),
    "morphs.Cylinder": (ShapeForm("cylinder", ("radius", "height"), axis="z", names=_MORPH, euler=_MORPH_EULER),),
    # pyroki
    "Box.from_extent": (ShapeForm("box", ("sizes",), names=(("extent", "sizes"), *_WXYZ)),),
    "Sphere.from_center_and_radius": (ShapeForm("sphere", ("center", "radius")),),
    "Capsule.from_radius_height": (ShapeForm("capsule", ("radius", "height"), axis="z", names=_WXYZ),),
    "HalfSpace.from_point_and_normal": (ShapeForm("halfspace", ("center", "normal")),),
    # Newton and Warp
    "add_shape_box": _form_of_adding("box", "half_extents"),
    "add_shape_sphere": _form_of_adding("sphere", "radius"),
    "add_shape_capsule": _form_of_adding("capsule", *_TALL),
    "add_shape_cylinder": _form_of_adding("cylinder", *_TALL),
    "add_shape_cone": _form_of_adding("cone", *_TALL),
    "add_shape_ellipsoid": _form_of_adding(
        "ellipsoid",
        "radii",
        names=tuple((f"{r}{name}", f"radii.{i}") for r, names in _RADII for i, name in enumerate(names)),
    ),
    "add_shape_convex_hull": _form_of_adding("hull", "points", names=(("mesh", "points"), ("vertices", "points"))),
    "add_shape_mesh": _form_of_adding("mesh", "points", names=(("mesh", "points"),)),
    "add_ground_plane": (
        ShapeForm("halfspace", ("offset?", "_…"), axis="z", names=(("height", "offset"),), defaults=(("offset", 0.0),)),
    ),
    "add_shape_plane": (
        ShapeForm(
            "halfspace",
            ("equation?", "placement?", "_…"),
            axis="z",
            names=(("plane", "equation"), *_PLACED, *((name, "_") for name in ("width", "length", "body"))),
        ),
    ),
    "Mesh.create_box": (
        ShapeForm(
            "box",
            ("half_extents", "_…"),
            names=(("hx", "half_extents.0"), ("hy", "half_extents.1"), ("hz", "half_extents.2")),
        ),
    ),
    "Mesh.create_sphere": (ShapeForm("sphere", ("radius", "_…")),),
    "Mesh": (ShapeForm("mesh", ("points", "faces", "_…"), names=(("vertices", "points"), ("indices", "faces"))),),
}

_NUMBER_TYPES = (
    *("float64", "float32", "float16", "float", "double", "int", "bool_", "intp"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
)

_BULLET_NAMES = (
    ("halfExtents", "half_extents"),
    ("collisionFramePosition", "position"),
    ("collisionFrameOrientation", "rotation"),
    ("vertices", "points"),
    ("physicsClientId", "_"),
    ("flags", "_"),
)
_BULLET_SHAPES = {
    "GEOM_BOX": ShapeForm("box", ("half_extents",), names=_BULLET_NAMES),
    "GEOM_SPHERE": ShapeForm("sphere", ("radius",), names=_BULLET_NAMES),
    "GEOM_CAPSULE": ShapeForm("capsule", ("radius", "height"), axis="z", names=_BULLET_NAMES),
    "GEOM_CYLINDER": ShapeForm("cylinder", ("radius", "height"), axis="z", names=_BULLET_NAMES),
    "GEOM_MESH": ShapeForm("mesh", ("points", "faces?"), names=(*_BULLET_NAMES, ("indices", "faces"))),
    "GEOM_PLANE": ShapeForm(
        "halfspace",
        ("normal?",),
        axis="z",
        names=(("planeNormal", "normal"),),
        is_axis_named=True,
        defaults=(("offset", 0.0),),
    ),
}

_MUJOCO_NAMES = (
    ("size", "dims"),
    ("pos", "position"),
    ("quat", "rotation"),
    *((name, "_") for name in ("name", "rgba", "mass", "friction", "contype", "conaffinity", "group", "material")),
)
_FROM_TO = (*_MUJOCO_NAMES, ("fromto", "segment"))
_MUJOCO_SHAPES = {
    "mjGEOM_BOX": ShapeForm("box", ("dims?",), names=_MUJOCO_NAMES, dims=("half_extents",)),
    "mjGEOM_SPHERE": ShapeForm("sphere", ("dims?",), names=_MUJOCO_NAMES, dims=("radius",)),
    "mjGEOM_CAPSULE": ShapeForm("capsule", ("dims?",), axis="z", names=_FROM_TO, dims=_TALL),
    "mjGEOM_CYLINDER": ShapeForm("cylinder", ("dims?",), axis="z", names=_FROM_TO, dims=_TALL),
    "mjGEOM_ELLIPSOID": ShapeForm("ellipsoid", ("dims?",), names=_MUJOCO_NAMES, dims=("radii",)),
}

_RECORD_NAMES = (
    ("data", "dims"),
    ("scale", "dims"),
    ("transform", "placement"),
    *((name, "_") for name in ("type", "cutoff", "gap", "margin")),
)
_NEWTON_SHAPES = (
    {  # of its narrow phase: a shape is a type, sizes and a pose
        f"GeoType.{kind.upper()}": ShapeForm(kind, ("dims?",), axis=axis, names=_RECORD_NAMES, dims=dims)
        for kind, axis, dims in (
            ("box", "", ("half_extents",)),
            ("sphere", "", ("radius",)),
            ("capsule", "z", _TALL),
            ("cylinder", "z", _TALL),
            ("cone", "z", _TALL),
            ("ellipsoid", "", ("radii",)),
        )
    }
    | {
        "GeoType.PLANE": ShapeForm(
            "halfspace",
            ("normal?",),
            axis="z",
            names=(*_RECORD_NAMES[2:], ("data", "_"), ("scale", "_")),
            is_axis_named=True,
            defaults=(("offset", 0.0),),
        )
    }
)

_ARRAYS: dict[str, Forms] = {
    **dict.fromkeys(
        ("array", "asarray", "asanyarray", "ascontiguousarray", "list", "tuple", "matrix", "as_tensor", "tensor"),
        (Form("*", build.first), Form("*|**…", build.first, ("object", "dtype", "copy", "device"))),
    ),
    **dict.fromkeys(("float64", "float32", "float16"), (Form("*", build.first),)),
    **dict.fromkeys(("eye", "identity"), (Form("s", python.identity_matrix, ("n", "dtype")), build.IDENTITY_POSE)),
    "zeros": (Form("*|*", python.repeated_array(0.0), ("shape", "dtype")),),
    "ones": (Form("*|*", python.repeated_array(1.0), ("shape", "dtype")),),
    "full": (Form("*s", python.repeated_array(None)),),
    "diag": (Form("a", python.diagonal),),
    "pytest.param": (Form("*…", build.as_list, ("id", "marks")),),
    "str": (Form("*", build.first),),
    **dict.fromkeys(("dot", "matmul"), (Form("**", build.product_of),)),
    **dict.fromkeys(
        ("concatenate", "vstack", "row_stack", "stack"), (Form("a|*", python.stack_arrays, ("arrays", "axis")),)
    ),
    **dict.fromkeys(("hstack", "column_stack"), (Form("a", python.side_by_side),)),
    "zip": (Form("*…", python.zip_lists, ("strict",)),),
    "enumerate": (Form("a|s", python.number_items, ("iterable", "start")),),
    "range": (Form("s|ss", python.number_range),),
    "linspace": (Form("ss|s", python.space_evenly, ("start", "stop", "num")),),
    "linalg.inv": (Form("*", build.inverse_of),),
    **dict.fromkeys(("norm_vector", "normalize"), (Form("v", build.unit_value),)),
    **dict.fromkeys(("vec4", "vec4f", "vec4d"), (Form("ssss", build.as_list),)),
    **dict.fromkeys(
        ("vec3", "vec3f", "vec3d", "Vec3", "Vector3", "Vec3f"),
        (*build.VECTOR3[:-1], Form("", build.constant(build.ZERO3)), Form("v|*", build.first, ("value", "dtype"))),
    ),
}

_ROTATIONS: dict[str, Forms] = {
    "RotationMatrix": (Form("r", build.as_rotation, ("R",)), Form("", build.constant(IDENTITY_ROTATION))),  # Drake
    **{f"Make{axis.upper()}Rotation": (Form("s", build.about(axis), ("theta",)),) for axis in "xyz"},
    "RollPitchYaw": (
        Form("sss", build.euler("xyz"), ("roll", "pitch", "yaw")),
        Form("v", build.euler("xyz"), ("rpy",)),
    ),
    # SciPy
    "from_quat": (Form("a|*", python.scipy_quaternion, ("quat", "scalar_first")),),
    "from_euler": (Form("t*|s", python.scipy_euler, ("seq", "angles", "degrees")),),
    "from_rotvec": (Form("v", build.rotation_vector, ("rotvec",)),),
    **dict.fromkeys(("from_matrix", "from_dcm"), (Form("r", build.as_rotation, ("matrix",)),)),
    **{f"{name}.identity": (build.IDENTITY_TURN,) for name in ("Rotation", "R")},
    # Warp: x, y, z, w
    **dict.fromkeys(
        ("quat", "quatf", "quatd"), (Form("ssss", build.from_quaternion(XYZW)), Form("vs", build.axis_angle()))
    ),
    "quat_from_axis_angle": (Form("vs", build.axis_angle(), ("axis", "angle")),),
    "quat_identity": (build.IDENTITY_TURN,),
    "quat_between_vectors": (Form("vv", build.looking_between),),
    "quat_rpy": (Form("sss", build.euler("xyz")),),
    # Eigen's bindings, PyQuaternion: w, x, y, z
    "Quaternion": (
        Form("ssss", build.from_quaternion(WXYZ), ("w", "x", "y", "z")),
        Form("vs", build.axis_angle(), ("axis", "angle")),
        Form("r", build.as_rotation),
        Form("4", build.from_quaternion(XYZW)),
    ),
    "AngleAxis": (Form("sv", build.axis_angle()),),
    "rotate": (Form("ts", python.scipy_euler),),
    "exp3": (Form("v", build.rotation_vector),),
    "rpyToMatrix": (Form("sss", build.euler("xyz")), Form("v", build.euler("xyz"))),
    # pytransform3d
    **dict.fromkeys(
        ("matrix_from_quaternion", "quat2mat", "quat_to_mat"),
        (Form("4", build.from_quaternion(WXYZ)), Form("r", build.as_rotation)),
    ),
    "matrix_from_axis_angle": (Form("a", python.axis_angle_list),),
    "matrix_from_compact_axis_angle": (Form("v", build.rotation_vector),),
    "active_matrix_from_extrinsic_roll_pitch_yaw": (Form("v", build.euler("xyz")),),
    **{
        f"{side}_matrix_from_{frame}_euler_{order}": (
            Form("v", turn(build.euler(order if frame == "extrinsic" else order.upper()))),
        )
        for side, turn in (("active", lambda turn: turn), ("passive", python.passive))
        for frame in ("extrinsic", "intrinsic")
        for order in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz")
    },
    **dict.fromkeys(
        ("matrix_from_euler", "quaternion_from_euler"),
        (
            Form("vssss", python.basis_euler, ("e", "i", "j", "k", "extrinsic")),
            Form("sss|t", python.transforms3d_euler),
        ),
    ),
    "quaternion_from_axis_angle": (Form("a", python.axis_angle_list),),
    **dict.fromkeys(
        ("quaternion_from_matrix", "matrix_from_rotation"), (Form("r", build.as_rotation), Form("p", build.as_rotation))
    ),
    "euler_angles_to_quat": (Form("v|s", build.euler("xyz")),),  # Isaac Sim
    "matrix_from_two_vectors": (Form("vv", build.looking_between),),
    "norm_quaternion": (Form("4", build.normalized_quaternion(WXYZ)),),
    # transforms3d and trimesh.transformations
    "euler2mat": (Form("sss|t", python.transforms3d_euler, ("ai", "aj", "ak", "axes")),),
    "euler2quat": (Form("sss|t", python.transforms3d_euler),),
    **dict.fromkeys(("axangle2mat", "axangle2quat"), (Form("sv", build.axis_angle()), Form("vs", build.axis_angle()))),
    "getQuaternionFromEuler": (Form("v", build.euler("xyz")),),
    "getQuaternionFromAxisAngle": (Form("vs", build.axis_angle()),),
}

_OPEN3D_TURNS: dict[str, Forms] = {  # functions, and methods of a mesh
    **{
        f"get_rotation_matrix_from_{order}": (Form("v", build.euler(order.upper()), ("rotation",)),)
        for order in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")
    },
    "get_rotation_matrix_from_axis_angle": (Form("v", build.rotation_vector, ("rotation",)),),
    "get_rotation_matrix_from_quaternion": (Form("4", build.from_quaternion(WXYZ), ("rotation",)),),
}

_POSES: dict[str, Forms] = {
    **dict.fromkeys(
        ("Transform", "Transform3f", "Transform3s", "SE3", "RigidTransform"),
        (
            Form("p", build.pose_from),
            Form("3v", build.pose),
            Form("4v", _pose_wxyz),
            Form("rv", build.pose),
            Form("4", lambda site, values: build.pose_from(site, [build.from_quaternion(WXYZ)(site, [values[0]])])),
            Form("v", build.pose_from),
            Form("sss", build.translation),
            build.IDENTITY_POSE._replace(kinds=""),
            Form("rv", build.pose, ("rpy", "p")),
            Form("4v", _pose_wxyz, ("quaternion", "p")),
            Form("rv", build.pose, ("quaternion", "p")),
            Form("rv", build.pose, ("R", "p")),
            Form("r", build.pose_from, ("R",)),
            Form("v", build.pose_from, ("p",)),
        ),
    ),
    **{f"{name}.Identity": (build.IDENTITY_POSE,) for name in ("Transform3f", "Transform3s", "SE3")},
    **dict.fromkeys(
        ("transform", "transformf", "transformd"),
        (
            Form("vr", build.pose, ("p", "q")),
            Form("v", build.pose_from, ("p",)),
            Form("r", build.pose_from, ("q",)),
            Form("a", python.seven_numbers(XYZW)),
        ),
    ),
    "XYZQUATToSE3": (Form("a", python.seven_numbers(XYZW)),),
    "transform_identity": (build.IDENTITY_POSE,),
    "transform_from": (Form("3v", build.pose, ("R", "p")),),
    "transform_from_pq": (Form("a", python.seven_numbers(WXYZ)),),
    "translate_transform": (Form("pv", build.pose),),
    # trimesh.transformations: matrices of 4×4
    "translation_matrix": build.TRANSLATION,
    "quaternion_matrix": (
        Form("4", build.only_turned(build.from_quaternion(WXYZ))),
        Form("r", build.only_turned(build.as_rotation)),
    ),
    "euler_matrix": (Form("sss|t", build.only_turned(python.transforms3d_euler), ("ai", "aj", "ak", "axes")),),
    "rotation_matrix": (
        Form("sv|v", build.turn_about_point, ("angle", "direction", "point")),
        Form("vs", build.only_turned(build.axis_angle())),
    ),
    "compose_matrix": (
        Form("vv", python.composed_matrix, ("angles", "translate")),
        Form("v", build.pose_from, ("translate",)),
        Form("v", build.only_turned(build.euler("xyz")), ("angles",)),
    ),
    "concatenate_matrices": (Form("pp", build.product_of), Form("ppp", build.product_of_three)),
    "compose": (Form("v3|v", build.compose_affine),),
    "SE3.Rx": (Form("s", build.about("x")),),
    "SE3.Ry": (Form("s", build.about("y")),),
    "SE3.Rz": (Form("s", build.about("z")),),
    "Matrix4": (Form("a", build.matrix_of(ROWS)),),
    "invert_transform": (Form("p", build.inverse_of),),
    "concat": (Form("pp", lambda site, values: build.product_of(site, [values[1], values[0]])),),
}

VOCABULARY = Vocabulary(
    name="python",
    title="Python (NumPy, coal, python-fcl, distance3d, Newton, PyBullet, trimesh)",
    language=PYTHON,
    signs=(
        r"(?<![\"</\w])(?:np|numpy|wp|warp|newton|coal|fcl|hppfcl|trimesh|pybullet|distance3d|pinocchio)\.[a-zA-Z]\w*"
        r"|(?m:^[ \t]*(?:import\s+\w+(?:\.\w+)*(?:\s+as\s+\w+)?\s*$|from\s+[\w.]+\s+import\b))|\bcreateCollisionShape\b"
        r"|(?m:(?<![:\w])(?:RigidTransform|RollPitchYaw)\([^;{}\n]*\)[,)]*[ \t]*(?:#.*)?$)"
        r"|(?m:^[ \t]*(?:>>>|In \[\d+\]:))|\barray\(\[|\badd_shape_\w+\(|\bGeoType\.[A-Z]|\bgs\.morphs\."
        r"|\bSolidPrimitive\(|\bcolliders\.[A-Z]\w+\(|\b(?:Capsule|Box|Sphere|HalfSpace)\.from_[a-z]"
    ),
    functions={
        **_SHAPES,
        **_ARRAYS,
        **_ROTATIONS,
        **_OPEN3D_TURNS,
        **_POSES,
        "createCollisionShape": (ByWord(_BULLET_SHAPES),),
        "SolidPrimitive": (ByWord(ROS_SHAPES, "type", "SolidPrimitive.BOX"),),
        "add_geom": (ByWord(_MUJOCO_SHAPES, "type", "mjGEOM_SPHERE"),),
    },
    copies_shapes=True,
    records=(ByWord(_NEWTON_SHAPES, "type"),),
    constants=build.words(*ROS_SHAPES, *_BULLET_SHAPES, *_MUJOCO_SHAPES, *_NEWTON_SHAPES, *_NUMBER_TYPES)
    | {f"Axis.{axis}": Text(axis) for axis in "XYZ"},
    methods={
        **_OPEN3D_TURNS,
        "euler": (Form("v", build.euler("XYZ", build.DEGREES)),),  # MuJoCo's default
        "rpy": (Form("v", build.euler("xyz")),),
    },
    order=XYZW,
    order_why="a list of four numbers",
    is_order_known=False,
    order_signs=(
        (
            WXYZ,
            r"\bmjtGeom\b|\bMjSpec\b|\bgs\.morphs\b|\bwxyz\b|\bpyroki\b|\bpydrake\b|\bRigidTransform\b|\bisaac\w+\b"
            r"|\bomni\.isaac\b|\bcurobo\b|\bviser\b|\bopen3d\b",
        ),
        (
            XYZW,
            r"\bpybullet\b|\bcreateMultiBody\b|\bcreateCollisionShape\b|\bscipy\b|\bfrom_quat\b|\bwp\.|\bnewton\b|\bGeoType\b",
        ),
        (WXYZ, r"\btransforms3d\b|\bpytransform3d\b|\bmujoco\b|\bquat2mat\b|\bfcl\.|\bcoal\b|\bpin\.|\btrimesh\b"),
    ),
    ignored=r"(?:.*\.)?(?:createVisualShape|RegisterVisualGeometry|RegisterDeformableGeometry|addUserDebug\w+)",
    unsupported=r"(?:OcTree|Plane|HalfSpace|HeightField|Disk|Ellipse|add_shape_(?!\w*filter)\w+)",
    fields={
        "baseOrientation": "rotation",
        "basePosition": "position",
        "xform": "placement",
        "quat": "rotation",
        "ornObj": "rotation",
        "posObj": "position",
    },
    infers_points=True,
    confidence=0.96,
    weaker=r"(?m:^[ \t]*\w+\s*=\s*[\[(]\s*[\[(\d.-])",
    suffixes=(".py",),
)
