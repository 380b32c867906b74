"""`make endurance`: works in the window for an hour, and reports what grows and what is left behind.

    python -m tests.fuzz.endurance --minutes 60 --seed 1

A round does every piece of work once (some only now and then), in any order, and returns to the same scene.  At the
first end of a round in each minute, it measures resident memory and how much of it is in use, descriptors, threads,
child processes, the objects of Python and those of OpenGL.  At the end, tables show which piece of work the memory
grew in, what the caches hold, the slopes after the warm-up, and which types of objects became more.  The exit status is
1 if descriptors, threads, processes or OpenGL objects grow, or if a process outlives the program.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.endurance.work import PIECES, RARE, Person  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.base.processes.supervision import adopt_orphans, descendants
from tests.fuzz.endurance.meter import Emptied, Held, descriptors, empty_caches, measure, resident, slope

WARM_UP = 0.25  # of the time: caches fill, and libraries are loaded
LEFT = 5.0  # seconds for processes to end after the window is closed
MEMORY = ("megabytes", "used", "blocks", "objects")  # caches fill for long: people judge these slopes
SHOWN = 12  # caches and types
FIELDS = (*MEMORY, "descriptors", "threads", "processes", "graphics")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.endurance", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="default 60")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[*PIECES, *RARE], metavar="PIECE", help="only this work")
    parser.add_argument("--within", action="store_true", help=argparse.SUPPRESS)  # in the process that works
    options = parser.parse_args()
    names = options.only or [*PIECES, *RARE]
    with TemporaryDirectory() as folder:
        if options.within:
            return work(Path(folder), options.minutes * 60, options.seed, names)
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = folder
        return supervise()


def supervise() -> int:
    """Runs the work in a process of its own, and reports which of its descendants outlive it."""
    adopt_orphans()
    status = subprocess.run(module_command("tests.fuzz.endurance", *sys.argv[1:], "--within"), check=False).returncode
    until = time.monotonic() + LEFT
    while (left := running_descendants()) and time.monotonic() < until:
        time.sleep(0.05)
    print(f"left behind by the program: {len(left)} processes {sorted(left)}")
    return status or int(bool(left))


def running_descendants() -> frozenset[int]:
    """The descendants of this process, after those that have ended are collected."""
    with contextlib.suppress(ChildProcessError):  # there are none
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    return descendants(os.getpid())


def work(folder: Path, seconds: float, seed: int, names: list[str]) -> int:
    """Works for so long; returns the exit status."""
    before = descriptors()
    person = Person(folder, seed)
    print("minute  rounds      MB    used blocks/1000  files threads processes objects/1000 OpenGL", flush=True)
    grown, times, measured = defaultdict[str, float](float), Counter[str](), list[Held]()
    for rounds, held in rounds_of(person, names, seconds, grown, times):
        measured.append(held)
        print(
            f"{60 * held.hours:6.1f} {rounds:7} {held.megabytes:7.1f} {held.used:7.1f} {held.blocks:11} "
            f"{held.descriptors:6} {held.threads:7} {held.processes:9} {held.objects:12} {held.graphics:6}",
            flush=True,
        )
    report_work(grown, times)
    report_caches(empty_caches())
    person.close()
    left = [name for number, name in descriptors().items() if number not in before]
    print(f"descriptors that are open once the window is closed: {len(left)} {left}")
    grows = report_growth(measured)
    report_types(measured)
    return int(grows)


def rounds_of(
    person: Person, names: list[str], seconds: float, grown: dict[str, float], times: Counter[str]
) -> Iterator[tuple[int, Held]]:
    """Yields the number of rounds and what is held then, about once a minute."""
    began, due, rounds = time.monotonic(), 0.0, 0
    person.start_over()
    while True:
        passed = time.monotonic() - began
        if passed >= due or passed >= seconds:
            due = passed + 60
            yield rounds, measure(passed / 3600)
        if passed >= seconds:
            return
        for name in person.random.sample(names, len(names)):
            if name in RARE and rounds % RARE[name].rounds != 0:
                continue
            known = resident()
            (PIECES[name] if name in PIECES else RARE[name].piece)(person)
            grown[name] += resident() - known
            times[name] += 1
        person.start_over()
        rounds += 1


def report_work(grown: dict[str, float], times: Counter[str]) -> None:
    print("\nMB grown  times  work")
    for name in sorted(grown, key=lambda name: -grown[name]):
        print(f"{grown[name]:8.1f} {times[name]:6}  {name}")


def report_caches(emptied: list[Emptied]) -> None:
    """Prints the caches that held most, and the total."""
    print("\n MB held blocks/1000 entries   most  cache")
    for held in sorted(emptied, reverse=True)[:SHOWN]:
        print(f"{held.megabytes:8.1f} {held.blocks // 1000:11} {held.entries:7} {held.most:6}  {held.name}")
    megabytes, blocks = (sum(getattr(held, name) for held in emptied) for name in ("megabytes", "blocks"))
    print(f"{megabytes:8.1f} {blocks // 1000:11}{' ' * 16}all {len(emptied)}")


def report_types(measured: list[Held]) -> None:
    """Prints the types whose objects became more after the warm-up, beyond noise."""
    later = after_warm_up(measured)
    if len(later) < 3:
        return
    hours = [held.hours for held in later]
    slopes = {name: slope(hours, [held.types[name] for held in later]) for name in later[-1].types}
    print("\nObjects per hour, of the types that grow most:")
    for name in sorted(slopes, key=lambda name: -slopes[name].per_hour)[:SHOWN]:
        if not slopes[name].is_steady:
            print(f"{slopes[name].per_hour:+10.0f} ± {slopes[name].error:.0f}  {name}")


def report_growth(measured: list[Held]) -> bool:
    """Prints the slopes after the warm-up; returns whether something grows that must not."""
    later = after_warm_up(measured)
    if len(later) < 3:
        print("Too short for slopes")
        return False
    print(f"\nGrowth per hour after the first {60 * later[0].hours:.0f} minutes:")
    grows = False
    for name in FIELDS:
        found = slope([held.hours for held in later], [getattr(held, name) for held in later])
        print(f"{name:12} {found.per_hour:+8.2f} ± {found.error:.2f}")
        grows |= name not in MEMORY and not found.is_steady
    return grows


def after_warm_up(measured: list[Held]) -> list[Held]:
    return [held for held in measured if held.hours >= WARM_UP * measured[-1].hours]


if __name__ == "__main__":
    sys.exit(main())
