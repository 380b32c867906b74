"""The growth distance of two convex shapes: the factor by which both must be scaled, about their positions, to touch.

Ong, Gilbert, Growth distances: new measures for object separation and penetration, IEEE Transactions on Robotics and
Automation 12(6), 1996; Tracy, Howell, Manchester, Differentiable Collision Detection for a Set of Convex Primitives
(DCOL), ICRA 2023, which solves it as a conic programme.  It is > 1 for shapes that are apart, < 1 for overlapping ones,
and differentiable wherever the solution is unique, also where they overlap deeply.

Both shapes contain their position inside.  With c from A's position to B's, and C the difference A − B of the shapes
put on one place, α A and α B + c touch for the least α with c ∈ α C.  One step (Dinkelbach, On nonlinear fractional
programming, Management Science 13, 1967):

1. Scale both shapes by α and search the nearest points by GJK.  Without a gap, α is the growth distance.
2. Otherwise the plane perpendicular to their normal n separates them; it lets both grow until α = n·c / h(n), where
   h(n) is the height of C along n.  This is a lower bound for any n, and larger than before.

An upper bound: C contains a ball whose radius r is the sum of the depths of both positions in their shapes, so a gap d
is closed by α + d / r.

The gradient is that of n·c / h(n) at the last n.  With n scaled so that h(n) = 1, ∂α/∂t = n.  A turn moves B's touching
point, which is α b from B's position: ∂α/∂ω = α b × n.

Departures: every convex shape that contains its position inside is taken, also rounded ones, whose rounding grows too.
DCOL's cone has its position at its centre of mass, the one here half-way up its axis.

How it can fail: if both positions are near the surface, r is small, and the upper bound loose.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from gjkscope.engine import gjk
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, NotApplicable, all_steps
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Point, Shape, TriangleSurface, as_pair
from gjkscope.engine.shapes.support import Convex, convex, support
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, neg, scale, sub, unit

# Each step is one of Newton's method on a convex function: polytopes take 2 to 6, smooth shapes some 8.
ITERATION_LIMIT = 60

# Bounds that differ by this part of α have met: GJK's distance has a rounding of some 1e-14 of the size, which a thin
# shape turns into more of α.
CLOSE = 1e-9

ROUGHLY = Options(tolerance=0.01)  # how well the depth of a position needs to be known


class GrowthStep(NamedTuple):
    """The shapes scaled by α, and the gap that is left."""

    iteration: int
    alpha: float  # a lower bound of the growth distance
    upper: float  # an upper bound
    normal: Vec3  # unit, from A to B, that the bound comes from
    height: float  # h(n) of the unscaled A − B along it, metres
    gap: float  # between the shapes scaled by α, metres
    point_a: Vec3  # of the scaled A that is nearest to the scaled B, world
    point_b: Vec3
    across: Vec3  # unit, from the one to the other: the normal of the next plane
    exit: Exit


@dataclass(frozen=True)
class GrowthDistance:
    """The growth distance, its gradient by the pose of B, and the steps that led there.

    >>> from gjkscope import Box, Pose, growth_distance
    >>> found = growth_distance(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)))
    >>> round(found.alpha, 9), len(found.steps) > 0
    (1.5, True)

    `alpha` ≤ growth distance ≤ `upper`, up to rounding.  The gradient is that of the last plane and of one point where
    the shapes touch; where other planes or points would do, α has a kink.
    """

    alpha: float  #: a lower bound of the factor, no unit
    upper: float  #: an upper bound
    normal: Vec3  #: unit, from A to B, of the plane between the scaled shapes
    point: Vec3  #: where they touch, world, metres
    translation: Vec3  #: ∂α/∂t, per metre
    rotation: Vec3  #: ∂α/∂ω, per radian
    exit: Exit  #: an `Exit`: why the search ended
    steps: tuple[GrowthStep, ...]  #: of the search


def growth_distance(shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> GrowthDistance:
    """The factor by which two convex 3D shapes must grow, or shrink, about their positions until they touch.

    `shape_a`, `pose_a`, `shape_b` and `pose_b` are as for `query`.

    Sources: Ong, Gilbert, Growth distances, IEEE Transactions on Robotics and Automation 12(6), 1996; Tracy, Howell,
    Manchester, Differentiable Collision Detection for a Set of Convex Primitives, ICRA 2023.

    Raises `ValueError` for invalid arguments as `query` does, and `NotApplicable` for 2D shapes, for meshes that are
    not convex, for a shape that does not contain its position inside (points, segments, flat shapes), and for two
    shapes at one position, of which every factor is enough.

    >>> from gjkscope import Pose, Sphere, growth_distance
    >>> found = growth_distance(Sphere(1), Pose(), Sphere(0.5), Pose(position=(3, 0, 0)))
    >>> round(found.alpha, 12), [round(x, 12) for x in found.translation]
    (2.0, [0.666666666667, 0.0, 0.0])
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    depth = _depth_of_position(shape_a, "A") + _depth_of_position(shape_b, "B")
    core_a, core_b = convex(shape_a, Pose(a.rotation)), convex(shape_b, Pose(b.rotation))
    between = sub(b.position, a.position)
    if between == ZERO:
        raise NotApplicable("both shapes have the same position: they overlap however small they are")
    steps = all_steps(*_search(core_a, core_b, between, depth))
    return _as_result(steps, between, a.position)


