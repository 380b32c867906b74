"""What a page says of the steps that it computes is what Python says: headlines, sentences, numbers and events."""

from itertools import pairwise
from typing import Any

import pytest

from gjkscope.app.ask.runs.progress import bounds, events
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.share.web.steps import steps_of_algorithms
from gjkscope.app.share.web.words import finite_number, words_of_step
from gjkscope.app.state.inspection.label_names import label_pattern, shows_label
from gjkscope.app.state.model.display import Visibility
from gjkscope.app.view.words.rounding import round_numbers
from gjkscope.engine import trace
from gjkscope.engine.explain import explain
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Box, Ellipsoid, Hull, PlacedPair
from gjkscope.engine.text import depth_interval, interval, number, separation, short, vector
from tests.app.share.web.node import answers
from tests.app.share.web.step_parity import MOST, bare_script, step_question, stepped_algorithms
from tests.app.share.web.test_live import question, some_pairs
from tests.app.share.web.test_step_marks import chosen_solids

COUNT = 60
PLANE_COUNT = 220
NAMES = ("Crate", "Ball")
UPSIDE_DOWN = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
SCRIPT = f"""{bare_script("engine.js", "livesteps.js", "plane.js")}
const answer = ({{ module, most, pairs, settings }}) => {{
  const compiled = new WebAssembly.Module(bytes(module));
  return pairs.map((given) => {{
    const pair = pairOf(compiled, given);
    return given.algorithms.map((name) => {{
      const run = new LiveRun({{ ...settings, most }}, name, pair, given.poses, {list(NAMES)});
      const steps = run.steps.map(({{ headline, sentence, event, events, numbers, tables, mistaken }}) =>
        ({{ headline, sentence, event, events, numbers, tables, ...(mistaken && {{ mistaken }}) }}));
      return {{ title: run.title, bounds: run.bounds, steps }};
    }});
  }});
}};
"""


def said_by_python(run: Trace) -> list[dict[str, Any]]:
    steps, happened = run.steps, events(run)
    before = [MISSING, *(first for first, _ in pairwise(steps))]
    return [
        words_of_step(step, old, NAMES, explain(step, *NAMES), what)
        for step, old, what in zip(steps, before, happened, strict=True)
    ]


def comparable(words: dict[str, Any]) -> dict[str, Any]:
    """Without the definitions, which end with numbers in Python's notation, and tables but those of vertices."""
    numbers = [[label, text, is_new, depth] for label, text, _, is_new, depth in words["numbers"]]
    tables = [table for table in words["tables"] if table["title"] in ("simplex", "vertices", "polygon")]
    return {**words, "numbers": numbers, "tables": tables}


def pairs_with_rare_ends() -> list[PlacedPair]:
    """Pairs that are out of range, flat, nested and round, and one whose overlap is just more than touching."""
    tiny, line = Box((1e-80, 1e-80, 1e-80)), Hull(((-0.8, 0, 0), (0, 0, 0), (-0.3, 0, 0)))
    small, large = Ellipsoid((0.04, 0.1, 0.11)), Ellipsoid((0.6, 0.69, 0.66))
    return [
        (tiny, Pose(), tiny, Pose()),
        (line, Pose(), line, Pose(position=(0.1, 0, 0))),
        (small, Pose(position=(0, 0.05, 0)), large, Pose()),
        (Ellipsoid((1, 0.5, 0.7)), Pose(), Box((1, 1, 1)), Pose(UPSIDE_DOWN, (-0.0702, -1.4999999974612788, 0.743))),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("dimension", "least_exits"), [(2, 6), (3, 16)])
def test_a_page_says_of_steps_what_python_says(dimension: int, least_exits: int) -> None:
    rare = [*chosen_solids()[-6:], *pairs_with_rare_ends()] if dimension == 3 else []
    pairs = [*some_pairs(COUNT if dimension == 3 else PLANE_COUNT, dimension), *rare]
    settings = steps_of_algorithms(Visibility(), dimension)
    given = {**step_question(list(map(question, pairs)), dimension), "settings": settings}
    [found] = answers(SCRIPT, [given])
    exits = set()
    for pair, runs in zip(pairs, found, strict=True):
        for name, page in zip(stepped_algorithms(pair), runs, strict=True):
            run = trace(*pair, name)
            if len(run.steps) > MOST:
                continue
            exits.add((name, run.steps[-1].exit))
            for said, expected in zip(page["steps"], said_by_python(run), strict=True):
                assert comparable(said) == comparable(expected)
            assert page["bounds"]["lower"] == [finite_number(lower) for lower, _ in bounds(run)]
    assert len(exits) >= least_exits


def test_numbers_look_like_those_of_python() -> None:
    values = [0.0, 1.0, -0.3201, 1e-16, 12345.678, 99999.95, 12344.5, 1.0625, 0.0001, 0.00009999, 1e22, -7.0, 2.5e-7]
    script = f"""{bare_script("text.js")}
    const answer = ([x, y]) => [digits(x), digits(x, 4), digits(x, 2), shortDigits(x, 4), vectorText([x, y, 1]),
      interval(x, y), depthInterval(x, y), separation("A", "B", x, y)];"""
    two = [(x, y) for x in values for y in values[:6]]
    assert answers(script, two) == [
        [
            *(number(x), number(x, 4), number(x, 2), short(x, 4), vector((x, y, 1.0))),
            *(interval(x, y), depth_interval(x, y), separation("A", "B", x, y)),
        ]
        for x, y in two
    ]


def test_labels_are_chosen_and_rounded_as_in_lessons() -> None:
    texts = ["w0", "w3 dropped", "next", "closest 0.33397 m", "closest 1e−17 m", "12.5 m so far", "s_A(d)", "2", "d"]
    script = f"""{bare_script("text.js")}
    const answer = ([patterns, text]) =>
      [new RegExp(`^(?:${{patterns.join("|")}})$`).test(text), roundedNumbers(text, 2)];"""
    for labels in (("w", "closest"), ("dropped", "path", "d"), ("supports", "distance", "w0"), ("bodies",)):
        patterns = [label_pattern(name) for name in labels]
        found = answers(script, [[patterns, text] for text in texts])
        assert found == [[shows_label(labels, text, ()), round_numbers(text, 2)] for text in texts]
