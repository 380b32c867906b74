"""The scene argument of commands, and the engine options that `query` and `render` share."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.base.input_file import STANDARD_INPUT, InputError, decode_text, read_standard_input
from gjkscope.app.base.json_document import MAX_BYTES, FieldError, read_document
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.command_line.console import UsageError, number_argument
from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.scenes.scene_file import open_files, parse_scene, within_reach
from gjkscope.engine import ALGORITHMS, Options
from gjkscope.engine.options import (
    ACCELERATIONS,
    EDGE_PAIRS,
    FRANK_WOLFE_VARIANTS,
    NO_MOMENTUM,
    PLAIN,
    REGIONS,
    SUBDISTANCES,
    USUAL_PAIRS,
)
from gjkscope.engine.query import check_options
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS

STDIN = Path("-")  # a scene on standard input
COMPARE = "compare"  # it passes on each option to the algorithms that support it


def read_scene_argument(paths: Sequence[Path]) -> Scene:
    """The scene in the files, or on standard input for `STDIN`.  Raises `UsageError`, including for a scene without a
    pair.
    """
    if len(paths) == 1:
        _check_name(paths[0])
    source = STANDARD_INPUT if paths[0] == STDIN else str(paths[0])
    try:
        scene = _read_scene() if paths[0] == STDIN else open_files(paths)
    except InputError as fault:
        raise UsageError(f"{source}: {fault}") from None
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    if len(scene.bodies) < 2:
        raise UsageError(f"{source}: shapes: at least 2 are needed for a pair, got {len(scene.bodies)}")
    return scene


def scene_path(text: str) -> Path:
    """The path that an argument gives; the name of a bundled scene, such as `libccd-25`, stands for its file."""
    path = Path(text)
    return _bundled().get(text, path) if _is_bare(path) else path


def _check_name(path: Path) -> None:
    """Raises `UsageError` for what is no file, but nearly the name of a bundled scene."""
    if _is_bare(path) and (near := did_you_mean(str(path), _bundled())):
        raise UsageError(f"{path}: no such file, and no scene of gjkscope has this name{near}")


def _is_bare(path: Path) -> bool:
    """Whether it can only be a name: without folder or suffix, and not that of a file."""
    return path != STDIN and path.name == str(path) and not path.suffix and not path.exists()


def _bundled() -> dict[str, Path]:
    """The bundled scenes by name."""
    return {example.name: example.path for example in examples()}


def _read_scene() -> Scene:
    """The scene on standard input: a scene file, or what `gjkscope import --json` prints."""
    text = decode_text(read_standard_input(MAX_BYTES))
    if not text.strip():
        raise InputError("is empty: must contain a scene")
    return within_reach(parse_scene(_scene_text(text), STANDARD_INPUT), STANDARD_INPUT)


def _scene_text(text: str) -> str:
    """The scene in the output of `import --json`; any other text as it is, for the reader of scenes to judge."""
    try:
        document: Any = read_document(text) if '"notation"' in text else None
    except FieldError:
        return text
    return (
        json.dumps(document["scene"]) if isinstance(document, dict) and {"notation", "scene"} <= {*document} else text
    )


def chosen_pairs(names: Sequence[str] | None, scene: Scene, path: Path) -> tuple[Pair, ...]:
    """The pair of these names, or all pairs of the scene.  Raises `UsageError`."""
    if names is None:
        return pairs_of(scene)
    known = [body.name for body in scene.bodies]
    for name in names:
        if name not in known:
            raise UsageError(f"{path}: --pair: no body is named {name!r}; the bodies are {', '.join(known)}")
    if names[0] == names[1]:
        raise UsageError(f"{path}: --pair: must name two different bodies, got {names[0]!r} twice")
    return ((names[0], names[1]),)


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--float32", action="store_true", help=f"single precision: {_takers('float32')}")
    parser.add_argument(
        "--crossings", action="store_true", help=f"also test edges against faces: {_takers('crossings')}"
    )
    parser.add_argument("--nesterov", action="store_true", help=f"Nesterov's acceleration: {_takers('nesterov')}")
    parser.add_argument(
        "--edge-pairs",
        choices=EDGE_PAIRS,
        default=USUAL_PAIRS,
        help=f"the edge pairs whose axes are tested: {_takers('edge_pairs')}",
    )
    parser.add_argument(
        "--lin-canny", action="store_true", help=f"test closest points, clip no edge: {_takers('lin_canny')}"
    )
    parser.add_argument(
        "--subdistance",
        choices=SUBDISTANCES,
        default=REGIONS,
        help=f"how the nearest feature of a simplex is found: {_takers('subdistance')}",
    )
    parser.add_argument(
        "--acceleration",
        choices=ACCELERATIONS,
        default=NO_MOMENTUM,
        help=f"momentum of the search directions: {_takers('acceleration')}",
    )
    parser.add_argument(
        "--frank-wolfe",
        choices=FRANK_WOLFE_VARIANTS,
        default=PLAIN,
        help=f"how the closest point moves: {_takers('frank_wolfe')}",
    )
    parser.add_argument(
        "--direction",
        nargs=3,
        type=number_argument,
        metavar=("X", "Y", "Z"),
        help=f"initial search direction: {_takers('direction')}",
    )
    parser.add_argument(
        "--corrected",
        action="append",
        default=[],
        metavar="TEST",
        help=f"decide this kind of test by exact arithmetic; repeat it for several: {_takers('corrected')}",
    )


def engine_options(options: argparse.Namespace, algorithms: Sequence[str | None]) -> Options:
    """The engine options that were given.  Raises `UsageError` if one of the algorithms does not support them."""
    direction = tuple(options.direction) if options.direction else None
    try:
        chosen = Options(
            options.float32,
            options.crossings,
            direction,
            corrected=tuple(options.corrected),
            nesterov=options.nesterov,
            subdistance=options.subdistance,
            acceleration=options.acceleration,
            frank_wolfe=options.frank_wolfe,
            lin_canny=options.lin_canny,
            edge_pairs=options.edge_pairs,
        )
        for name in algorithms:
            _check_options(name or "gjk", chosen)
    except ValueError as fault:
        raise UsageError(f"--{str(fault).replace('frank_wolfe', 'frank-wolfe', 1)}") from None
    return chosen


def _check_options(name: str, chosen: Options) -> None:
    """Raises `ValueError` if nothing with that name accepts one of the chosen options."""
    if name in ALGORITHMS or name in ENGINE_ALGORITHMS:
        check_options(name, chosen)
    elif name != COMPARE and chosen.chosen():
        option = chosen.chosen()[0]
        raise ValueError(f"{option}: not an option of {name}; of {_takers(option)}")


def _takers(option: str) -> str:
    """The algorithms that accept the option, for a help text."""
    registries = (ALGORITHMS, ENGINE_ALGORITHMS)
    names = [name for registry in registries for name, one in registry.listings.items() if option in one.options]
    return "the algorithms of engines" if names == [*ENGINE_ALGORITHMS] else ", ".join(names)
