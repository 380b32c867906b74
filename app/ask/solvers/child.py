"""The child process of a solver: `python -m gjkscope.app.ask.solvers.child KIND NAME`, where the kind is `adapter`,
`function` (FILE.py:FUNCTION) or `library` (FILE.so).

Prints "ready", then answers the requests on standard input (`messages.py`).  The engine's own output goes to standard
error, and it cannot read the requests.  Ends when its input is closed.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.batch_engine import BatchEngine
from gjkscope.app.ask.solvers.forked import BLOCK, serve_batch, serve_block
from gjkscope.app.ask.solvers.functions import FunctionError, load_function
from gjkscope.app.ask.solvers.installations import installation_of, split_name
from gjkscope.app.ask.solvers.libraries import LibraryError, load_library
from gjkscope.app.ask.solvers.messages import answer_line, parse_request
from gjkscope.app.ask.solvers.node.program import NodeError
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.process_solver import READY
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.base.processes.pipes import private_pipes
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

Ask = Callable[..., SolverAnswer]
"""Called with a pair; for a cast also with the `displacement` of A, by adapters that answer casts."""


def serve(load: Callable[[], Ask], requests: IO[bytes], answers: IO[bytes], forks: bool = True) -> None:
    """Loads the solver and answers requests until the input ends; blocks of them in a fork, if it `forks`."""
    try:
        ask = load()
    except (FunctionError, LibraryError, NodeError) as fault:
        sys.exit(str(fault))  # printed on standard error, without a traceback
    answers.write(READY + b"\n")
    answers.flush()
    for line in iter(requests.readline, b""):
        if line.startswith(BLOCK):
            if isinstance(ask, BatchEngine):
                serve_batch(line, partial(_answer_batch, ask), answers.fileno())
            else:
                serve_block(line, partial(_answer, ask), answers.fileno(), forks)
            continue
        request = parse_request(line)
        question = ask if request.displacement is None else partial(ask, displacement=request.displacement)
        answers.write(answer_line(request.number, _answer(question, *request.pair)))
        answers.flush()


def _answer(ask: Ask, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
    try:
        return ask(a, pose_a, b, pose_b)
    except Unsupported as reason:
        return SolverAnswer(unsupported=str(reason))
    except Exception as fault:  # any exception of the engine is its answer
        return SolverAnswer(crashed=f"{type(fault).__name__}: {_first_line(fault)}".removesuffix(": "))


def _answer_batch(engine: BatchEngine, pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
    """The answers about all pairs at once; one by one if that fails, so that the fault is that of its pair."""
    try:
        return engine.answers(pairs)
    except Exception:
        return [_answer(engine, *pair) for pair in pairs]


def _first_line(fault: Exception) -> str:
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    # coal's errors consist of lines "From file", "in function", "at line" and "message".
    return next((line for line in lines if line.startswith("message: ")), lines[0] if lines else "")


def _forks(kind: str, name: str) -> bool:
    if kind != "adapter":
        return True
    adapter = _adapter(name)
    return adapter.forks and not isinstance(adapter.load, NodeScript)  # a fork cannot share Node with us


def _loader(kind: str, name: str) -> Callable[[], Ask]:
    if kind == "adapter":
        return _engine_loader(name)
    if kind == "library":
        return lambda: load_library(name)
    return lambda: load_function(name)


def _engine_loader(name: str) -> Callable[[], Ask]:
    load = _adapter(name).load
    return partial(_load_in_node, load, name) if isinstance(load, NodeScript) else load


def _load_in_node(script: NodeScript, name: str) -> Ask:
    installation = installation_of(name)
    if installation is None or installation.folder is None:  # removed since it was chosen
        raise NodeError(f"{name} is not installed")
    return script.load(installation.folder)


def _adapter(name: str) -> Adapter:
    """The adapter of an engine, which may be named with a version."""
    return adapters()[split_name(name)[0]]


def serve_arguments() -> None:
    """Runs the child; its arguments are a kind and a name."""
    pipes = private_pipes()  # before any engine is imported: pybullet prints a line at once
    kind, name = sys.argv[1:]
    serve(_loader(kind, name), *pipes, _forks(kind, name))


if __name__ == "__main__":
    serve_arguments()
