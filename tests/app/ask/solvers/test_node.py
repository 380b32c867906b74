"""Engines from npm: how a package that misbehaves is reported, with small packages instead of real engines."""

import json
import os
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.node import program
from gjkscope.app.ask.solvers.node.program import BRIDGE, NodeError
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeEngine, NodeScript
from gjkscope.app.ask.solvers.process_solver import ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.base.processes.supervision import descendants
from gjkscope.engine import Box, Capsule, Pose, Sphere

SCRIPT = f"""
import {{ place, Unsupported }} from "{BRIDGE.parent.as_uri()}/pairs.mjs";
export async function load(engine) {{
  const {{ answer }} = (await engine()).default;
  return (pair) => answer(pair, place, Unsupported);
}}
"""
ENGINE = """
console.log("a banner");
exports.answer = ({ a, pose_a, b, pose_b, reach, displacement }, place, Unsupported) => {
  require("fs").writeSync(1, "printed\\n");
  switch (b.radius) {
    case 2: throw new Unsupported("too large");
    case 3: throw new RangeError("no memory\\nfor this");
    case 4: process.exit(3);
    case 5: process.abort();
    case 6: while (true);
    case 7: return { signed_distance: NaN, normal: [Infinity, -Infinity, 0] };
    case 8: return { signed_distance: "far" };
    case 9: return displacement ? { fraction: -1 / displacement[1] } : { verdict: "separated" };
  }
  return { signed_distance: reach, witness_a: place(pose_a, [0, 1, 0]), note: a.type };
};
"""
TURNED = Pose(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), (10.0, 20.0, 30.0))  # x to y


@pytest.fixture
def script(tmp_path: Path) -> NodeScript:
    install(tmp_path, ENGINE)
    path = tmp_path / "engine.mjs"
    path.write_text(SCRIPT)
    return NodeScript(path, "engine", SpatialQuestions({Box: "", Capsule: "", Sphere: ""}).of)


def install(folder: Path, source: str) -> None:
    """Puts a package named engine into `node_modules`."""
    package = folder / "node_modules/engine"
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": "engine", "version": "1.0.0", "main": "index.js"}))
    (package / "index.js").write_text(source)


@pytest.fixture
def engine(script: NodeScript, tmp_path: Path) -> Iterator[NodeEngine]:
    engine = NodeEngine(script, tmp_path)
    yield engine
    engine.end()


def ask(engine: NodeEngine | ProcessSolver, radius: float) -> SolverAnswer:
    return engine.ask(Box((1, 2, 3)), TURNED, Sphere(radius), Pose(position=(10.0, 20.0, 40.0)))


def test_an_engine_that_prints_answers_about_the_pair_as_given(engine: NodeEngine) -> None:
    answer = ask(engine, 1)
    assert answer.witness_a == pytest.approx((9.0, 20.0, 30.0))
    assert answer.signed_distance == pytest.approx(10 + 14**0.5 + 1)
    assert answer.note == "box"
    turned = engine.ask(Capsule(0.5, 1.0, "x"), Pose(), Sphere(1), Pose()).witness_a
    assert turned == pytest.approx((1.0, 0.0, 0.0)), "the script's axis is y"


def test_a_cast_says_by_what_a_moves(engine: NodeEngine) -> None:
    answer = engine.ask(Box((1, 2, 3)), TURNED, Sphere(9), Pose(), (0.0, -4.0, 0.0))
    assert (answer.fraction, answer.verdict) == (0.25, None)
    assert ask(engine, 9).verdict == "separated", "without a displacement it is no cast"


def test_endings_are_answers_and_the_engine_is_loaded_again(engine: NodeEngine) -> None:
    with pytest.raises(Unsupported, match=r"^box with rounding: the engine has no rounded shapes$"):
        engine.ask(Box((1, 1, 1), rounding=0.1), Pose(), Sphere(1), Pose())
    assert ask(engine, 2).unsupported == "too large"
    assert ask(engine, 3).crashed == "RangeError: no memory"
    assert ask(engine, 4).crashed == "exited with status 3"
    assert ask(engine, 5).crashed == "SIGABRT"
    assert ask(engine, 8).crashed == "not an answer: signed_distance: must be a number, got 'far'"
    assert ask(engine, 7).not_finite == "signed distance nan, normal inf -inf 0.0"
    assert ask(engine, 7).normal == (inf, -inf, 0)
    assert ask(engine, 1).crashed is None


HANGING = """
from pathlib import Path
from gjkscope.app.ask.solvers.child import serve
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.base.processes.pipes import private_pipes
from gjkscope.engine import Box, Sphere
folder = Path({folder!r})
script = NodeScript(folder / "engine.mjs", "engine", SpatialQuestions({{Box: "", Sphere: ""}}).of)
serve(lambda: script.load(folder), *private_pipes(), False)
"""


@pytest.fixture
def solver(script: NodeScript) -> Iterator[ProcessSolver]:
    command = (sys.executable, "-c", HANGING.format(folder=str(script.path.parent)))
    solver = ProcessSolver("engine", command, announces=True, seconds=0.5)
    yield solver
    solver.close()


def test_a_hanging_engine_is_ended_with_its_node(solver: ProcessSolver) -> None:
    older = descendants(os.getpid())
    assert ask(solver, 6).crashed == "timed out after 0.5 s"
    assert descendants(os.getpid()) <= older


BROKEN = {
    "throws": ('throw new Error("no wasm here\\nat all")', "Error: no wasm here"),
    "fails later": ('setTimeout(() => { throw new Error("late") }); exports.then = () => {}', "Error: late"),
    "exits": ("process.exit(0)", "exited with status 0"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_is_one_line(script: NodeScript, tmp_path: Path, name: str) -> None:
    source, words = BROKEN[name]
    (tmp_path / "node_modules/engine/index.js").write_text(source)
    with pytest.raises(NodeError) as fault:
        NodeEngine(script, tmp_path)
    assert str(fault.value) == words


def test_a_package_without_its_files_is_one_line(script: NodeScript, tmp_path: Path) -> None:
    (tmp_path / "node_modules/engine/index.js").unlink()
    for name in ("engine", "another"):
        with pytest.raises(NodeError, match=rf"^Error: Cannot find module '.*{name}(/index.js)?'"):
            NodeEngine(script._replace(package=name), tmp_path)


@pytest.mark.parametrize(
    ("prints", "words"),
    [
        (None, "there is no program node on the PATH"),
        ("echo v16.20.2", "node is v16.20.2"),
        ("exit 3", "node prints no version"),
    ],
)
def test_node_is_needed(
    script: NodeScript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prints: str | None, words: str
) -> None:
    if prints is not None:
        (tmp_path / "node").write_text(f"#!/bin/sh\n{prints}\n")
        (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    program._node.cache_clear()
    with pytest.raises(NodeError, match=r"^Node 18 or newer is needed \(https://nodejs.org\), but .*" + words):
        NodeEngine(script, tmp_path)
    program._node.cache_clear()
