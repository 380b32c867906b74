"""What the panels of a page draw over its views.  Imports nothing slow."""

from gjkscope.app.state.model import LessonPage

# Overlays that the panels draw over the views: the verdict with the distance, its proof, the axes, the scale bar.
VERDICT, CERTIFICATE, AXES, SCALE = OVER_VIEWS = ("verdict", "certificate", "axes", "scale")

SENTENCE = "Sentence"  # a panel that only lessons show: what the current step does, in words


def shows_over_views(page: LessonPage | None, overlay: str) -> bool:
    """Whether one of `OVER_VIEWS` is shown; outside of lessons, all of them are."""
    return page is None or overlay in page.display.overlays
