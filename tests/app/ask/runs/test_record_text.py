"""The values of a step as text: full precision, each with the path by which an expression refers to it."""

from math import inf, isfinite, nan
from typing import NamedTuple

import pytest

from gjkscope import engine
from gjkscope.app.ask.breakpoints import evaluate, parse
from gjkscope.app.ask.runs.record_text import MISSING, is_changed, leaves, part_of, step_text, value_text
from gjkscope.engine import Exit
from tests.engine.museum import exhibit
from tests.engine.samples import suit

STEPS = engine.trace(*exhibit("fcl-319b", "A B")[:4], "gjk").steps


class Inner(NamedTuple):
    x: float
    rows: tuple[tuple[float, float], ...]


def test_a_step_is_written_leaf_by_leaf() -> None:
    text = step_text(Inner(0.1, ((1.0, -2.0), (0.5, nan))))
    assert text == "x = 0.1\nrows[0] = (1.0, -2.0)\nrows[1] = (0.5, nan)"
    assert step_text(Inner(0.1, ()), hexadecimal=True) == "x = 0x1.999999999999ap-4\nrows = ()"


def test_values_keep_full_precision() -> None:
    assert value_text(1 / 3) == repr(1 / 3)
    assert float.fromhex(value_text(1 / 3, hexadecimal=True)) == 1 / 3
    assert (value_text(Exit.CONVERGED), value_text(True), value_text(None)) == ("CONVERGED", "True", "None")
    assert (value_text(-inf), value_text(2**70), value_text("")) == ("-inf", hex(2**70), "''")


@pytest.mark.parametrize("algorithm", engine.ALGORITHMS)
def test_every_path_is_an_expression_for_its_value(algorithm: str) -> None:
    step = engine.trace(*suit(algorithm, exhibit("hb-article-cycle-1", "A B")[:4]), algorithm).steps[-1]
    tried = 0
    for path, value in leaves(step):
        if isinstance(value, float) and isfinite(value):
            assert evaluate(parse(f"{path} == {value!r}"), step, None, ())
            tried += 1
    assert tried > 0


def test_changed_values() -> None:
    assert is_changed(1.0, 2.0)
    assert is_changed((1.0, 2.0), (1.0, 2.5))
    assert not is_changed(1.0, 1.0)
    assert not is_changed(nan, float("nan"))
    assert is_changed(nan, 1.0)
    assert not is_changed(1.0, MISSING)


def test_the_previous_value_of_a_part() -> None:
    step = STEPS[2]
    assert part_of(step, "lower") == step.lower
    assert part_of(step.weights, "1") == step.weights[1]
    for nothing in (part_of(step, "depth"), part_of(step.weights, "9"), part_of(MISSING, "lower"), part_of(1.0, "x")):
        assert nothing is MISSING
