"""A superellipsoid: between an octahedron, an ellipsoid and a box, by one exponent.

With u = diag(radii) · d, Hölder's inequality bounds the height of a point x of the solid Σ |xᵢ/rᵢ|ᵖ ≤ 1:

    d · x = Σ uᵢ (xᵢ/rᵢ) ≤ ‖u‖_q,  1/p + 1/q = 1

with equality where |xᵢ/rᵢ|ᵖ is proportional to |uᵢ|^q.  So with eᵢ = |uᵢ|^(1/(p−1)) and |uᵢ|^q = eᵢ |uᵢ| the support
point is

    xᵢ = ± rᵢ eᵢ / (Σ eⱼ |uⱼ|)^(1/p)

All uᵢ are divided by the largest first: the powers are then between 0 and 1, and cannot overflow whatever the exponent.
In the limit p = 1 the solid is an octahedron, and the support point is the vertex of the largest |uᵢ|.

For certificates, powers of rational numbers are bounded from above in decimal arithmetic, with each operation rounded
upwards (Python's `ln` and `exp` of decimals are correctly rounded, so the next number above them is a bound).
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import copysign, gamma, inf

import numpy as np

from gjkscope.engine.arguments import length
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.directions import Floats
from gjkscope.engine.shapes.ellipsoid import effective_turn
from gjkscope.engine.shapes.exact import INSIDE, Int3
from gjkscope.engine.shapes.shape import CurvedShape, register_shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, Core, curved_core, register_core
from gjkscope.engine.vectors import ZERO, Vec3, scale

# Digits of the decimal arithmetic behind certificates, beside those of the exponent: bounds are then loose by less than
# 1e-50 of a length, far below a double's roundoff.
DIGITS = 60

GRID = 12  # cells along each side of the cube whose faces are projected to the surface to sample it


@register_shape(95)
@dataclass(frozen=True)
class Superellipsoid(CurvedShape):
    """All points (x, y, z) with |x/rx|ᵖ + |y/ry|ᵖ + |z/rz|ᵖ ≤ 1, for `radii` (rx, ry, rz) > 0 and the `exponent` p.

    The exponent must be ≥ 1, as the solid is not convex below that: 1 is an octahedron, 2 an ellipsoid, and the larger
    it is, the closer the solid is to a box.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Superellipsoid
    >>> Superellipsoid((1, 2, 3), exponent=4).exponent
    4.0
    """

    radii: Vec3
    exponent: float = 4.0
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, radii=fields.sizes("radii", self.radii), exponent=_exponent(self.exponent))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def core(self) -> Core:
        return curved_core(SUPERELLIPSOID, self.radii, self.rounding, self.exponent)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, self.arm()

    def core_inner_radius(self) -> float:
        """For p < 2 the least distance of a supporting plane is that of a face: ‖1/r‖ to a power, by Hölder."""
        p, least = self.exponent, min(self.radii)
        return least if p >= 2 else 1 / _norm([1 / r for r in self.radii], 2 * p / (2 - p))

    def arm(self) -> float:
        """For p > 2 the furthest point is near a corner of the box around it: ‖r‖ to a power, by Hölder."""
        p = self.exponent
        return max(self.radii) if p <= 2 else _norm(self.radii, 2 / (1 - 2 / p))

    def effective_turn(self, turn: Vec3) -> Vec3:
        return effective_turn(self.radii, turn) if self.exponent == 2 else turn

    def mass_moments(self) -> tuple[Vec3, Vec3]:
        """Dirichlet's integral of x² over |x|ⁿ + |y|ⁿ + |z|ⁿ ≤ 1, stretched."""
        n = self.exponent
        share = gamma(3 / n) / gamma(1 / n) * gamma(1 + 3 / n) / gamma(1 + 5 / n)
        x, y, z = ((part + self.rounding) ** 2 * share for part in self.radii)
        return ZERO, (x, y, z)

    def move_inside(self, point: Vec3) -> Vec3:
        outwards = _norm([x / r for x, r in zip(point, self.radii, strict=True)], self.exponent)
        return scale(point, min(1.0, INSIDE / outwards)) if outwards > INSIDE else point

    def directions(self) -> Floats:
        """Normals at points that are spread evenly even where the surface is almost flat."""
        points = _cube_grid()
        with np.errstate(under="ignore"):  # the largest component of each is 1, and no power is above that
            powers = np.copysign(np.abs(points) ** (self.exponent - 1), points)
        # Where the exponent is 1, a point of an edge or a corner has a component 0, and 0 to the power of 0 is 1.
        normals = np.where(points == 0, 0.0, powers)
        return np.asarray(normals * (min(self.radii) / np.array(self.radii)))

    def exact_reach(self, sizes: Int3, direction: Int3, shift: int) -> int:
        heights = [abs(r * d) for r, d in zip(sizes, direction, strict=True)]
        highest, p = max(heights), Fraction(self.exponent)
        if p == 1 or sorted(heights)[1] == 0:
            return highest << shift
        up, down = _contexts(p / (p - 1))
        total = _powers_above([Fraction(height, highest) for height in heights], p / (p - 1), up, down)
        root = _exp_above(up.multiply(up.next_plus(up.ln(total)), _decimal((p - 1) / p, up)), up)
        reach = up.multiply(root, Decimal(highest << shift))
        return int(reach.to_integral_value(ROUND_CEILING))

    def exactly_contains(self, sizes: Int3, point: Int3) -> bool:
        parts = [Fraction(abs(x), r) for x, r in zip(point, sizes, strict=True)]
        p = Fraction(self.exponent)
        if p == 1 or sorted(parts)[1] == 0:
            return sum(parts) <= 1
        if max(parts) > 1:
            return False
        up, down = _contexts(p)
        return _powers_above(parts, p, up, down) <= 1


