"""`gjkscope engines --install NAME[@VERSION]...` and `--remove`: engines in a folder of gjkscope's own."""

import sys
from collections.abc import Callable, Iterable

from gjkscope.app.ask.solvers.installations import Installation
from gjkscope.app.ask.solvers.installing.installing import install, plan_installation, remove
from gjkscope.app.ask.solvers.installing.plan import MEGABYTE, InstallError, InstallPlan, Progress, size_words
from gjkscope.app.command_line.console import (
    DONE,
    UsageError,
    cancelled_by_interrupt,
    print_error,
    print_line,
    progress_bar,
)

LARGE = 200 * MEGABYTE  # asks before it fetches more than that, on a terminal


def install_engines(names: Iterable[str], is_confirmed: bool) -> int:
    """Installs engines one after the other; one that fails is reported, and the others are still installed."""
    return _for_each(names, lambda name: _install(name, is_confirmed))


def remove_engines(names: Iterable[str]) -> int:
    """Deletes the folders of engines, likewise."""
    return _for_each(names, _remove)


def _for_each(names: Iterable[str], work: Callable[[str], None]) -> int:
    status = DONE
    for name in dict.fromkeys(names):
        try:
            work(name)
        except InstallError as fault:
            status = print_error(UsageError(str(fault)))
    return status


def _install(name: str, is_confirmed: bool) -> None:
    with cancelled_by_interrupt(), progress_bar() as show:
        show(f"Looking for {name}", 0, None, "")
        plan = plan_installation(name)
    if isinstance(plan, Installation):
        print_line(f"{name}: {plan.version} is installed in {plan.folder or 'this environment'}")
        return
    print_line(f"{plan.name}: fetches {plan.words}" + (f"; {size_words(plan.size)} in total" if plan.size else ""))
    if not (is_confirmed or _confirms(plan)):
        print_line(f"{plan.name}: not installed")
        return
    with cancelled_by_interrupt(), progress_bar() as show:

        def follow(progress: Progress) -> None:
            show(plan.name, progress.done, progress.total, progress.words)

        installation = install(plan, follow)
    print_line(f"{plan.name}: installed in {installation.folder}; gjkscope engines --remove {plan.name} deletes it")


def _confirms(plan: InstallPlan) -> bool:
    """Asks on a terminal before a large download, or one of unknown size."""
    if not sys.stdin.isatty() or (plan.size is not None and plan.size <= LARGE):
        return True
    return input("Install? [y/N] ").strip().lower() in ("y", "yes")


def _remove(name: str) -> None:
    for folder in remove(name):
        print_line(f"{folder.name}: deleted {folder}")
