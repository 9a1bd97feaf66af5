"""The pictures of the documents: what is drawn, what is told, and what is refused with its line."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pictures.drawing import LARGE, SIGNS, SMALL, Form, block, in_words, read, row
from pictures.tables import TrickError, shapes, trick

from tienlen import (
    CARDGAMES_IO,
    DECK,
    SOUTHERN,
    Card,
    Chopped,
    Combo,
    Deal,
    GameState,
    Kind,
    Paid,
    Phase,
    Play,
    Played,
    RoundOver,
    RoundResult,
    Suit,
    TrickWon,
    events_between,
)

DOCS = Path(__file__).parents[1]
PRESETS = {"CARDGAMES_IO": CARDGAMES_IO, "SOUTHERN": SOUTHERN}
COMBO = Combo.parse("3S 3C")
CHAIN = """\
rules SOUTHERN
hand 0: 8S KD
hand 1: 3S 3C 4S 4C 5S 5C 9H
hand 2: 7S 7C 7D 7H JS
hand 3: 2S 2H QD
3: 2H; 0: -; 1: 3S 3C 4S 4C 5S 5C; 2: 7S 7C 7D 7H; 3: -; 1: -
"""


def parts(drawn: str, tag: str) -> list[ElementTree.Element]:
    """Read a drawing as XML, which it must be, and give its elements of one kind."""
    return [*ElementTree.fromstring(drawn).iter(tag)]


@pytest.mark.parametrize("form", [SMALL, LARGE])
@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_shows_its_rank_and_the_sign_of_its_suit(card: Card, form: Form) -> None:
    drawn = row([card], form)

    assert "".join(text.text or "" for text in parts(drawn, "text")) == card.pretty()[:-1]
    assert [path.get("d") for path in parts(drawn, "path")] == [SIGNS[card.suit]]
    colour = "red" if card.suit in {Suit.DIAMONDS, Suit.HEARTS} else "black"
    assert [picture.get("class") for picture in parts(drawn, "svg")] == [f"card {colour}"]


def test_every_card_is_named_in_words_of_its_own() -> None:
    names = [in_words([card]) for card in DECK]

    assert names[0] == "3 of spades"
    assert names[-1] == "2 of hearts"
    assert "10 of diamonds" in names
    assert len(set(names)) == 52
    assert [ElementTree.fromstring(row([card], SMALL)).get("aria-label") for card in DECK] == names


def test_suits_have_shapes_of_their_own() -> None:
    assert set(SIGNS) == set(Suit)
    assert len(set(SIGNS.values())) == 4


@pytest.mark.parametrize("drawn", [row(COMBO, SMALL), block(COMBO, SMALL)], ids=["row", "block"])
def test_cards_together_are_one_picture(drawn: str) -> None:
    picture = ElementTree.fromstring(drawn)

    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "3 of spades, 3 of clubs"
    assert len(parts(drawn, "rect")) == 2


def test_a_block_has_a_column_for_each_rank() -> None:
    drawn = block(Combo.parse("6S 6H 7C 7D 8C 8H"), SMALL)

    places = [(card.get("x"), card.get("y")) for card in parts(drawn, "svg")[1:]]
    assert places == [(x, y) for x in ("0", "32", "64") for y in ("0", "22")]


@pytest.mark.parametrize(
    ("text", "cards"),
    [("4H 3S", "4H 3S"), ("10♥,s3", "TH 3S"), ("4S 3H3S", "4S 3S 3H")],
)
def test_cards_are_drawn_in_the_order_of_the_text(text: str, cards: str) -> None:
    assert " ".join(map(str, read(text))) == cards


@pytest.mark.parametrize(
    ("text", "message"),
    [("3S 3X", "'3X' is not a card"), ("3S 3s", "card 3S is given twice"), (" ", "not any cards")],
)
def test_what_are_no_cards_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text)


def told(text: str) -> list[tuple[str, dict[int, list[str]]]]:
    """Give the columns of a trick as text."""
    return [
        (column.heading, {seat: [*map(str, lines)] for seat, lines in column.cells.items()})
        for column in trick(text)[1]
    ]


def test_a_chain_of_chops() -> None:
    assert trick(CHAIN)[0] == 4
    assert told(CHAIN) == [
        ("1", {3: ["2H", "leads"]}),
        ("2", {0: ["passes"]}),
        ("3", {1: ["3S 3C 4S 4C 5S 5C", "chops seat 3", "for 2 units"]}),
        ("4", {2: ["7S 7C 7D 7H", "chops seat 1", "for 3 units"]}),
        ("5", {3: ["passes"]}),
        ("6", {1: ["passes"]}),
        ("end", {2: ["wins the trick", "gains 5 units"], 1: ["pays seat 2", "5 units"]}),
    ]


def test_a_chop_out_of_turn_and_a_seat_that_stops() -> None:
    text = """\
        rules SOUTHERN
        hand 0: 3D 2H
        hand 1: 5S 5C 6S 6C 7S 7C 8S 8C 3C
        hand 2: 4C 9H
        0: 2H
        1: -
        1: 5S 5C 6S 6C 7S 7C 8S 8C; 2: -; 0: -; 1: 3C
        """

    columns = told(text)

    assert columns[2][1][1][1:] == ["chops seat 0 out of turn", "for 2 units"]
    assert columns[6] == ("6", {1: ["3C", "leads", "out, place 1"], 2: ["stops"]})
    assert columns[7][1][1] == ["gains 4 units", "wins the round"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "hand 0: 9H\nhand 1: 4S 5S\nhand 2: 6S 7S\n0: 9H; 1: -; 2: -",
            {0: ["wins the trick"], 1: ["↓ inherits the lead"]},
        ),
        (
            "hand 0: 4S 5S\nhand 1: 6S 7S\nhand 2: 9H\n2: 9H; 0: -; 1: -",
            {2: ["wins the trick"], 0: ["↑ inherits the lead"]},
        ),
    ],
    ids=["down", "up"],
)
def test_an_arrow_leads_to_the_seat_that_inherits_the_lead(
    text: str, last: dict[int, list[str]]
) -> None:
    assert told(text)[-1] == ("end", last)


def test_seats_without_cards_have_gone_out() -> None:
    assert told("hand 0: 9H\nhand 1:\nhand 2: 3S 4S\nhand 3: 3C 4C\n2: 4S; 3: -; 0: 9H")[2] == (
        "3",
        {0: ["9H", "out, place 2"]},
    )


@pytest.mark.parametrize("rules", ["CARDGAMES_IO", "SOUTHERN"])
@pytest.mark.parametrize("seed", range(10))
def test_whole_rounds_are_told_as_they_happen(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    dealt = Deal.shuffled(rng)
    state = GameState.position(hands=dealt.hands, turn=0, rules=PRESETS[rules])
    lines = [f"rules {rules}", *(f"hand {seat}: {hand}" for seat, hand in enumerate(dealt.hands))]
    actions: list[tuple[int, str]] = []
    happened: Counter[tuple[int, str]] = Counter()
    while state.phase is Phase.PLAYING:
        action = rng.choice(state.legal_actions())
        cards = str(action.combo) if isinstance(action, Play) else "-"
        lines.append(f"{action.seat}: {cards}")
        actions.append((action.seat, cards.replace("-", "passes")))
        before, state = state, state.apply(action)
        for event in events_between(before, state):
            match event:
                case Chopped(seat):
                    happened[seat, "chops"] += 1
                case Paid(payment):
                    happened[payment.payer, "pays"] += 1
                case Played(seat, led=True):
                    happened[seat, "leads"] += 1
                case TrickWon(seat) | RoundOver(result=RoundResult(places=(seat, *_))):
                    happened[seat, "wins"] += 1
                case _:
                    pass

    columns = told("\n".join(lines))

    acts = [cells for heading, cells in columns if heading != "end"]
    assert [
        (seat, cells[seat][0]) for (seat, _), cells in zip(actions, acts, strict=True)
    ] == actions
    words = Counter(
        (seat, line.split()[0])
        for _, cells in columns
        for seat, told_of in cells.items()
        for line in told_of
    )
    kinds = ("chops", "pays", "leads", "wins")
    assert {key: count for key, count in words.items() if key[1] in kinds} == happened


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is played"),
        ("hand 0: 3S\nhand 1: 4S", "nothing is played"),
        ("hand 1: 3S", "line 1: the hand of seat 0 is next"),
        ("hand 0: 3X", "line 1: '3X' is not a card"),
        ("rules WESTERN", "line 1: .*WESTERN"),
        ("hand 0: 3S 4S\nhand 1: 3S\n0: 4S", "line 3: .*3S"),
        ("hand 0: 3S 9S\nhand 1: 4S\n0: 9S; 1: 4S", "line 3: seat 1 may not play 4S: it does not"),
        ("hand 0: 3S 9S\nhand 1: 4S\n0: -", "line 3: seat 0 may not pass"),
        ("hand 0: 3S 9S\nhand 1: 4S\n0: 3S\n1 passes", "line 4: '1 passes' is not an action"),
        ("hand 0: 3S 9S\nhand 1: 4S\n0: 3S\nhand 2: 5S", "line 4: 'hand 2: 5S' is not an action"),
        ("hand 0: 3S 9S\nhand 1: 4S\n0: 3S 9S", "line 3: 3S 9S is no combo"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(TrickError, match=message):
        trick(text)


def test_the_table_of_shapes() -> None:
    cells = {
        place: [line for line in lines if isinstance(line, str)]
        for place, lines in shapes().items()
    }

    assert cells == {
        (1, "Run of 1"): ["single"],
        (2, "Run of 1"): ["pair"],
        (3, "Run of 1"): ["triple"],
        (4, "Run of 1"): ["quad"],
        (1, "Run of 3 or more"): ["sequence", "3 to 12 ranks", "PAGAT: 3 to 13"],
        (2, "Run of 3 or more"): [
            "double sequence",
            "3 to 12 ranks",
            "NORTHERN: none",
            "VIET_CONG: 3 to 13",
        ],
        (4, "Run of 2"): ["quad sequence", "not in the base game", "VIET_CONG: 2"],
        (4, "Run of 3 or more"): ["quad sequence", "not in the base game", "VIET_CONG: 3 to 12"],
    }
    assert {cell[0] for cell in cells.values()} == {str(kind) for kind in Kind}


def test_the_tutorial_shows_the_trick_that_it_plays() -> None:
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"^```{trick} .*\n((?:.*\n)*?)```", text, flags=re.MULTILINE)
    hands = re.findall(r"^(\d)((?: \w\w){13})$", text, flags=re.MULTILINE)
    action = r"^>>> state = state\.apply\((?:Play|Pass)\((\d)(?:, Combo\.parse\(\"(.+)\"\))?\)\)$"
    actions = re.findall(action, text, flags=re.MULTILINE)

    assert picture.splitlines() == [
        *(f"hand {seat}:{cards}" for seat, cards in hands),
        "; ".join(f"{seat}: {cards or '-'}" for seat, cards in actions),
    ]


PAGE = f"""\
# Pictures

