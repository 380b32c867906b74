"""The push-outs as registered procedures."""

from functools import partial

from gjkscope.engine.registry.records import PushOutMethod, TerrainPushOut, body_changes
from gjkscope.engine.resolution import explain_pair, explain_terrain, pair, terrain

RESOLVE = PushOutMethod(
    name="resolve",
    title="Push-out of the pair",
    order=310,
    state=pair.State,
    explain=explain_pair.explain,
    headline=explain_pair.headline,
    changes=body_changes,
    run=pair.resolve_pair,
    way="pair",
    beats=explain_pair.BEATS,
)


def _off_terrain(name: str, title: str, order: int, way: str) -> TerrainPushOut:
    """Pushes in that order, of `terrain.ORDERS`."""
    return TerrainPushOut(
        name=name,
        title=title,
        order=order,
        state=terrain.State,
        explain=explain_terrain.explain,
        headline=explain_terrain.headline,
        changes=body_changes,
        run=partial(terrain.resolve_terrain, order=way),
        way=way,
        beats=explain_terrain.BEATS,
    )


TERRAIN = _off_terrain("terrain", "Off a terrain, greatest overlap", 320, "greatest")
TERRAIN_IN_ORDER = _off_terrain("terrain-in-order", "Off a terrain, in order", 330, "in order")

PROCEDURES = (RESOLVE, TERRAIN, TERRAIN_IN_ORDER)
