"""The appearance of the application: theme, text size, and whether the panels are shown."""

from enum import StrEnum

from msgspec import Struct


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


class Appearance(Struct, frozen=True):
    """Theme, text size and panels, for an audience."""

    theme: Theme = Theme.DARK
    lecture: bool = False  # large text and thick lines, for projectors
    panels: bool = True  # whether the panels are shown; without them the views fill the window
