"""Tiny packages for tests of installations: wheels in a folder that pip searches, and an `npm` that copies files."""

import json
import sys
from pathlib import Path
from zipfile import ZipFile

# As box3d's adapter imports it; the answer of every query is a failure that names the version.
MODULE = """
class ffi:
    def new(*_):
        raise RuntimeError("asked {version}")
lib = None
"""


def write_wheel(folder: Path, version: str, tag: str = "py3-none-any", module: str = MODULE) -> Path:
    """A wheel of robox3d, with which Box3D is asked."""
    path = folder / f"robox3d-{version}-{tag}.whl"
    info = f"robox3d-{version}.dist-info"
    with ZipFile(path, "w") as wheel:
        wheel.writestr("robox3d/__init__.py", "")
        wheel.writestr("robox3d/_ffi.py", module.replace("{version}", version))
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: robox3d\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


UNLOADABLE = "import nothing_of_that_name"

NPM = """#!{python}
import json, os, pathlib, sys
words = sys.argv[1:-2]  # without the number of retries
code = os.environ.get("NPM_FAILS_WITH")
if code:
    print(f"npm error code {code}")
    print(json.dumps({"error": {"code": code, "summary": "the summary"}}))
    sys.exit(1)
versions = {versions}
if words[0] == "view":
    print(json.dumps(versions[words[1]] if words[-1] == "versions" else "file:///missing.tgz"))
elif "--dry-run" in words:
    print("add helper 0.1.0")
    print(json.dumps({"add": [{"name": "helper", "version": "0.1.0"}]}))
else:
    name, version = words[-1].split("@")
    folder = pathlib.Path(words[words.index("--prefix") + 1]) / "node_modules" / name
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"version": version}))
    print(f"npm http fetch GET 200 https://registry/{name} 1ms")
"""


def write_npm(folder: Path, versions: dict[str, tuple[str, ...]]) -> None:
    """A program `npm` that offers these versions of packages; it fails with the code in NPM_FAILS_WITH."""
    folder.mkdir()
    program = folder / "npm"
    program.write_text(NPM.replace("{python}", sys.executable).replace("{versions}", json.dumps(versions)))
    program.chmod(0o755)
