"""Jolt's queries, which take the poses of centres of mass and, after the shapes, their scales."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, SolidValue, Value, floats, vector_in
from gjkscope.app.bring.notations.code.vocabulary import Site


def placed_solids(program: Program, site: Site, values: Sequence[Value]) -> list[SolidValue]:
    """The shapes that a function places, at their new poses."""
    solids = [value for value in values if isinstance(value, SolidValue)]
    if solids and site.name in program.vocabulary.centered:
        _scale(solids, values, site)
        return [_center(program, site.name, solid) for solid in solids]
    return solids


def _scale(solids: Sequence[SolidValue], values: Sequence[Value], site: Site) -> None:
    """Applies the scales that follow the shapes in a call: `RShapeCast(shape, scale, …)`."""
    after = max(i for i, value in enumerate(values) if isinstance(value, SolidValue)) + 1
    for solid, scale in zip(solids, values[after:], strict=False):
        if (factors := vector_in(scale)) is None:
            return
        is_known = any(known == scale for _, known in solid.scales)  # of a call in front of this one
        if floats(factors) != (1.0, 1.0, 1.0) and not is_known:
            solid.scales.append((site.token, scale))


def _center(program: Program, name: str, solid: SolidValue) -> SolidValue:
    """The shape with its centre of mass at the pose: the translation of a RotatedTranslatedShape does not count."""
    if solid.local is None or not any(floats(solid.local.position)):
        return solid
    why = f"{name} takes the poses of the centres of mass"
    if program.context.assume("frame", "centre of mass", why, "body") == "body":
        return solid
    program.replace_value(solid.local)
    centered = solid.moved(IDENTITY_PLACEMENT)
    centered.local = solid.local._replace(position=IDENTITY_PLACEMENT.position)
    program.replace_solid(centered)
    return centered
