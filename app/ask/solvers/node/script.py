"""An engine that is asked by a script of ours, in a process of Node.

Node is started again after an engine has crashed: what is left of it in memory may be broken.  A time limit is kept by
who asks us, and ends us both.
"""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from gjkscope.app.ask.solvers.building import Ask
from gjkscope.app.ask.solvers.messages import MessageError, parse_answer, printable_line
from gjkscope.app.ask.solvers.node.program import NodeError, bridge_command
from gjkscope.app.ask.solvers.node.questions import ScriptQuestion
from gjkscope.app.ask.solvers.solver import SolverAnswer, wants_iterations
from gjkscope.app.base.processes.line_process import ChildFailure
from gjkscope.app.base.processes.warm import WarmProcess
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

START_SECONDS = 60.0  # to load a package: the largest takes half a second
ANSWER_SECONDS = 3600.0  # who asks us has less patience


class NodeScript(NamedTuple):
    """A script of ours that asks an engine from npm; `node/bridge.mjs` says what it exports."""

    path: Path
    package: str  # as for npm
    question: Callable[[Shape, Pose, Shape, Pose], ScriptQuestion]  # how it gets pairs; raises `Unsupported`

    def load(self, folder: Path) -> Ask:
        """Starts Node and loads the package from a folder; the function answers about pairs.  Raises `NodeError`."""
        return NodeEngine(self, folder).ask


class NodeEngine:
    """A package that is loaded in Node."""

    def __init__(self, script: NodeScript, folder: Path) -> None:
        """Starts Node, and loads the package from `node_modules` of the folder.  Raises `NodeError`."""
        self._script = script
        self._process = NodeProcess(bridge_command(script.path, folder, script.package))
        self._process.start()

    def ask(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, displacement: Vec3 | None = None) -> SolverAnswer:
        """The script's answer about a pair, or about a cast that moves A by a displacement.

        Raises `Unsupported`, and `NodeError` if the package cannot be loaded again.
        """
        question = self._script.question(a, pose_a, b, pose_b)
        details = {"wants_details": wants_iterations(), "displacement": displacement}
        answer = self._process.ask({**question.entries, **details}, a.dimension)
        notes = [note for note in (*question.notes, answer.note) if note]
        return answer._replace(note=", ".join(notes) or None)

    def end(self) -> None:
        """Ends Node; the next question starts it again."""
        self._process.end()


class NodeProcess:
    """The bridge, which is started again after a crash."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._process = WarmProcess(command)
        self._numbers = count()

    def start(self) -> None:
        """Starts it if it is not running, and waits until the engine is loaded.  Raises `NodeError`."""
        try:
            self._process.prepare()
            self._process.announcement(START_SECONDS)
        except (ChildFailure, OSError) as fault:
            words = self._process.last_words or str(fault)
            self.end()
            raise NodeError(printable_line(words)) from None

    def end(self) -> None:
        self._process.end()

    def ask(self, request: dict[str, Any], dimension: int) -> SolverAnswer:
        """The script's answer about shapes of that dimension; a crash of Node is one, too.

        Raises `NodeError` if the package cannot be loaded.
        """
        self.start()
        number = next(self._numbers)
        try:
            line = self._process.exchange(json.dumps({"id": number, **request}).encode() + b"\n", ANSWER_SECONDS)
            answer = parse_answer(line, number, dimension)
        except ChildFailure as fault:
            answer = SolverAnswer(crashed=str(fault), note=printable_line(self._process.last_words) or None)
        except MessageError as fault:
            answer = SolverAnswer(crashed=f"not an answer: {fault}")
        if answer.crashed is not None:
            self._process.end()
        return answer
