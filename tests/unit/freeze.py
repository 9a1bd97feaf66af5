"""Write the pickles of all samples to `pickles/<version>.json`, to be kept as data.

Run ``python -m tests.unit.freeze`` when a release can pickle something new.  What is kept already
stays as it was written.
"""

from __future__ import annotations

import base64
import importlib
import importlib.metadata
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

from tests.unit.checklist import PICKLES, Checklist


def leaves(cls: type[Checklist]) -> Iterator[type[Checklist]]:
    """The test classes: those that nothing derives from."""
    if not cls.__subclasses__():
        yield cls
    for derived in cls.__subclasses__():
        yield from leaves(derived)


def main() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        importlib.import_module(f"tests.unit.{path.stem}")
    frozen = {
        # Protocol 4 is the one that every supported Python writes and reads.
        sample.code: base64.b64encode(pickle.dumps(sample.make(), protocol=4)).decode("ascii")
        for cls in leaves(Checklist)
        for sample in cls.samples
    }
    release = PICKLES / f"{importlib.metadata.version('tienlen')}.json"
    if release.exists():
        frozen |= json.loads(release.read_text("utf-8"))
    release.write_text(json.dumps(frozen, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
