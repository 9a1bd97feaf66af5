"""How a row of the table is measured and judged.  Knows neither the library nor its peers."""

import gc
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeAlias, TypeVar

Work: TypeAlias = Callable[[], int]
"""Does some work, a few hundredths of a second at most, and gives the number of units done."""

T = TypeVar("T")


class Row(NamedTuple):
    """A question, how to sample its answer, and what the answer must be and should be."""

    number: int
    what: str
    sample: Callable[[], float]
    must: float
    aim: float | None = None
    at_most: bool = False
    """Whether less is better."""
    unit: str = "×"
    once: bool = False
    """Whether one sample is enough, since it does not depend on time."""

    def meets(self, value: float, limit: float) -> bool:
        """Whether a value is on the right side of a limit."""
        return value <= limit if self.at_most else value >= limit

    def verdict(self, value: float) -> str:
        """What a value is worth, in a word."""
        if not self.meets(value, self.must):
            return "missed"
        return "met" if self.aim is None or not self.meets(value, self.aim) else "aim met"


def pick(items: Sequence[T], rng: random.Random) -> T:
    """Draw an item, as cheaply as Python can; all sides of all rows draw like this."""
    return items[int(rng.random() * len(items))]


def each(ask: Callable[[T], object], subjects: Sequence[T]) -> Work:
    """Ask about each subject in turn; every question is a unit."""

    def work() -> int:
        for subject in subjects:
            ask(subject)
        return len(subjects)

    return work


def seconds(work: Work) -> float:
    """The processor time that a unit of work takes now; other programs do not count."""
    start, units, elapsed = process_time(), 0, 0.0
    while elapsed < 0.05:
        units += work()
        elapsed = process_time() - start
    return elapsed / units


def ratio(slow: Work, fast: Work) -> Callable[[], float]:
    """Sample how many times as long a unit of ``slow`` takes as one of ``fast``, side by side."""
    return lambda: seconds(slow) / seconds(fast)


def import_cost(ours: str, peer: str, processes: int = 5) -> Callable[[], float]:
    """Sample the time that fresh processes take to import a module, against another module.

    Each is the median wall time of several runs, taken in turn, less that of an interpreter that
    imports nothing.
    """
    programs = ("pass", f"import {peer}", f"import {ours}")

    def run(program: str) -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        return perf_counter() - start

    def sample() -> float:
        runs = [[run(program) for program in programs] for _ in range(processes)]
        bare, theirs, own = (float(median(times)) for times in zip(*runs, strict=True))
        return (own - bare) / (theirs - bare)

    return sample


def kept_memory(work: Work, repeats: int) -> Callable[[], float]:
    """Sample the kilobytes still held after repeated work, beyond as many repeats to warm up."""

    def held() -> int:
        for _ in range(repeats):
            work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    def sample() -> float:
        tracemalloc.start()
        try:
            warm = held()
            return (held() - warm) / 1000
        finally:
            tracemalloc.stop()

    return sample
