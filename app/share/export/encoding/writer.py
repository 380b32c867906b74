"""The interface of all film writers."""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Size = tuple[int, int]


class EncodingError(Exception):
    """A film that cannot be written; the message says why."""


class FilmWriter(ABC):
    """A sink for pictures; `count` is their number so far."""

    count = 0

    @abstractmethod
    def add(self, pixels: Pixels) -> None:
        """Adds a picture; the same array object as last time is assumed to be unchanged.  Raises `OSError`."""

    @abstractmethod
    def close(self) -> None:
        """Flushes everything that was added.  Raises `OSError`."""
