"""Measure the library against its peers and print one table.

Run it as ``python -m benchmarks`` in the root of the source tree, with tienlen installed.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from statistics import median

from benchmarks.measure import Row
from benchmarks.rows import rows


def pin() -> None:
    """Stay on one core, child processes included, where the system allows it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(chosen: list[Row], rounds: int) -> list[float]:
    """The median of each row, all rows being sampled in turn, round by round."""
    samples: list[list[float]] = [[] for _ in chosen]
    for number in range(rounds):
        for row, taken in zip(chosen, samples, strict=True):
            if number == 0 or not row.once:
                taken.append(row.sample())
    return list(map(median, samples))


def show(results: Iterable[tuple[Row, float]]) -> None:
    """Print the table."""
    line = "{:>3}  {:<66}{:>10}{:>10}{:>10}  {}".format
    print(line("row", "what", "ratio", "must", "aim", "verdict"))
    for row, value in results:
        sign = "≤" if row.at_most else "≥"
        aim = "–" if row.aim is None else f"{row.aim:g}{row.unit}"
        must = f"{sign} {row.must:g}{row.unit}"
        measured = f"{value:.2f}{row.unit}"
        print(line(row.number, row.what, measured, must, aim, row.verdict(value)))


def main() -> None:
    """Read the command line, measure, print, and judge if asked to."""
    table = rows()
    numbers = sorted({row.number for row in table})
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", choices=numbers, default=numbers)
    parser.add_argument("--rounds", type=int, default=13, help="samples of each row (13)")
    parser.add_argument("--gate", action="store_true", help="fail if a row misses its must")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("at least one round is needed")
    pin()
    chosen = [row for row in table if row.number in options.rows]
    values = measure(chosen, options.rounds)
    results = list(zip(chosen, values, strict=True))
    show(results)
    if options.gate and any(not row.meets(value, row.must) for row, value in results):
        sys.exit("a must was missed")


if __name__ == "__main__":
    main()
