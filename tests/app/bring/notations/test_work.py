"""The budget of work: texts that ask for a lot of it are refused in one line, at the line that asks for it."""

import time

import pytest

from gjkscope.app.base.work import FLOOR, PER_CHARACTER, OutOfWork, budget_for, spend, work_limit
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.cancellation import Cancelled, cancellable_by

SECONDS = 5.0  # of processor time

PAIR = """
a = fcl.Box(1, 2, 3)
b = fcl.Sphere(0.25)
fcl.distance(fcl.CollisionObject(a), fcl.CollisionObject(b))
"""
PYTHON = "import fcl\nimport numpy as np\n"

# Each needs more than its length pays for, in another step of a reader.
GREEDY = {
    "a comprehension in a condition": "w = [i for i in range(8000) if [j for j in range(8000) if 0 > j]]",
    "arrays that are added": "w = np.ones(9000)\nfor i in range(60):\n  for j in range(60):\n    w = w - w",
    "a product of matrices": "w = np.ones((300, 300))\nu = w @ w @ w",
    "an element by element product": "w = np.ones((300, 300))\nfor i in range(60):\n  w = w * w",
    "a list that is replaced": "w = np.ones((300, 300))\n" * 450,
    "a list that is compared": "w = np.ones((300, 300))\nfor i in range(60):\n  for j in range(60):\n    u = w < 1",
    "strings that double": "w = 'ab' * 1\nw = 'abcdefgh'\nfor i in range(40):\n  w = w + w",
    "lists of lists": "w = [0.5] * 9000\nu = [w for i in range(9000)]\nx = [u for i in range(9000)]",
    "loops in loops": "\n".join(f"{' ' * i}for i{i} in range(60):" for i in range(8)) + f"\n{' ' * 8}w = 1 + 2 * 3",
}


@pytest.mark.parametrize("name", GREEDY)
def test_a_text_that_asks_for_too_much_work_is_refused_or_read_at_once(name: str) -> None:
    start = time.process_time()
    try:
        import_text(PYTHON + GREEDY[name] + PAIR)
    except ValueError as fault:
        assert str(fault).startswith("line "), fault  # noqa: PT017 - some are read without their lists
        assert "this text asks for too much work" in str(fault)  # noqa: PT017
    assert time.process_time() - start < SECONDS


def test_the_line_that_asks_for_too_much_work_is_named() -> None:
    with pytest.raises(ValueError, match=r"^line 6: this text asks for too much work: must be .*; select that part$"):
        import_text(PYTHON + GREEDY["arrays that are added"].replace("ones", "zeros") + PAIR)


# Each took minutes or did not end, although it is short or of ordinary content.
ENDLESS = {
    "a class with itself as a default": "class Disc(Base):\n  p = Disc(1.)\n  q = Disc(2)\nfcl.p",
    "a declared default of its own class": "from fcl import *\nclass Box:side: =Box(())",
    "a callback that is not closed": "(function(){}\nimport  from 'cannon-es",
    "a function that calls itself": "void say(int n) {\n  say(n), say(n), say(n);\n  btBoxShape a(n);\n}\n"
    "int main() {\n  say(1), say(2);\n}",
    "a word of 100,000 characters": "d2" * 50_000 + " 1 2",
    "a cell of 20,000 words": "| shape | size | position |\n| --- | --- | --- |\n| box | 1 x 2 x 3 | 0 0 0 |"
    + ", width" * 20_000,
    "brackets on 20,000 lines": "from numpy import array\nradius = 0.5\n" + " )\n" * 20_000,
    "a million points": "0.25 2\n" * 1_000_000,
    "a million points in a line": "0.25 2 " * 1_000_000,
    "a shift of a fraction": "btBoxShape a(btVector3(1, 2 << .5f, 3));",
    "bits of a fraction": "let a = Ball::new(3|.5);\nlet b = Ball::new(1.0);\nlet c = contact(&p, &a, &q, &b);\n",
    "a long list repeated": PYTHON + "w = [1] * 9999\nu = [0, *w, *w, *w, *w, *w] * 9999\n" + PAIR,
    "prose around a statement": "const b = new CANNON.Sphere(1)\n" + "this is prose. it's not code (really)\n" * 2_000,
    "many definitions": "".join(f"#define A{i} {i}\n" for i in range(40_000)) + "btBoxShape a(btVector3(1, 1, 1));",
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.slow
def test_a_text_ends_in_time(name: str) -> None:
    start = time.process_time()
    try:
        import_text(ENDLESS[name])
    except ValueError as fault:
        assert "please report it" not in str(fault)  # noqa: PT017 - most have no shapes
    assert time.process_time() - start < SECONDS


def test_the_budget_grows_linearly_with_the_text() -> None:
    assert budget_for("") == FLOOR
    assert budget_for("x" * 1000) - budget_for("") == 1000 * PER_CHARACTER


def test_spending_more_than_the_budget_names_the_last_line() -> None:
    with work_limit(3):
        spend(2, line=7)
        spend()
        with pytest.raises(OutOfWork, match=r"^line 7: this text asks for too much work"):
            spend()
    spend(1_000_000)  # there is no budget here


def test_an_inner_limit_does_not_raise_the_outer_one() -> None:
    with work_limit(2), pytest.raises(OutOfWork), work_limit(1000):
        spend(3)


def test_spending_can_be_cancelled() -> None:
    with cancellable_by(lambda: True), pytest.raises(Cancelled):
        spend()
