"""Reads captions aloud with a text-to-speech program, if one is installed."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gjkscope.app.teach.demos.sounds import SoundError, Voice
from gjkscope.app.view.words.markup import plain_text

TIME_LIMIT = 60.0  # seconds for a caption; piper loads its model each time
ENDINGS = tuple(".!?:;,…")


class SpeechError(Exception):
    """A program that cannot be used; the message says why."""


class SpeechProgram(NamedTuple):
    """A text-to-speech program, which reads the text from standard input."""

    arguments: Callable[[str, Path], list[str]]  # from the voice, or "", and the file to write
    voice: str  # what follows the colon, in words
    needs_voice: bool


def _espeak(voice: str, out: Path) -> list[str]:
    return ["--stdin", "-w", str(out), *(["-v", voice] if voice else [])]


def _piper(voice: str, out: Path) -> list[str]:
    return ["--model", voice, "--output_file", str(out)]


PROGRAMS = {
    "espeak-ng": SpeechProgram(_espeak, "VOICE", needs_voice=False),
    "piper": SpeechProgram(_piper, "MODEL", needs_voice=True),
}


@contextmanager
def speaking(program: str | None) -> Iterator[Voice | None]:
    """The voice of a program, such as "espeak-ng" or "piper:en_GB-alan-medium.onnx", or None for none.

    Its files exist until the block ends.  Raises `SpeechError`.
    """
    if program is None:
        yield None
        return
    name, _, voice = program.partition(":")
    if name not in PROGRAMS:
        raise SpeechError(f"must be one of {', '.join(PROGRAMS)}, got {name!r}")
    if PROGRAMS[name].needs_voice and not voice:
        raise SpeechError(f"{name} needs a voice: {name}:{PROGRAMS[name].voice}")
    path = shutil.which(name)
    if path is None:
        raise SpeechError(f"{name} is not installed, or not on the PATH")
    with TemporaryDirectory(prefix="gjkscope-") as folder:
        yield _Speaker(name, path, voice, Path(folder))


class _Speaker:
    """Runs a program once for each text."""

    def __init__(self, name: str, path: str, voice: str, folder: Path) -> None:
        self._name, self._path, self._voice, self._folder = name, path, voice, folder
        self._count = 0

    def __call__(self, text: str) -> Path:
        """Reads the text aloud into a new file.  Raises `SoundError`."""
        self._count += 1
        out = self._folder / f"caption-{self._count}.wav"
        command = [self._path, *PROGRAMS[self._name].arguments(self._voice, out)]
        try:
            subprocess.run(command, input=spoken(text).encode(), capture_output=True, timeout=TIME_LIMIT, check=True)
        except subprocess.TimeoutExpired:
            raise SoundError(f"{self._name} took longer than {TIME_LIMIT:g} s") from None
        except subprocess.CalledProcessError as fault:
            said = fault.stderr.decode(errors="replace").strip().splitlines()
            raise SoundError(
                f"{self._name} failed: {said[-1] if said else f'exit status {fault.returncode}'}"
            ) from None
        except OSError as fault:
            raise SoundError(f"{self._name} cannot be started: {fault.strerror or fault}") from None
        if not out.exists():
            raise SoundError(f"{self._name} wrote no sound")
        return out


def spoken(text: str) -> str:
    """A caption as one line of sentences: some programs read each line separately."""
    lines = (line.strip() for line in plain_text(text).splitlines())
    return " ".join(line if line.endswith(ENDINGS) else f"{line}." for line in lines if line)
