"""The colours of roles that appear together can be told apart, also with colour blindness, in both themes."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color

Floats = npt.NDArray[np.float64]

# What dichromats see of linear RGB: Machado, Oliveira and Fernandes, A physiologically-based model for simulation of
# color vision deficiency, IEEE TVCG 15 (2009), severity 1.
VISION = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# Oklab: Ottosson, A perceptual color space for image processing (2020).
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OPPONENT = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
LEAST = 0.1  # in Oklab, in which 0.02 is about the least difference that can be seen side by side
ROLES = {
    "B": palette.B,
    "simplex": palette.SIMPLEX,
    "push-out": palette.CHOSEN,
    "overlap": palette.OVERLAP,
    "contact": palette.CONTACT,
}
themes = pytest.mark.parametrize("theme", list(Theme))


def seen(color: Color, vision: str) -> Floats:
    """The colour in Oklab."""
    channels = np.array(color[:3])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    cones = CONES @ np.clip(VISION[vision] @ linear, 0, 1)
    return np.asarray(OPPONENT @ np.cbrt(cones))


def drawn(color: Color, theme: Theme) -> Color:
    """As a line of that colour is drawn."""
    return palette.legible_on(palette.inked(color, theme), theme, palette.LINE_CONTRAST)


@themes
@pytest.mark.parametrize("vision", VISION)
def test_roles_that_appear_together_can_be_told_apart(theme: Theme, vision: str) -> None:
    for (one, first), (other, second) in combinations(ROLES.items(), 2):
        distance = np.linalg.norm(seen(drawn(first, theme), vision) - seen(drawn(second, theme), vision))
        assert distance >= LEAST, f"{one} and {other}: {distance:.3f}"


@pytest.mark.parametrize("vision", VISION)
def test_white_and_black_are_far_apart_however_they_are_seen(vision: str) -> None:
    """The distance is a distance."""
    white, black = seen((1.0, 1.0, 1.0, 1.0), vision), seen((0.0, 0.0, 0.0, 1.0), vision)
    assert np.linalg.norm(white - black) == pytest.approx(1.0, abs=0.01)


def test_red_and_green_look_alike_with_deuteranopia_alone() -> None:
    """The simulation simulates: an olive and a red that only the usual vision tells apart."""
    olive, red = palette.hex_color("#7D7A2A"), palette.hex_color("#B4522F")

    def distance(vision: str) -> float:
        return float(np.linalg.norm(seen(olive, vision) - seen(red, vision)))

    assert distance("deuteranopia") < 0.3 * distance("usual")


@themes
def test_roles_have_enough_contrast_as_they_are(theme: Theme) -> None:
    """Nothing has to be moved towards the ink, which would make colours alike."""
    for role, color in ROLES.items():
        if role != "B":
            assert drawn(color, theme) == palette.inked(color, theme), role


@themes
def test_a_theme_has_each_role_in_one_colour(theme: Theme) -> None:
    inks = [palette.inked(palette.faded(color, 0.5), theme) for color in ROLES.values()]
    assert len({*inks}) == len(ROLES)
    assert {ink[3] for ink in inks} == {0.5}


@themes
def test_overlaps_have_the_same_colour_in_views_and_tables(theme: Theme) -> None:
    assert palette.hex_color(tones.OVERLAP.of(theme)) == palette.inked(palette.OVERLAP, theme)
