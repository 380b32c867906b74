"""The files of a bug report, in memory, in a folder or in an archive.

The names are fixed and never come from the scene.
"""

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import Struct

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.app.share.reporting.findings import Findings
from gjkscope.app.share.reporting.report_text import report_text
from gjkscope.app.share.reporting.reproduction import (
    CERTIFICATE,
    SCENE,
    TEST,
    EngineText,
    LeftOut,
    engine_texts,
    pytest_file,
)
from gjkscope.engine.proof.plain import certificate_to_dict

ARCHIVE = ".zip"
FOLDER = "gjkscope-report"  # in an archive
TEXT, PICTURE, PAGE = "report.md", "picture.png", "page.html"
DATED = (1980, 1, 1, 0, 0, 0)  # the same report gives the same archive
READABLE = 0o644

Files = dict[str, bytes]


class Views(Struct, frozen=True):
    """The picture and the page of a report; None if one could not be made, with the reason in `left_out`."""

    picture: bytes | None
    page: str | None
    left_out: tuple[LeftOut, ...] = ()


def report_files(findings: Findings, views: Views) -> Files:
    """The contents of all files by name, the text first."""
    test, engines = pytest_file(findings), [*engine_texts(findings)]
    written = [engine for engine in engines if isinstance(engine, EngineText)]
    files = _own_files(findings, views, test) | {engine.file: engine.text.encode() for engine in written}
    described = {name: words for name, words in _descriptions(findings).items() if name in files}
    described |= {engine.file: "; ".join((engine.title, *engine.notes)) for engine in written}
    left_out = (*views.left_out, *(engine for engine in engines if isinstance(engine, LeftOut)))
    return {TEXT: report_text(findings, test, described, left_out).encode(), **files}


def archive_of(files: Files) -> bytes:
    """The files in a folder in a zip archive."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = ZipInfo(f"{FOLDER}/{name}", DATED)
            entry.external_attr = READABLE << 16
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()


def check_target(path: Path, overwrite: bool) -> None:
    """Raises `FileExistsError` if there is an archive or a folder with files already, unless it may be overwritten."""
    if is_archive(path):
        if path.exists() and not overwrite:
            raise FileExistsError(f"{path}: already exists")
    elif path.is_dir() and any(path.iterdir()) and not overwrite:
        raise FileExistsError(f"{path}: is not empty")
    elif path.exists() and not path.is_dir():
        raise FileExistsError(f"{path}: is a file; the name of an archive must end with {ARCHIVE}")


def write_report_files(files: Files, path: Path) -> None:
    """Writes an archive, or a folder, which is created; other files in it stay.  Raises `OSError`."""
    if is_archive(path):
        write_atomically(path, archive_of(files))
        return
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, content)


def is_archive(path: Path) -> bool:
    """Whether a report at this path is an archive."""
    return path.suffix.lower() == ARCHIVE


def _own_files(findings: Findings, views: Views, test: str) -> Files:
    result = findings.answer.result
    files = {SCENE: format_scene(findings.scene).encode()}
    if views.picture is not None:
        files[PICTURE] = views.picture
    if views.page is not None:
        files[PAGE] = views.page.encode()
    files[TEST] = test.encode()
    if result is not None and result.proved is not None and result.certificate is not None:
        files[CERTIFICATE] = (json.dumps(certificate_to_dict(result.certificate), allow_nan=False) + "\n").encode()
    return files


def _descriptions(findings: Findings) -> dict[str, str]:
    steps = ", ".join(findings.shown)
    return {
        SCENE: "the scene, which gjkscope opens",
        PICTURE: f"both views at the last step of {findings.shown[-1]}",
        PAGE: f"the steps of {steps}, in any browser",
        TEST: "fails for each algorithm that contradicts the truth",
        CERTIFICATE: "the proof of the answer, for `gjkscope.certificate_from_dict` and `gjkscope.check`",
    }
