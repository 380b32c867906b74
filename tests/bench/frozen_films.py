"""Frozen time of the shipped demos as films; a report, not a test.

    python -m tests.bench.frozen_films [NAME ...]    # names of demos, or parts of them; by default all

It renders each film at 10 frames per second and compares the hashes of its frames, as `gjkscope record --fps 10
--hashes` writes them.  Beside the measured part of the film in stills longer than two seconds stands the one that
`tests.app.teach.demos.stills.picture_of` predicts from the states alone, as the tests do.
"""

import argparse
from hashlib import blake2b

from gjkscope.app.command_line.record import SIZE
from gjkscope.app.share.export.film import FilmRenderer, FilmStyle
from gjkscope.app.teach.demos.file import SUFFIX
from gjkscope.app.teach.demos.frames import frames, whole_span
from tests.app.teach.demos.stills import (
    MOST_FROZEN,
    RATE,
    SHIPPED,
    Still,
    frozen_share,
    picture_of,
    shipped_demo,
    stills,
)


def measure(name: str, renderer: FilmRenderer) -> tuple[list[Still], list[Still]]:
    """The stills of the film, and those predicted from its states."""
    hashes, states = [], []
    demo = shipped_demo(name)
    for frame in frames(demo, RATE, whole_span(demo)):
        hashes.append(blake2b(renderer.render(frame.state).tobytes()).digest())
        states.append(picture_of(frame.state))
    return stills(hashes), stills(states)


def report(names: list[str]) -> None:
    print(f"{'film':40} {'s':>4} {'frozen':>7} {'states':>7}  stills longer than 2 s")
    with FilmRenderer(FilmStyle(SIZE)) as renderer:
        for name in names:
            seconds = shipped_demo(name).seconds
            pauses, predicted = measure(name, renderer)
            share = frozen_share(pauses, seconds)
            words = ", ".join(f"{still.length:.1f} s at {still.start:.1f}" for still in pauses)
            mark = " TOO MUCH" if share > MOST_FROZEN else ""
            parts = f"{share:7.1%} {frozen_share(predicted, seconds):7.1%}"
            print(f"{name.removesuffix(SUFFIX):40} {seconds:4.0f} {parts}{mark}  {words}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measures the frozen time of the shipped demos as films.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="the name of a demo, or a part of it")
    wanted = parser.parse_args().names or [""]
    report([name for name in SHIPPED if any(word in name for word in wanted)])
