"""`gjkscope header`: prints or saves code that records the pairs of a running engine, or reads those of a stopped one.

To add a client of captures, add a file in `assets/clients/` and a line in `CLIENTS`.  Code that hooks into an engine is
an adapter in `assets/clients/adapters/`, of at most 130 lines: its first comment states where the narrow phase answers,
and how signs, margins and frames are converted.  If Debian packages the engine, simulate a pile with it in
`tests/app/bring/capture/clients/engine_adapters.py`: nearly all of its answers must be right (`make test-clients`).
The commands for gdb and lldb share `gjkscope_debugger.py`, which needs neither; both get the same tests in
`tests/app/bring/capture/clients/debugged.py`.  A new record gets a place in `plain_stream` in `tests/fuzz/streams.py`,
which mutates streams: `python -m tests.fuzz.streams --count 20000`.
"""

from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line, write

SUMMARY = "Print or save what records an engine's answers: C and C++ headers, Rust, debugger commands, adapters."


class Client(NamedTuple):
    """A file for use in other programs."""

    file: str  # in assets/clients
    about: str
    needs: tuple[str, ...] = ()  # names of other clients that it uses


DEFAULT = "c"
CLIENTS = {
    "c": Client("gjkscope_capture.h", "C99 and C++: records pairs and answers"),
    "cpp": Client("gjkscope_capture.hpp", "C++11: takes your vectors, matrices and containers", ("c",)),
    "rust": Client("gjkscope_capture.rs", "Rust: a module without dependencies or unsafe code"),
    "gdb": Client("gjkscope_gdb.py", "gdb: writes a pair, or the capture, of a stopped program", ("debugger",)),
    "lldb": Client("gjkscope_lldb.py", "lldb: the same", ("debugger",)),
    "debugger": Client("gjkscope_debugger.py", "what the commands for gdb and lldb share"),
    "bullet": Client("adapters/gjkscope_bullet.hpp", "Bullet: where to hook in", ("c", "cpp")),
    "jolt": Client("adapters/gjkscope_jolt.hpp", "Jolt Physics: where to hook in", ("c", "cpp")),
    "box3d": Client("adapters/gjkscope_box3d.h", "Box3D: where to hook in", ("c",)),
    "physx": Client("adapters/gjkscope_physx.hpp", "PhysX: where to hook in", ("c", "cpp")),
    "ode": Client("adapters/gjkscope_ode.h", "ODE: where to hook in", ("c",)),
    "solver": Client("gjkscope_solver.h", "C: a library that gjkscope hunt can ask"),
    "format": Client("gjkcap.md", "the format of captures, byte by byte"),
}


def run_header(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.list:
        width = max(len(name) for name in CLIENTS)
        for name, client in CLIENTS.items():
            print_line(f"{name:<{width}}  {Path(client.file).name:<22}  {client.about}")
    elif options.output is not None:
        for name in _with_needs(options.name):
            print_line(f"wrote {_save(name, options.output)}")
    elif options.path:
        print_line(str(_file(options.name)))
    else:
        write(_file(options.name).read_text(encoding="utf-8"))
    return DONE


COMMAND = CliCommand("header", "", SUMMARY, run_header)


def _parser() -> Parser:
    parser = Parser("gjkscope header", description=SUMMARY)
    parser.add_argument("name", nargs="?", metavar="NAME", choices=[*CLIENTS], default=DEFAULT, help="see --list")
    parser.add_argument("--list", action="store_true", help="list the names")
    parser.add_argument("--path", action="store_true", help="print where the installed file is, for debuggers")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="save it there with the files that it needs")
    return parser


def _with_needs(name: str) -> list[str]:
    return [*CLIENTS[name].needs, name]


def _file(name: str) -> Path:
    return resource("assets", "clients", *CLIENTS[name].file.split("/"))


def _save(name: str, folder: Path) -> Path:
    target = folder / Path(CLIENTS[name].file).name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(target, _file(name).read_bytes())
    except OSError as fault:
        raise UsageError(f"{target}: cannot be written: {fault.strerror or fault}") from None
    return target
