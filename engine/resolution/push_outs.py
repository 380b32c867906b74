"""The push-outs as registered procedures."""

from gjkscope.engine.algorithm import Procedure, bodies_moved, by_name
from gjkscope.engine.resolution import explain_pair, explain_terrain, pair, terrain

PUSH_OUTS: dict[str, Procedure] = by_name(
    [
        Procedure(
            name="resolve",
            title="Push-out of the pair",
            order=310,
            state=pair.State,
            explain=explain_pair.explain,
            headline=explain_pair.headline,
            changes=bodies_moved,
        ),
        *(
            Procedure(
                name=name,
                title=title,
                order=order,
                state=terrain.State,
                explain=explain_terrain.explain,
                headline=explain_terrain.headline,
                changes=bodies_moved,
            )
            for name, title, order in (
                ("terrain", "Off a terrain, greatest overlap", 320),
                ("terrain-in-order", "Off a terrain, in order", 330),
            )
        ),
    ]
)
