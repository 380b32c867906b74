"""`gjkscope bisect SCENE --engine NAME`: the version of an engine in which its answer about a pair changed."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.installations import is_version, unsupported_words, version_order
from gjkscope.app.ask.solvers.installing.installing import available_versions, nearest_versions
from gjkscope.app.ask.solvers.installing.plan import InstallError, Progress
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    cancelled_by_interrupt,
    number_argument,
    print_line,
    print_note,
    progress_bar,
)
from gjkscope.app.command_line.preparing import announce_compiling
from gjkscope.app.command_line.scene_argument import chosen_pairs, read_scene_argument, scene_path
from gjkscope.app.judge.bisecting import Bisection, VersionAsker, VersionOutcome, all_versions, bisect_versions
from gjkscope.app.scenes.scene import Scene

SUMMARY = "Find the first version of an engine that answers right, or wrong, about a pair."
WIDTH = 12  # columns of a version


def run_bisect(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    adapter = adapters().get(options.engine)
    if adapter is None:
        raise UsageError(f"--engine: unknown engine {options.engine!r}; must be one of {', '.join(adapters())}")
    scene = read_scene_argument([options.scene])
    [pair, *_] = chosen_pairs(options.pair, scene, options.scene)
    try:
        with progress_bar() as show:
            show(f"Looking for versions of {adapter.name}", 0, None, "")
            offered = available_versions(adapter)
    except InstallError as fault:
        raise UsageError(str(fault)) from None
    versions = _versions(adapter, offered, options)
    bisection = _bisect(adapter, scene, pair, versions, options)
    if options.json:
        print_line(json.dumps(_document(adapter, pair, versions, bisection)))
    else:
        print_line(_conclusion(adapter, versions, bisection))
    return DONE


COMMAND = CliCommand("bisect", "SCENE", SUMMARY, run_bisect)


def _parser() -> Parser:
    parser = Parser("gjkscope bisect", description=f"{SUMMARY}  Installs the versions that it asks, and removes them.")
    parser.add_argument("scene", metavar="SCENE", type=scene_path, help="a scene file; - is standard input")
    parser.add_argument("--engine", metavar="NAME", required=True, help="the engine, as `gjkscope engines` lists it")
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="the names of two bodies (default: the first pair)")
    parser.add_argument("--from", dest="oldest", metavar="VERSION", help="default: the oldest that can be asked")
    parser.add_argument("--to", dest="newest", metavar="VERSION", help="default: the newest")
    parser.add_argument(
        "--tolerance", type=number_argument, metavar="REL", help="relative to the pair's size (default: the engine's)"
    )
    parser.add_argument(
        "--all", action="store_true", help="ask every version: bisection assumes that the answer changed once"
    )
    parser.add_argument("--keep", action="store_true", help="do not remove the versions that were installed")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end, with the log")
    return parser


def _versions(adapter: Adapter, offered: Sequence[str], options: Namespace) -> list[str]:
    """The versions to search, oldest first.  Raises `UsageError` for a range that has none."""
    oldest, newest = (_bound(adapter, offered, bound, name) for bound, name in _bounds(options))
    stable = [version for version in offered if not _is_preview(version)] or list(offered)
    inside = [version for version in stable if _is_inside(version, oldest, newest)]
    usable = [version for version in inside if unsupported_words(adapter, version) is None]
    if not usable:
        reason = next((unsupported_words(adapter, version) for version in inside), "no version lies in this range")
        raise UsageError(f"{adapter.name}: {reason}")
    if len(usable) < len(inside) and adapter.supports is not None:
        print_note(f"{adapter.name} {adapter.supports.versions} only: in others, {adapter.supports.reason}")
    return sorted(usable, key=version_order)


def _bounds(options: Namespace) -> Iterator[tuple[str | None, str]]:
    yield options.oldest, "--from"
    yield options.newest, "--to"


def _bound(adapter: Adapter, offered: Sequence[str], bound: str | None, option: str) -> str | None:
    if bound is None or any(is_version(version, bound) for version in offered):
        return bound
    nearest = ", ".join(nearest_versions(offered, bound))
    raise UsageError(f"{option}: there is no version {bound} of {adapter.name}; the nearest are {nearest}")


def _is_inside(version: str, oldest: str | None, newest: str | None) -> bool:
    order = version_order(version)[:2]
    return (oldest is None or version_order(oldest)[:2] <= order) and (
        newest is None or order <= version_order(newest)[:2]
    )


def _is_preview(version: str) -> bool:
    is_known, parsed, _ = version_order(version)
    return is_known and parsed.is_prerelease


def _bisect(
    adapter: Adapter, scene: Scene, pair: tuple[str, str], versions: Sequence[str], options: Namespace
) -> Bisection:
    """Asks the versions, and removes what was installed; an interrupted search keeps it, so that it can be resumed."""
    a, b = (scene.body(name) for name in pair)
    with cancelled_by_interrupt(), progress_bar() as show, announce_compiling([adapter.name]):
        asked: list[VersionOutcome] = []
        total = len(versions) if options.all else min(len(versions), len(versions).bit_length() + 2)

        def follow(progress: Progress) -> None:
            show(adapter.name, len(asked), total, progress.words)

        def ask(version: str) -> VersionOutcome:
            show(adapter.name, len(asked), total, version)
            outcome = asker.ask(version)
            asked.append(outcome)
            if not options.json:
                print_line(_line(adapter, outcome))
            return outcome

        asker = VersionAsker(adapter, a, b, options.tolerance, follow)
        search: Callable[..., Bisection] = all_versions if options.all else bisect_versions
        try:
            bisection = search(versions, ask)
        except BaseException:
            if asker.installed:
                kept = ", ".join(asker.installed)
                print_note(f"interrupted: {kept} stay installed, so that the same command continues from there")
            raise
        if not options.keep:
            asker.remove()
        return bisection


def _line(adapter: Adapter, outcome: VersionOutcome) -> str:
    words = f": {outcome.words}" if outcome.words else ""
    return f"{adapter.name} {outcome.version:<{WIDTH}}{outcome.outcome}{words}"


def _conclusion(adapter: Adapter, versions: Sequence[str], bisection: Bisection) -> str:
    count = f"{len(bisection.log)} of {len(versions)} versions asked"
    if bisection.changes:
        changes = [
            f"{_word(first)} since {first.version}, {_word(last)} until {last.version}"
            for last, first in reversed(bisection.changes)
        ]
        return f"{adapter.title} answers {'; '.join(changes)} ({count})"
    judged = [outcome for outcome in bisection.log if outcome.right is not None]
    if not judged:
        return f"{adapter.title}: no version gives an answer that can be judged ({count})"
    if len(bisection.log) == len(versions):
        return f"{adapter.title}: all that can be judged answer {_word(judged[0])} ({count})"
    ends = " and ".join(dict.fromkeys(outcome.version for outcome in (judged[0], judged[-1])))
    hint = "; --from another one, or --all, asks those between"
    return f"{adapter.title}: {ends} answer{'s' * (len(judged) == 1)} {_word(judged[0])} ({count}){hint}"


def _word(outcome: VersionOutcome) -> str:
    return "right" if outcome.right else "wrong"


def _document(adapter: Adapter, pair: tuple[str, str], versions: Sequence[str], bisection: Bisection) -> dict[str, Any]:
    return {
        "engine": adapter.name,
        "pair": pair,
        "versions": versions,
        "log": [outcome._asdict() for outcome in bisection.log],
        "changes": [
            {"since": first.version, "answers": _word(first), "last": last.version} for last, first in bisection.changes
        ],
    }
