"""A live connection: what an engine streams while it runs is judged and shown as it arrives."""

from msgspec import Struct


class LiveLink(Struct, frozen=True):
    """Where the window listens, and what it receives."""

    address: str  # where it listens
    peer: str = ""  # the program that is connected; empty: none
    by: str = ""  # the engine
    pairs: int = 0  # received from this program, with those that were dropped here
    rate: float = 0.0  # pairs per second
    lost: int = 0  # pairs that the engine dropped
    dropped: int = 0  # pairs that were dropped here
    latency: float | None = None  # seconds from sending a pair to showing it; None: not known
    remark: str = ""  # how the last connection ended, unless normally
    is_refused: bool = False  # whether that was because of what the program sent


class LiveState(Struct, frozen=True):
    """The live part of the Capture panel."""

    link: LiveLink | None = None  # None: the window does not listen
    port: int = 14557
    following: bool = True  # whether the newest tick is shown
    stops: bool = False  # whether the first wrong answer stops that
    traced: tuple[int, int] | None = None  # ids of the pair whose newest state is the scene
