"""The appearance of the application: theme, colours and sizes."""

from dataclasses import dataclass
from enum import StrEnum


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True)
class Appearance:
    """Theme and text size for an audience."""

    theme: Theme = Theme.DARK
    lecture: bool = False  # large text and thick lines, for projectors
