"""What every test run shares: how hard Hypothesis looks, and the documents' examples as tests."""

import os

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers import myst, rest

# Shared machines stall: no example fails for being slow.
settings.register_profile("dev", deadline=None, max_examples=30)
# The same examples on every run, so that a red build is the doing of the change that it tests.
settings.register_profile("ci", deadline=None, max_examples=30, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Checks that several test modules share; whichever is collected first imports it.
pytest.register_assert_rewrite("tests.unit.checklist")

# Every ```python block of the documents runs, top to bottom, as a script or as a `>>>` session.
documents = Sybil(parsers=[myst.PythonCodeBlockParser()], pattern="*.md")
# Docstrings run in the namespace of their module, imported by name: the installed package is tested
# even where the text is read from the source tree.
docstrings = Sybil(parsers=[rest.DocTestParser()], path="src", pattern="*.py")

pytest_collect_file = (documents + docstrings).pytest()
