"""The base class of actions.  The package `actions` defines the actions and applies them."""

from typing import ClassVar

from msgspec import Struct


class Action(Struct, frozen=True):
    """Base class of everything that a user can do."""

    passing: ClassVar[bool] = False  # does not dismiss messages, such as the passage of time or a camera move
    recorded: ClassVar[bool] = True  # recorded in demos: changes what is shown, and nothing outside the state
