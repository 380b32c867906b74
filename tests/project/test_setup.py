"""Setup: pinned dependencies, and how the Makefile handles missing system packages."""

import re
import subprocess
import tomllib
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINS = (ROOT / "constraints.txt").read_text().splitlines()


def needed_names() -> set[str]:
    """The canonical names of all direct and transitive dependencies, for running, testing and the documentation."""
    extras = PROJECT["optional-dependencies"]
    waiting = [Requirement(line) for line in (*PROJECT["dependencies"], *extras["dev"], *extras["docs"])]
    needed: set[tuple[str, str]] = set()  # names, each with its extras
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras} - {extra for known, extra in needed if known == name}:
            needed.add((name, extra))
            lines = [Requirement(line) for line in requires(name) or ()]
            waiting += [line for line in lines if line.marker is None or line.marker.evaluate({"extra": extra})]
    return {name for name, _ in needed}


def test_pins_are_names_and_versions_without_urls() -> None:
    assert [pin for pin in PINS if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.]*", pin)] == []


def test_exactly_the_dependencies_are_pinned() -> None:
    assert {canonicalize_name(pin.partition("==")[0]) for pin in PINS} == needed_names()


def test_the_pinned_versions_are_installed() -> None:
    assert [pin for pin in PINS if version(pin.partition("==")[0]) != pin.partition("==")[2]] == []


# --- system packages: make runs against fake Debian tools that record their calls ---


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder of fake commands: only xvfb is missing, and apt-get logs its arguments to `apt.log`."""
    write_tool(tmp_path, "dpkg-query", 'for package; do :; done; [ "$package" = xvfb ] || echo installed')
    write_tool(tmp_path, "apt-get", f'echo "$*" >> "{tmp_path}/apt.log"')
    write_tool(tmp_path, "sudo", "exit 1")
    write_tool(tmp_path, "id", "echo 1000")
    return tmp_path


def write_tool(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def make(tools: Path, target: str) -> str:
    path = f"{tools}:/usr/bin:/bin"
    command = ["make", "--no-print-directory", "-C", ROOT, target]
    return subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=True).stdout


def test_nothing_is_printed_or_installed_when_no_package_is_missing(tools: Path) -> None:
    assert make(tools, "gl-libraries") == ""
    assert not (tools / "apt.log").exists()


def test_root_installs_missing_packages(tools: Path) -> None:
    write_tool(tools, "id", "echo 0")
    assert make(tools, "test-libraries") == "Installing system packages: xvfb\n"
    assert (tools / "apt.log").read_text() == "update -qq\ninstall --yes --no-install-recommends xvfb\n"


def test_passwordless_sudo_is_used(tools: Path) -> None:
    write_tool(tools, "sudo", '[ "$1" = -n ] || "$@"')
    make(tools, "test-libraries")
    assert "install --yes --no-install-recommends xvfb" in (tools / "apt.log").read_text()


def test_without_root_or_sudo_the_command_to_run_is_printed(tools: Path) -> None:
    said = make(tools, "test-libraries")
    assert "please run:  sudo apt-get install --yes --no-install-recommends xvfb\n" in said
    assert not (tools / "apt.log").exists()


def test_without_apt_nothing_happens(tools: Path) -> None:
    """The PATH contains no apt-get."""
    (tools / "apt-get").unlink()
    command = ["/usr/bin/make", "--no-print-directory", "-C", ROOT, "test-libraries"]
    done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=True)
    assert done.stdout == ""
