"""What the executable of the self-contained application runs: the command `gjkscope`, or one of its child processes."""

import os
import sys
from collections.abc import MutableMapping, Sequence

RUN_MODULE = "--run-module"  # as in app/base/processes/interpreter.py, which is not imported to open the window

LIBRARY_PATHS = ("LD_LIBRARY_PATH", "LIBPATH")
"""The variables that PyInstaller sets for the libraries of the application; the value before has a name in _ORIG."""


def restore_library_paths(environment: MutableMapping[str, str]) -> None:
    """Lets programs that we start, such as a browser or Node.js, load the libraries of the system, not ours."""
    for name in LIBRARY_PATHS:
        original = environment.pop(f"{name}_ORIG", None)
        environment.pop(name, None)
        if original is not None:
            environment[name] = original


def find_files_only() -> None:
    """Removes PyInstaller's finder of modules, which looks into an empty archive before Python's finds the file."""
    from pyimod02_importers import PyiFrozenFinder  # type: ignore[import-not-found]  # in the executable

    sys.path_hooks.remove(PyiFrozenFinder.path_hook)
    for path in [path for path, finder in sys.path_importer_cache.items() if isinstance(finder, PyiFrozenFinder)]:
        del sys.path_importer_cache[path]


def run_multiprocessing(arguments: Sequence[str]) -> None:
    """Runs a process of `multiprocessing`, if these are its arguments, and ends it.

    PyInstaller's hook for this, which gjkscope.spec removes, imports `multiprocessing` whenever the window opens.
    """
    if arguments[-2:-1] == ["-c"] and arguments[-1].startswith("from multiprocessing."):
        exec(arguments[-1])  # the tracker of shared memory
        sys.exit()
    if arguments[1:2] == ["--multiprocessing-fork"]:
        from multiprocessing import spawn

        spawn.freeze_support()


def main() -> int:
    """Runs what the arguments ask for, and returns its exit status."""
    run_multiprocessing(sys.argv)
    restore_library_paths(os.environ)
    if sys.argv[1:2] == [RUN_MODULE]:
        import runpy

        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from gjkscope.app.__main__ import main as run

    return run()


if __name__ == "__main__":
    del __file__  # otherwise, processes of `multiprocessing` would run this file again
    find_files_only()
    sys.exit(main())
