"""`gjkscope gradient SCENE...`: how the signed distance of pairs changes with the pose of the second body."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    count_argument,
    number_argument,
    print_error,
    print_line,
)
from gjkscope.app.command_line.scene_argument import chosen_pairs, read_scene_argument, scene_path
from gjkscope.app.view.words.gradients import gradient_words, growth_words, smoothed_words
from gjkscope.engine.gradients.derivative import DistanceGradient, NormalGradients, distance_gradient
from gjkscope.engine.gradients.growth import GrowthDistance, growth_distance
from gjkscope.engine.gradients.smoothing import COUNT, SmoothedDistance, smoothed_distance
from gjkscope.engine.gradients.sweep import SweptDistance, sweep_distance
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.text import number, with_hyphens
from gjkscope.engine.vectors import IDENTITY, ZERO

SUMMARY = "Differentiate the signed distance of pairs by the pose of the second body."
MOTIONS = {f"{kind}-{axis}": (kind == "turn", index) for kind in ("move", "turn") for index, axis in enumerate("xyz")}


def run_gradient(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    status = DONE
    for path in options.scenes:
        try:
            for line in _scene_lines(path, options):
                print_line(line)
        except UsageError as fault:
            status = max(status, print_error(fault))
    return status


COMMAND = CliCommand("gradient", "SCENE...", SUMMARY, run_gradient)


def _parser() -> Parser:
    parser = Parser("gjkscope gradient", description=SUMMARY)
    parser.add_argument("scenes", nargs="+", metavar="SCENE", type=scene_path, help="scene files or bundled scenes")
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="only this pair; the pose of B varies")
    parser.add_argument(
        "--smooth",
        type=_sigma,
        metavar="SIGMA",
        help="also the mean over random poses of B: the standard deviation, relative to the pair's size and in radians",
    )
    parser.add_argument(
        "--samples", type=count_argument, default=COUNT, metavar="N", help=f"of --smooth (default: {COUNT})"
    )
    parser.add_argument("--seed", type=count_argument, default=1, metavar="N", help="of --smooth (default: 1)")
    parser.add_argument("--growth", action="store_true", help="also the growth distance (DCOL)")
    parser.add_argument(
        "--sweep",
        nargs=4,
        metavar=("MOTION", "FROM", "TO", "COUNT"),
        help="instead: a table of the distance and its derivative while B moves, at COUNT places between two amounts "
        f"in metres or radians: {', '.join(MOTIONS)}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each pair, on its own line")
    return parser


def _sigma(text: str) -> float:
    value = number_argument(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must be above 0 and below 1, got {text!r}")
    return value


def _scene_lines(path: Path, options: argparse.Namespace) -> Iterator[str]:
    scene = read_scene_argument([path])
    for first, second in chosen_pairs(options.pair, scene, path) if options.pair else pairs_of(scene):
        a, b = scene.body(first), scene.body(second)
        pair = a.shape, a.pose, b.shape, b.pose
        yield from _pair_lines(f"{path.stem}  {first}–{second}", pair, (first, second), options)


def _pair_lines(title: str, pair: PlacedPair, names: tuple[str, str], options: argparse.Namespace) -> Iterator[str]:
    head = {"scene": title.split("  ")[0], "pair": list(names)}
    try:
        if options.sweep is not None:
            yield from _sweep_lines(head, title, _swept(pair, options), options.json)
            return
        found = distance_gradient(*pair)
        blurred = smoothed_distance(*pair, options.smooth, options.samples, options.seed) if options.smooth else None
        growth = growth_distance(*pair) if options.growth else None
    except NotApplicable as refusal:
        yield json.dumps(head | {"refused": str(refusal)}) if options.json else f"{title}  refused: {refusal}"
        return
    if options.json:
        yield json.dumps(head | _entry(found) | _smoothed_entry(blurred) | _growth_entry(growth))
        return
    yield with_hyphens(f"{title}  signed distance {number(found.result.signed_distance or 0.0, 12)} m")
    lines = [*gradient_words(found, names[1])]
    lines += [] if blurred is None else smoothed_words(blurred)
    lines += [] if growth is None else growth_words(growth, *names)
    yield from (with_hyphens(f"    {line}") for line in lines)


def _swept(pair: PlacedPair, options: argparse.Namespace) -> Sequence[SweptDistance]:
    motion, *numbers = options.sweep
    if motion not in MOTIONS:
        raise UsageError(f"--sweep: must be one of {', '.join(MOTIONS)}, got {motion!r}")
    try:
        start, end, count = float(numbers[0]), float(numbers[1]), int(numbers[2])
    except ValueError:
        raise UsageError(f"--sweep: must be two numbers and a count after {motion}, got {' '.join(numbers)}") from None
    if count < 2:
        raise UsageError(f"--sweep: the count must be ≥ 2, got {count}")
    turns, axis = MOTIONS[motion]
    along_it = IDENTITY[axis]
    amounts = [start + (end - start) * i / (count - 1) for i in range(count)]
    samples = options.samples if options.smooth else 0
    shift, turn = (ZERO, along_it) if turns else (along_it, ZERO)
    return sweep_distance(*pair, shift, turn, amounts, options.smooth or 1.0, samples, options.seed)


def _sweep_lines(head: dict[str, Any], title: str, rows: Sequence[SweptDistance], as_json: bool) -> Iterator[str]:
    if as_json:
        yield json.dumps(head | {"sweep": [_swept_entry(row) for row in rows]})
        return
    yield f"{title}"
    yield f"    {'amount':>12}{'distance':>14}{'before':>12}{'after':>12}{'smoothed':>14}{'slope':>12}"
    for row in rows:
        cells = (row.signed_distance, row.before, row.after, row.smoothed, row.smoothed_slope)
        texts = ("" if cell is None else number(cell, 6) for cell in cells)
        widths = (14, 12, 12, 14, 12)
        line = "".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))
        yield with_hyphens(f"    {number(row.amount, 6):>12}{line}".rstrip())


def _entry(found: DistanceGradient) -> dict[str, Any]:
    own = found.gradient if found.exists else None
    return {
        "signed_distance": found.result.signed_distance,
        "exists": found.exists,
        "why": found.kink.value,
        "translation": own and own.translation,
        "rotation": own and own.rotation,
        "by_normal": [_normal_entry(one) for one in found.by_normal],
        "at_corner": found.at_corner,
    }


def _normal_entry(one: NormalGradients) -> dict[str, Any]:
    return {
        "normal": one.normal,
        "witnesses_b": one.witnesses_b,
        "rotations": [each.rotation for each in one.gradients],
        "is_complete": one.is_complete,
    }


def _smoothed_entry(found: SmoothedDistance | None) -> dict[str, Any]:
    return {} if found is None else {"smoothed": vars(found)}


def _growth_entry(found: GrowthDistance | None) -> dict[str, Any]:
    if found is None:
        return {}
    names = ("alpha", "upper", "normal", "point", "translation", "rotation")
    return {"growth": {name: getattr(found, name) for name in names} | {"steps": len(found.steps)}}


def _swept_entry(row: SweptDistance) -> dict[str, Any]:
    return vars(row) | {"kink": row.kink.name.lower()}
