"""The reference names every public name, once."""

import re
from pathlib import Path

import tienlen
from tienlen import testing

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def test_every_public_name_has_its_entry() -> None:
    entries = [
        name
        for page in REFERENCE.glob("*.md")
        for name in re.findall(
            r"^\.\. (?:auto\w+|py:\w+):: (\w+)", page.read_text("utf-8"), re.MULTILINE
        )
    ]

    assert sorted(entries) == sorted([*tienlen.__all__, *testing.__all__])
