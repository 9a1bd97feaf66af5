"""Put the page together in one directory, so that any web server can serve it.

``python examples/web/assemble.py OUT`` writes the whole page.  `runtime` alone writes Python for
the browser with this package in it, for other pages to start with `boot.js`.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PAGE = ("index.html", "style.css", "cards.css", "app.js", "boot.js", "cards.js", "table.py")
PYODIDE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"


def _run(*command: str | Path) -> None:
    # What the tools have to say is no part of what the caller prints.
    subprocess.run(command, check=True, stdout=sys.stderr)


def pyodide(out: Path) -> str:
    """Copy what Pyodide needs to start from its npm package; give the version of its Python."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is missing; it comes with Node.js")
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, scratch)
        _run(npm, "ci", "--omit=dev", "--ignore-scripts", "--prefix", scratch)
        package = Path(scratch, "node_modules", "pyodide")
        for name in (*PYODIDE, LOCK):
            shutil.copy(package / name, out)
    python: str = json.loads((out / LOCK).read_text("utf-8"))["info"]["python"]
    return python


def wheels(out: Path, python: str) -> list[Path]:
    """Build the wheel of this package and add those it needs on that Python; ours comes first."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    pure = ("--only-binary=:all:", "--platform=any", "--abi=none", "--implementation=py")
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", out, HERE.parents[1])
    (ours,) = out.glob("*.whl")
    _run(*pip, "download", f"--python-version={python}", *pure, "--dest", out, ours)
    return [ours, *sorted(set(out.glob("*.whl")) - {ours})]


def runtime(out: Path) -> None:
    """Write Pyodide, the wheels, and Pyodide's list of packages, which has these wheels alone."""
    out.mkdir(parents=True)
    python = pyodide(out)
    lock = json.loads((out / LOCK).read_text("utf-8"))
    lock["packages"] = {}
    for wheel in reversed(wheels(out, python)):
        name, version, *_ = wheel.name.split("-")
        name = name.replace("_", "-")
        lock["packages"][name] = {
            "name": name,
            "version": version,
            "file_name": wheel.name,
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "imports": [],
            "unvendored_tests": False,
            # Ours comes last, and pip has found that it needs all the others.
            "depends": list(lock["packages"]),
        }
    (out / LOCK).write_text(json.dumps(lock, indent=2), "utf-8")


def assemble(out: Path) -> None:
    """Write the whole page."""
    runtime(out / "runtime")
    for name in PAGE:
        shutil.copy(HERE / name, out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Put the page together in a new directory.")
    parser.add_argument("out", type=Path, help="where; what is there is replaced")
    parser.add_argument("--runtime", action="store_true", help="Python and the wheels alone")
    arguments = parser.parse_args()
    shutil.rmtree(arguments.out, ignore_errors=True)
    (runtime if arguments.runtime else assemble)(arguments.out)
