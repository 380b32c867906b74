"""Demo steps that are heard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.json_document import Keys, ValueMismatch
from gjkscope.app.state.model import Motion, State
from gjkscope.app.state.model.demo import DemoMark
from gjkscope.app.teach.demos.sounds import SoundError, SoundFile, Voice, sound_beside, sound_file
from gjkscope.app.teach.demos.steps.step import Seconds, Step, instant

SOUND_KEY_ABOUT = "a sound file in the demo's folder, in any format that FFmpeg decodes"


class SpokenStep(Step, kw_only=True, dict=True):
    """A step with an optional sound; it lasts as long as the sound unless it has `seconds`."""

    sound_key: ClassVar[str]  # the name of the field with the sound's file
    seconds: Annotated[
        Seconds | UnsetType, meaning("duration of the step in seconds, at most an hour: by default that of its sound")
    ] = UNSET  # type: ignore[assignment]

    @property
    def _sound(self) -> SoundFile | None:
        return self.__dict__.get("sound")

    @property
    def _speech(self) -> SoundFile | None:
        return self.__dict__.get("speech")

    @property
    def length(self) -> int:
        if self.seconds is UNSET:
            return 0 if self._sound is None else self._sound.ticks
        return super().length

    @property
    def speech(self) -> int:
        return self._speech.ticks if self._speech is not None else 0

    @property
    def is_heard(self) -> bool:
        return self._sound is not None or self._speech is not None

    @property
    def words(self) -> str | None:
        """What a synthetic voice can read aloud."""
        return None

    def find_sound(self, keys: Keys, folder: Path | None, voice: Voice | None) -> None:
        """Finds the sound in the demo's folder; without one, the voice, if any, reads the words aloud.

        `keys` leads to the step in the document.  Raises `ValueMismatch`.
        """
        name = getattr(self, self.sound_key)
        if name is not None:
            self.__dict__["sound"] = sound_beside(name, [*keys, self.sound_key], folder)
        elif voice is not None and self.words:
            try:
                self.__dict__["speech"] = sound_file(voice(self.words))
            except SoundError as fault:
                raise ValueMismatch([*keys, "text"], f"cannot be read aloud: {fault}") from None

    def marks(self, start: int) -> Iterator[DemoMark]:
        heard = self._sound or self._speech
        if heard is not None:
            yield heard.mark(start)


class SayStep(SpokenStep, tag="say"):
    """Plays a sound, and lasts as long as it does; `seconds` sets another duration, 0 to go on at once."""

    file: Annotated[str, meaning(SOUND_KEY_ABOUT)]
    sound_key: ClassVar[str] = "file"

    def begin(self, state: State) -> Motion:
        return instant()
