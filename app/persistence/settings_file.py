"""The settings in the user's own folder: read at startup, written when something has changed and all is still."""

from pathlib import Path

import pyglet.resource

from gjkscope.app.base.atomic_file import write_whole
from gjkscope.app.persistence.kept_file import DAMAGED, Unsuitable, open_kept, set_aside
from gjkscope.app.persistence.settings import Settings, read_settings, usable_settings

NAME = "settings.json"
BROKEN = f"{DAMAGED}/{NAME}"
MOST_BYTES = 10_000_000  # a thousand times what is usual


def usual_folder() -> Path:
    """Where this system keeps the settings of programs; on Linux $XDG_CONFIG_HOME or ~/.config."""
    return Path(pyglet.resource.get_settings_path("gjkscope"))


class SettingsFile:
    """`known` are the settings that were kept.  A file with faults is moved aside, and what can be used of it is.

    `fault` is the last error, for the user; it never keeps the application from running.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._written = ""
        self.fault: str | None = None
        self.known = self._read()

    def _read(self) -> Settings:
        text = ""
        try:
            with open_kept(self._path, MOST_BYTES) as file:
                text = file.read().decode()
            known = read_settings(text)
        except FileNotFoundError:
            return {}
        except (OSError, MemoryError, Unsuitable, ValueError) as fault:
            self.fault = f"The settings cannot be used. {set_aside(self._path, str(fault))}"
            return usable_settings(text)
        self._written = text
        return known

    def write(self, text: str) -> None:
        """Writes the settings if they have changed."""
        if text == self._written:
            return
        self._written = text  # also when it fails: the user is told once, not at every pause
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.exists() and not self._path.is_file():
                raise OSError("it is not a regular file")
            write_whole(self._path, text.encode())
        except OSError as fault:
            self.fault = f"The settings cannot be saved. {self._path}: {fault.strerror or fault}"
