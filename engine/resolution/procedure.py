"""The push-outs as registered procedures."""

from gjkscope.engine.registry.records import PushOutMethod, bodies_moved
from gjkscope.engine.resolution import explain_pair, explain_terrain, pair, terrain

RESOLVE = PushOutMethod(
    name="resolve",
    title="Push-out of the pair",
    order=310,
    state=pair.State,
    explain=explain_pair.explain,
    headline=explain_pair.headline,
    changes=bodies_moved,
)


def _off_terrain(name: str, title: str, order: int, pushes: str) -> PushOutMethod:
    return PushOutMethod(
        name=name,
        title=title,
        order=order,
        state=terrain.State,
        explain=explain_terrain.explain,
        headline=explain_terrain.headline,
        changes=bodies_moved,
        pushes=pushes,
    )


TERRAIN = _off_terrain("terrain", "Off a terrain, greatest overlap", 320, "greatest")
TERRAIN_IN_ORDER = _off_terrain("terrain-in-order", "Off a terrain, in order", 330, "in order")

PROCEDURES = (RESOLVE, TERRAIN, TERRAIN_IN_ORDER)
