"""Hostile texts end quickly, in a `ValueError` of one line: never in a crash, a hang, or a scene."""

import random
from time import process_time

import pytest

from gjkscope.app.bring.notations.importing import import_text

SECONDS = 10.0  # of processor time; each takes less than two

TEXTS = {
    "nothing": "",
    "blank": " \n\t\r\n\ufeff",
    "zeros": "\x00" * 10_000,
    "a million numbers": "1.0 2.0 3.0\n" * 340_000,
    "a million marks": "a=1\n" * 510_000,
    "deep lists": "[" * 50_000,
    "deep records": '{"a":' * 5_000 + "1",
    "deep calls": "size(" * 5_000 + "1",
    "deep quotes": '"a: ' * 5_000,
    "template arguments": "Box<" * 5_000 + "1",
    "open comments": "/*" * 30_000,
    "one long number": "radius = " + "9" * 300_000,
    "numbers in a string": 'size "' + "12345678 " * 9 + 'x"',
    "one long word": "box" * 100_000,
    "signs": "-" * 50_000 + "+" * 50_000,
    "many headings": "Box A\nradius 1\n" * 3_000,
    "many bodies": '{"type":"sphere","radius":1},' * 3_000,
    "many tags": "".join(f"radius{i} = 1\n" for i in range(3_000)),
    "half reports": "Shape 1: Box1 1 1\n" * 5_000,
    "huge counts": "999999999\n1 2 3\n",
    "paths": '[sub_resource type="BoxShape3D" id="1"]\n[node name="a" parent="' + "x/" * 5_000 + '"]\nsize = 1\n',
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_refused_quickly(name: str) -> None:
    start = process_time()
    with pytest.raises(ValueError, match=r"^[^\n]{1,400}$"):
        import_text(TEXTS[name])
    assert process_time() - start < SECONDS


PIECES = (
    "box", "sphere", "A", "B", "1", "2", "radius", "size", "position", "quaternion", "pose", "matrix", "min", "nan",
    "1.5", "-2", "0", "1e400", "0x3f800000", "(", ")", "[", "]", "{", "}", "<", ">", ":", "=", ",", ";", "|", "\n",
    '"', "'", "#", "//", "Shape 1:", "X_FS1", "[node", "shape", "SubResource(", "mRadius=", "L^2=3", "...", "capsule",
    "vertices", "p0", "axis", "x", "mm", "alternative", "1 0 0 0", "0 0 0 1", "half_extents", "$1 =", "\t", "kind",
)  # fmt: skip


def test_random_texts_give_a_scene_or_one_line() -> None:
    draw = random.Random(13)
    read = 0
    for _ in range(400):
        text = " ".join(draw.choices(PIECES, k=draw.randint(1, 40)))
        for notation in (None, draw.choice(["table", "json", "watch", "godot", "fcl-text"])):
            try:
                import_text(text, notation=notation)
                read += 1
            except ValueError as fault:
                assert "\n" not in str(fault), (text, fault)  # noqa: PT017 - most texts are refused
    assert read > 5  # some are read, so the readers were reached


def test_damaged_texts_give_a_scene_or_one_line() -> None:
    draw = random.Random(17)
    whole = (
        "cylinder radius 0.125\ncylinder length 1.5\ncylinder pose\n1 0 0 0.5\n0 1 0 0\n0 0 1 0.25\n0 0 0 1\n"
        "Capsule:\nradius = 3\ncentre = (0, 0, 5)\nquaternion = (0, 0, 0, 1)\n",
        '{"a": {"type": "box", "size": [1, 2, 3], "position": {"x": 1, "y": 2, "z": 3}}, "b": {"shape": "sphere"}}',
        '[sub_resource type="BoxShape3D" id="1"]\nsize = Vector3(1, 2, 3)\n[node name="A" parent="."]\n'
        'transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)\nshape = SubResource("1")\n',
        "$1 = {m_implicitShapeDimensions = {m_floats = {1, 2, 3, 0}}, m_collisionMargin = 0.04}\n",
    )
    for _ in range(300):
        text = draw.choice(whole)
        for _ in range(draw.randint(1, 4)):
            i, j = sorted(draw.randrange(len(text) + 1) for _ in range(2))
            text = draw.choice([text[:i] + text[j:], text[:i] + text[i : i + 9] + text[i:], text[:j] + "}" + text[j:]])
        try:
            import_text(text)
        except ValueError as fault:
            assert "\n" not in str(fault)  # noqa: PT017
