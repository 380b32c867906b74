"""The settings file: read at startup, written when a setting has changed and the user pauses."""

from pathlib import Path

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.state.persistence.kept_file import UnusableFile, move_aside_message, open_user_file
from gjkscope.app.state.persistence.settings import Settings, read_settings, usable_settings

NAME = "settings.json"
MOST_BYTES = 10_000_000  # a thousand times the usual size


class SettingsFile:
    """`known` holds the stored settings.  A damaged file is moved aside, and its valid entries are still used.

    `fault` is the last error, to be shown to the user; it never prevents startup.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._written = ""
        self.fault: str | None = None
        self.known = self._read()

    def _read(self) -> Settings:
        text = ""
        try:
            with open_user_file(self._path, MOST_BYTES) as file:
                text = file.read().decode()
            known = read_settings(text)
        except FileNotFoundError:
            return Settings()
        except (OSError, MemoryError, UnusableFile, ValueError) as fault:
            self.fault = f"The settings file is damaged. {move_aside_message(self._path, str(fault))}"
            return usable_settings(text)
        self._written = text
        return known

    def write(self, text: str) -> None:
        """Writes the settings if they have changed."""
        if text == self._written:
            return
        self._written = text  # also on failure, so that the error is reported once and not at every pause
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.exists() and not self._path.is_file():
                raise OSError("not a regular file")
            write_atomically(self._path, text.encode())
        except OSError as fault:
            self.fault = f"Cannot save the settings. {self._path}: {fault.strerror or fault}"