def superellipsoid_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    r, p = core.size, core.parameter
    longest = max(abs(d[0]), abs(d[1]), abs(d[2]))
    if longest == 0:
        return (0.0, 0.0, 0.0), NO_INDEX
    x, y, z = abs(r[0] * (d[0] / longest)), abs(r[1] * (d[1] / longest)), abs(r[2] * (d[2] / longest))
    highest = max(x, y, z)
    x, y, z = x / highest, y / highest, z / highest
    if p == 1:
        i = 1.0 if x == 1 else 0.0
        j = 1.0 if x < 1 and y == 1 else 0.0
        k, size = 1.0 - i - j, 1.0
    else:
        power = 1 / (p - 1)
        i, j, k = x**power, y**power, z**power
        size = (i * x + j * y + k * z) ** (1 / p)
    point = (
        copysign(r[0] * (i / size), d[0] + 0.0),
        copysign(r[1] * (j / size), d[1] + 0.0),
        copysign(r[2] * (k / size), d[2] + 0.0),
    )
    return point, NO_INDEX


SUPERELLIPSOID = register_core(superellipsoid_support)


def _exponent(value: object) -> float:
    exponent = length("exponent", value)
    if not 1 <= exponent < inf:
        raise ValueError(f"exponent: must be ≥ 1, as the shape is not convex below, got {exponent!r}")
    return exponent


def _norm(numbers: list[float] | Vec3, exponent: float) -> float:
    """The norm (Σ |xᵢ|ᵖ)^(1/p), without overflow."""
    largest = max(abs(number) for number in numbers)
    if largest == 0 or exponent == inf:
        return largest
    return float(largest * sum((abs(number) / largest) ** exponent for number in numbers) ** (1 / exponent))


def _cube_grid() -> Floats:
    """Points on the surface of a cube, (n, 3), on a grid that contains its edges and the planes between the axes."""
    steps = np.linspace(-1.0, 1.0, GRID + 1)
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    side = np.stack([np.ones_like(u), u, v], axis=1)
    sides = [sign * np.roll(side, axis, axis=1) for axis in range(3) for sign in (1, -1)]
    return np.unique(np.concatenate(sides) + 0.0, axis=0)


# --- bounds in decimal arithmetic ---


def _contexts(power: Fraction) -> tuple[Context, Context]:
    """Arithmetic rounded upwards and downwards, with digits enough for a number to this power."""
    digits = DIGITS + len(str(int(power)))
    return Context(prec=digits, rounding=ROUND_CEILING), Context(prec=digits, rounding=ROUND_FLOOR)


def _powers_above(parts: list[Fraction], power: Fraction, up: Context, down: Context) -> Decimal:
    """An upper bound of Σ partᵢ^power, for parts from 0 to 1."""
    total, least_power = Decimal(0), _decimal(power, down)
    for part in parts:
        if part == 1:
            total = up.add(total, Decimal(1))
        elif part > 0:
            logarithm = min(up.next_plus(up.ln(_decimal(part, up))), Decimal(0))
            total = up.add(total, _exp_above(up.multiply(logarithm, least_power), up))
    return total


def _exp_above(number: Decimal, up: Context) -> Decimal:
    return up.next_plus(up.exp(number))


def _decimal(number: Fraction, context: Context) -> Decimal:
    """The fraction, rounded as the context says."""
    return context.divide(Decimal(number.numerator), Decimal(number.denominator))
