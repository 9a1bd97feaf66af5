"""Hands the samples of a `Checklist` to its checks, one test each."""

from typing import Any

import pytest

from tests.unit.checklist import Checklist, ConstructedChecklist


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    node = metafunc.definition.getparent(pytest.Class)
    cls: Any = object if node is None else node.obj
    if "sample" in metafunc.fixturenames and issubclass(cls, Checklist):
        metafunc.parametrize("sample", cls.samples, ids=[sample.code for sample in cls.samples])
    if "refused" in metafunc.fixturenames and issubclass(cls, ConstructedChecklist):
        ids = [f"{refused.part}={refused.value!r}" for refused in cls.refused]
        metafunc.parametrize("refused", cls.refused, ids=ids)
