"""The examples, run as a reader would run them."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
PYTHON = [sys.executable, "-X", "utf8", "-u"]


def run(name: str, *arguments: str, stdin: str = "") -> str:
    """Run an example to its end and give what it printed."""
    done = subprocess.run(
        [*PYTHON, EXAMPLES / name, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def talk(name: str, answer: Callable[[str], str]) -> str:
    """Run an example and answer each of its prompts, knowing what it printed since the last one."""
    printed: list[str] = []
    with subprocess.Popen(
        [*PYTHON, EXAMPLES / name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = ""
        while character := process.stdout.read(1):
            said += character
            if said.endswith("\n> "):
                process.stdin.write(answer(said) + "\n")
                process.stdin.flush()
                printed.append(said)
                said = ""
    assert process.returncode == 0
    return "".join([*printed, said])


def check_rounds(rounds: list[tuple[list[int], list[int]]], winner: int) -> None:
    """Check the places and points of a game's rounds by rules 6.1 and 7.1."""
    points = [0] * 4
    for number, (places, printed) in enumerate(rounds, start=1):
        assert sorted(places) == [0, 1, 2, 3]
        for worth, seat in zip([3, 2, 1, 0], places, strict=True):
            points[seat] += worth
        assert printed == points
        best = max(points)
        over = best >= 10 and points.count(best) == 1
        assert over is (number == len(rounds))
    assert points[winner] == max(points)


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


class TestQuickstart:
    def test_plays_one_game_to_its_end(self) -> None:
        printed = run("quickstart.py")

        rounds = re.findall(r"^ +Round \d+: (.+)\. Points: (.+)$", printed, re.MULTILINE)
        (winner,) = re.findall(r"^Seat (\d) wins the game\.$", printed, re.MULTILINE)
        check_rounds([(numbers(places), numbers(points)) for places, points in rounds], int(winner))

    def test_shows_a_hand_and_what_it_may_open_with(self) -> None:
        printed = run("quickstart.py", "31")

        assert printed.startswith(
            "Seat 3 opens the game. Its hand is\n"
            "    3S 3D 4H 5S 5C 6D 9C TD JD KH AC 2S 2C\n"
            "and its first combo must contain 3S. It may play\n"
            "    3S                 single\n"
            "    3S 3D              pair\n"
            "    3S 4H 5S           sequence of 3\n"
            "    3S 4H 5C           sequence of 3\n"
            "    3S 4H 5S 6D        sequence of 4\n"
            "    3S 4H 5C 6D        sequence of 4\n"
            "\n"
        )

    def test_the_seed_decides_the_game(self) -> None:
        assert run("quickstart.py", "42") == run("quickstart.py", "42")
        assert run("quickstart.py", "42") != run("quickstart.py", "43")


class TestCustomUi:
    def test_a_player_who_follows_the_hints_ends_a_game(self) -> None:
        def follow(said: str) -> str:
            (hint,) = re.findall(r"^Hint: (.+)$", said, re.MULTILINE)
            return str(hint)

        printed = talk("custom_ui.py", follow)

        rounds = re.findall(r"^Places: (.+)\nPoints: (.+)$", printed, re.MULTILINE)
        (winner,) = re.findall(r"^Seat (\d) wins the game\.$", printed, re.MULTILINE)
        check_rounds([(numbers(places), numbers(points)) for places, points in rounds], int(winner))

    def test_shows_which_cards_are_in_a_legal_play(self) -> None:
        printed = run("custom_ui.py", "7")

        assert "\nHand: [3S] 5S 5D 5H 6D 7S 7C 7H TH QD QH KS 2D\n" in printed

    def test_says_why_it_refuses(self) -> None:
        answers = ["5S", "pass", "4S", "5S 6D", "3S 3S", "three", "", "3S", "5S", "2D"]

        printed = run("custom_ui.py", "7", stdin="\n".join(answers))

        assert re.findall(r"^> (.+)$", printed, re.MULTILINE) == [
            "The first combo of the game must hold the opening card. Rule book: 5.2",
            "You are to lead, so you cannot pass. Rule book: 4.2",
            "You do not hold those cards. Rule book: 5.1",
            "5S 6D is no combo",
            "card 3S is given twice",
            "'three' is not a card; write rank and suit, such as 3S, TH or 10♥",
            "no cards are no combo",
            "Seat 0 plays 3S",
            "That does not beat the table. Rule book: 3.1, 3.2",
            "Seat 0 plays 2D",
            "Good-bye.",
        ]
