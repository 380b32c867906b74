"""Names that mean the same in every library: mathematical functions and constants, and roles of fields."""

import math
import re
from collections.abc import Callable
from typing import Final

from gjkscope.app.bring.notations.code.syntax import Name

CONSTANTS: Final = {
    "pi": math.pi, "m_pi": math.pi, "eigen_pi": math.pi, "simd_pi": math.pi, "jph_pi": math.pi, "pxpi": math.pi,
    "b3_pi": math.pi, "pi_rp3d": math.pi, "π": math.pi, "jnp_pi": math.pi, "ccd_pi": math.pi, "kpi": math.pi,
    "tau": math.tau, "pxtwopi": math.tau, "simd_2_pi": math.tau, "two_pi": math.tau, "m_2pi": math.tau,
    "m_pi_2": math.pi / 2, "m_pi_4": math.pi / 4, "simd_half_pi": math.pi / 2, "pxhalfpi": math.pi / 2,
    "pxpidivtwo": math.pi / 2, "pxpidivfour": math.pi / 4, "half_pi": math.pi / 2, "piover2": math.pi / 2,
    "frac_pi_2": math.pi / 2, "frac_pi_3": math.pi / 3, "frac_pi_4": math.pi / 4, "frac_pi_6": math.pi / 6,
    "frac_pi_8": math.pi / 8, "sqrt_2": math.sqrt(2), "frac_1_sqrt_2": math.sqrt(0.5), "m_sqrt2": math.sqrt(2),
    "m_sqrt1_2": math.sqrt(0.5), "simdsqrt12": math.sqrt(0.5), "deg2rad": math.pi / 180, "m_e": math.e,
    "simd_rads_per_deg": math.pi / 180, "b3_deg_to_rad": math.pi / 180, "rad2deg": 180 / math.pi,
    "flt_epsilon": 2.0**-23, "dbl_epsilon": 2.0**-52, "f32_epsilon": 2.0**-23, "f64_epsilon": 2.0**-52,
    "b2_pi": math.pi, "flt_pi": math.pi, "b2_deg_to_rad": math.pi / 180, "b2_degtorad": math.pi / 180,
    "true": 1.0, "false": 0.0, "none": 0.0, "nullptr": 0.0, "null": 0.0,
}  # fmt: skip

NOT_FINITE: Final = re.compile(
    r"(?:s?nan|quiet_nan|signaling_nan|inf|infinity|infinite|neg_infinity|positiveinfinity|negativeinfinity|huge_val"
    r"|m_inf|bt_infinity|simd_infinity)",
    re.IGNORECASE,
)

FUNCTIONS: Final[dict[str, Callable[..., float]]] = {
    "deg_to_rad": math.radians, "rad_to_deg": math.degrees,
    "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
    "atan": math.atan, "atan2": math.atan2, "arcsin": math.asin, "arccos": math.acos, "arctan": math.atan,
    "arctan2": math.atan2, "abs": abs, "fabs": abs, "pow": math.pow, "exp": math.exp, "log": math.log,
    "hypot": math.hypot, "min": min, "max": max, "radians": math.radians, "deg2rad": math.radians,
    "degreestoradians": math.radians, "pxdegtorad": math.radians, "degtorad": math.radians, "degrees": math.degrees,
    "rad2deg": math.degrees, "btradians": math.radians, "to_radians": math.radians, "square": lambda x: x * x,
    "sqr": lambda x: x * x, "floor": math.floor, "ceil": math.ceil, "recip": lambda x: 1 / x, "copysign": math.copysign,
    "powi": math.pow, "powf": math.pow, "squared": lambda x: x * x, "fmin": min, "fmax": max, "cbrt": math.cbrt,
}  # fmt: skip

SCALAR_TYPES: Final = frozenset(
    "float double int S Scalar Real btScalar PxReal PxF32 PxF64 ccd_real_t real FCL_REAL CoalScalar Decimal "
    "decimal gkFloat real_t long float32 float64 T N f32 f64 Float Double float32_t float64_t Number CCD_REAL "
    "B3_FIX uint size_t uint32_t int32_t PxU32 short unsigned auto var single half GReal dReal".split()
)

# Types of lists of the standard libraries, whose constructors copy another list.
LISTS: Final = frozenset({"vector", "array", "initializer_list", "deque", "Array", "span", "List", "ArrayList"})

