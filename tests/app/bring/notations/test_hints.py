"""Texts of libraries that are not read are refused with what to write instead."""

import pytest

from gjkscope.app.bring.notations.importing import import_text

DYN4J = "import org.dyn4j.geometry.*;\nRectangle r = Geometry.createRectangle(2.0, 1.0);\n"
OBB = "import { OBB } from 'three/addons/math/OBB.js';\nconst a = new OBB(new THREE.Vector3(0, 0, 0), half);\n"
GODOT = '[gd_scene format=3]\n[sub_resource type="CircleShape2D" id="C"]\nradius = 10.0\n'
GODOT += '[node name="B" type="CollisionShape2D"]\nshape = SubResource("C")\n'
COMPOUND = "btCompoundShape* c = new btCompoundShape();\nc->addChildShape(t, new btBoxShape(btVector3(1, 1, 1)));\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DYN4J, "dyn4j is not read: write the pair as lists of corners"),
        (OBB, "OBB is not read: write box half_extents 1 2 3 position 0 0 0"),
        (GODOT, "2D scenes of Godot are not read: write the pair as lists of corners"),
        (COMPOUND, "cannot be imported: write one of its parts with its pose"),
    ],
)
def test_a_refusal_says_what_to_write(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        import_text(text)


def test_what_is_written_instead_is_read() -> None:
    text = "box half_extents 1 2 3 position 0 0 0\nsphere radius 0.5 position 1.5 0 0\n"
    assert len(import_text(text).scene.bodies) == 2
