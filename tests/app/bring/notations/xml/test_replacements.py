"""Strings that Python code replaces in a model."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import Imported, import_text

MODEL = '''
class PegTest:
  _PEG = """
    <mujoco>
      <worldbody>
        <body pos="0.5 0 1.25">
          <freejoint/>
          <geom name="peg" type="capsule" fromto="-1 0 0 1 0 0" size="0.05"/>
        </body>
        <geom name="slab" type="box" size="2 2 1"/>
      </worldbody>
    </mujoco>
  """
'''


def read(code: str, **choices: str) -> Imported:
    return import_text(MODEL + "\n  def test_peg(self):\n    " + code + "\n", choices=choices)


def replacement_in(imported: Imported) -> str:
    return next(assumption.value for assumption in imported.assumptions if assumption.what == "replacement")


@pytest.mark.parametrize(
    "call",
    [
        """self._PEG.replace('<body pos="0.5 0 1.25">', '<body pos="0.5 0 0.75">')""",
        """self._PEG.replace(\n        'pos="0.5 0 1.25"',\n        'pos="0.5 0 0.75"',\n    )""",
        """self._PEG.replace("0.5 0 1.25", "0.5 0 0.75")""",
    ],
)
def test_a_replaced_pose(call: str) -> None:
    imported = read(f"d, dx = collide({call})")
    assert imported.scene.names == ("peg", "slab")
    assert imported.scene.bodies[0].pose.position == (0.5, 0, 0.75)
    assert replacement_in(imported) == "1"
    as_written = read(f"d, dx = collide({call})", replacement="as written")
    assert as_written.scene.bodies[0].pose.position == (0.5, 0, 1.25)


def test_replacements_of_one_text_after_another() -> None:
    imported = read(
        """xml = self._PEG.replace('fromto="-1 0 0 1 0 0" size="0.05"', 'fromto="0 0 0 1 0 0" size="0.1"')
    xml = xml.replace('pos="0.5 0 1.25"', 'pos="0 0 3"')"""
    )
    peg = imported.scene.bodies[0]
    assert (peg.shape.radius, peg.shape.half_height, peg.pose.position) == (0.1, 0.5, (0.5, 0, 3))


def test_several_variants_are_asked_about() -> None:
    code = "\n    ".join(f"""xml = self._PEG.replace('pos="0.5 0 1.25"', 'pos="0 0 {z}"')""" for z in (2, 3))
    assert [question.value for question in read(code).questions if question.what == "replacement"] == ["as written"]
    assert read(code, replacement="2").scene.bodies[0].pose.position == (0, 0, 3)


def test_a_replacement_of_more_than_values_is_refused() -> None:
    with pytest.raises(TextError, match="replace it in the XML before the import"):
        read("""xml = self._PEG.replace('<body pos="0.5 0 1.25">', '<body euler="0 0 9" pos="0 0 1">')""")


def test_other_replacements_change_nothing() -> None:
    imported = read('name = path.replace("peg", "pin")')
    assert imported.scene.names == ("peg", "slab")
    assert "replacement" not in {assumption.what for assumption in imported.assumptions}
