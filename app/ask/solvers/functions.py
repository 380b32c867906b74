"""Solvers written in Python: `FILE.py:FUNCTION`, with `f(a, pose_a, b, pose_b)`.

Shapes are those of `gjkscope.engine`; poses are 4×4 arrays.  The function returns the signed distance, a dictionary
with the fields of a report, such as `{"verdict": "separated"}`, or None if it does not take the pair.  The file is run
in the child process only.
"""

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.messages import MessageError, answer_from
from gjkscope.app.ask.solvers.pair_block import pose_array
from gjkscope.app.ask.solvers.process_solver import TIME_LIMIT, ProcessSolver, child_command
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.engine.arguments import short_repr
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape


class FunctionError(ValueError):
    """A solver that cannot be found; the message says what is wrong."""


def function_solver(address: str, seconds: float = TIME_LIMIT) -> ProcessSolver:
    """The solver `FILE.py:FUNCTION`.  Raises `FunctionError` if there is no such file; the file is not run yet."""
    file, _, name = address.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        raise FunctionError(f"{address!r}: must be FILE.py:FUNCTION")
    path = Path(file).resolve()
    if not path.is_file():
        raise FunctionError(f"{file}: no such file")
    return ProcessSolver(f"{path.name}:{name}", child_command("function", f"{path}:{name}"), True, seconds)


def load_function(address: str) -> Callable[[Shape, Pose, Shape, Pose], SolverAnswer]:
    """Runs the file and wraps the function.

    Raises `FunctionError` if the file cannot be run (with the line), lacks the function, or if the function cannot be
    called with four arguments.
    """
    file, _, name = address.rpartition(":")
    path = Path(file)
    sys.path.insert(0, str(path.parent))  # as for `python FILE.py`: it may import its neighbours
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as fault:  # anything that the file raises
        raise FunctionError(_where(path, fault)) from fault
    function = getattr(module, name, None)
    if not callable(function):
        raise FunctionError(f"{path.name}: has no function {name!r}")
    if not _takes_a_pair(function):
        raise FunctionError(f"{path.name}: {name} must take four arguments: a, pose_a, b, pose_b")
    return ask_function(function)


def _where(path: Path, fault: Exception) -> str:
    """The fault with the last line of the file that is involved."""
    if isinstance(fault, SyntaxError):
        return f"{Path(fault.filename or path).name}, line {fault.lineno}: SyntaxError: {fault.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == str(path)]
    words = f"{type(fault).__name__}: {fault}".removesuffix(": ")
    return f"{path.name}, line {lines[-1]}: {words}" if lines else f"{path.name}: {words}"


def _takes_a_pair(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(*range(4))
    except TypeError:
        return False
    except ValueError:  # a built-in function without a signature
        return True
    return True


def ask_function(function: Callable[..., Any]) -> Callable[[Shape, Pose, Shape, Pose], SolverAnswer]:
    """Wraps a function `f(a, pose_a, b, pose_b)` that takes poses as matrices."""

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        return _as_answer(function(a, pose_array(pose_a), b, pose_array(pose_b)), a.dimension)

    return ask


def _as_answer(value: Any, dimension: int) -> SolverAnswer:
    if value is None:
        raise Unsupported("the function returned None")
    if isinstance(value, dict):
        return answer_from({name: plain_value(part) for name, part in value.items()}, dimension)
    number = plain_value(value)
    if isinstance(number, bool):  # a number in Python, but meaningless here
        verdict = '{"verdict": "penetrating"}'
        raise MessageError(f"must return a number, a dictionary such as {verdict}, or None, got {number}")
    try:
        distance = float("no number" if isinstance(number, str | bytes) else number)
    except (OverflowError, TypeError, ValueError):
        raise MessageError(f"must return a number, a dictionary or None, got {short_repr(value)}") from None
    return SolverAnswer(signed_distance=distance)


def plain_value(value: Any) -> Any:
    """Arrays and NumPy's numbers as Python's, and records as dictionaries."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Iteration | IterationVertex):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: plain_value(part) for name, part in value.items()}
    return [plain_value(part) for part in value] if isinstance(value, list | tuple) else value
