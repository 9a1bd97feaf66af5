"""What the checks of the built site share: the site itself, and more builds of it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pytest

DOCS = Path(__file__).parents[1]

# Pages that Sphinx makes by itself, from no source.
GENERATED = {"404.html", "genindex.html", "search.html"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site", type=Path, default=DOCS / "_build" / "html", help="the built site to check"
    )


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Path:
    """The directory of the site."""
    return find_site(request.config)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "page" in metafunc.fixturenames:
        site = find_site(metafunc.config)
        metafunc.parametrize("page", pages_of(site))


def find_site(config: pytest.Config) -> Path:
    """Give the directory of the site; there must be one."""
    site = config.getoption("--site")
    assert isinstance(site, Path)
    if not (site / "index.html").is_file():
        raise pytest.UsageError(f"no site in {site}; `nox -s docs` builds it")
    return site.resolve()


def pages_of(site: Path) -> list[str]:
    """Give the addresses of all pages, relative to the first one."""
    return sorted(page.relative_to(site).as_posix() for page in site.rglob("*.html"))


class Build(Protocol):
    """Builds the documents into a new directory and gives it."""

    def __call__(
        self, builder: str, *options: str, environment: Mapping[str, str] | None = None
    ) -> Path: ...


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Sphinx as `nox -s docs` calls it, with more options; a warning fails the test."""

    def run(builder: str, *options: str, environment: Mapping[str, str] | None = None) -> Path:
        out = tmp_path_factory.mktemp(builder)
        command = [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going"]
        command += ["--doctree-dir", str(tmp_path_factory.mktemp("doctrees"))]
        done = subprocess.run(
            [*command, "--builder", builder, *options, str(DOCS), str(out)],
            env=os.environ | dict(environment or {}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return out

    return run
