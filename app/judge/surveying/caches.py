"""What caches save over families of motions, and where they are wrong: `gjkscope caches --rates`, and its page.

Each motion is followed by every cache.  The plot shows the share of calls saved, one panel for each kind of shape.
"""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import NamedTuple

from gjkscope.app.judge.hunting.motion_families import MOTION_FAMILIES, drawn_motion
from gjkscope.engine.caches.following import CacheTotals, cache_totals, follow_pairs
from gjkscope.engine.caches.records import CacheTick, TickPair
from gjkscope.engine.caches.registry import CACHES

SHAPES = ("boxes", "hulls", "smooth")
PLOT_NAME = "caches.svg"

HEAD = """# Caches over a motion

Bodies move little from tick to tick, so an engine remembers what it found last: a simplex, an axis, a vertex, contact
points. That saves work, and it is where bugs live that no single pair shows. `gjkscope caches SCENE` follows a pair of
a simulated scene with each cache, and with `--cache NAME` names the reason of every tick. The Motion workspace shows
the same as a lane, in *Lanes › Caches*.

![A plank whose end has sunk in, and the tick in which Jolt's cache does not know of it](pictures/cache-lanes.webp)

{policies}
Written from Box3D 0.1.0 (commit 8441b4a: `b3CollideHulls`, `b3ShapeDistance`), Bullet 3.27 (commit 6c888f4:
`btConvexSeparatingDistanceUtil`, not compiled by default) and Jolt 5.6 (commit 3b47ec39: `GetContactsFromCache`); the
others from [Cameron 1997][1] and [van den Bergen 2003][2]. The headers of the files in `engine/caches/policies` name
departures and what goes wrong.

[1]: https://doi.org/10.1109/ROBOT.1997.606761
[2]: https://www.sciencedirect.com/book/9781558608016/collision-detection-in-interactive-3d-environments

- **hit**: the memory answered. **rebuild**: it was tried, and did not suffice. **miss**: there was none, or it was
  discarded.
- **Calls** are searches for a support point of A − B, or for `box3d` tested axes. Placing a remembered vertex is no
  search. What is saved is compared with the same answer without memory; for contact points, with GJK.
- **Wrong** answers contradict the certified truth: the verdict, or the distance by more than the engine allows itself
  (5 mm in Box3D, 20 mm in Jolt).

This page is made by:

```
gjkscope caches --rates {count} --seed {seed} -o docs/caches.md
```

![Support calls saved by caches over families of motions](pictures/caches.svg)

## Support calls saved

{ticks} ticks of each family and kind of shape: in %, the calls saved. Negative: the memory costs more than it saves.
"""
POLICIES_HEAD = "| name | cache | what it does |\n| --- | --- | --- |\n"
LOOKS = """
## Vertices not looked at

A support search of a hull of {corners} points looks at many vertices; hill climbing looks at few. In %, hulls only.
"""
OUTCOMES = """
## Hits, rebuilds and misses

In % of the ticks, over all shapes that the cache supports.
"""
WRONG = """
## Wrong answers

How many answers are wrong, in brackets how many of them on a hit, and by how many millimetres the worst is off.
"""
EXAMPLES = """
What to see here:

- A simplex that is not moved along is wrong in most ticks as soon as anything turns, and saves as much as the right
  one. The example *A simplex that is left behind* shows it.
- Jolt's 2° let the end of a long body sink in unseen: the example *The end of a long plank*. If the plank is body 1, it
  is asked again at once, because in the frame of a body that turns the other one moves.
- Box3D discards a tetrahedron around the origin if its signed volume is negative, and always a vertex. Its wrong
  answers here come with new detections, not with the cache: a contact that is clipped away, a depth along another axis.
- Bullet's distance is used up by a body that spins on the spot.
"""


class FollowedFamily(NamedTuple):
    """A cache over all motions of a family, with shapes of one kind; no ticks if it does not support them."""

    cache: str
    family: str
    shapes: str
    totals: CacheTotals


def followed_families(count: int, seed: int) -> list[FollowedFamily]:
    """Every cache over `count` motions of each family."""
    rows = []
    for shapes in SHAPES:
        for family in MOTION_FAMILIES:
            motions = [drawn_motion(family, shapes, number, seed) for number in range(count)]
            rows += [FollowedFamily(name, family, shapes, cache_totals(_follow_all(name, motions))) for name in CACHES]
    return rows


def _follow_all(name: str, motions: Iterable[tuple[TickPair, ...]]) -> Iterator[CacheTick]:
    for pairs in motions:
        if CACHES[name].applies(pairs[0].shape_a, pairs[0].shape_b):
            yield from follow_pairs(CACHES[name], pairs)


