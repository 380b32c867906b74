"""Derivatives of the signed distance, smoothed ones and growth distances as words: `gjkscope gradient`, the panel."""

from collections.abc import Iterator

from gjkscope.engine.gradients.derivative import DistanceGradient, Kink
from gjkscope.engine.gradients.growth import GrowthDistance
from gjkscope.engine.gradients.smoothing import SmoothedDistance
from gjkscope.engine.text import counted, number, vector


def gradient_words(found: DistanceGradient, b: str) -> Iterator[str]:
    """The derivative where it exists; at a kink, why it does not, and the normals and witness points."""
    own = found.gradient
    if found.kink in (Kink.NONE, Kink.UNKNOWN):
        yield f"by a translation of {b}: {vector(own.translation)}"
        yield f"by a rotation of {b} about its position: {vector(own.rotation)} m/rad"
        yield _capital(found.kink.value) + "."
        return
    yield _capital(found.kink.value) + "."
    if found.at_corner:
        yield "The cores touch at an edge or a corner of A − B, which has further normals between these."
    for one in found.by_normal:
        count = counted(len(one.witnesses_b), "extreme witness point")
        points = count if one.is_complete else "a disc of witness points"
        yield f"by a translation: {vector(one.normal)}, with {points} on {b}:"
        for each in one.gradients:
            yield f"   by a rotation: {vector(each.rotation)} m/rad"


def smoothed_words(found: SmoothedDistance) -> Iterator[str]:
    yield (
        f"smoothed, σ = {number(found.sigma, 3)}, {counted(found.count, 'sample')}: "
        f"{number(found.signed_distance)} ± {number(found.distance_error, 2)} m"
    )
    yield f"   by a translation: {vector(found.translation)} ± {vector(_rounded(found.translation_error))}"
    yield f"   by a rotation: {vector(found.rotation)} ± {vector(_rounded(found.rotation_error))} m/rad"


def growth_words(found: GrowthDistance, a: str, b: str) -> Iterator[str]:
    """The growth distance, what it means, and its gradient."""
    change = "grown" if found.alpha > 1 else "shrunk"
    yield f"growth distance {number(found.alpha, 8)}: {change} by this factor, {a} and {b} touch"
    yield f"   by a translation: {vector(found.translation)} 1/m"
    yield f"   by a rotation: {vector(found.rotation)} 1/rad"


def _rounded(errors: tuple[float, float, float]) -> list[float]:
    return [float(f"{error:.2g}") for error in errors]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
