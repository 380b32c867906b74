"""`gjkscope decompose FILE -o OUT`: cuts the concave meshes of a scene, or a mesh file, into convex parts."""

import argparse
from collections.abc import Callable
from pathlib import Path

from gjkscope.app.ask.decomposition.decompose import (
    DEFAULT_DECOMPOSITION,
    Decomposition,
    DecompositionError,
    DecompositionOptions,
    check_decomposition_options,
    decompose,
    decomposition_words,
)
from gjkscope.app.base.records import replace
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line, print_note, write
from gjkscope.app.command_line.scene_argument import STDIN, read_scene_argument, scene_path
from gjkscope.app.scenes.mesh_file import MeshError, is_mesh_file, read_mesh
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import SceneError, bodies_of_mesh, format_scene, scene_from_meshes, write_scene
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.text import with_hyphens

SUMMARY = "Cut concave meshes into convex parts, which queries then use instead of the convex hull."


def decompose_command_line(words: list[str]) -> int:
    """Runs the command.  The scene goes to the file of `-o`, or to standard output; the summary to the other."""
    options = _parser().parse_args(words)
    wanted = DecompositionOptions(options.threshold, options.parts, options.seed)
    try:
        check_decomposition_options(wanted)
    except DecompositionError as fault:
        name, _, why = str(fault).partition(": ")
        raise UsageError(f"--{name.removeprefix('most_')}: {why}") from None
    scene = _scene(options.file)
    say = print_note if options.output is None else print_line
    cut = _decompose(scene, _bodies(scene, options), wanted, options.file, say)
    if options.output is None:
        write(format_scene(cut))
        return DONE
    try:
        write_scene(cut, options.output)
    except SceneError as fault:
        raise UsageError(str(fault)) from None
    return DONE


COMMAND = CliCommand("decompose", "FILE", SUMMARY, decompose_command_line)


def _parser() -> Parser:
    default = DEFAULT_DECOMPOSITION
    parser = Parser("gjkscope decompose", description=SUMMARY)
    parser.add_argument(
        "file", metavar="FILE", type=scene_path, help="a scene or mesh file; - is a scene on standard input"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="the scene to write (default: standard output)"
    )
    parser.add_argument("--body", metavar="NAME", help="only this body (default: all meshes)")
    parser.add_argument(
        "--threshold",
        type=float,
        default=default.threshold,
        metavar="T",
        help=f"concavity that a part may keep, 0.01 … 1: smaller gives more parts (default: {default.threshold:g})",
    )
    parser.add_argument("--parts", type=int, metavar="N", help="at most N parts (default: no limit)")
    parser.add_argument(
        "--seed", type=int, default=default.seed, metavar="N", help=f"seed of the search (default: {default.seed})"
    )
    return parser


def _scene(path: Path) -> Scene:
    """The scene in the file; a mesh is paired with a copy beside it, both as meshes, unless its file has several
    objects.  Raises `UsageError`.
    """
    if path == STDIN or not is_mesh_file(path):
        return read_scene_argument([path])
    try:
        mesh, scene = read_mesh(path), scene_from_meshes([path])
        if len(bodies_of_mesh(path)) > 1:
            return scene
    except (MeshError, SceneError) as fault:
        raise UsageError(str(fault)) from None
    bodies = tuple(replace(body, shape=mesh) for body in scene.bodies)
    return replace(scene, bodies=bodies, about="A mesh made of convex parts, beside a copy of it.")


def _bodies(scene: Scene, options: argparse.Namespace) -> tuple[Body, ...]:
    """The meshes to cut.  Raises `UsageError` if there are none, or none of that name."""
    meshes = tuple(body for body in scene.bodies if isinstance(body.shape, Mesh))
    if not meshes:
        raise UsageError(f"{options.file}: has no mesh to decompose")
    if options.body is None:
        return meshes
    chosen = tuple(body for body in meshes if body.name == options.body)
    if not chosen:
        known = ", ".join(body.name for body in meshes)
        raise UsageError(f"{options.file}: --body: no mesh is named {options.body!r}; the meshes are {known}")
    return chosen


def _decompose(
    scene: Scene, bodies: tuple[Body, ...], wanted: DecompositionOptions, path: Path, say: Callable[[str], None]
) -> Scene:
    known: dict[Mesh, Decomposition] = {}
    for body in bodies:
        assert isinstance(body.shape, Mesh)
        bare = replace(body.shape, parts=())
        try:
            decomposition = known.get(bare) or decompose(bare, wanted)
        except DecompositionError as fault:
            raise UsageError(f"{path}: {body.name}: {fault}") from None
        known[bare] = decomposition
        say(with_hyphens(f"{body.name}: {decomposition_words(decomposition)}"))
        scene = scene.with_body(replace(body, shape=decomposition.mesh))
    return scene
