"""Every check of the project, one session each; `nox -l` lists them, `nox` runs the usual ones."""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "virtualenv"
nox.options.sessions = ["lint", "types", "tests", "docs", "package"]
# One interpreter is enough to run the checks, in CI too; who promises more asks for it by
# `--error-on-missing-interpreters`.
nox.options.error_on_missing_interpreters = False

PYPROJECT = nox.project.load_toml()
PYTHONS = nox.project.python_versions(PYPROJECT)

# Tests on every core; a document runs from top to bottom, so a file stays with one of them.
ON_ALL_CORES = ("--numprocesses=auto", "--dist=loadfile")


def group(name: str) -> tuple[str, ...]:
    """The requirements of a dependency group; read by nox, so that any pip can install them."""
    return nox.project.dependency_groups(PYPROJECT, name)


def build(session: nox.Session, out: Path, *options: str) -> list[Path]:
    """Build distributions and nothing else into a directory; the wheel comes first."""
    shutil.rmtree(out, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(out), *options, silent=True)
    return sorted(out.iterdir(), key=lambda path: path.suffix != ".whl")


def npm(session: nox.Session, *arguments: str) -> None:
    """Run npm for the scripts of the web page; it comes with Node.js."""
    session.run("npm", "--prefix", "examples/web", *arguments, external=True)


@nox.session
def lint(session: nox.Session) -> None:
    """Style, formatting, layers and spelling."""
    session.install(*group("lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports", env={"PYTHONPATH": "src"})
    session.run("codespell")
    npm(session, "ci")
    npm(session, "run", "lint")


@nox.session
def types(session: nox.Session) -> None:
    """Two type checkers on all code, and a proof that the public API leaves nothing untyped."""
    session.install(".", *group("types"), *group("bench"))
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "tienlen", "--ignoreexternal")
    npm(session, "ci")
    npm(session, "run", "types")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The default suite, documents included, on the source tree; covers every line and branch."""
    session.install("--editable", ".", *group("test"))
    session.run("pytest", *(session.posargs or (*ON_ALL_CORES, "--cov")))


@nox.session
def slow(session: nox.Session) -> None:
    """The exhaustive and long tests that the default suite leaves out."""
    session.install("--editable", ".", *group("test"))
    # Most of these are in a few files: whoever is idle takes the next one from anywhere.
    session.run("pytest", "-m", "slow", "--numprocesses=auto", "--dist=worksteal", *session.posargs)


@nox.session
def agreement(session: nox.Session) -> None:
    """A million random questions a rule set to the library and to the oracle; takes its time."""
    session.install("--editable", ".", *group("test"))
    session.run("python", "-m", "tests.agreement", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Changes of the rules core that no test notices; `-- moves game` looks at these modules."""
    session.install("--editable", ".", *group("mutation"))
    memory = session.cache_dir / "mutation"
    session.run("python", "-m", "tests.mutation", "--memory", str(memory), *session.posargs)


@nox.session(python=PYTHONS[0])
def wheel(session: nox.Session) -> None:
    """The default suite on the built wheel, with the oldest dependencies it allows."""
    session.install(*group("package"))
    (built,) = build(session, Path(session.create_tmp(), "wheel"), "--wheel")
    oldest = [each.replace(">=", "==") for each in PYPROJECT["project"]["dependencies"]]
    session.install(str(built), *oldest, *group("test"))
    installed = "import sys, tienlen; assert tienlen.__file__.startswith(sys.prefix)"
    session.run("python", "-c", installed)
    session.run("pytest", *(session.posargs or ON_ALL_CORES))


@nox.session
def terminal(session: nox.Session) -> None:
    """Play in a terminal; `-- --help` tells the options."""
    session.install(".", *group("terminal"))
    session.run("python", "examples/terminal/play.py", *session.posargs)


@nox.session
def web(session: nox.Session) -> None:
    """Play in a browser: puts the page together and serves it on this machine alone."""
    session.install(".", *group("web"))
    session.run("python", "examples/web/serve.py", *session.posargs)


@nox.session
def server(session: nox.Session) -> None:
    """Run the game server on this machine."""
    session.install(".", *group("server"))
    session.run("python", "examples/server/app.py", *session.posargs)


@nox.session(python=PYTHONS[0])
def examples(session: nox.Session) -> None:
    """The three programs, played as their users play them; the browser is the system's Chromium."""
    session.install(".", *group("examples"))
    npm(session, "ci")
    session.run("pytest", *(session.posargs or (*ON_ALL_CORES, "examples")))


def build_site(session: nox.Session) -> None:
    """Build the site afresh: a page that was renamed must not live on."""
    shutil.rmtree("docs/_build/html", ignore_errors=True)
    options = ("--fail-on-warning", "--keep-going", "--fresh-env")
    session.run("sphinx-build", *options, "docs", "docs/_build/html")


@nox.session
def docs(session: nox.Session) -> None:
    """The documents as a site, their examples, and every link within it; needs no network."""
    session.install(".", *group("docs"), *group("test"))
    build_site(session)
    session.run("pytest", "docs", "README.md")
    session.run("pytest", *ON_ALL_CORES, "docs/_tests", "--ignore=docs/_tests/browser")


@nox.session(python=PYTHONS[0])
def site(session: nox.Session) -> None:
    """The site with its playground, read in the system's Chromium; needs npm."""
    session.install(".", *group("site"))
    npm(session, "ci")
    session.run("python", "examples/web/assemble.py", "--runtime", "docs/_build/python/runtime")
    build_site(session)
    session.run("pytest", *(session.posargs or ("--numprocesses=auto", "docs/_tests/browser")))


@nox.session
def translations(session: nox.Session) -> None:
    """Bring the messages to translate up to date; `-- vi fr` names the languages."""
    session.install(".", *group("docs"))
    messages = "docs/_build/gettext"
    session.run("sphinx-build", "--builder", "gettext", "docs", messages)
    for language in session.posargs or ["vi"]:
        session.run("sphinx-intl", "update", "-p", messages, "-d", "docs/locale", "-l", language)


@nox.session
def package(session: nox.Session) -> None:
    """The distributions to publish, in `dist`: whole, pure, and the same from tree and sdist."""
    session.install(*group("package"))
    built, sdist = build(session, Path("dist"))
    (direct,) = build(session, Path(session.create_tmp(), "direct"), "--wheel")
    session.run("twine", "check", "--strict", str(sdist), str(built))
    session.run("check-wheel-contents", str(built))
    if not built.name.endswith("-py3-none-any.whl"):
        session.error(f"{built.name} is not for every platform")
    if built.read_bytes() != direct.read_bytes():
        session.error("the sdist does not build the wheel that the tree builds")


@nox.session(python=PYTHONS[0])
def fuzz(session: nox.Session) -> None:
    """All that reads text or data against a fuzzer; `-- 300 record` says how long and what."""
    session.install("--editable", ".", *group("fuzz"))
    session.run("python", "-m", "fuzz", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed against peers, for people to read; `-- --gate` fails where a target is missed."""
    session.install(".", *group("bench"))
    session.run("python", "-m", "benchmarks", *session.posargs)
