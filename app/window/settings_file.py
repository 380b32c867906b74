"""The settings in the user's own folder: read at the start, written when something changed and all is still."""

from pathlib import Path

import pyglet.resource

from app.settings import Settings, read_settings
from app.whole_file import write_whole

NAME, BROKEN = "settings.json", "settings-broken.json"


def usual_folder() -> Path:
    """Where this system keeps the settings of programs; on Linux $XDG_CONFIG_HOME or ~/.config."""
    return Path(pyglet.resource.get_settings_path("gjkscope"))


class SettingsFile:
    """`known` is what was kept; nothing when there is no file, or when it cannot be used: then it is put aside.

    `fault` says what went wrong last, for the user to be told; it never keeps the application from running.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._written = ""
        self.fault: str | None = None
        self.known = self._read()

    def _read(self) -> Settings:
        try:
            self._written = self._path.read_text(encoding="utf-8")
            return read_settings(self._written)
        except FileNotFoundError:
            return {}
        except OSError as fault:
            self.fault = f"The settings cannot be read. {self._path}: {fault.strerror or fault}"
        except ValueError as fault:
            self._put_aside(f"{fault}")
        return {}

    def write(self, text: str) -> None:
        """Keeps the settings, if they are others than those that stand there."""
        if text == self._written:
            return
        self._written = text  # also when it fails: the user is told once, not at every pause
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, text.encode())
        except OSError as fault:
            self.fault = f"The settings cannot be kept. {self._path}: {fault.strerror or fault}"

    def _put_aside(self, why: str) -> None:
        aside = self._path.with_name(BROKEN)
        try:
            self._path.replace(aside)
        except OSError as fault:
            self.fault = f"The settings cannot be used. {self._path}: {why}; {fault.strerror or fault}"
            return
        self.fault = f"The settings could not be used and are put aside as {aside}. {why}"
