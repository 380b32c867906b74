"""How everything looks."""

from dataclasses import dataclass
from enum import StrEnum


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True)
class Appearance:
    theme: Theme = Theme.DARK
    lecture: bool = False  # large text and thick lines, for the back row
