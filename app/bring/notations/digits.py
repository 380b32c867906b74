"""Printed digits: whether rounding on output can have changed the verdict of an imported pair.

A number that was printed to six digits stands for all numbers within half a unit of its last digit.

1. Find the numbers that were rounded.  Integers, hexadecimal floats, and decimals short enough to be typed are exact,
   unless the text prints a fixed number of decimals.
2. Bound the change of the signed distance.  If it is smaller than the distance itself, the verdict cannot change.
3. Otherwise find the sign in which each number increases the distance: for vertices of hulls from the normal, for all
   others by importing the text again with that number moved.
4. Move all numbers by half a unit in that direction, and then in the opposite one.  The verdicts at these two extremes
   tell whether the digits decide.

Step 3 treats the distance as linear in the numbers, which holds for changes as small as a last digit, except where the
normal is not unique (vertex against vertex): the extremes are then found approximately, from several normals.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import copysign, nextafter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.context import NO_SHIFTS
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.bring.notations.printed import decimals, last_place, significant_digits
from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Hull
from gjkscope.engine.vectors import dot, norm, sub

Floats = npt.NDArray[np.float64]

# People type up to three digits (0.25, 1.75, 0.325); programs print six or more.
TYPED_DIGITS = 3

# Decimals that are printed alike by format strings such as "%.2f": Unity prints two.
FEWEST_FIXED = 2

# How far a point of a body moves, at most, for a change of a number: positions and sizes move it by as much, entries of
# rotations by at most twice its distance from the origin of the body, and normalising a quaternion by twice that.
LEVER = 4.0

# Step of the finite differences, relative to the size of the pair: far above the 1e-9 to which distances are accurate,
# and far below the size of any feature.
STEP = 1e-6

# How often the normal of an extreme is used to look for a further one.
ROUNDS = 3

# Importing again takes some milliseconds; this many take a few seconds.
MOST_DIFFERENCES = 200
MOST_NUMBERS = 60_000


class Extreme(NamedTuple):
    """The pair with all rounded numbers moved in one direction."""

    verdict: str
    signed_distance: float | None  # metres
    scene: Scene


class Extremes(NamedTuple):
    """The verdicts and distances that the printed digits allow."""

    pair: Pair
    fewest: int | None  # fewest significant digits of the numbers that were rounded; None: all numbers are exact
    verdict_depends: bool | None  # whether the verdict changes within the digits; None: too many numbers to say
    closest: Extreme  # least signed distance within the digits
    furthest: Extreme


def verdict_extremes(imported: Imported, pair: Pair | None = None) -> Extremes | None:
    """The verdicts and distances that the printed digits of a text allow for a pair of its bodies, by default the
    first.

    None if the scene has only one body.  Raises `ValueError` if the text cannot be imported again, which does not
    happen if its files are still there.
    """
    pair = pair or _first_pair(imported.scene)
    if pair is None:
        return None
    rounded = rounded_numbers(imported.context.numbers.values())
    fewest = min((count for token in rounded if (count := significant_digits(token))), default=None)
    nominal = _answer(imported.scene, pair)
    here = _extreme(imported.scene, nominal)
    if not rounded or nominal.signed_distance is None or _is_safe(imported.scene, pair, nominal, rounded):
        return Extremes(pair, fewest, False, here, here)
    if len(imported.context.numbers) > MOST_NUMBERS:
        return Extremes(pair, fewest, None, here, here)
    signs = _signs(imported, pair, nominal, rounded)
    if signs is None:
        return Extremes(pair, fewest, None, here, here)
    closest = _extreme_towards(imported, pair, nominal, rounded, signs, -1.0)
    furthest = _extreme_towards(imported, pair, nominal, rounded, signs, 1.0)
    verdicts = {here.verdict, closest.verdict, furthest.verdict}
    return Extremes(pair, fewest, len(verdicts) > 1, closest, furthest)


def rounded_numbers(tokens: Iterable[Token]) -> list[Token]:
    """The numbers that were rounded when they were printed, and whose digits are coarser than a double."""
    printed = [token for token in tokens if last_place(token) > 0.0]
    fixed = {decimals(token) for token in printed if token.text.rstrip("fF").endswith("0")} - set(range(FEWEST_FIXED))
    return [
        token
        for token in printed
        if (significant_digits(token) > TYPED_DIGITS or decimals(token) in fixed) and _is_coarse(token)
    ]


def _is_coarse(token: Token) -> bool:
    """Whether half a unit in the last place changes the double at all."""
    spacing = nextafter(abs(token.value), float("inf")) - abs(token.value)
    return 0.5 * last_place(token) > 0.5 * spacing


# --- answers ---


def _first_pair(scene: Scene) -> Pair | None:
    if scene.pairs:
        return scene.pairs[0]
    return (scene.bodies[0].name, scene.bodies[1].name) if len(scene.bodies) > 1 else None


def _answer(scene: Scene, pair: Pair) -> Result:
    a, b = scene.body(pair[0]), scene.body(pair[1])
    return result_only(a.shape, a.pose, b.shape, b.pose)


def _extreme(scene: Scene, result: Result) -> Extreme:
    return Extreme(result.verdict.value, result.signed_distance, scene)


def _extreme_towards(
    imported: Imported,
    pair: Pair,
    nominal: Result,
    rounded: Sequence[Token],
    signs: Mapping[int, float],
    direction: float,
) -> Extreme:
    """The pair with all numbers moved so that the distance increases (direction 1) or decreases (−1).

    Where a vertex touches a vertex the normal is not unique, so the answer's own normal is tried again.
    """
    best = _extreme(imported.scene, nominal)
    for _ in range(ROUNDS):
        shifts = {
            token.start: direction * copysign(0.5 * last_place(token), signs[token.start])
            for token in rounded
            if signs[token.start]
        }
        moved = _import_again(imported, shifts)
        if moved is None:
            return best
        answer = _answer(moved.scene, pair)
        if answer.signed_distance is None or best.signed_distance is None:
            return best
        if direction * (answer.signed_distance - best.signed_distance) > 0.0:
            best = _extreme(moved.scene, answer)
        vertices = _signs_of_vertices(imported, pair, answer)
        if not vertices:
            return best
        signs = {**signs, **{offset: sign for offset, sign in vertices.items() if offset in signs}}
    return best


def _move(imported: Imported, pair: Pair, shifts: Mapping[int, float]) -> Extreme | None:
    """The pair with numbers moved; None if that makes the text invalid."""
    again = _import_again(imported, shifts)
    return None if again is None else _extreme(again.scene, _answer(again.scene, pair))


def _import_again(imported: Imported, shifts: Mapping[int, float] = NO_SHIFTS) -> Imported | None:
    context = imported.context
    try:
        return import_text(context.text, context.folder, imported.notation, context.choices, shifts)
    except ValueError:
        return None  # such as the last row of a matrix, which must be 0 0 0 1: that number is exact


# --- how the distance depends on the numbers ---


def _is_safe(scene: Scene, pair: Pair, nominal: Result, rounded: Sequence[Token]) -> bool:
    """Whether the distance is larger than anything that the digits can change."""
    bodies = [scene.body(name) for name in pair]
    reach = max(_reach(body) for body in bodies)
    halves = [0.5 * last_place(token) for token in rounded]
    vertices = sum(3 * len(body.shape.vertices) for body in bodies if isinstance(body.shape, Hull))
    largest = sorted(halves, reverse=True)
    # Of the vertices only the supporting ones matter, and they move together with the others.
    others = largest[: max(0, len(largest) - vertices)]
    bound = LEVER * (1.0 + reach) * (sum(others) + 2.0 * largest[0])
    return nominal.signed_distance is not None and abs(nominal.signed_distance) > 2.0 * bound


def _reach(body: Body) -> float:
    """How far the shape reaches from the origin of its body, metres."""
    center, radius = bounding_sphere(body.shape, body.pose)
    return norm(sub(center, body.pose.position)) + radius


def _signs(imported: Imported, pair: Pair, nominal: Result, rounded: Sequence[Token]) -> dict[int, float] | None:
    """The sign of the derivative of the signed distance by each number, by offset; None if there are too many."""
    signs = _signs_of_vertices(imported, pair, nominal)
    others = [token for token in rounded if token.start not in signs]
    if len(others) > MOST_DIFFERENCES:
        return None
    step = STEP * min(1.0, _pair_size(imported.scene, pair))
    for token in others:
        signs[token.start] = _difference(imported, pair, nominal, token, max(step, 0.5 * last_place(token)))
    return {token.start: signs[token.start] for token in rounded}


def _pair_size(scene: Scene, pair: Pair) -> float:
    return max(_reach(scene.body(name)) for name in pair)


def _difference(imported: Imported, pair: Pair, nominal: Result, token: Token, step: float) -> float:
    """The change of the signed distance if one number increases; that of a decrease if it cannot increase."""
    for shift in (step, -step):
        moved = _move(imported, pair, {token.start: shift})
        if moved is None or moved.signed_distance is None or nominal.signed_distance is None:
            continue
        change = copysign(1.0, shift) * (moved.signed_distance - nominal.signed_distance)
        if change:
            return change
    return 0.0


def _signs_of_vertices(imported: Imported, pair: Pair, nominal: Result) -> dict[int, float]:
    """The signs for the vertices of hulls: A's supporting vertices along the normal reduce the distance."""
    signs: dict[int, float] = {}
    if nominal.normal is None:
        return signs
    ordered = sorted(imported.context.numbers.values(), key=lambda token: token.start)
    values = np.array([token.value for token in ordered])
    for name, side in zip(pair, (-1.0, 1.0), strict=True):
        body = imported.scene.body(name)
        if not isinstance(body.shape, Hull):
            continue
        start = _place_of(np.array(body.shape.vertices).ravel(), values)
        if start is None:
            continue
        columns = zip(*body.pose.rotation, strict=True)
        local = [side * dot((column[0], column[1], column[2]), nominal.normal) for column in columns]
        for i, token in enumerate(ordered[start : start + 3 * len(body.shape.vertices)]):
            signs[token.start] = local[i % 3]
    return signs


def _place_of(part: Floats, values: Floats) -> int | None:
    """The place where the numbers of a hull occur consecutively in the text; None if they do not."""
    for start in np.flatnonzero(values[: len(values) - len(part) + 1] == part[0]):
        if np.array_equal(values[start : start + len(part)], part):
            return int(start)
    return None
