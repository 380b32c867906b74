"""Reads mutated inputs, within limits of time and memory, and says what is wrong with how each is read."""

import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from types import FrameType, TracebackType
from typing import NamedTuple, NoReturn

from tests.fuzz.readers.kinds import NOT_REFUSALS, READERS, Reader

MOST_MEGABYTES = 200.0  # by which the peak of memory may grow while one input is read: inputs have at most 40 kB
LONGEST_WORDS = 1_000  # characters of an error for people

# Words of Python's and libraries' exceptions, which say nothing to a person.
INTERNAL = re.compile(
    r"Traceback|object at 0x|NoneType|not subscriptable|unsupported operand|out of range|has no attribute|"
    r"not supported between|unexpected keyword|positional argument|not iterable|not callable|unhashable|"
    r"\b[A-Z]\w*(?:Error|Exception)\b|could not convert|invalid literal|codec can't|cannot reshape|broadcast|"
    r"maximum recursion|dtype|<class|int too large|digits? limit|set_int_max"
)


class Outcome(NamedTuple):
    """What became of an input: it was read, refused with some words, or a fault was found."""

    words: str = ""  # of the refusal or the fault; "": it was read
    fault: str = ""  # the kind of fault, the same for inputs that fail in the same way; "": none


class Failure(NamedTuple):
    """An input with a fault."""

    reader: str
    seed: int
    kind: str
    words: str
    data: bytes


class _TooSlow(BaseException):
    """Not an `Exception`, so that no reader catches it."""


def draw(name: str, seed: int) -> bytes:
    """The input of a reader with this seed."""
    reader = READERS[name]
    return reader.mutate(reader.samples(), random.Random(f"{name} {seed}"))


def outcomes(name: str, seeds: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
    """Reads the inputs with these seeds."""
    for seed in seeds:
        yield seed, outcome_of(READERS[name], draw(name, seed))


def outcome_of(reader: Reader, data: bytes) -> Outcome:
    """Reads an input within its limits."""
    known = signal.signal(signal.SIGVTALRM, _too_slow)
    before, began = peak(), time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, reader.seconds)
    try:
        outcome = _read(reader, data)
    except _TooSlow as fault:
        return Outcome(f"takes longer than {reader.seconds:g} s, and is then in {_place(fault.__traceback__)}", "slow")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, known)
    if outcome.fault:
        return outcome
    if (grown := peak() - before) > MOST_MEGABYTES:
        return Outcome(f"takes {grown:.0f} MB", "memory")
    return Outcome(f"takes longer than {reader.seconds:g} s", "slow") if _since(began) > reader.seconds else outcome


def _since(began: float) -> float:
    return time.process_time() - began


def _read(reader: Reader, data: bytes) -> Outcome:
    try:
        reader.read(data)
    except NOT_REFUSALS as fault:
        return _raised(fault)
    except reader.refusals as fault:
        return Outcome(str(fault), fault_of_words(str(fault)))
    except Exception as fault:  # whatever else a reader raises is what is looked for
        return _raised(fault)
    return Outcome()


def _raised(fault: Exception) -> Outcome:
    return Outcome(str(fault) or "no words", f"{type(fault).__name__} in {_place(fault.__traceback__)}")


def fault_of_words(words: str) -> str:
    """What is wrong with an error for people; "" for nothing."""
    if not words.strip():
        return "no words"
    if len(words.splitlines()) != 1:
        return "not one line"
    if len(words) > LONGEST_WORDS:
        return "too many words"
    found = INTERNAL.search(words)
    return "" if found is None else f"not for people: {found[0]}"


def _place(trace: TracebackType | None) -> str:
    """The last line of our own that a traceback leads to."""
    frames = [
        frame for frame in traceback.extract_tb(trace) if "gjkscope" in frame.filename or "/app/" in frame.filename
    ]
    if not frames:
        return "a library"
    last = frames[-1]
    return f"{last.filename.rpartition('gjkscope/')[2]}:{last.lineno} {last.name}"


def _too_slow(_: int, __: FrameType | None) -> NoReturn:
    raise _TooSlow


def peak() -> float:
    """The greatest resident memory of this process so far, MB."""
    units = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units
