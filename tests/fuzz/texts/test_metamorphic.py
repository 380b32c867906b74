"""Transformed texts give the pair that they must.  `python -m tests.fuzz.texts --metamorphic --all` tries all."""

from collections import Counter, defaultdict

import pytest

from gjkscope.app.bring.notations.importing import import_text
from tests.fuzz.texts.collecting import Sample
from tests.fuzz.texts.metamorphic import Tally, draw, findings
from tests.fuzz.texts.transforming import Must, Transformation, Variant, transformations
from tests.fuzz.texts.verdicts import Outcome, judge

SEED, COUNT = 1, 450  # ten seconds
FEWEST = 3  # variants of each transformation: few texts are JSON
TEXT = "import fcl\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.5)\nshift = lookup([4.0, 5.0, 6.0])\nfcl.distance(a, b)\n"
PLACED = "box A half extents 1 1 1\nA position 0 0 4\nsphere B radius 0.5\nB position 2 0 3\n"


@pytest.mark.thorough
def test_transformed_texts_give_the_pair_that_they_must() -> None:
    tally = Tally()
    for finding in findings(draw(COUNT, SEED)):
        tally.add(finding)
    assert not tally.failures, "\n".join(map(str, tally.failures[:5]))
    counts: dict[Must, Counter[Outcome]] = defaultdict(Counter)
    for name, change in transformations().items():
        assert tally.counts[name].total() >= FEWEST, name
        counts[change.must] += tally.counts[name]
    # Which texts are drawn depends on all tests of the application, so each transformation may be unlucky.
    assert counts[Must.STAY][Outcome.SAME] >= 0.8 * counts[Must.STAY].total(), tally.lines()
    assert counts[Must.CHANGE][Outcome.CHANGED] >= 0.4 * counts[Must.CHANGE].total(), tally.lines()
    assert counts[Must.VANISH][Outcome.SAME] >= 0.2 * counts[Must.VANISH].total(), tally.lines()
    assert tally.total.keys() == set(Outcome) - {Outcome.FAILED}, tally.lines()


def test_the_drawn_variants_are_repeatable() -> None:
    assert draw(60, 7) == draw(60, 7) != draw(60, 8)


def _judge(must: Must, text: str, *variants: str, span: str = "") -> tuple[Outcome, str]:
    """What becomes of variants of a text, of which the part `span` was changed."""
    imported = import_text(text)
    start = text.index(span)
    whole = Variant("by hand perturbed", variants, type(imported.facts[0].span)(start, start + len(span)))
    sample = Sample(text, imported.notation, "here", imported)
    return tuple(judge(sample, Transformation("by hand", must, lambda _: iter(())), whole))  # type: ignore[return-value]


FAULTS = [
    (Must.STAY, [PLACED.replace("0 0 4", "0 0 5")], "", "silently another pair"),
    (Must.CHANGE, [PLACED], "4", "no effect"),
    (Must.CHANGE, [PLACED.replace("0 0 4", "0 0 9")], "4", "silently jumps"),
    (Must.VANISH, [PLACED.replace("0 0 4", "0 0 0"), PLACED], "4", "zero is read otherwise than a tiny number"),
    (Must.MISS, [PLACED], "A position 0 0 4", "silently the same without numbers that were used"),
    (Must.MISS, [PLACED.replace("2 0 3", "0 0 0")], "B position 2 0 3", "silently at the origin"),
]


@pytest.mark.parametrize(("must", "variants", "span", "why"), FAULTS)
def test_what_must_not_be_silent_fails(must: Must, variants: list[str], span: str, why: str) -> None:
    assert _judge(must, PLACED, *variants, span=span) == (Outcome.FAILED, why)


def test_what_is_said_does_not_fail() -> None:
    lost = PLACED.replace("B position 2 0 3\n", "")
    assert _judge(Must.MISS, PLACED, lost, span="B position 2 0 3")[0] is Outcome.NOTED
    assert _judge(Must.STAY, PLACED, PLACED + "sphere C radius -1\n")[0] is Outcome.REFUSED
    assert _judge(Must.CHANGE, TEXT, TEXT.replace("4.0", "7.0"), span="4.0")[0] is Outcome.LISTED
    assert _judge(Must.STAY, PLACED, TEXT)[0] is Outcome.ASKED
