"""How a scene is shown when it is opened: the workspace, the algorithm and the pair that its file may name."""

from enum import StrEnum

from msgspec import Struct


class Workspace(StrEnum):
    """A task, with the panels, the algorithms and the views that it needs; in the order of the bar."""

    LEARN = "learn"
    PAIR = "pair"
    CONTACTS = "contacts"
    MOTION = "motion"
    MANY = "many"
    ENGINES = "engines"


class Opening(Struct, frozen=True):
    """What a file names; None: it follows from the contents.

    The algorithm may be one that only another version of gjkscope has, so its name is not checked here.

    >>> from gjkscope.app.scenes.opening import Opening, Workspace
    >>> Opening(Workspace.MOTION, "toi").pair is None
    True
    """

    workspace: Workspace | None = None
    algorithm: str | None = None
    pair: tuple[str, str] | None = None  # names of two bodies


AS_CONTENTS = Opening()
