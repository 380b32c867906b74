"""Options of the algorithms."""

from dataclasses import dataclass, fields
from typing import Any

from gjkscope.engine.arguments import as_flag, as_vector, choice, length, short_repr
from gjkscope.engine.vectors import ZERO, Vec3

REGIONS = "regions"
SUBDISTANCES = (REGIONS, "johnson", "johnson-backup", "signed-volumes")
"""How GJK finds the closest point of a simplex; the first is the default."""

USUAL_PAIRS = "usual"
EDGE_PAIRS = (USUAL_PAIRS, "all", "crossing")
"""The edge pairs whose axes SAT tests; the first is the default."""

NO_MOMENTUM = "none"
ACCELERATIONS = (NO_MOMENTUM, "nesterov", "polyak")
"""The momentum of GJK's search directions; the first is the default."""

PLAIN, AWAY_STEPS, MIN_NORM = "plain", "away", "min-norm"
FRANK_WOLFE_VARIANTS = (PLAIN, AWAY_STEPS, MIN_NORM)
"""How Frank–Wolfe moves the closest point; the first is the default."""


@dataclass(frozen=True)
class Options:
    """Options of the algorithms.  `ALGORITHMS[name].options` lists those that an algorithm supports.

    `float32` (gjk, epa, sat) rounds every operation to single precision, as many physics engines do.
    `crossings` (brute) also tests edges against faces, which finds overlaps with no vertex inside the other shape.
    `tolerance` (gjk, epa, epa-newton, alternating, frank-wolfe) is relative to the pair's size: the search, including
    that of the default run, ends as soon as the bounds are within it and settle whether the shapes overlap, with the
    exit `WITHIN_TOLERANCE`; 0: full precision.
    `direction` (tetrahedron) is the first search direction, not zero, of any length; `None` means (1, 0, 0).
    `nesterov` (coal) accelerates GJK by Nesterov's method, as an option of coal does.
    `corrected` (box3d, bullet, coal, distance3d, fcl, fcl-0.6.0, fcl-2018-05, fcl-2019-03, fcl-2019-04, fcl-pr-388,
    jolt, jolt-cast, jolt-distance, libccd, libccd-mpr, meshes-jl, mujoco, mujoco-boxes, mujoco-capsule,
    mujoco-contacts, mujoco-warp, newton-mpr, parry, parry-old, parry-projection) names kinds of test, such as "seed
    face", that exact arithmetic decides: one name, or several; everything else stays as the engine does it.
    `subdistance` (gjk) is how the closest point of a simplex is found: by Voronoi "regions", by Johnson's subalgorithm
    ("johnson", or "johnson-backup" with its backup procedure), or by "signed-volumes".
    `edge_pairs` (sat) says which edge pairs are tested: "all"; those whose arcs on the Gauss map are "crossing", as the
    others form no face of A − B; or the "usual" ones, which are all of boxes and triangles and the crossing ones of
    hulls.
    `lin_canny` (v-clip) tests the closest points of two features and clips no edge, as Lin and Canny's algorithm does,
    whose walk does not end where shapes overlap.
    `acceleration` (gjk) is the momentum of the search directions: "none", "nesterov" or "polyak".
    `frank_wolfe` (frank-wolfe) is how the closest point moves: by "plain" steps, by steps "away" from a vertex too, or
    to the "min-norm" point of the active vertices.

    Raises `ValueError`, naming the option and the value.

    >>> from gjkscope import Box, Options, Pose, query
    >>> shapes = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0))
    >>> round(query(*shapes, algorithm="gjk", options=Options(float32=True)).signed_distance, 4)
    1.0
    """

    float32: bool = False
    crossings: bool = False
    direction: Vec3 | None = None
    tolerance: float = 0.0
    corrected: tuple[str, ...] = ()
    nesterov: bool = False
    subdistance: str = REGIONS
    acceleration: str = NO_MOMENTUM
    frank_wolfe: str = PLAIN
    lin_canny: bool = False
    edge_pairs: str = USUAL_PAIRS

    def __post_init__(self) -> None:
        for name in ("float32", "crossings", "nesterov", "lin_canny"):
            as_flag(name, getattr(self, name))
        object.__setattr__(self, "tolerance", length("tolerance", self.tolerance, zero=True))
        object.__setattr__(self, "corrected", _tests(self.corrected))
        choice("subdistance", self.subdistance, SUBDISTANCES)
        choice("acceleration", self.acceleration, ACCELERATIONS)
        choice("edge_pairs", self.edge_pairs, EDGE_PAIRS)
        choice("frank_wolfe", self.frank_wolfe, FRANK_WOLFE_VARIANTS)
        if self.direction is not None:
            object.__setattr__(self, "direction", _direction(self.direction))

    def chosen(self) -> tuple[str, ...]:
        """The names of the options that differ from the default."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


def _tests(value: Any) -> tuple[str, ...]:
    """The names of tests, each once and in the order of the alphabet: runs are cached by their options."""
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"corrected: must be the name of a test, or several, got {short_repr(value)}")
    return tuple(sorted({*names} - {""}))


def _direction(value: Any) -> Vec3:
    direction = as_vector("direction", value)
    if direction == ZERO:
        raise ValueError(f"direction: must not be zero, got {short_repr(value)}")
    return direction


DEFAULT = Options()
