"""gjkscope: see how 3D collision detection works, step by step, and why it goes wrong.

    import gjkscope
    from gjkscope import Box, Capsule, Pose

    result = gjkscope.query(Box((1, 1, 1)), Pose(), Capsule(0.2, 0.5), Pose(position=(1.5, 0, 0)))

`gjkscope.api` lists everything that this package offers.  The names are resolved at first use, so that
`import gjkscope` costs nothing and the application can set up its process before NumPy is loaded.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gjkscope.api import *  # noqa: F403
    from gjkscope.api import __all__ as __all__
else:
    _SUBPACKAGES = ("api", "app", "engine")

    def __getattr__(name: str) -> Any:
        if name in _SUBPACKAGES or (name.startswith("_") and name != "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from gjkscope import api

        return getattr(api, name)

    def __dir__() -> list[str]:
        from gjkscope import api

        return [*globals(), *api.__all__]
