"""A query as text to share: a pytest test, and a shell command.

The test asserts the algorithm's current answer; if the scene knows the truth and the answer differs, a comment says
so.  Numbers are written in full, so that the test repeats exactly the same query.
"""

import re
import shlex
from dataclasses import fields

from gjkscope import engine
from gjkscope.app.ask.runs.answers import agrees, expectation
from gjkscope.app.ask.runs.choices import MANIFOLD_METHODS, SLIDES, of_query
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import IDENTITY, ZERO

TEMPLATE = '''"""{title}{source}"""

import pytest

from gjkscope import {imports}


def test_{name}():
    a = {a}
    pose_a = {pose_a}
    b = {b}
    pose_b = {pose_b}
    result = query(a, pose_a, b, pose_b, "{algorithm}"{options})
{claims}
'''


def pytest_snippet(scene: Scene, pair: Pair, algorithm: str, options: Options) -> str:
    """A test file that runs the algorithm on the pair, and passes.  Raises `NotApplicable`."""
    a, b = scene.body(pair[0]), scene.body(pair[1])
    result = engine.query(a.shape, a.pose, b.shape, b.pose, algorithm, options)
    chosen = ", ".join(f"{name}={getattr(options, name)!r}" for name in options.chosen())
    names = {"Pose", "query", type(a.shape).__name__, type(b.shape).__name__, *(["Options"] if chosen else [])}
    return TEMPLATE.format(
        title=f"{docstring_text(scene.name)}: {docstring_text(pair[0])} and {docstring_text(pair[1])}, {algorithm}.",
        source=f"\n\n{docstring_text(scene.source)}\n" if scene.source else "",
        imports=", ".join(sorted(names, key=lambda name: (name[0].islower(), name))),
        name=identifier(f"{scene.name}_{algorithm}"),
        a=shape_code(a.shape),
        pose_a=pose_code(a.pose),
        b=shape_code(b.shape),
        pose_b=pose_code(b.pose),
        algorithm=algorithm,
        options=f", Options({chosen})" if chosen else "",
        claims="\n".join(f"    {line}" for line in _claims(scene, pair, result)),
    )


def chosen_command(path: str, names: Pair, algorithm: str, options: Options) -> str:
    """The shell command for the current selection, on the bodies of these names; for a slide, the body and the mesh."""
    if algorithm in SLIDES:
        body, mesh = names
        policy = SLIDES[algorithm].policy
        return shlex.join(["gjkscope", "slide", path, "--body", body, "--mesh", mesh, "--policy", policy])
    if algorithm in MANIFOLD_METHODS:
        policy = MANIFOLD_METHODS[algorithm].policy
        return shlex.join(["gjkscope", "query", path, "--pair", *names, "--policy", policy, "--trace"])
    return query_command(path, names, of_query(algorithm), options)


def query_command(path: str, pair: Pair, algorithm: str, options: Options) -> str:
    """The shell command for the same query, step by step."""
    words = ["gjkscope", "query", path, "--pair", *pair, "--algorithm", algorithm, "--trace"]
    return shlex.join([*words, *option_words(options)])


def option_words(options: Options) -> list[str]:
    """The chosen options as arguments of `gjkscope query`, which has no tolerance."""
    words: list[str] = []
    for name in options.chosen():
        value = getattr(options, name)
        if value is True:
            words.append(f"--{name}")
        elif name == "corrected":
            words += [word for test in value for word in (f"--{name}", test)]
        elif isinstance(value, str):
            words += [f"--{name}", value]
        elif isinstance(value, tuple):
            words += [f"--{name}", *map(repr, value)]
    return words


def identifier(text: str) -> str:
    """Converts the text to a valid part of a Python name and of a file name."""
    return re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower() or "query"


def _claims(scene: Scene, pair: Pair, result: Result) -> list[str]:
    note = hull_words(result)
    lines = [f'assert result.verdict.value == "{result.verdict.value}"{f"  # {note}" if note else ""}']
    if result.signed_distance is not None:
        lines.append(f"assert result.signed_distance == pytest.approx({result.signed_distance!r}, rel=1e-9, abs=1e-12)")
    if scene.unread:
        lines.insert(0, f"# The pair was {scene.unread_words}.")
    expected = expectation(scene, pair)
    if expected is not None and agrees(result, expected) is not True:
        truth = f"{expected.verdict}"
        if expected.signed_distance is not None:
            truth += f", {expected.signed_distance!r} m"
        lines.insert(0, f"# Known truth: {truth}.")
    return lines


def shape_code(shape: Shape) -> str:
    """The shape as an expression, without fields at their defaults."""
    given = [field.name for field in fields(shape) if getattr(shape, field.name) != field.default]
    return f"{type(shape).__name__}({', '.join(f'{name}={getattr(shape, name)!r}' for name in given)})"


def pose_code(pose: Pose) -> str:
    """The pose as an expression, without fields at their defaults."""
    parts = [f"rotation={pose.rotation!r}"] if pose.rotation != IDENTITY else []
    parts += [f"position={pose.position!r}"] if pose.position != ZERO else []
    return f"Pose({', '.join(parts)})"


def docstring_text(text: str) -> str:
    """The text on one line for a docstring."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(shown.replace("\\", "/").replace('"', "'").split())