def _depth_of_position(shape: Shape, name: str) -> float:
    """The radius of a ball about the shape's position that it contains."""
    if shape.dimension == 2:
        raise NotApplicable("growth distances are those of 3D shapes, not of 2D ones")
    if isinstance(shape, TriangleSurface) and not is_hull(shape):
        raise NotApplicable(f"{name} is a mesh that is not convex: growth distances are those of convex shapes")
    found = result_only(shape, Pose(), Point(), Pose(), options=ROUGHLY)
    if found.exit == Exit.DEGENERATE_INPUT:
        raise NotApplicable(f"whether {name} contains its position is not known: {found.exit.words}")
    depth = -found.upper
    if not depth > 0:
        raise NotApplicable(f"{name} does not contain its position inside, so it has no growth about it")
    return depth


Step = Callable[[GrowthStep], GrowthStep]


def _search(a: Convex, b: Convex, between: Vec3, depth: float) -> tuple[GrowthStep, Step]:
    """The first step, from the plane perpendicular to the way from A to B, and the function that makes the next."""

    def with_plane(iteration: int, normal: Vec3) -> GrowthStep:
        height = _height(a, b, normal)
        alpha = dot(normal, between) / height
        planed = GrowthStep(iteration, alpha, inf, normal, height, 0.0, ZERO, ZERO, normal, Exit.RUNNING)
        return _measured(a, b, between, depth, planed)

    def step(state: GrowthStep) -> GrowthStep:
        planed = with_plane(state.iteration + 1, state.across)
        if planed.alpha <= state.alpha:  # the gap is rounding
            return state._replace(iteration=state.iteration + 1, exit=Exit.NO_PROGRESS)
        upper = min(planed.upper, state.upper)
        limit = planed.exit == Exit.RUNNING and planed.iteration >= ITERATION_LIMIT
        return planed._replace(upper=upper, exit=Exit.ITERATION_LIMIT if limit else planed.exit)

    return with_plane(0, unit(between)), step


def _height(a: Convex, b: Convex, normal: Vec3) -> float:
    """The height of A − B along a unit vector; both at the origin."""
    return dot(normal, support(a, normal)[0]) + a.radius - dot(normal, support(b, neg(normal))[0]) + b.radius


def _measured(a: Convex, b: Convex, between: Vec3, depth: float, state: GrowthStep) -> GrowthStep:
    """The state with the gap between the scaled shapes, and the upper bound that follows from it."""
    scaled_a, scaled_b = _scaled(a, state.alpha, ZERO), _scaled(b, state.alpha, between)
    last = gjk.run(scaled_a, scaled_b)[-1]
    radius = scaled_a.radius + scaled_b.radius
    gap = max(last.upper - radius, 0.0)
    on_a, on_b = gjk.witnesses(last)
    near_a, near_b = along(on_a, last.normal, scaled_a.radius), along(on_b, last.normal, -scaled_b.radius)
    upper = state.alpha + gap / depth if depth > 0 else inf
    return state._replace(
        gap=gap,
        point_a=near_a,
        point_b=near_b,
        across=last.normal,
        upper=upper,
        exit=Exit.CONVERGED if upper - state.alpha <= CLOSE * state.alpha else Exit.RUNNING,
    )


def _scaled(core: Convex, factor: float, position: Vec3) -> Convex:
    return core._replace(
        size=scale(core.size, factor),
        vertices=core.vertices * factor,
        position=add(scale(core.position, factor), position),
        center=add(scale(core.center, factor), position),
        radius=core.radius * factor,
    )


def _as_result(steps: tuple[GrowthStep, ...], between: Vec3, origin: Vec3) -> GrowthDistance:
    last = steps[-1]
    gradient = scale(last.normal, 1 / last.height)
    arm = sub(last.point_b, between)  # α b
    touching = add(origin, scale(add(last.point_a, last.point_b), 0.5))
    return GrowthDistance(
        alpha=last.alpha,
        upper=last.upper,
        normal=last.normal,
        point=touching,
        translation=gradient,
        rotation=cross(arm, gradient),
        exit=last.exit,
        steps=steps,
    )
