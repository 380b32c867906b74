"""Answers that take their time: found by a thread between frames, so that no frame waits for them.

    known = later.ask("row sat", compared_row, pair, "sat")   # in each frame in which the answer is shown
    if known is not None: ...                                 # the newest answer; `current` if it is to this question

A question has a slot, which keeps its last answer: while a pose changes, what was known of the one before still
stands there.  After each frame `proceed` says whether now is a good time; only what that frame asked is looked for,
and what it did not ask any more is called off.
"""

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from gjkscope.engine.cancellation import CalledOff, called_off_by

Question = tuple[Any, ...]  # a function and its arguments, all of them immutable


class Known(NamedTuple):
    """The newest answer in a slot; `current`: it is the answer to what was asked now, not to an earlier question."""

    value: Any
    current: bool


class _Answered(NamedTuple):
    question: Question
    value: Any
    fault: Exception | None


class _Sought(NamedTuple):
    """What the thread looks for now."""

    slot: str
    question: Question
    off: Event  # set: it is not asked for any more


class Later:
    """`announce` is called, from another thread, whenever an answer has come."""

    def __init__(self, announce: Callable[[], None] = lambda: None) -> None:
        self._announce = announce
        self._lock = Lock()  # guards what both threads use: the three below
        self._waiting: dict[str, Question] = {}
        self._sought: _Sought | None = None
        self._thread: Thread | None = None
        self._asked: dict[str, Question] = {}
        self._unanswered = 0
        self._answers: dict[str, _Answered] = {}

    def ask(self, slot: str, function: Callable[..., Any], *arguments: Any) -> Known | None:
        """What is known, or nothing yet.  Raises what the function raised."""
        question = (function, *arguments)
        answer = self._answers.get(slot)
        current = answer is not None and answer.question == question
        if not current:
            self._asked[slot] = question
            self._unanswered += 1
        elif answer is not None and answer.fault is not None:
            raise answer.fault
        return None if answer is None or answer.fault is not None else Known(answer.value, current)

    def proceed(self, still: bool) -> None:
        """The frame is over: what it asked is looked for if all is still, and else forgotten."""
        with self._lock:
            sought = self._sought
            if sought is not None and self._asked.get(sought.slot) != sought.question:
                sought.off.set()
            elif sought is not None and not sought.off.is_set():
                del self._asked[sought.slot]  # it is being looked for
            self._waiting = self._asked if still else {}
            self._asked = {}
            self._unanswered = 0
            if not self._waiting or self._thread is not None:
                return
            self._thread = Thread(target=self._work, name="later", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """How many times a question was put in this frame that has no answer yet, each time by who waits for it."""
        return self._unanswered

    @property
    def busy(self) -> bool:
        """Whether something is looked for."""
        return self._thread is not None

    def wait(self) -> None:
        """Until nothing is looked for any more."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while (sought := self._next()) is not None:
            answer = _answered(sought)
            if answer is not None:
                self._answers[sought.slot] = answer
                self._announce()

    def _next(self) -> _Sought | None:
        """What to look for now, in the order in which it was asked."""
        with self._lock:
            slot = next(iter(self._waiting), None)
            if slot is None:
                self._thread = self._sought = None
            else:
                self._sought = _Sought(slot, self._waiting.pop(slot), Event())
            return self._sought


def _answered(sought: _Sought) -> _Answered | None:
    """None where it was called off; a fault is kept, and raised where the question is asked."""
    function, *arguments = sought.question
    try:
        with called_off_by(sought.off.is_set):
            return _Answered(sought.question, function(*arguments), None)
    except CalledOff:
        return None
    except Exception as fault:
        return _Answered(sought.question, None, fault)
