"""Heightfields in pasted texts: cannon-es, rapier.js and MuJoCo's XML; those of other libraries are refused by name."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.kinds import HeightField
from gjkscope.engine.vectors import Vec3

CANNON = """import * as CANNON from 'cannon-es'
const matrix = []
for (let i = 0; i < 3; i++) { matrix.push([]); for (let j = 0; j < 2; j++) { matrix[i].push(10 * i + j) } }
const ground = new CANNON.Body({ mass: 0, shape: new CANNON.Heightfield(matrix, { elementSize: 2 }) })
ground.position.set(-1, 0, 5)
const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), position: new CANNON.Vec3(0, 0, 30) })
"""
RAPIER = """import RAPIER from '@dimforge/rapier3d-compat'
const heights = new Float32Array([0, 1, 2, 10, 11, 12])
const ground = RAPIER.ColliderDesc.heightfield(2, 1, heights, { x: 4, y: 0.5, z: 6 })
const ball = RAPIER.ColliderDesc.ball(0.5).setTranslation(0, 9, 0)
"""
MUJOCO = """<mujoco><asset><hfield name="h" nrow="2" ncol="3" size="2 1 0.5 0.1" elevation="0 1 2  4 3 2"/></asset>
<worldbody><geom type="hfield" hfield="h" pos="0 0 1"/><geom type="sphere" size="0.1" pos="0 0 3"/></worldbody></mujoco>
"""


def imported_vertices(text: str) -> tuple[HeightField, set[Vec3]]:
    body = import_text(text).scene.bodies[0]
    assert isinstance(body.shape, HeightField)
    return body.shape, {apply(body.pose, vertex) for vertex in body.shape.vertices}


def edges(field: HeightField) -> set[frozenset[Vec3]]:
    return {frozenset((field.vertices[a], field.vertices[b])) for face in field.faces for a in face for b in face}


def test_cannon_places_its_corner_at_the_origin_and_counts_along_x_first() -> None:
    field, vertices = imported_vertices(CANNON)
    assert vertices == {(2.0 * i - 1, 2.0 * j, 5.0 + 10 * i + j) for i in range(3) for j in range(2)}
    assert (field.axis, field.diagonal) == ("z", "anti")
    assert any({vertex[2] for vertex in edge} == {10, 1} for edge in edges(field))  # from (1, 0) to (0, 1)


def test_an_element_of_cannon_has_size_1_by_default() -> None:
    field, _ = imported_vertices(CANNON.replace(", { elementSize: 2 }", ""))
    assert field.cell_size == (1.0, 1.0)


def test_rapier_counts_cells_and_lists_heights_by_columns() -> None:
    field, vertices = imported_vertices(RAPIER)
    assert vertices == {(4.0 * j - 2, 0.5 * (10 * j + i), 3.0 * i - 3) for i in range(3) for j in range(2)}
    assert any({vertex[1] for vertex in edge} == {0.5, 5} for edge in edges(field))  # from (1, 0) to (0, 1)


def test_mujoco_lists_rows_from_the_far_side_and_scales_heights() -> None:
    field, vertices = imported_vertices(MUJOCO)
    assert vertices == {(-2, 1, 1), (0, 1, 1.125), (2, 1, 1.25), (-2, -1, 1.5), (0, -1, 1.375), (2, -1, 1.25)}
    assert (field.axis, field.diagonal) == ("z", "main")
    assert any("solid down to its base" in warning for warning in import_text(MUJOCO).warnings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CANNON.replace("10 * i + j", "'a'"), "the heights must be a list of lists of numbers"),
        (CANNON.replace("elementSize: 2", "elementSize: 0"), "the cell must be > 0, got 0"),
        (RAPIER.replace("11, 12", "11"), r"\(rows \+ 1\) · \(columns \+ 1\) = 6 numbers, got 5"),
        (RAPIER.replace("(2, 1,", "(2.5, 1,"), "the number of rows must be a whole number ≥ 1, got 2.5"),
        (MUJOCO.replace('nrow="2"', 'nrow="3"'), "must have 9 numbers, got 6"),
        (MUJOCO.replace('nrow="2" ', ""), "must have nrow"),
        (MUJOCO.replace('nrow="2"', 'nrow="1"'), "must be a whole number ≥ 2, got 1"),
        (MUJOCO.replace("2 1 0.5 0.1", "2 0 0.5 0.1"), "must be a length > 0, got 0"),
        (
            "btSphereShape* ball = new btSphereShape(0.5);\nnew btHeightfieldTerrainShape(2, 2, data, 1, 0, 1, 1, f);",
            "Terr",
        ),
        (
            "JPH::SphereShape ball(0.5f);\nJPH::HeightFieldShapeSettings s(samples, Vec3(0,0,0), Vec3(1,1,1), 4);",
            "Height",
        ),
        (
            "dGeomID b = dCreateSphere(space, 0.5);\ndGeomID g = dCreateHeightfield(space, data, 1);",
            "dCreateHeightfield",
        ),
    ],
)
def test_what_is_not_understood_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text)
