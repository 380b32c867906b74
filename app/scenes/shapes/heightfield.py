"""Heightfield."""

from math import cos, pi, sin

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.shapes.kinds import HeightField
from gjkscope.engine.vectors import Vec3

CELLS = 8  # of a new heightfield along each side
SPANS = tuple(2 * i / CELLS - 1 for i in range(CELLS + 1))
HILLS = tuple(
    tuple(round(sin(pi * x) * cos(pi * z / 2), 2) + 0.0 for x in SPANS) for z in SPANS
)  # a hill and a hollow, without −0.0


def _of_size(half: Vec3) -> HeightField:
    heights = tuple(tuple(half[1] * height + 0.0 for height in row) for row in HILLS)
    return HeightField(heights, (2 * half[0] / CELLS, 2 * half[2] / CELLS))


register(
    Entry(
        HeightField,
        tip="A terrain: a grid of heights",
        about="A surface of triangles over a grid of heights, centred on the local origin; columns and rows advance "
        "along the axes other than axis, in alphabetical order.",
        fields=(
            ShapeField(
                "heights",
                FieldKind.HEIGHTS,
                "rows of heights along axis, in metres: at least 2 rows of 2, all equally long",
            ),
            ShapeField(
                "cell_size",
                FieldKind.CELL_SIZE,
                "from a column to the next and from a row to the next in metres, two numbers > 0",
                "the distance of two columns and of two rows, metres",
            ),
            ShapeField("axis", FieldKind.AXIS, "the local axis that the heights are measured along"),
            ShapeField(
                "diagonal",
                FieldKind.DIAGONAL,
                "how cells are divided into two triangles: main from row i, column j to row i + 1, column j + 1; anti "
                "from row i, column j + 1 to row i + 1, column j",
            ),
            ShapeField("holes", FieldKind.CELLS, "cells without triangles: row and column of each, from 0"),
        ),
        of_size=_of_size,
        is_random=False,
    )
)
