"""See how 3D collision detection works, step by step, and why it goes wrong.

    import gjkscope
    from gjkscope import Box, Capsule, Pose

    result = gjkscope.query(Box((1, 1, 1)), Pose(), Capsule(0.2, 0.5), Pose(position=(1.5, 0, 0)))

A pair is two shapes (`Box`, `Capsule`, `Hull`, ...), each with a `Pose` or a rigid 4x4 matrix.  Lengths are in metres.
2D shapes (`Polygon`, `Circle`, `Box2`, `Capsule2`, ...) lie in the plane z = 0; `plane_pose` makes their poses.

One answer:       `query`, `check` (verifies its certificate)
Steps:            `trace`, `explain`, `headline`, `first_difference`
All algorithms:   `compare`, `ALGORITHMS`
Other engines:    `judge_report` (checks what an engine reported), `Reported`, `check_iterations`, `Iteration`
Many pairs:       `batch.signed_distance`, `broad_phase`
Your own solver:  `hunt` (finds pairs that it gets wrong), `replay_pairs`
Captures:         `Recorder` (writes what an engine answers, for `gjkscope scan`)
Concave bodies:   `query_parts`, `part_contacts` (meshes with convex parts), `overlapping_triangles`
Motion:           `first_contact`, `cast`, `toi`, `compare_searches`, `slide`, `follow_cache`
Contact points:   `manifold`, `compare_manifolds` (all policies), `follow_manifolds` (over a motion)
Push-outs:        `resolve_pair`, `resolve_terrain`
Files:            `load`, `report`, `certificate_to_dict`, `certificate_from_dict`
Pictures:         `render`, `render_svg`, `scene_page` (a web page), `scene_gltf` (a 3D model)
Window:           `show`; notebooks display traces, results, comparisons and scenes as players

The names are resolved when they are first used, so that `import gjkscope` itself loads nothing.
"""

from gjkscope.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it as true; the module `typing` would double the import time
if TYPE_CHECKING:
    from gjkscope.api import *  # noqa: F403
    from gjkscope.api import __all__ as __all__
    from gjkscope.engine import *  # noqa: F403  mypy reads only the literal part of `api.__all__`
else:
    _MODULES = ("api", "app", "checkout", "engine")  # an import that looks for them here first must not load the API

    def __getattr__(name):
        if name not in _MODULES and (name == "__all__" or not name.startswith("_")):
            from gjkscope import api

            if name == "__all__" or name in api.__all__:
                value = globals()[name] = getattr(api, name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        from gjkscope import api

        return sorted({"__doc__", "__file__", "__name__", "__path__", "__version__", *api.__all__})
