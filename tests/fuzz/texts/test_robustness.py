"""Mutated texts give a scene or one line for people, in time.  `python -m tests.fuzz.texts` imports more of them."""

import random
import re
import signal

import pytest

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, notations
from tests.fuzz.texts.mutating import mutate
from tests.fuzz.texts.robustness import failures, texts_of_tests

COUNT = 400  # of the same seeds; `make fuzz-texts COUNT=…` imports more


@pytest.mark.thorough
def test_mutated_texts_neither_crash_nor_hang() -> None:
    wrong = [failure for failure in failures(texts_of_tests(), range(1, COUNT + 1)) if failure is not None]
    assert not wrong, wrong[:3]


def test_mutations_are_repeatable_and_change_most_texts() -> None:
    texts = texts_of_tests()
    mutants = [mutate(texts, seed) for seed in range(200)]
    assert mutants == [mutate(texts, seed) for seed in range(200)]
    assert sum(text not in texts for text in mutants) > 150
    assert len({re.sub(r"\s", "", text)[:30] for text in mutants}) > 150


@pytest.mark.parametrize("what", ["crash", "hang", "lines"])
def test_a_fault_of_a_reader_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: ReadContext) -> Reading:
        if what == "crash":
            raise KeyError("in")
        while what == "hang":
            random.random()
        raise ValueError("two\nlines")

    known = {**notations(), "broken": Notation("broken", "Broken", lambda _: 2.0, broken)}
    monkeypatch.setattr("gjkscope.app.bring.notations.importing.notations", lambda: known)
    faults = list(failures(texts_of_tests(), range(1, 4), seconds=0.2))
    expected = {"crash": "please report it", "hang": "takes longer than 0.2 s", "lines": "not one line"}[what]
    assert all(failure is not None and expected in failure.what for failure in faults), faults
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