# Functions and methods that return their only operand, or the object that they are called on.
WRAPPERS: Final = re.compile(
    r"(?:\w+::)?(?:make_shared|make_unique|allocate_shared|shared_ptr|unique_ptr|scoped_ptr|intrusive_ptr|copyable_unique_ptr)"
    r"|(?:std::|boost::)?(?:Ref|RefConst|move|forward|ref|cref)"
    r"|Box::new|Arc::new|Rc::new|Some|Ok|ShapeHandle::new|SharedShape::new|SharedShape|Arc|Rc"
    r"|(?:copy\.)?(?:deep)?copy"
)
PASSING: Final = frozenset(
    "get clone unwrap expect into as_ref borrow borrow_mut cast eval Get GetPtr Create build Build copy astype "
    "derived base Result ptr as_slice iter to_vec cloned collect contiguous numpy item as_mut unwrap_or "
    "ToArray ToList shape data tolist to_isometry into_inner into_iter copied matrix3 as_deref to_owned begin "
    "toPersistent id".split()
)

_ROLES: Final = {
    "position": "position pos origin translation location baseposition center centre p vector inposition localposition "
    "centerofmassposition t",
    "rotation": "rotation orientation quaternion quat baseorientation q rot linear basis r quatrotation inrotation "
    "localrotation isometryrotation",
    "placement": "placement transform pose worldtransform globalpose xform isometry startworldtransform tf matrix "
    "localpose transformation motionstate centerofmasstransform kinematictarget tm xwg affine",
    "shape": "shape collisionshape geometry geom collider collisiongeometry mshape hull primitive",
    "euler": "eulerangles euler rpy localeulerangles",
    "velocity": "velocity linearvelocity linvel",
    "angular velocity": "angularvelocity angvel",
}
_POSE_OF_FRAME: Final = re.compile(r"X_[A-Z]\w*")  # Drake: X_FB is the pose of frame B in frame F

SHAPE_KINDS: Final = {
    "box": "box", "cuboid": "box", "cube": "box", "obb": "box", "slab": "box", "sphere": "sphere", "ball": "sphere",
    "capsule": "capsule", "cap": "capsule", "cylinder": "cylinder", "cyl": "cylinder", "cone": "cone",
    "ellipsoid": "ellipsoid",
}  # fmt: skip
_ROLE_OF: Final = {name: role for role, names in _ROLES.items() for name in names.split()}


def role_of(field: str) -> str | None:
    """The role of an object's field, such as position or velocity; None for other fields."""
    if _POSE_OF_FRAME.fullmatch(field):
        return "placement"
    plain = re.sub(r"^(?:m_|_|get_?|set_?|Get|Set)", "", field).replace("_", "")
    plain = re.sub(r"^m(?=[A-Z])|^(?:with|s(?=[A-Z]))", "", plain)
    return _ROLE_OF.get(plain.lower())


# use nalgebra::Vector3 as V3;   using V = Eigen::Vector3d;   typedef Eigen::Vector3d V;   from coal import Box as B
_RENAMED: Final = re.compile(r"\b(\w+)\s+as\s+(\w+)(?=\s*[;,}\r\n]|\s*$)", re.MULTILINE)
_USING: Final = re.compile(r"\busing\s+(\w+)\s*=\s*(?:typename\s+)?([\w:.]+)[^;\r\n]*;")
_TYPEDEF: Final = re.compile(r"\btypedef\s+(?:typename\s+)?([\w:]+)(?:<[^;\r\n]*>)?(?:::\w+)?\s+(\w+)\s*;")


def aliases_in(text: str) -> dict[str, str]:
    """The types that the text renames, by their new names."""
    names = {alias: name for name, alias in _RENAMED.findall(text)}
    names |= {alias: re.split("[:.]+", name)[-1] for alias, name in _USING.findall(text)}
    names |= {alias: re.split("::", name)[-1] for name, alias in _TYPEDEF.findall(text)}
    return {alias: name for alias, name in names.items() if alias != name}


def plain_function(name: Name) -> str:
    """The name of a mathematical function without its qualifiers and type: `std::sqrt`, `sqrtf`, `np.sqrt` → sqrt."""
    plain = re.sub(r"^(?:bt|Px|px)(?=[A-Z](?:in|os|qrt|an|bs|cos|sin|tan)\b)", "", name.last).lower()
    return plain[:-1] if plain not in FUNCTIONS and plain[-1:] in "fl" and plain[:-1] in FUNCTIONS else plain


def constant_of(path: tuple[str, ...]) -> float | None:
    """The value of a mathematical constant, or None."""
    last = path[-1].lower()
    if last in ("epsilon", "max", "min"):
        last = f"{path[-2]}_{last}" if len(path) > 1 else last
    return CONSTANTS.get(last)


_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of an identifier, in lower case: boxP_size → box, p, size."""
    return tuple(word.lower() for word in _WORDS.findall(name))
