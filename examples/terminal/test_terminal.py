"""Drives the program as its players do: by keys, by the mouse, and in a real terminal."""

import asyncio
import fcntl
import functools
import html
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from examples.terminal.play import YOU, CardFace, TienLenApp, bot
from tienlen import (
    PRESETS,
    SOUTHERN,
    Card,
    CardSet,
    Combo,
    Deal,
    GameRecord,
    Pass,
    Phase,
    Play,
    Rules,
    Selection,
    testing,
)

PROGRAM = Path(__file__).with_name("play.py")
# How large a sign is in the pictures that Textual makes.
SIGN_WIDTH, SIGN_HEIGHT = 12.2, 24.4
# With 3-2-1-0 points nobody has four after one round, so that a second one is dealt.
SHORT = Rules(target=4)
# No bot acts so late before a test is over.
NEVER = 1e6


class Player:
    """Somebody at the screen, who reads it and presses keys."""

    def __init__(self, app: TienLenApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        """Wait until the bots have acted and all is drawn."""
        await self.pilot.pause()
        while self.app.delay == 0 and self.app.next_bot() is not None:
            await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click(self, selector: str) -> None:
        assert await self.pilot.click(selector)
        await self.settle()

    async def choose(self, card: Card) -> None:
        focused = self.app.focused
        assert isinstance(focused, CardFace)
        hand = list(self.app.view.hand)
        steps = hand.index(card) - hand.index(focused.card)
        await self.press(*["right" if steps > 0 else "left"] * abs(steps), "space")

    async def confirm(self) -> None:
        await self.press("enter")

    async def give_up(self) -> None:
        await self.press("p")

    async def act(self, action: Play | Pass) -> None:
        """Do something legal, with the button only if it takes one."""
        count = len(self.app.record)
        if isinstance(action, Pass):
            await self.give_up()
        else:
            for card in action.combo:
                if len(self.app.record) == count:  # less may have been played at once
                    await self.choose(card)
            if len(self.app.record) == count:
                await self.confirm()
        assert len(self.app.record) > count

    async def play(
        self,
        rounds: int | None = None,
        look: Callable[["Player"], None] = lambda _player: None,
    ) -> None:
        """Play at random, and look at every screen, until so many rounds or the game are over."""
        rng, app = random.Random(0), self.app
        while app.view.phase is not Phase.OVER:
            look(self)
            if app.view.phase is Phase.PLAYING:
                assert app.view.turn == YOU, "the bots wait although they could act"
                await self.act(rng.choice(app.view.legal_actions()))
            elif len(app.record.results()) == rounds:
                return
            else:
                await self.confirm()
        look(self)

    def rows(self) -> list[str]:
        """Read the screen, row by row, from the picture that Textual makes of it."""
        width, height = self.app.size
        rows = [[" "] * width for _ in range(height)]
        text = r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>'
        for x, y, words in re.findall(text, self.app.export_screenshot()):
            row, column = int(float(y) / SIGN_HEIGHT), round(float(x) / SIGN_WIDTH)
            for offset, sign in enumerate(html.unescape(words).replace("\xa0", " ")):
                rows[row][column + offset] = sign
        return ["".join(row) for row in rows]

    def text(self) -> str:
        return "\n".join(self.rows())

    def log(self) -> str:
        """Read the log, as if its lines were not broken."""
        area = self.app.query_one("#log").content_region
        rows = self.rows()[area.y : area.bottom]
        return " ".join(row[area.x : area.right].strip() for row in rows)


class Clicker(Player):
    """Somebody who has nothing but a mouse."""

    async def choose(self, card: Card) -> None:
        await self.click(f"#card-{card}")

    async def confirm(self) -> None:
        await self.click("#play")

    async def give_up(self) -> None:
        await self.click("#pass")


@asynccontextmanager
async def sitting_down(
    record: GameRecord,
    kind: type[Player] = Player,
    *,
    seed: int = 0,
    delay: float = 0,
    save: Path | None = None,
) -> AsyncGenerator[Player]:
    app = TienLenApp(record, seed=seed, delay=delay, save=save)
    async with app.run_test(size=(80, 24)) as pilot:
        player = kind(app, pilot)
        await player.settle()
        yield player


def run(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """Let pytest call a test that waits for the screen."""

    @functools.wraps(test)
    def call() -> None:
        asyncio.run(test())

    return call


def dealt(rules: Rules, *hands: str) -> GameRecord:
    return GameRecord.new(len(hands), rules).apply(Deal(map(CardSet.parse, hands)))


def played(record: GameRecord, *plays: tuple[int, str]) -> GameRecord:
    for seat, text in plays:
        record = record.apply(Play(seat, Combo.parse(text, None)) if text else Pass(seat))
    return record


def cards_in(text: str) -> CardSet:
    """Give the cards that a text names, in either way of writing them."""
    found = re.findall(r"(?<!\w)(?:10|[2-9TJQKA])(?:[♠♣♦♥]|[SCDH]\b)", text)
    return CardSet.of({Card.parse(each) for each in found})


@run
async def test_a_whole_game_by_keys() -> None:
    async with sitting_down(GameRecord.new(4, SHORT), seed=1) as player:
        await player.play()
        state = player.app.record.final
        assert len(player.app.record.results()) > 1
        assert f"Seat {state.winner} wins the game. Press n for another." in player.text()


@run
async def test_a_whole_game_by_clicks() -> None:
    async with sitting_down(GameRecord.new(3, SHORT), Clicker, seed=2) as player:
        await player.play()
        state = player.app.record.final
        assert len(player.app.record.results()) > 1
        assert f"Seat {state.winner} wins the game. Press n for another." in player.text()


@run
async def test_a_game_by_hints_alone() -> None:
    async with sitting_down(GameRecord.new(2, Rules(target=1)), seed=3) as player:
        while player.app.view.phase is Phase.PLAYING:
            await player.press(*("h", "enter") if player.app.view.legal_moves() else "p")
        assert player.app.view.phase is Phase.OVER


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bot_does_what_it_may(name: str, seats: int) -> None:
    testing.check_bot(bot, rules=PRESETS[name], seats=seats, rounds=10, seed=4)


@pytest.mark.parametrize("name", PRESETS)
def test_the_screen_shows_what_the_selection_says_and_nothing_hidden(name: str) -> None:
    def look(player: Player) -> None:
        view, rows = player.app.view, player.rows()
        selection = Selection([], view.hand, view.legal_moves())
        for face in player.app.query(CardFace):
            assert face.display == (face.card in view.hand)
            if face.display:
                corner = rows[face.region.y][face.region.x]
                assert (corner == "┏") == (face.card in selection.addable), face.card
        known = view.hand | view.discards | CardSet.of(view.table or [])
        for left in view.last_round.hands if view.last_round else ():
            known |= left
        opening = player.app.record.state(1).opening_card
        assert opening is not None
        assert cards_in("\n".join(rows)) <= known | CardSet.of([opening])

    async def main() -> None:
        async with sitting_down(GameRecord.new(4, PRESETS[name]), Clicker, seed=5) as player:
            await player.play(rounds=1, look=look)

    asyncio.run(main())


@run
async def test_choosing_raises_and_playing_needs_the_button_only_where_more_can_be_added() -> None:
    hands = ("3S 6S 6C 6D 7H 8S 9D JS QD KH AS 2C 4C", "3C 3D 4S 5S 7C 8D 9S TS JC QS KC AH 2S")
    async with sitting_down(dealt(SHORT, *hands), delay=NEVER) as player:
        await player.choose(Card.parse("3S"))  # the opening, of which nothing larger can be made
        assert player.app.view.table == Combo.parse("3S")
    lead = played(dealt(SHORT, *hands), (0, "3S"), (1, ""))
    async with sitting_down(lead, delay=NEVER) as player:
        level = player.app.query_one("#card-6S", CardFace).region.y
        await player.choose(Card.parse("6S"))
        await player.choose(Card.parse("6C"))
        raised = [face for face in player.app.query(CardFace) if face.region.y == level - 1]
        assert [str(face.card) for face in raised if face.display] == ["6S", "6C"]
        assert "Press Enter to play 6♠ 6♣. More can be added." in player.text()
        await player.choose(Card.parse("6S"))  # and back
        assert str(player.app.selection.chosen) == "6C"
        await player.choose(Card.parse("6S"))
        await player.choose(Card.parse("6D"))
        assert player.app.view.table == Combo.parse("6S 6C 6D")


@run
async def test_refusals_are_words() -> None:
    hands = ("3S 6S 6C 6D 7H 8S 9D JS QD KH AS 2C 4C", "3C 3D 4S 5S 7C 8D 9S TS JC QS KC AH 2S")
    async with sitting_down(dealt(SHORT, *hands), delay=NEVER) as player:
        assert "You open the round, with 3♠." in player.text()
        await player.press("p")
        assert "You are to lead, so you cannot pass." in player.text()
        await player.choose(Card.parse("6S"))
        assert "The first combo must contain 3♠." in player.text()
        await player.press("enter")
        assert "The first combo must contain 3♠." in player.text()
        await player.choose(Card.parse("JS"))
        assert "These cards make no combo." in player.text()
        await player.press("enter")
        assert "These cards make no combo." in player.text()
        assert len(player.app.record) == 1
    waiting = played(dealt(SHORT, *hands), (0, "3S"))
    async with sitting_down(waiting, delay=NEVER) as player:
        assert "Seat 1 is to move." in player.text()
        await player.press("p")
        assert "It is not your turn." in player.text()
    following = played(waiting, (1, "8D"))
    async with sitting_down(following, delay=NEVER) as player:
        assert "Beat 8♦, or press p to pass." in player.text()
        await player.choose(Card.parse("7H"))
        await player.press("enter")
        assert "That does not beat 8♦." in player.text()
        assert player.app.record == following


FOUR_PAIRS = "5S 5C 6S 6C 7S 7C 8S 8C"


@run
async def test_you_may_chop_out_of_turn() -> None:
    hands = (
        f"{FOUR_PAIRS} 4H 9D JD QD AH",
        "3S 3D 5D 6D 7D 9S 9C TS JS KS KC AC 2H",
        "3C 3H 4S 5H 6H 7H 8D TC TD JC QS KD AD",
    )
    record = played(dealt(SOUTHERN, *hands), (1, "3S"), (2, "4S"), (0, ""), (1, "2H"))
    async with sitting_down(record, delay=NEVER) as player:
        assert "Seat 2 is to move. You may chop out of turn!" in player.text()
        for card in CardSet.parse(FOUR_PAIRS):
            await player.choose(card)
        assert player.app.view.table == Combo.parse(FOUR_PAIRS)
        assert "seat 0 chops 2♥ of seat 1 out of turn" in player.log()


@run
async def test_bots_chop_before_the_seat_to_move_acts() -> None:
    low = "3C 3H 4S 5H 6H 7H 8D TC TD JC QS KD AD"
    two = "3S 3D 5D 6D 7D 9S 9C TS JS KS KC AC 2H"
    bomb = f"{FOUR_PAIRS} 4H 9D JD QD AH"
    # Seat 2 has passed; first you are to move, then another bot.
    yours = played(dealt(SOUTHERN, low, two, bomb), (1, "3S"), (2, ""), (0, "4S"), (1, "2H"))
    other = played(dealt(SOUTHERN, two, low, bomb), (0, "3S"), (1, "4S"), (2, ""), (0, "2H"))
    for turn, record in enumerate([yours, other]):
        assert record.final.turn == turn
        async with sitting_down(record) as player:
            assert player.app.record.actions[len(record)] == Play(2, Combo.parse(FOUR_PAIRS))


@run
async def test_everything_is_on_the_smallest_screen() -> None:
    hands = (
        "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
        "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
    )
    longest = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    async with sitting_down(played(dealt(SHORT, *hands), (1, longest)), delay=NEVER) as player:
        screen = player.app.screen
        faces = [face for face in screen.query(CardFace) if face.display]
        assert len(faces) == 13
        drawn = [*screen.query(".panel, #message, Button, Footer"), *faces]
        for widget in drawn:
            assert widget.region.size == widget.outer_size
            assert widget.region in screen.region, widget
        for number, widget in enumerate(drawn):
            for other in drawn[:number]:
                assert not widget.region.overlaps(other.region), (widget, other)
        text = player.text()
        for words in (
            "House rules, round 1, to 4 points",
            Combo.parse(longest).pretty(),
            "played by seat 1",
            *(f"seat {seat}{you}" for seat, you in enumerate([", you", "", "", ""])),
            *("Play (Enter)", "Pass (p)", "Hint (h)", "Choose", "New game", "Help", "Quit"),
        ):
            assert words in text
    # Four dragons: the deal wins, and all cards are left.
    async with sitting_down(dealt(SOUTHERN, *hands)) as player:
        for seat, hand in enumerate(hands):
            assert f"seat {seat}: {CardSet.parse(hand).pretty()}" in player.text()
        assert "place" not in player.text()


@run
async def test_rules_are_picked_from_a_list() -> None:
    async with sitting_down(GameRecord.new(3), seed=6) as player:
        record = player.app.record
        await player.press("n", "escape")
        assert player.app.record == record
        await player.press("n", "down", "enter")
        assert player.app.record.rules == PRESETS["PAGAT"]
        assert player.app.record.seats == 3
        assert "PAGAT, round 1" in player.text()
        await player.press("question_mark")
        assert "play, or deal" in player.text()
        await player.press("escape", "t")
        assert not player.app.current_theme.dark


@run
async def test_the_table_is_played_on_while_the_help_is_open() -> None:
    waiting = "3C 3D 4S 5S 7C 8D 9S TS JC QS KC AH 2S"
    record = dealt(SHORT, waiting, "3S 6S 6C 6D 7H 8S 9D JS QD KH AS 2C 4C")
    async with sitting_down(record, delay=NEVER) as player:
        await player.press("question_mark")
        player.app.apply(Play(1, Combo.parse("3S")))
        await player.press("escape")
        assert "Beat 3♠" in player.text()


def test_a_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"

    async def begin() -> list[str]:
        async with sitting_down(GameRecord.new(4, SHORT), seed=7, save=path) as player:
            for _ in range(3):
                await player.act(player.app.view.legal_actions()[0])
            rows = player.rows()
            await player.press("q")
            assert GameRecord.parse(path.read_text(encoding="utf-8")) == player.app.record
            return rows

    async def go_on(rows: list[str]) -> None:
        record = GameRecord.parse(path.read_text(encoding="utf-8"))
        async with sitting_down(record, seed=7, save=path) as player:
            assert player.app.record == record
            assert player.rows() == rows
            await player.act(player.app.view.legal_actions()[0])
            assert GameRecord.parse(path.read_text(encoding="utf-8")) == player.app.record
            assert player.app.record.actions[: len(record)] == record.actions

    asyncio.run(go_on(asyncio.run(begin())))
    assert list(tmp_path.iterdir()) == [path]


@run
async def test_a_game_that_cannot_be_saved_says_so_and_goes_on() -> None:
    path = Path(__file__) / "game.txt"
    async with sitting_down(GameRecord.new(2), Clicker, seed=8, save=path) as player:
        assert "The game is not saved" in player.text()
        await player.play(rounds=1)


@pytest.mark.parametrize(
    ("spoiled", "words"),
    [
        (b"", "line 1: the end of the text is not a line such as 'tienlen 1'"),
        (b"tienlen 1\nseats 4\n\nround one\n", "line 4: 'one' is not 1"),
        (b"\xff\xfe", "invalid start byte"),
    ],
)
def test_a_spoiled_file_is_refused_and_kept(tmp_path: Path, spoiled: bytes, words: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(spoiled)
    command = [sys.executable, str(PROGRAM), "--save", str(path)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert done.returncode == 2
    assert f"{path} cannot be read and stays as it is" in done.stderr
    assert words in done.stderr
    assert path.read_bytes() == spoiled


def in_a_terminal(*options: str) -> tuple[int, str]:
    """Run the program in a terminal of 80 × 24, and quit when the table is laid."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), *options],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    output, asked = b"", False
    try:
        while select.select([ours], [], [], 60)[0]:
            try:
                output += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not asked and b"Quit" in output:
                os.write(ours, b"q")
                asked = True
        return process.wait(60), output.decode(errors="replace")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    options = ("--save", str(path), "--rules", "NORTHERN", "--seats", "3", "--seed", "9")
    code, output = in_a_terminal(*options)
    assert code == 0, output
    assert "NORTHERN, round 1" in output
    begun = GameRecord.parse(path.read_text(encoding="utf-8"))
    assert begun.rules == PRESETS["NORTHERN"]
    assert begun.final.seats == 3
    code, output = in_a_terminal("--save", str(path))
    assert code == 0, output
    assert "NORTHERN, round 1" in output
    gone_on = GameRecord.parse(path.read_text(encoding="utf-8"))
    assert gone_on.actions[: len(begun)] == begun.actions


def test_the_picture_is_always_the_same_and_fetches_nothing(tmp_path: Path) -> None:
    pictures: list[str] = []
    for number in range(2):
        path = tmp_path / f"{number}.svg"
        command = [sys.executable, "-m", "examples.terminal.screenshot", str(path)]
        subprocess.run(command, check=True, cwd=PROGRAM.parents[2])
        pictures.append(path.read_text(encoding="utf-8"))
    assert pictures[0] == pictures[1]
    assert re.search(r"url\((?!#)|href=|src=|@import", pictures[0]) is None
