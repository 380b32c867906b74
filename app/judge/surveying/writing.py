"""Writes a survey into a folder: `survey.json`, `survey.md`, `index.html` and scenes of the worst pairs."""

from pathlib import Path

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.judge.surveying.examples import worst_pairs, worst_scene
from gjkscope.app.judge.surveying.markdown import as_markdown_page
from gjkscope.app.judge.surveying.page import as_page
from gjkscope.app.judge.surveying.record import SurveyRecord, format_survey
from gjkscope.app.scenes.scene_file import format_scene

DATA, TABLES, PAGE, SCENES = "survey.json", "survey.md", "index.html", "scenes"


def write_survey(survey: SurveyRecord, folder: Path) -> None:
    """Writes all files into the folder, which is created.  Raises `OSError`, and `ImportError` without matplotlib."""
    (folder / SCENES).mkdir(parents=True, exist_ok=True)
    write_atomically(folder / DATA, format_survey(survey).encode())  # first: the others can be made from it
    write_atomically(folder / TABLES, as_markdown_page(survey).encode())
    for engine in survey.engines:
        for worst in worst_pairs(survey, engine):
            write_atomically(folder / worst.file, format_scene(worst_scene(survey, worst)).encode())
    write_atomically(folder / PAGE, as_page(survey).encode())