Cards {{cards}}`4H 3S` in a line.

```{{cards}} 3S 3C 4D 4H 5S 5H
:kind:
the *shortest*
```

```{{cards}} 3S 4S
:kind:
```

```{{cards}} 3S 4S
```

```{{trick}} A chain of *chops*
{CHAIN}```

```{{shapes}}
```
"""

FAULTS = """\
# Faults

A card that {cards}`3X` is not.

```{cards} 3S 3S
```

```{trick} Not legal
hand 0: 3S 9S
hand 1: 4S
0: 3S; 1: 3C
```
"""


def sphinx(builder: str, page: str, out: Path) -> str:
    """Build a project of one page and give what Sphinx complains of."""
    out.mkdir()
    (out / "index.md").write_text(page, encoding="utf-8")
    settings = [f"extensions = {['myst_parser', 'pictures']}", "html_theme = 'basic'"]
    (out / "conf.py").write_text("\n".join(settings), encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-n", "--no-color"]
    command += ["-b", builder, ".", builder]
    environment = os.environ | {"PYTHONPATH": str(DOCS / "_ext")}
    done = subprocess.run(
        command, cwd=out, env=environment, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_the_page_of_a_browser(tmp_path: Path) -> None:
    assert sphinx("html", PAGE, tmp_path / "docs") == ""
    html = (tmp_path / "docs" / "html" / "index.html").read_text(encoding="utf-8")

    assert f"Cards {row(read('4H 3S'), SMALL)} in a line." in html
    assert row(read("3S 3C 4D 4H 5S 5H"), LARGE) in html
    assert re.findall(r'<span class="caption-text">(.*?)</span>', html) == [
        "<strong>Double sequence</strong>: the <em>shortest</em>",
        "<strong>No combo</strong>",
        "A chain of <em>chops</em>",
    ]
    assert block(Combo.parse("7S 7C 7D 7H"), SMALL) in html
    assert re.findall(r'<th class="stub"><p>(.*?)</p></th>', html) == [
        "Seat 0",
        "Seat 1",
        "Seat 2",
        "Seat 3",
        *"1234",
    ]
    assert "_static/cards.css" in html


@pytest.mark.parametrize("builder", ["text", "latex", "man", "texinfo"])
def test_where_nothing_is_drawn_cards_are_text(builder: str, tmp_path: Path) -> None:
    assert sphinx(builder, PAGE, tmp_path / "docs") == ""
    written = "".join(
        path.read_text(encoding="utf-8")
        for path in (tmp_path / "docs" / builder).rglob("*")
        if path.suffix in {".txt", ".tex", ".texi", ".1"}
    )

    assert "Cards 4♥ 3♠ in a line." in written
    assert "3♠ 3♣ 4♦ 4♥ 5♠ 5♥" in written
    assert "<svg" not in written


def test_translators_see_what_authors_wrote(tmp_path: Path) -> None:
    assert sphinx("gettext", PAGE, tmp_path / "docs") == ""
    catalogue = (tmp_path / "docs" / "gettext" / "index.pot").read_text(encoding="utf-8")
    messages = re.findall(r'^msgid "(.+)"$', catalogue, flags=re.MULTILINE)

    assert "Cards {cards}`4H 3S` in a line." in messages
    assert "**Double sequence**: the *shortest*" in messages
    assert "A chain of *chops*" in messages
    assert "wins the trick" in messages
    assert not [message for message in messages if "♠" in message]


def test_faults_are_told_with_their_places(tmp_path: Path) -> None:
    told_of = re.sub(
        r"^.*index\.md", "", sphinx("html", FAULTS, tmp_path / "docs"), flags=re.MULTILINE
    )

    assert [line for line in told_of.splitlines() if line.startswith(":")] == [
        ":3: WARNING: '3X' is not a card; write rank and suit, such as 3S, TH or 10♥ [cards]",
        ":5: ERROR: card 3S is given twice [docutils]",
        ":8: ERROR: line 3: seat 1 may not play 3C: the seat does not hold these cards (rule 5.1) "
        "[docutils]",
    ]
