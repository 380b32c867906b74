"""`gjkscope caches SCENE`: a pair of a simulated scene with every cache, tick by tick; or what caches save."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil, isfinite
from pathlib import Path
from typing import Any

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    count_argument,
    print_line,
    seconds_argument,
    whole_argument,
    write,
)
from gjkscope.app.command_line.scene_argument import STDIN, chosen_pairs, read_scene_argument
from gjkscope.app.command_line.simulate import MOST_SECONDS, simulated_ticks
from gjkscope.app.state.inspection.caches import pairs_over_ticks
from gjkscope.app.state.model.simulation import can_move
from gjkscope.app.view.words.caches import cached_answer_words, outcome_words, reason_words
from gjkscope.engine.caches.following import cache_refusal, cache_totals, follow_pairs
from gjkscope.engine.caches.records import CacheFault, CacheTick, TickPair
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.simulation.simulation import TICK, Rules
from gjkscope.engine.text import with_hyphens

SUMMARY = "Follow a pair of a moving scene with caches of initial guesses, axes and contacts."
SECONDS = 2.0


def run_caches(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.rates:
        return _write_rates(options)
    if options.scene is None:
        raise UsageError("SCENE: which scene to simulate; or --rates")
    names, pairs = _pairs(options)
    followed = {
        name: follow_pairs(CACHES[name], pairs)
        for name in ([options.cache] if options.cache else CACHES)
        if _supports(name, pairs[0], options)
    }
    if options.json:
        document = {"pair": names, "tick": TICK, "caches": {name: _entry(ticks) for name, ticks in followed.items()}}
        print_line(json.dumps(document))
        return DONE
    lines = _ticks(followed[options.cache]) if options.cache else _table(followed)
    for line in (f"{names[0]} and {names[1]}, {len(pairs)} ticks", *lines):
        print_line(with_hyphens(line))
    return DONE


COMMAND = CliCommand("caches", "SCENE", SUMMARY, run_caches)


def _parser() -> Parser:
    parser = Parser("gjkscope caches", description=f"{SUMMARY}  Each answer is judged by a certified one.")
    parser.add_argument("scene", nargs="?", metavar="SCENE", type=Path, help="a 3D scene whose bodies move")
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="the pair (default: the first)")
    parser.add_argument(
        "--seconds",
        type=partial(seconds_argument, most=MOST_SECONDS),
        default=SECONDS,
        metavar="S",
        help=f"how long (default: {SECONDS:g})",
    )
    parser.add_argument(
        "--cache",
        choices=tuple(CACHES),
        metavar="NAME",
        help=f"one cache, with the reason of every tick: {', '.join(CACHES)} (default: a table of all)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object with all ticks")
    parser.add_argument(
        "--rates", type=count_argument, metavar="N", help="instead: what caches save on N motions of each family"
    )
    parser.add_argument("--seed", type=whole_argument, default=1, metavar="N", help="of --rates (default: 1)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="of --rates: write a page of Markdown, and its plot beside it"
    )
    return parser


def _pairs(options: argparse.Namespace) -> tuple[tuple[str, str], Sequence[TickPair]]:
    """The names of the pair, and the pair in each tick."""
    scene = read_scene_argument([options.scene])
    path = options.scene if options.scene != STDIN else Path("-")
    if scene.is_plane:
        raise UsageError(f"{path}: motion is simulated in 3D scenes only, and this one is 2D")
    if not can_move(scene):
        raise UsageError(f"{path}: nothing would move: give a body a velocity, or the scene gravity")
    first, second = chosen_pairs(options.pair, scene, path)[0] if options.pair else pairs_of(scene)[0]
    ticks = simulated_ticks(scene, Rules(), ceil(options.seconds / TICK))
    return (first, second), pairs_over_ticks(scene, ticks, (first, second))


def _supports(name: str, pair: TickPair, options: argparse.Namespace) -> bool:
    refused = cache_refusal(CACHES[name], pair.shape_a, pair.shape_b)
    if refused and (options.cache or name == next(iter(CACHES))):
        raise UsageError(f"{options.scene}: {refused}")
    return not refused


def _table(followed: Mapping[str, Sequence[CacheTick]]) -> Iterator[str]:
    yield "cache           hit  rebuild  miss  calls  without  saved  wrong  most frequent reason of a rebuild or miss"
    for name, ticks in followed.items():
        totals = cache_totals(ticks)
        again = Counter(tick.use.reason for tick in ticks[1:] if tick.use.outcome.value != "hit")
        reason = again.most_common(1)[0][0] if again and name != "none" else ""
        row = (
            f"{name:<15}{totals.hits:4}  {totals.rebuilds:7}  {totals.misses:4}  {totals.calls:5}  "
            f"{totals.plain_calls:7}  {100 * totals.saved:4.0f}%  {totals.wrong:5}  {reason}"
        )
        yield row.rstrip()


def _ticks(ticks: Sequence[CacheTick]) -> Iterator[str]:
    for tick in ticks:
        wrong = f"  × {cached_answer_words(tick)}" if tick.fault in (CacheFault.VERDICT, CacheFault.DISTANCE) else ""
        yield f"{tick.number:4}  {outcome_words(tick):<28}  {reason_words(tick)}{wrong}"


def _entry(ticks: Sequence[CacheTick]) -> dict[str, Any]:
    return {
        **cache_totals(ticks)._asdict(),
        "each": [
            {
                "outcome": tick.use.outcome.value,
                "reason": tick.use.reason,
                "detail": tick.use.detail,
                "calls": tick.use.calls,
                "plain_calls": tick.plain.calls,
                "verdict": tick.use.claim.verdict.value,
                "lower": _finite(tick.use.claim.lower),
                "upper": _finite(tick.use.claim.upper),
                "true_lower": _finite(tick.truth.lower),
                "true_upper": _finite(tick.truth.upper),
                "fault": tick.fault.value,
            }
            for tick in ticks
        ],
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _write_rates(options: argparse.Namespace) -> int:
    from gjkscope.app.judge.surveying.caches import PLOT_NAME, caches_page, caches_plot, followed_families

    rows = followed_families(options.rates, options.seed)
    page = caches_page(rows, options.rates, options.seed)
    if options.output is None:
        write(page)
        return DONE
    try:
        write_atomically(options.output, page.encode())
        write_atomically(options.output.parent / "pictures" / PLOT_NAME, caches_plot(rows).encode())
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    return DONE
