"""Solvers that return garbage: each answer is a judgement or an error of one line, in a block, a scene and a query."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gjkscope.app.ask.runs.reports import judge_reported
from gjkscope.app.ask.solvers.addresses import solver_at
from gjkscope.app.ask.solvers.messages import LONGEST_LINE_OF_TEXT, printable_line
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.ask.solvers.process_solver import ProcessSolver
from gjkscope.app.ask.solvers.solver import as_report
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene, parse_scene
from gjkscope.engine.shapes.kinds import Box, Sphere

# What is returned, and what is said about it.  The pair is 1 m apart.
JUDGED = {
    '{"signed_distance": np.float32(0.5)}': "reports 0.5 m: 50 % too near",
    '{"signed_distance": np.float16("nan")}': "its signed distance is not finite",
    '{"signed_distance": -0.0, "normal": [-0.0, -0.0, -0.0]}': "its normal is zero, no direction",
    '{"normal": np.full(3, np.nan)}': "its normal is not finite",
    '{"normal": [1e308, 1e308, 1e308]}': "its normal is not finite",
    '{"normal": [5e-324, 0, 0]}': "right",
    '{"witness_a": [float("inf"), 0, 0]}': "its point on A is not finite",
    '{"points": [{"position": [np.nan, 2, 3]}]}': "its contact point (nan, 2, 3) has numbers that are not finite",
    '{"points": [{"position": [1, 0, 0], "depth": np.inf}] * 2}': "2 of its 2 contact points have numbers that are not",
    '{"verdict": np.str_("separated")}': "reports separated: right",
    "np.float64(0.5)": "50 % too near",
    "np.array(0.5)": "50 % too near",
    "-float('inf')": "reports signed distance −inf: its signed distance is not finite",
    "1.7e308": "its signed distance is not finite",
    "{}": "unsupported: says nothing about the pair",
    '{"signed_distance": None, "note": "none"}': "unsupported: says nothing about the pair",
    '{"signed_distance": np.ma.masked}': "unsupported: says nothing about the pair",
    '{"unsupported": "two\\nlines \\ud800"}': "unsupported: two lines ?",
    '{"verdict": "overlap"}': "gave no answer: MessageError: verdict: must be one of separated, touching",
    '{"verdict": ["separated"]}': "MessageError: verdict: must be one of",
    '{"signed_distance": "1"}': "MessageError: signed_distance: must be a number, got '1'",
    '{"signed_distance": True}': "MessageError: signed_distance: must be a number, got True",
    '{"signed_distance": 10**400}': "MessageError: signed_distance: must be a double",
    '{"signed_distance": 1 + 2j}': "MessageError: signed_distance: must be a number, got (1+2j)",
    '{"normal": [1, 2]}': "MessageError: normal: must be 3 numbers, got [1, 2]",
    '{"normal": np.zeros((3, 1))}': "MessageError: normal[0]: must be a number, got [0.0]",
    '{"normal": [None, None, None]}': "MessageError: normal[0]: must be a number, got None",
    '{"distance": 1.0}': "MessageError: distance: unknown field; the fields are verdict",
    "{1: 2}": "MessageError: 1: unknown field",
    '{"points": [3]}': "MessageError: points[0]: must be an object with position",
    '{"iterations": [{}]}': "MessageError: iterations[0]: must be an object with simplex",
    '{"crashed": "boom\\nbang\\0\\x1b[31m"}': "gave no answer: boom bang [31m",
    '{"crashed": " "}': "gave no answer: crashed without words",
    "'0.5'": "MessageError: must return a number, a dictionary or None, got '0.5'",
    "[1.0]": "MessageError: must return a number, a dictionary or None, got [1.0]",
    "1j": "MessageError: must return a number, a dictionary or None, got 1j",
    "Odd()": "gave no answer: RuntimeError: odd",
    '{"signed_distance": Odd()}': "MessageError: signed_distance: must be a number",
    "fail('multi\\nline\\0')": "gave no answer: RuntimeError: multi",
    "fail('y' * 3000)": "gave no answer: RuntimeError: ",
    "sys.exit('bye')": "gave no answer: exited with status 1",
}
SOURCE = """
import sys
import numpy as np

class Odd:
    def __float__(self): raise RuntimeError("odd\\nfloat")
    def __repr__(self): raise ValueError("no text")

def fail(words): raise RuntimeError(words)

ANSWERS = [%s]
def f(a, pose_a, b, pose_b):
    return ANSWERS[round(a.radius) - 1]()
"""
BODY_B = Body("B", Box((1, 1, 1)), PositionOrientation((0, 0, 0)))


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessSolver]:
    path: Path = tmp_path_factory.mktemp("garbage") / "mine.py"
    path.write_text(SOURCE % ", ".join(f"lambda: {returned}" for returned in JUDGED))
    solver = solver_at(f"{path}:f")
    yield solver
    solver.close()


@pytest.mark.parametrize(("number", "words"), [*enumerate(JUDGED.values(), 1)], ids=range(1, len(JUDGED) + 1))
def test_garbage_is_judged_or_refused_in_one_line(solver: ProcessSolver, number: int, words: str) -> None:
    ball = Body("A", Sphere(number), PositionOrientation((-2 - number, 0, 0)))
    pair = ball.shape, ball.pose, BODY_B.shape, BODY_B.pose
    for answer in (solver.ask(*pair), solver.ask_many(block_of([pair])).answer(0)):
        if answer.unsupported is not None:
            said = f"unsupported: {answer.unsupported}"
        else:
            report = as_report(answer, ("A", "B"), "garbage")
            scene = Scene("garbage", (ball, BODY_B), pairs=(("A", "B"),), reported=(report,))
            assert parse_scene(format_scene(scene).encode().decode()) == scene
            said = judge_reported(report, ball, BODY_B).words
        assert said.isprintable()
        assert words in said
        assert len(said) < 2 * LONGEST_LINE_OF_TEXT


def test_lines_are_short_and_printable() -> None:
    assert printable_line(" a\tb\n\x00c ") == "a b c"
    assert len(printable_line("word " * 10_000)) <= LONGEST_LINE_OF_TEXT
    assert printable_line("y" * 10_000).endswith("yyy …")
