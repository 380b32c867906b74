"""Qhull's triangles are those of SciPy, which wraps the same release, bit for bit."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import scipy.spatial

from gjkscope.engine.shapes import qhull as wrapper
from gjkscope.engine.shapes.qhull import QhullError, Triangulation, qhull
from tests.project.test_platforms import on

Floats = npt.NDArray[np.float64]


def gridded(rng: np.random.Generator, count: int, dimension: int) -> Floats:
    """Many of the points lie in common planes."""
    return np.asarray(np.round(rng.normal(size=(count, dimension)) * 2) / 2)


def doubled(rng: np.random.Generator, count: int, dimension: int) -> Floats:
    points = rng.normal(size=(count, dimension))
    return np.concatenate([points, points + 1e-12])


def on_a_sphere(rng: np.random.Generator, count: int, dimension: int) -> Floats:
    points = rng.normal(size=(count, dimension))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def assert_same(points: Floats, options: str = wrapper.TRIANGULATED) -> None:
    ours, theirs = qhull(points, options), scipy.spatial.ConvexHull(points, qhull_options=options)
    for name in ("simplices", "neighbors", "equations", "vertices"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name


@pytest.mark.parametrize("dimension", [2, 3, 4])
@pytest.mark.parametrize("make", [gridded, doubled, on_a_sphere])
def test_it_gives_what_scipy_gives(make: object, dimension: int) -> None:
    assert callable(make)
    rng = np.random.default_rng(dimension)
    for count in (dimension + 20, 60, 200):
        assert_same(make(rng, count, dimension))


def test_options_are_passed_on() -> None:
    points = on_a_sphere(np.random.default_rng(1), 100, 3)
    assert_same(points, "Qt Q0")
    with pytest.raises(QhullError, match="the input"):
        qhull(points, "Qt nonsense")


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (np.eye(3), "the input"),  # too few
        (np.concatenate([np.eye(3), np.full((3, 3), 1 / 3)]), "a flat input"),
    ],
)
def test_it_rejects_points_that_span_no_solid(points: Floats, message: str) -> None:
    with pytest.raises(QhullError, match=f"^Qhull reports {message}$"):
        qhull(points)


def test_a_facet_with_four_corners_is_refused() -> None:
    cube = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    with pytest.raises(QhullError, match="no simplex"):
        qhull(cube, "")


@pytest.mark.thorough
def test_its_memory_is_given_back() -> None:
    """A hundred hulls of 10,000 points would keep 300 MB."""
    points = on_a_sphere(np.random.default_rng(1), 10_000, 3)
    script = "import resource, sys; exec(sys.stdin.read())"
    text = f"""
import numpy as np
from gjkscope.engine.shapes.qhull import qhull
points = np.random.default_rng(1).normal(size={points.shape})
peaks = []
for _ in range(30):
    qhull(points / np.linalg.norm(points, axis=1, keepdims=True))
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print((peaks[-1] - peaks[2]) / 1024)
"""
    done = subprocess.run([sys.executable, "-c", script], input=text, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 20.0


def test_windows_uses_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    points = gridded(np.random.default_rng(1), 50, 3)
    expected = qhull(points)
    on(monkeypatch, "win32")
    monkeypatch.setattr(wrapper, "_by_library", None)
    for ours, theirs in zip(qhull(points), expected, strict=True):
        assert np.array_equal(ours, theirs)
    with pytest.raises(QhullError):
        qhull(np.eye(3))


def test_another_release_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout of facets is that of one release."""
    wrapper._libraries.cache_clear()
    monkeypatch.setattr(wrapper, "VERSION", b"2031.1.r")
    with pytest.raises(ImportError, match=r"expected Qhull 2031.1.r, got 2020.2.r"):
        wrapper._libraries()


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(ImportError, match="cmeel-qhull is not installed"):
        wrapper._path()


LAYOUT = """
#include <stddef.h>
#include <stdio.h>
#include "libqhull_r/qhull_ra.h"
int main() {
    facetT top = {0}, simplicial = {0};
    top.toporient = 1;
    simplicial.simplicial = 1;
    printf("%zu %zu %zu %zu %zu %zu %zu ", sizeof(facetT), offsetof(facetT, offset), offsetof(facetT, normal),
           offsetof(facetT, previous), offsetof(facetT, next), offsetof(facetT, vertices), offsetof(facetT, neighbors));
    printf("%zu %zu ", offsetof(setT, e), offsetof(vertexT, point));
    printf("%u %u", *(unsigned *)((char *)&top + 112), *(unsigned *)((char *)&simplicial + 112));
    return sizeof(qhT) > 65536;
}
"""


def test_the_layout_is_that_of_its_headers(tmp_path: Path) -> None:
    (tmp_path / "layout.c").write_text(LAYOUT)
    include = wrapper._path().parents[1] / "include"
    subprocess.run(["gcc", "-w", f"-I{include}", "layout.c", "-o", "layout"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "layout"], capture_output=True, text=True, check=True)
    fields = wrapper.FACET.fields
    assert fields is not None
    offsets = {name: int(place[1]) for name, place in fields.items()}
    expected = [
        *(wrapper.FACET.itemsize, offsets["offset"], offsets["normal"], wrapper.PREVIOUS, wrapper.NEXT.size - 8),
        *(offsets["vertices"], offsets["neighbors"], int(wrapper.ENTRIES), int(wrapper.POINT)),
        *(wrapper.TOP_ORIENTED, wrapper.SIMPLICIAL),
    ]
    assert [int(word) for word in done.stdout.split()] == expected


def test_the_result_is_read_only_data_of_its_own() -> None:
    """Qhull's memory is freed: the arrays are copies."""
    points = gridded(np.random.default_rng(1), 50, 3)
    first = qhull(points)
    copies = Triangulation(*(part.copy() for part in first))
    for seed in range(20):
        qhull(on_a_sphere(np.random.default_rng(seed), 500, 3))
    for part, copy in zip(first, copies, strict=True):
        assert np.array_equal(part, copy)
