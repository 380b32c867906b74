"""Checks that apply to the explanation of every step, whichever the algorithm."""

import re
from collections.abc import Iterable
from typing import Any

from gjkscope.engine.explain import explain, headline
from gjkscope.engine.result import Exit

NOT_SAID = re.compile(r"\b(nan|inf|None|RUNNING)\b|w[-−]1\b|  ")


def assert_well_said(steps: Iterable[Any], *names: str, names_exit: bool = True) -> None:
    """Check for complete sentences without NaN or None, and that the last headline names the exit.

    Broad phases are exempt from the headline check, because all of their runs end the same way.
    """
    steps = list(steps)
    assert steps
    for step in steps:
        sentence, title = explain(step, *names), headline(step, *names)
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith(("−", *names)), sentence
        assert sentence.endswith((".", "?")), sentence
        assert title
        assert not NOT_SAID.search(f"{sentence} {title}")
        assert not names_exit or not misnamed_exit(step, *names)


def misnamed_exit(step: Any, *names: str) -> str:
    """The headline of a last step, if it says anything but the exit."""
    title = headline(step, *names)
    return "" if step.exit in (Exit.RUNNING, Exit.COMPLETE) or title == step.exit.words else title
