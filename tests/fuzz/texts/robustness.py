"""Imports mutated texts: each must give a scene or one line for people, in time, and never a fault of a reader."""

import signal
import time
from collections.abc import Iterator
from types import FrameType
from typing import NamedTuple, NoReturn

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.reading import ReaderFault
from tests.fuzz.texts.collecting import corpus, strings_of_tests
from tests.fuzz.texts.mutating import mutate

MOST_SECONDS = 5.0  # of processor time


class Failure(NamedTuple):
    """What went wrong with a text."""

    seed: int
    what: str
    text: str


class _TooSlow(BaseException):
    """Not an `Exception`, so that no reader catches it."""


def texts_of_tests() -> tuple[str, ...]:
    """The texts of the tests that can be imported, several times, and all strings: also what is refused is read."""
    every = tuple(dict.fromkeys(text for text, _ in strings_of_tests()))
    importable = tuple(sample.text for sample in corpus())
    return importable * (2 * len(every) // len(importable)) + every


def failures(texts: tuple[str, ...], seeds: range, seconds: float = MOST_SECONDS) -> Iterator[Failure | None]:
    """Imports the mutation of each seed; None if it is handled well."""
    known = signal.signal(signal.SIGVTALRM, _too_slow)
    try:
        for seed in seeds:
            text = mutate(texts, seed)
            what = fault_of(text, seconds)
            yield Failure(seed, what, text) if what else None
    finally:
        signal.signal(signal.SIGVTALRM, known)


def fault_of(text: str, seconds: float = MOST_SECONDS) -> str:
    """What is wrong with how a text is imported, "" for nothing; needs a handler for SIGVTALRM."""
    start = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        import_text(text)
    except ReaderFault as fault:
        return str(fault)
    except ValueError as fault:
        if "\n" in str(fault) or not str(fault):
            return f"not one line: {fault}"
    except _TooSlow:
        return f"takes longer than {seconds:g} s"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    return f"takes longer than {seconds:g} s" if time.process_time() - start > seconds else ""


def _too_slow(_: int, __: FrameType | None) -> NoReturn:
    raise _TooSlow
