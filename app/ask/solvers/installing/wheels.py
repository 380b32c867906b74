"""Engines that come as wheels: pip lists their versions, says what it would fetch, and installs it.

pip reads the user's own configuration (index, mirrors, proxies, constraints).
"""

import json
import platform
import re
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.utils import canonicalize_name
from packaging.version import Version

from gjkscope.app.ask.solvers.installing.plan import Download, InstallError, OnProgress, Progress
from gjkscope.app.ask.solvers.installing.remote_size import remote_sizes
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.base.processes.environments import command_in, create_environment
from gjkscope.app.base.processes.program import run_program

INDEX = "the package index"
OPTIONS = ("--no-input", "--no-color", "--disable-pip-version-check", "--retries", "1")
REPORTS_PROGRESS = Version("24.1")  # the first pip with `--progress-bar raw`

AVAILABLE = re.compile(r"Available versions: (.*)")
PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
DOWNLOADING = re.compile(r"\s*(?:Downloading|Using cached) (\S+) \(([^)]*)\)")
UNREACHABLE = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|NameResolution|Connection refused|ProxyError|SSLError|"
    r"Failed to establish|connection broken"
)
REFUSED = re.compile(r"\b(?!404)(\d{3}) (?:Client|Server) Error|HTTP error (?!404)(\d{3})")
NO_SPACE = "[Errno 28]"
MISSING = re.compile(r"No matching distribution found for ([A-Za-z0-9_.-]+)")
BUILD_FAILED = "subprocess-exited-with-error"
FATAL = re.compile(r"(?:ERROR|error): (.*)")


def wheel_versions(package: Wheel) -> tuple[str, ...]:
    """The versions that this Python can install, newest first.  Raises `InstallError`."""
    lines: list[str] = []
    # -vv: without it, pip does not say that an index refuses to answer.
    command = command_in(None, "pip", "index", "versions", "-vv", *OPTIONS, package.distribution)
    ending = run_program(command, lines.append)
    if ending is not None:
        raise InstallError(_fault(lines, package, ending))
    found = next((match for match in map(AVAILABLE.match, lines) if match), None)
    return tuple(found[1].split(", ")) if found else ()


def plan_wheels(package: Wheel, wanted: str | None) -> tuple[Download, ...]:
    """What pip would fetch for a version, the newest by default: the engine first.  Raises `InstallError`."""
    with TemporaryDirectory(prefix="gjkscope-") as folder:
        report = Path(folder) / "report.json"
        environment = Path(folder) / "environment"
        create_environment(environment)
        _pip(environment, package, wanted, lambda _: None, "--quiet", "--dry-run", "--report", str(report))
        items = json.loads(report.read_bytes())["install"]
    sizes = remote_sizes([item["download_info"]["url"] for item in items])
    downloads = [
        Download(item["metadata"]["name"], item["metadata"]["version"], size)
        for item, size in zip(items, sizes, strict=True)
    ]
    return tuple(sorted(downloads, key=lambda download: not _is_same(download.name, package.distribution)))


def install_wheels(package: Wheel, wanted: str, folder: Path, on_progress: OnProgress) -> None:
    """Creates the environment `folder`, and installs a version into it.  Raises `InstallError`."""
    create_environment(folder)
    bar = ("--progress-bar", "raw") if _pip_version() >= REPORTS_PROGRESS else ("--progress-bar", "off")
    state = Progress("")

    def follow(line: str) -> None:
        nonlocal state
        if line.startswith("WARNING") or not line.strip():
            return
        if file := DOWNLOADING.match(line):
            state = Progress(f"{file[1]} ({file[2]})")
        elif amount := PROGRESS.search(line):
            state = state._replace(done=int(amount[1]), total=int(amount[2]) or None)
        else:
            state = Progress(line.strip())
        on_progress(state)

    _pip(folder, package, wanted, follow, "--no-compile", *bar)


def _pip(folder: Path, package: Wheel, wanted: str | None, on_line: Callable[[str], None], *options: str) -> None:
    """Runs `pip install` with the Python of an environment."""
    requirement = package.distribution if wanted is None else f"{package.distribution}=={wanted}"
    words = ("install", *OPTIONS, "--no-user", "--prefer-binary", *options, requirement)
    lines: list[str] = []

    def follow(line: str) -> None:
        lines.append(line)
        on_line(line)

    ending = run_program(command_in(folder, "pip", *words), follow)
    if ending is not None:
        raise InstallError(_fault(lines, package, ending))


def _fault(lines: Sequence[str], package: Wheel, ending: str) -> str:
    """What went wrong, from what pip printed."""
    text = "\n".join(lines)
    missing = MISSING.search(text)
    if missing and UNREACHABLE.search(text):
        return f"{package.distribution}: {INDEX} cannot be reached"
    if NO_SPACE in text:
        return f"{package.distribution}: no space is left on the disk"
    if refused := REFUSED.search(text):
        return f"{package.distribution}: {INDEX} refuses it with status {refused[1] or refused[2]}"
    if missing and _is_same(missing[1], package.distribution):
        return f"{package.distribution}: {INDEX} offers none for {this_python()}"
    if missing:
        return f"{package.distribution}: needs {missing[1]}, which {INDEX} does not have for {this_python()}"
    if BUILD_FAILED in text:
        return f"{package.distribution}: has no wheel for {this_python()}, and cannot be built from source"
    faults = [match[1] for match in map(FATAL.match, lines) if match]
    return f"{package.distribution}: {faults[0] if faults else f'pip {ending}'}"


def _is_same(a: str, b: str) -> bool:
    return canonicalize_name(a) == canonicalize_name(b)


def this_python() -> str:
    """This Python and system, for which a wheel must be made: "Python 3.11 on Linux x86_64"."""
    major, minor = sys.version_info[:2]
    return f"Python {major}.{minor} on {platform.system()} {platform.machine()}"


def _pip_version() -> Version:
    """The version of the pip that installs into an environment: ours, or the one that Python bundles."""
    try:
        return Version(version("pip"))
    except PackageNotFoundError:
        import ensurepip  # some distributions leave it out

        return Version(ensurepip.version())
