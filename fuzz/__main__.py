"""Fuzz each target for some seconds: ``python -m fuzz [SECONDS] [TARGET ...]``."""

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from fuzz.mutators import DATA_WORDS, TEXT_WORDS
from fuzz.targets import TARGETS

CORPUS: Final = Path(__file__).parent / "corpus"
RESULTS: Final = Path("build/fuzz")
"""Where new inputs, failing inputs and logs go; not part of the repository."""

LIMITS: Final = ("-max_len=4096", "-timeout=10", "-rss_limit_mb=1024")
"""Bytes of an input, seconds for one, and megabytes of the process."""

_FAULT: Final = re.compile(r"=== Uncaught Python exception: ===.*?(?=\n=|\Z)|ERROR: .*", re.DOTALL)


def main() -> None:
    """Fuzz, tell the faults, and fail if there are any."""
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stdout)
    seconds, names = 20, list(TARGETS)
    given = sys.argv[1:]
    if given and given[0].isdecimal():
        seconds = int(given.pop(0))
    if unknown := set(given) - set(names):
        sys.exit(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    failed = [name for name in given or names if not fuzz(name, seconds)]
    if failed:
        sys.exit(f"faults found in {', '.join(failed)}")


def fuzz(name: str, seconds: int) -> bool:
    """Fuzz one target; tell what was done, and give whether all went well."""
    new = RESULTS / name
    new.mkdir(parents=True, exist_ok=True)
    words = RESULTS / f"{name}.dict"
    words.write_text("\n".join(map(_quoted, TEXT_WORDS + DATA_WORDS)), "utf-8")
    log = RESULTS / f"{name}.log"
    options = (
        f"-max_total_time={seconds}",
        f"-dict={words}",
        f"-artifact_prefix={RESULTS}/{name}-",
        "-print_final_stats=1",
        *LIMITS,
        # As for all tests: on a build machine the same inputs in every run.
        *(("-seed=1",) if os.environ.get("CI") else ()),
    )
    command = [sys.executable, "-m", "fuzz.driver", name, *options, str(new), str(CORPUS / name)]
    with log.open("wb") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False)
    told = log.read_text("utf-8", "replace")
    if done.returncode == 0:
        (inputs,) = re.findall(r"number_of_executed_units: (\d+)", told)
        logging.info("%-12s %9d inputs in %d s, no fault", name, int(inputs), seconds)
        return True
    fault = _FAULT.search(told)
    (kept,) = re.findall(r"Test unit written to (.+)", told)[-1:] or ["none"]
    what = fault[0] if fault else told[-2_000:]
    logging.error("%-12s FAULT; its input: %s; all of it: %s\n%s", name, kept, log, what.strip())
    return False


def _quoted(word: str) -> str:
    """Write a word as an entry of a dictionary of libFuzzer."""
    data = word.encode("utf-8", "surrogateescape")
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


if __name__ == "__main__":
    main()
