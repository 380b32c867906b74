"""Makes a Debian package of the self-contained application: `python -m gjkscope.bundle.debian FOLDER PACKAGE.deb`.

The application goes to /opt, as it brings its own Python and libraries; the command, the entry in menus, the icon and
the file types go to /usr, where desktops look for them.  `dpkg-deb` packs it.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from gjkscope.bundle.icon import write_icon
from gjkscope.version import __version__

DESKTOP = Path(__file__).with_name("desktop")
HOME = Path("opt/gjkscope")
ICON_SIZES = (16, 32, 48, 128, 256)  # pixels; those that desktops show

# OpenGL and X11 belong to the system, and so does the C++ library of its drivers: gjkscope.spec leaves them out.
DEPENDS = (
    "libc6 (>= {glibc}), libstdc++6, libgcc-s1, libegl1, libgl1, libopengl0, libgl1-mesa-dri, libx11-6, libxext6, "
    "libxi6, libxinerama1, libxrandr2, libxrender1, libxxf86vm1"
)
CONTROL = """Package: gjkscope
Version: {version}
Architecture: {architecture}
Maintainer: gjkscope contributors <gjkscope@localhost>
Installed-Size: {kilobytes}
Depends: {depends}
Section: education
Priority: optional
Description: See how 3D collision detection works, step by step
 gjkscope displays two shapes next to their Minkowski difference, and walks
 through GJK, EPA, SAT and others one step at a time: what was searched, what
 was found, and how much of the answer is proved.  It repeats the wrong answers
 of physics engines, and finds the step that failed.
"""


def build_package(folder: Path, package: Path) -> None:
    """Packs the application in `folder`, the result of PyInstaller.  Raises `CalledProcessError`."""
    with TemporaryDirectory() as temporary:
        root = Path(temporary) / "root"
        shutil.copytree(folder, root / HOME, symlinks=True)
        _add_desktop_files(root / "usr")
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control(_kilobytes(root)), encoding="utf-8")
        root.chmod(0o755)  # that of a temporary folder is for its owner only
        # Every dpkg unpacks xz.  --root-owner-group: root owns the files, not the user who builds the package.
        pack: list[str | Path] = ["dpkg-deb", "--build", "-Zxz", "--root-owner-group", root, package]
        subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)


def control(kilobytes: int) -> str:
    """The text of the package's control file, for this machine; its C library is the oldest that the files run with."""
    depends = DEPENDS.format(glibc=_output("getconf", "GNU_LIBC_VERSION").split()[1])
    architecture = _output("dpkg", "--print-architecture")
    return CONTROL.format(version=__version__, architecture=architecture, kilobytes=kilobytes, depends=depends)


def _add_desktop_files(usr: Path) -> None:
    command = usr / "bin" / "gjkscope"
    command.parent.mkdir(parents=True)
    command.symlink_to("/" / HOME / "gjkscope")
    for name, place in (("gjkscope.desktop", "share/applications"), ("gjkscope.xml", "share/mime/packages")):
        (usr / place).mkdir(parents=True)
        shutil.copy(DESKTOP / name, usr / place)
    for size in ICON_SIZES:
        write_icon(usr / f"share/icons/hicolor/{size}x{size}/apps/gjkscope.png", size)


def _kilobytes(root: Path) -> int:
    files = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) // 1024


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    build_package(Path(sys.argv[1]), Path(sys.argv[2]))
