"""How everything looks."""

from enum import StrEnum

from engine.dataclass import dataclass


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True)
class Appearance:
    theme: Theme = Theme.DARK
    lecture: bool = False  # large text and thick lines, for the back row
