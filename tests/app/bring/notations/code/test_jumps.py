"""`break`, `continue` and `return` of Python: executed where their condition is known, doubted where it is not."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.sphere import Sphere
from tests.app.bring.notations.code.reading import read, read_bodies

KNOWN = {
    "break": ("for r in (0.5, 1.5, 2.5):\n    if r > 1: break", 1.5),
    "continue": ("r = 0.0\nfor k in (0.5, 1.5, 2.5):\n    if k == 1.5: continue\n    r += k", 3.0),
    "break of the inner loop": (
        "r = 0.5\nfor i in range(3):\n    for j in range(3):\n        if j == 1: break\n        r += 1",
        3.5,
    ),
    "break on an unknown condition of what changes nothing": ("r = 1.0\nfor k in range(3):\n    if big: break", 1.0),
    "return": ("def f(k):\n    if k == 1: return 1.0\n    return 2.0\nr = f(1)", 1.0),
    "return in a loop": (
        "def f():\n    for k in (1.0, 2.0):\n        if k > 1: return k\n    return 9.0\nr = f()",
        2.0,
    ),
}
UNKNOWN = {
    "break": "for r in (0.5, 1.5):\n    if big: break",
    "continue": "r = 0.0\nfor k in (0.5, 1.5):\n    if big: continue\n    r += k",
    "what stands in front of it": "r = 0.0\nfor k in (0.5, 1.5):\n    r += k\n    if big: break",
    "return": "def f():\n    if big: return 1.0\n    return 2.0\nr = f()",
    "return in both cases": "def f():\n    if big:\n        return 1.0\n    else:\n        return 2.0\nr = f()",
}


def text(code: str) -> str:
    return f"import fcl\n{code}\na = fcl.Sphere(r)\nb = fcl.Box(1, 2, 3)\n"


@pytest.mark.parametrize("name", KNOWN)
def test_jumps_of_known_conditions_are_executed(name: str) -> None:
    code, radius = KNOWN[name]
    assert read_bodies(text(code), "python")["a"].shape == Sphere(radius)


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_depends_on_a_jump_of_an_unknown_condition_is_refused(name: str) -> None:
    with pytest.raises(TextError, match="depends on a condition"):
        read(text(UNKNOWN[name]), "python")
