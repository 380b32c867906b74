"""XML in strings of Python that are filled in, and the constants of xacro."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Box, Cylinder
from tests.app.bring.notations.xml.models import is_at, read_bodies, read_model

BOXES = '<mujoco><worldbody><geom name="a" type="box" size="{0}"/><geom name="b" type="box" size="{0}" pos="{1}"/>'


@pytest.mark.parametrize(
    "code",
    [
        'h = 0.5\nxml = f"""' + BOXES.format("{h} {h} {h}", "0 0 {2 * h + 0.25:.3f}") + '"""',
        'xml = """' + BOXES.format("{0}", "{p}") + '""".format("0.5 0.5 0.5", p="0 0 1.25")',
        'xml = """' + BOXES.format(".5 .5 .5", "%g 0 %.3f") + '""" % (0, 1.25)',
        'xml = """' + BOXES.format("SIZE", "0 0 Z") + '""".replace("SIZE", "0.5 0.5 0.5").replace("Z", "1.25")',
        'def make(z):\n    return f"""' + BOXES.format(".5 .5 .5", "0 0 {z}") + '"""\nmodel = load(make(1.25))',
    ],
    ids=["f-string", "format", "percent", "replace", "function"],
)
def test_filled_in_by_python(code: str) -> None:
    bodies = read_bodies(code)
    assert bodies["a"].shape == bodies["b"].shape == Box((0.5, 0.5, 0.5))
    assert is_at(bodies["b"], 0, 0, 1.25)


def test_fragments_are_where_the_program_inserts_them() -> None:
    code = '''
def leg(name, x):
    return f"""<body name="{name}" pos="{x} 0 0"><geom name="{name}" type="sphere" size=".1"/></body>"""
legs = leg("l", 0.25) + leg("r", -0.25)
xml = f"""<mujoco><worldbody><body pos="0 0 1"><geom name="trunk" type="box" size="1 1 1"/>{legs}</body>
</worldbody></mujoco>"""
'''
    bodies = read_bodies(code)
    assert sorted(bodies) == ["l", "r", "trunk"]
    assert is_at(bodies["l"], 0.25, 0, 1)
    assert is_at(bodies["r"], -0.25, 0, 1)


def test_a_string_that_is_filled_in_with_different_values_is_asked_about() -> None:
    code = '''
def make(z):
    return f"""<mujoco><worldbody><geom name="a" type="sphere" size="1"/>
<geom name="b" type="sphere" size="1" pos="0 0 {z}"/></worldbody></mujoco>"""
run(make(1.5))
run(make(2.5))
'''
    first = read_model(code)
    [question] = [question for question in first.questions if question.what.startswith("values")]
    assert is_at(read_bodies(code)["b"], 0, 0, 1.5)
    assert is_at(read_bodies(code, **{question.what: "2"})["b"], 0, 0, 2.5)


def test_unknown_values_are_rejected_at_their_place() -> None:
    with pytest.raises(TextError, match=r"'\{z\}' is not a number"):
        read_model('xml = f"""' + BOXES.format(".5 .5 .5", "0 0 {z}") + '"""')


def test_constants_of_xacro() -> None:
    bodies = read_bodies(
        """<robot name="r"><xacro:property name="w" value="0.5"/><xacro:property name="h" value="${2 * w}"/>
        <link name="a"><collision><origin xyz="0 0 ${h / 2}"/><geometry><cylinder length="${h}" radius="${w / 4}"/>
        </geometry></collision></link></robot>"""
    )
    [body] = bodies.values()
    assert body.shape == Cylinder(0.125, 0.5, "z")
    assert is_at(body, 0, 0, 0.5)


def test_what_is_not_in_the_text_is_asked_about() -> None:
    asked = read_model(
        '<mujoco><include file="arm.xml"/><worldbody><geom type="box" size="1 1 1"/><geom type="sphere" size="1"/>'
        '<geom type="ellipsoid" mesh="m"/></worldbody><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>'
        "</mujoco>"
    )
    assert {question.what for question in asked.questions} == {"include arm.xml", "fitted"}
