"""Checks that apply to the explanation of every step, whichever the algorithm."""

import re
from collections.abc import Iterable
from typing import Any

from gjkscope.engine.explain import explain, headline
from gjkscope.engine.result import Exit

NOT_SAID = re.compile(r"\b(nan|inf|None|RUNNING)\b|w[-−]1\b|  ")


def assert_well_said(steps: Iterable[Any], *names: str) -> None:
    """Check for complete sentences without NaN or None, and that the last headline names the exit.

    Broad phases are exempt from the headline check, because all of their runs end the same way.
    """
    steps = list(steps)
    assert steps
    for step in steps:
        sentence, title = explain(step, *names), headline(step, *names)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert title
        assert not NOT_SAID.search(f"{sentence} {title}")
        if step.exit not in (Exit.RUNNING, Exit.COMPLETE):
            assert title == step.exit.words
