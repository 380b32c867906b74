"""A child process that asks an engine, since engines may crash or hang."""

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Said

PATIENCE = 20.0  # seconds for an answer

Answer = Callable[[Arguments], tuple[Any, ...]]
"""Asks the engine about a pair; returns the fields of `Said`.  A function of a module, as it is called elsewhere."""


class Child:
    """Asks in a process of its own, which is replaced if it dies or takes too long."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None

    def ask(self, pair: Arguments) -> Said:
        pipe = self._pipe = self._pipe or self._start()
        pipe.send(pair)
        try:
            if pipe.poll(PATIENCE):
                return Said(*pipe.recv())
        except EOFError:
            pass  # it has died
        self._pipe = None
        if self._process:
            self._process.kill()
        return Said(False, failure="crash or limit of time")

    def _start(self) -> Connection:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._answer), daemon=True)
        self._process.start()
        theirs.close()
        ours.recv()  # it has started, which takes long on a busy machine
        return ours


def _serve(pipe: Connection, answer: Answer) -> None:
    pipe.send("ready")
    while True:
        try:
            pair = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(pair))
