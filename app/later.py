"""Answers that take their time: found by a thread between frames, so that no frame waits for them.

    known = later.ask("row sat", compared_row, pair, "sat")   # in each frame in which the answer is shown
    if known is not None: ...                                 # the newest answer; `current` if it is to this question

A question has a slot, which keeps its last answer: while a pose changes, what was known of the one before still
stands there.  After each frame `proceed` says whether now is a good time; only what that frame asked is looked for.
"""

from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, NamedTuple

Question = tuple[Any, ...]  # a function and its arguments, all of them immutable


class Known(NamedTuple):
    """The newest answer in a slot; `current`: it is the answer to what was asked now, not to an earlier question."""

    value: Any
    current: bool


class _Answered(NamedTuple):
    question: Question
    value: Any
    fault: Exception | None


class Later:
    """`announce` is called, from another thread, whenever an answer has come."""

    def __init__(self, announce: Callable[[], None] = lambda: None) -> None:
        self._announce = announce
        self._lock = Lock()  # guards what both threads use: the two below
        self._waiting: dict[str, Question] = {}
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
        while (found := self._next()) is not None:
            slot, question = found
            self._answers[slot] = _answered(question)
            self._announce()

    def _next(self) -> tuple[str, Question] | None:
        """The slot and the question to look at now, in the order in which they were asked."""
        with self._lock:
            if not self._waiting:
                self._thread = None
                return None
            slot = next(iter(self._waiting))
            return slot, self._waiting.pop(slot)


def _answered(question: Question) -> _Answered:
    """A fault is kept, and raised where the question is asked."""
    function, *arguments = question
    try:
        return _Answered(question, function(*arguments), None)
    except Exception as fault:
        return _Answered(question, None, fault)