def caches_page(rows: list[FollowedFamily], count: int, seed: int) -> str:
    """The page of the documentation."""
    most = max(row.totals.ticks for row in rows)
    policies = "".join(f"| `{name}` | {CACHES[name].title} | {CACHES[name].about} |\n" for name in CACHES)
    text = [HEAD.format(count=count, seed=seed, ticks=most, policies=f"{POLICIES_HEAD}{policies}")]
    for shapes in SHAPES:
        chosen = [row for row in rows if row.shapes == shapes]
        text += [f"\n### {shapes.capitalize()}\n\n", *_table(chosen, lambda totals: _percent(totals.saved))]
    hulls = [row for row in rows if row.shapes == "hulls"]
    text += [LOOKS.format(corners=60), "\n", *_table(hulls, lambda totals: _percent(totals.saved_looks))]
    text += [OUTCOMES, "\n", *_table(_over_shapes(rows), _outcomes)]
    text += [WRONG, "\n", *_table(_over_shapes(rows), _wrong), EXAMPLES]
    return "".join(text)


# --- tables ---


def _table(rows: list[FollowedFamily], words: Callable[[CacheTotals], str]) -> Iterator[str]:
    """One row for each cache, one column for each family."""
    yield "| cache | " + " | ".join(MOTION_FAMILIES) + " |\n|" + " --- |" * (len(MOTION_FAMILIES) + 1) + "\n"
    for name in CACHES:
        cells = {row.family: words(row.totals) if row.totals.ticks else "–" for row in rows if row.cache == name}
        if any(row.totals.ticks for row in rows if row.cache == name):
            yield f"| `{name}` | " + " | ".join(cells[family] for family in MOTION_FAMILIES) + " |\n"


def _over_shapes(rows: list[FollowedFamily]) -> list[FollowedFamily]:
    """The sums over all kinds of shapes."""
    summed = []
    for name in CACHES:
        for family in MOTION_FAMILIES:
            parts = [row.totals for row in rows if (row.cache, row.family) == (name, family)]
            numbers = [sum(column) for column in zip(*parts, strict=True)]
            totals = CacheTotals(*numbers)._replace(worst=max(part.worst for part in parts))
            summed.append(FollowedFamily(name, family, "", totals))
    return summed


def _percent(share: float) -> str:
    return f"{round(100 * share)}"


def _outcomes(totals: CacheTotals) -> str:
    return ", ".join(_percent(part / totals.ticks) for part in (totals.hits, totals.rebuilds, totals.misses))


def _wrong(totals: CacheTotals) -> str:
    return f"{totals.wrong} ({totals.stale}), {1000 * totals.worst:.3g} mm" if totals.wrong else "0"


# --- the plot ---

PLOTTED = tuple(name for name in CACHES if name not in ("none", "hill-climbing", "frozen-simplex"))
COLORS = {"boxes": "#0072b2", "hulls": "#d55e00", "smooth": "#009e73"}
NAMES_WIDTH, PANEL, GAP, TOP = 116, 132, 20, 56  # pixels
BAR, ROW = 7, 30
TEXT = 'font-family="sans-serif" font-size="12" fill="#222222"'


def caches_plot(rows: list[FollowedFamily]) -> str:
    """The share of calls saved as SVG: a column for each family, a row for each cache, a bar for each kind of shape."""
    width = NAMES_WIDTH + len(MOTION_FAMILIES) * (PANEL + GAP) + GAP
    height = TOP + len(PLOTTED) * ROW + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="#ffffff"/>',
        *_legend(),
        *(_label(12, TOP + (k + 0.5) * ROW + 4, name, "start") for k, name in enumerate(PLOTTED)),
    ]
    for column, family in enumerate(MOTION_FAMILIES):
        parts += _panel(NAMES_WIDTH + GAP + column * (PANEL + GAP), family, rows)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend() -> Iterator[str]:
    for k, (shapes, color) in enumerate(COLORS.items()):
        x = NAMES_WIDTH + GAP + 90 * k
        yield f'<rect x="{x}" y="12" width="12" height="{BAR}" fill="{color}"/>'
        yield _label(x + 18, 20, shapes, "start")
    yield _label(NAMES_WIDTH + GAP + 90 * len(COLORS), 20, "calls saved, %", "start")


def _panel(left: int, family: str, rows: list[FollowedFamily]) -> Iterator[str]:
    """The bars of a family, from 0 to 100 %; a negative share is a bar to the left of 0."""
    bottom = TOP + len(PLOTTED) * ROW
    yield _label(left + PANEL / 2, TOP - 8, family, "middle")
    for share in (0, 50, 100):
        x = left + PANEL * share / 100
        yield f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{bottom}" stroke="#cccccc"/>'
        yield _label(x, bottom + 16, str(share), "middle")
    for row in rows:
        if row.family == family and row.cache in PLOTTED and row.totals.ticks:
            y = TOP + PLOTTED.index(row.cache) * ROW + 4 + list(COLORS).index(row.shapes) * (BAR + 1)
            saved = max(row.totals.saved, -GAP / PANEL)
            x, wide = left + PANEL * min(saved, 0.0), PANEL * abs(saved)
            yield f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{BAR}" fill="{COLORS[row.shapes]}"/>'


def _label(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {TEXT}>{escape(words)}</text>'
