"""One target under the fuzzer: ``python -m fuzz.driver TARGET [options and folders of libFuzzer]``.

The only module that needs atheris.
"""

import random
import sys
from importlib import import_module
from typing import Any

# Not there where the types are checked, and it has none.
atheris: Any = import_module("atheris")

# Of the library alone it is watched where an input leads.
with atheris.instrument_imports(include=["tienlen"]):
    from fuzz.mutators import MUTATORS
    from fuzz.targets import TARGETS


def main() -> None:
    """Fuzz until libFuzzer ends the process."""
    name, *options = sys.argv[1:]
    mutator = MUTATORS.get(name)
    more: dict[str, Any] = {}
    if mutator is not None:

        def mutate(data: bytes, max_size: int, seed: int) -> bytes:
            rng = random.Random(seed)
            mutated = mutator(data, rng) if rng.random() < 0.5 else None
            if mutated is not None and len(mutated) <= max_size:
                return mutated
            plain: bytes = atheris.Mutate(data, max_size)
            return plain

        more["custom_mutator"] = mutate
    # libFuzzer starts itself anew, to minimise for one, by a shell and what it takes for its name.
    program = f"{sys.executable} -m fuzz.driver {name}"
    atheris.Setup([program, *options], TARGETS[name], **more)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
