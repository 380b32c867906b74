"""Engines that come as npm packages: npm lists their versions, says what it would fetch, and installs it.

npm reads the user's own configuration (registry, proxies).  Scripts of packages are not run.
"""

import json
import re
from collections.abc import Callable, Sequence
from itertools import dropwhile
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from gjkscope.app.ask.solvers.installing.plan import Download, InstallError, OnProgress, Progress
from gjkscope.app.ask.solvers.installing.remote_size import remote_sizes
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.app.base.processes.program import run_program

REGISTRY = "the npm registry"
JSON = ("--json", "--loglevel", "error")  # a silent dry run prints nothing
INSTALL = ("install", "--no-audit", "--no-fund", "--ignore-scripts")
UNREACHABLE = {"ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "ENOTCACHED"}
STATUS = re.compile(r"E\d{3}")
CODE = re.compile(r"npm (?:error|ERR!) code (\w+)")
FETCHED = re.compile(r"npm http (?:fetch GET \d+|cache) (\S+)")
ERROR = re.compile(r"npm (?:error|ERR!) (.+)")


def npm_versions(package: NpmPackage) -> tuple[str, ...]:
    """All versions of a package, newest first.  Raises `InstallError`."""
    versions = _view(package, package.package, "versions")
    return (versions,) if isinstance(versions, str) else tuple(reversed(versions))


def plan_npm(package: NpmPackage, wanted: str) -> tuple[Download, ...]:
    """What npm would fetch for a version: the engine first.  Raises `InstallError`."""
    main = (package.package, wanted)
    with TemporaryDirectory(prefix="gjkscope-") as folder:
        report = _json(package, *INSTALL, *JSON, "--dry-run", "--prefix", folder, "@".join(main))
    added = {(str(item["name"]), str(item["version"])) for item in report.get("add", ())}  # older npm only counts them
    packages = [main, *sorted(added - {main})]
    sizes = remote_sizes([str(_view(package, "@".join(item), "dist.tarball")) for item in packages])
    return tuple(Download(name, version, size) for (name, version), size in zip(packages, sizes, strict=True))


def install_npm(package: NpmPackage, wanted: str, folder: Path, on_progress: OnProgress) -> None:
    """Installs a version below `node_modules` of `folder`.  Raises `InstallError`."""

    def follow(line: str) -> None:
        if file := FETCHED.match(line):
            on_progress(Progress(file[1]))

    command = (*INSTALL, "--loglevel", "http", "--prefix", str(folder), f"{package.package}@{wanted}")
    lines, ending = _run(follow, *command)
    if ending is not None:
        code = next((match[1] for match in map(CODE.match, lines) if match), "")
        words = [match[1] for match in map(ERROR.match, lines) if match]
        raise InstallError(_fault(package, code, words[1] if len(words) > 1 else f"npm {ending}"))


def _view(package: NpmPackage, name: str, field: str) -> Any:
    return _json(package, "view", name, *JSON, field)


def _json(package: NpmPackage, *words: str) -> Any:
    """The JSON that npm prints, among other lines."""
    lines, ending = _run(lambda _: None, *words)
    try:
        text = "\n".join(dropwhile(lambda line: line[:1] not in ("{", "[", '"'), lines))
        document, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        raise InstallError(f"{package.package}: npm {ending or 'printed no JSON'}") from None
    if ending is not None:
        error = document.get("error", {}) if isinstance(document, dict) else {}
        raise InstallError(_fault(package, error.get("code", ""), error.get("summary") or f"npm {ending}"))
    return document


def _run(on_line: Callable[[str], None], *words: str) -> tuple[Sequence[str], str | None]:
    """The lines that npm prints, and how it ended if it failed."""
    if which("npm") is None:
        raise InstallError("npm is not installed; it comes with Node (https://nodejs.org)")
    lines: list[str] = []

    def follow(line: str) -> None:
        lines.append(line)
        on_line(line)

    return lines, run_program(("npm", *words, "--fetch-retries", "1"), follow)


def _fault(package: NpmPackage, code: str, words: str) -> str:
    """What went wrong, from npm's code."""
    if code in UNREACHABLE:
        return f"{package.package}: {REGISTRY} cannot be reached"
    if code == "E404":
        return f"{package.package}: {REGISTRY} has no such package"
    if STATUS.fullmatch(code):
        return f"{package.package}: {REGISTRY} refuses it with status {code[1:]}"
    return f"{package.package}: {words.splitlines()[0]}"
