"""The platform's folders for what gjkscope keeps between runs."""

from pathlib import Path

from platformdirs import user_config_path, user_data_path

NAME = "gjkscope"


def settings_folder() -> Path:
    """The platform's folder for settings; on Linux in $XDG_CONFIG_HOME or ~/.config."""
    return user_config_path(NAME, appauthor=False, roaming=True)


def data_folder() -> Path:
    """The platform's folder for application data; on Linux in $XDG_DATA_HOME or ~/.local/share."""
    return user_data_path(NAME, appauthor=False, roaming=True)
