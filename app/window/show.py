"""`show`: opens the window from a script or a notebook, in a separate process."""

from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen

from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.scenes.of_pair import scene_of_pair
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import format_scene, open_files, self_contained
from gjkscope.engine.arguments import as_flag
from gjkscope.engine.shapes.kinds import Shape, as_pair

NAME = "Pair from Python"
STDIN = "-"

COMMAND = module_command("gjkscope")


def show(
    shape_a: Shape | Scene | str | Path,
    pose_a: object = None,
    shape_b: Shape | None = None,
    pose_b: object = None,
    *,
    wait: bool = False,
) -> "Popen[bytes]":
    """Opens the window with a pair, a scene, or a scene or mesh file, in a separate process.

    Shapes and poses are as for `query`: `shape_a`, `pose_a`, `shape_b` and `pose_b`, where poses are `Pose` values or
    rigid 4×4 matrices, and lengths are in metres.  Or `shape_a` alone is a scene, or the path of a file, to which Save
    writes.  The script continues, and the window stays open when it ends, unless `wait` is true.

    Returns the process: its method `wait` returns when the window is closed, and `terminate` closes it.  Without a
    display, the process writes a line to standard error and ends with status 2.

    Raises `ValueError`, naming the argument, if one is invalid; `SceneError` (a `ValueError`) for an unusable file.

    >>> import gjkscope
    >>> from gjkscope import Box, Pose, Sphere
    >>> def look():
    ...     gjkscope.show(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)), wait=True)
    """
    as_flag("wait", wait)
    if isinstance(shape_a, str | Path):
        open_files([shape_a])  # its errors are raised here
        process = Popen([*COMMAND, str(shape_a)])
    elif isinstance(shape_a, Scene):
        process = _with_scene(shape_a)
    else:
        placed_a, placed_b = as_pair(shape_a, pose_a, shape_b, pose_b)
        assert shape_b is not None
        process = _with_scene(scene_of_pair(NAME, shape_a, placed_a, shape_b, placed_b))
    if wait:
        process.wait()
    return process


def _with_scene(scene: Scene) -> "Popen[bytes]":
    """The window with a scene that has no file: the process reads it from a pipe."""
    if len(scene.bodies) < 2:
        raise ValueError(f"shape_a: a scene needs at least two shapes to form a pair, this one has {len(scene.bodies)}")
    text = format_scene(self_contained(scene)).encode()
    process = Popen([*COMMAND, STDIN], stdin=PIPE)
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as pipe:  # a process that cannot open the window says why
        pipe.write(text)
    return process
