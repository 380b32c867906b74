"""Explains on standard error why a command that judges answers starts slowly: on a new machine it first compiles code.
So do some engines when they are first asked.

Our own code is compiled before processes are started, each of which would otherwise compile the same code.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Timer

from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.command_line.console import print_note, progress_bar
from gjkscope.engine import batch

PATIENCE = 5.0  # seconds; loading compiled code takes one or two
PREPARING = "preparing to judge answers; on a new machine this compiles code once, which takes about half a minute"


def prepare_to_judge() -> None:
    """Compiles the judging code, or loads it, with a progress bar on a terminal and otherwise a remark."""
    with announce(), show_compiling() as report:
        batch.prepare(report=report)


@contextmanager
def announce(say: Callable[[str], None] = print_note, words: str = PREPARING) -> Iterator[None]:
    """Announces the wait, in these words, if the block takes long."""
    timer = Timer(PATIENCE, lambda: say(words))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def announce_compiling(engines: Sequence[str]) -> AbstractContextManager[None]:
    """Announces the wait if one of these engines, or solvers, compiles when it is first asked."""
    compiling = [name for name in engines if (adapter := adapter_of(name)) is not None and adapter.answers_batches]
    if not compiling:
        return nullcontext()
    verb = "compiles" if len(compiling) == 1 else "compile"
    words = f"{' and '.join(compiling)} {verb} at the first question about each pair of types, for up to a minute, once"
    return announce(words=words)


@contextmanager
def show_compiling() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on a terminal for `batch.prepare`: yields the function for its `report`."""
    with progress_bar() as update:
        yield lambda doing, done: update(doing.capitalize(), done, 1.0, f"{done:.0%}")
