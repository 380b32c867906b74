"""The appearance of the application: theme, colours and sizes."""

from enum import StrEnum

from msgspec import Struct


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


class Appearance(Struct, frozen=True):
    """Theme and text size for an audience."""

    theme: Theme = Theme.DARK
    lecture: bool = False  # large text and thick lines, for projectors
