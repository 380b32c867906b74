"""The sound of a demo in the window: heard at normal speed, silent while the user pauses, seeks or takes over."""

from pathlib import Path

import numpy as np
import pyglet
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import Demo, DemoPlayback
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.window.demo_sound import DemoSound
from tests.app.teach.demos.sound_demo import demo_with, write_sound

FRAME = 0.05  # seconds


class Player:
    """A player that does nothing."""

    def __init__(self, demo: Demo, tick: int) -> None:
        self.demo, self.tick, self.deleted = demo, tick, False

    def delete(self) -> None:
        self.deleted = True


class Theatre:
    """Shows frames of a demo, and knows what is heard."""

    def __init__(self, demo: Demo) -> None:
        self.show = DemoPlayback(demo)
        self.players: list[Player] = []
        self.now = 100.0
        self.sound = DemoSound(self._start, lambda: self.now)

    def _start(self, demo: Demo, tick: int) -> Player:
        self.players.append(Player(demo, tick))
        return self.players[-1]

    def frames(self, count: int, late: float = 0.0, **changes: object) -> list[int]:
        """Shows some frames, with the clock ahead of the picture; returns the ticks at which sounds were started."""
        known = len(self.players)
        for _ in range(count):
            self.now += FRAME + late
            self.show = replace(self.show, **{"position": self.show.position + FRAME * TICKS, **changes})
            self.sound.follow(self.show)
        assert all(player.deleted for player in self.players[:-1])
        return [player.tick for player in self.players[known:]]

    @property
    def is_heard(self) -> bool:
        return bool(self.players) and not self.players[-1].deleted


@pytest.fixture
def theatre(tmp_path: Path) -> Theatre:
    write_sound(tmp_path / "words.wav", 1)
    return Theatre(demo_with(tmp_path, {"do": "say", "file": "words.wav"}, {"do": "wait", "seconds": 9}))


def test_a_demo_is_heard_from_its_second_frame_on_without_interruption(theatre: Theatre) -> None:
    assert theatre.frames(40) == [6]
    assert theatre.is_heard
    theatre.sound.follow(None)
    assert not theatre.is_heard


@pytest.mark.parametrize("change", [{"playing": False}, {"rate": 2.0}, {"taken_over": True}, {"position": 600.0}])
def test_otherwise_it_is_silent(theatre: Theatre, change: dict[str, object]) -> None:
    theatre.frames(5)
    assert theatre.frames(3, **change) == []
    assert not theatre.is_heard


def test_it_is_silent_while_the_user_seeks(theatre: Theatre) -> None:
    theatre.frames(5)
    assert theatre.frames(1, position=300.0) == []
    assert not theatre.is_heard
    assert theatre.frames(1, position=120.0) == []
    assert theatre.frames(3) == [123]
    assert theatre.is_heard


def test_a_sound_that_drifts_from_the_picture_starts_again(theatre: Theatre) -> None:
    theatre.frames(5)
    assert theatre.frames(5, late=0.06) == [30]  # 0.3 s late
    assert theatre.frames(3, late=0.2) == []  # the machine is too slow for the demo
    assert not theatre.is_heard


def test_a_demo_without_sound_has_no_player(tmp_path: Path) -> None:
    theatre = Theatre(demo_with(tmp_path, {"do": "wait", "seconds": 9}))
    assert theatre.frames(10) == []


def test_pyglet_gets_the_mix_and_then_silence(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyglet.options, "audio", ("silent",))
    from gjkscope.app.window.mixed_source import MixedSource

    source = MixedSource(theatre.show.demo, 0)
    data = np.frombuffer(source.get_audio_data(400).data, "<i2")
    assert data.tolist() == [16383, 16383, *[0] * 198]
    Path(theatre.show.demo.marks[0].text).unlink()
    assert not np.frombuffer(MixedSource(theatre.show.demo, 0).get_audio_data(400).data, "<i2").any()
