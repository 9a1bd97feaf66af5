"""The playground answers as the library does, to hands typed and clicked."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from docs._tests.browser.conftest import open_tab
from docs._tests.browser.test_pages import DESKTOP, PHONE, SCHEMES, Scheme
from docs._tests.pages import read
from examples.web.browser import faults
from tienlen import PRESETS, CardSet, Combo, legal_moves

# Three, three, four and three cards of neighbouring ranks: no hand leads with more plays.
RICHEST = "3S 3C 3D 4S 4C 4D 5S 5C 5D 5H 6S 6C 6D"
FIELDS = ("rules", "opening", "hand", "table", "play")
CARDS_OF_MOVES = """items => items.map(
    item => [...item.querySelectorAll(".card")].map(card => card.dataset.card).join(" "))"""
SIGNS_OF_CARDS = """spans => spans.map(
    span => span.textContent || getComputedStyle(span, "::before").content)"""


class Playground:
    """The page, as a reader sees and handles it."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.verdict = tab.locator("#pg-verdict")
        self.total = tab.locator("#pg-total")
        self.more = tab.get_by_role("button", name="Show more")

    def start(self) -> None:
        """Press the button and wait for Python."""
        self.tab.get_by_role("button", name="Start").click()
        expect(self.field("rules")).to_be_visible(timeout=120_000)

    def field(self, name: str) -> Locator:
        """Give a field."""
        return self.tab.locator(f"#pg [name={name}]")

    def ask(self, **question: str) -> None:
        """Ask by the address, which empties all other fields."""
        self.tab.evaluate("question => { location.hash = question }", urlencode(question))
        for name, text in question.items():
            expect(self.field(name)).to_have_value(text)

    def moves(self) -> list[str]:
        """Give the legal plays that are shown."""
        return cast("list[str]", self.tab.locator("#pg-moves li").evaluate_all(CARDS_OF_MOVES))

    def held(self, card: str) -> Locator:
        """Give a card of the hand, by its name in words."""
        return self.tab.get_by_label("Cards to play", exact=True).get_by_role("button", name=card)


@pytest.fixture(scope="module")
def started(chromium: Browser, address: str, site: Path) -> Iterator[Playground]:
    """The playground, started once."""
    assert (site / "_static" / "runtime").is_dir(), "the site has no Python; `nox -s site` adds it"
    complaints: list[str] = []
    with open_tab(chromium, complaints) as tab:
        tab.goto(address + "playground.html")
        playground = Playground(tab)
        playground.start()
        yield playground
    assert complaints == []


@pytest.fixture
def playground(started: Playground) -> Playground:
    """The playground, with nothing asked and on a wide screen."""
    started.tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    started.ask(hand="", rules="CARDGAMES_IO")
    return started


def expected(hand: str, table: str = "", rules: str = "CARDGAMES_IO") -> list[str]:
    """Give the legal plays as the library tells them here."""
    combo = Combo.parse(table, PRESETS[rules]) if table else None
    return [str(move) for move in legal_moves(CardSet.parse(hand), combo, PRESETS[rules])]


def test_nothing_big_is_fetched_before_it_is_asked_for(tab: Page, address: str) -> None:
    fetched: list[str] = []
    tab.on("request", lambda request: fetched.append(request.url))
    tab.goto(address + "playground.html", wait_until="networkidle")
    assert fetched
    assert [url for url in fetched if "runtime" in url] == []


def test_a_site_without_python_says_so(tab: Page, address: str, complaints: list[str]) -> None:
    tab.route("**/runtime/**", lambda route: route.abort())
    tab.goto(address + "playground.html")
    button = tab.get_by_role("button", name="Start")
    button.click()
    expect(tab.get_by_role("status")).to_contain_text("built without it")
    expect(button).to_be_enabled()
    assert complaints
    complaints.clear()


def test_the_richest_hand_is_typed(playground: Playground) -> None:
    playground.field("hand").fill(RICHEST)
    expect(playground.total).to_have_text("486 legal plays, of which 50 are shown")
    moves = expected(RICHEST)
    assert len(moves) == 486
    assert playground.moves() == moves[:50]
    for _ in range(9):
        playground.more.click()
    assert playground.moves() == moves
    expect(playground.more).to_be_hidden()
    # Who pressed the button by keyboard is not thrown back to the top of the page.
    expect(playground.total).to_be_focused()


def test_a_table_is_clicked(playground: Playground) -> None:
    hand = "5S 6S 6C 7D 7H 9S"
    playground.field("hand").fill(hand)
    playground.tab.get_by_text("Choose from the pack").nth(1).click()
    pack = playground.tab.get_by_label("Cards for the table")
    expect(pack.get_by_role("button")).to_have_count(52)
    pack.get_by_role("button", name="5 of hearts").click()
    assert playground.moves() == expected(hand, "5H")
    pack.get_by_role("button", name="5 of clubs").click()
    expect(playground.field("table")).to_have_value("5C 5H")
    expect(playground.tab.locator("#pg-table-words")).to_have_text("pair")
    expect(pack.get_by_role("button", pressed=True)).to_have_count(2)
    assert playground.moves() == expected(hand, "5C 5H") == ["6S 6C", "7D 7H"]
    pack.get_by_role("button", name="6 of clubs").click()
    expect(playground.tab.locator("#pg-table-fault")).to_have_text("5C 5H 6C is no combo")
    assert playground.moves() == []
    for card in ("5 of clubs", "5 of hearts", "6 of clubs"):
        pack.get_by_role("button", name=card).click()
    assert playground.moves() == expected(hand)
    playground.tab.get_by_text("Choose from the pack").nth(1).click()


def test_a_hand_is_clicked(playground: Playground) -> None:
    playground.tab.get_by_text("Choose from the pack").first.click()
    pack = playground.tab.get_by_label("Cards for the hand")
    for card in ("10 of hearts", "3 of spades", "10 of clubs"):
        pack.get_by_role("button", name=card).click()
    expect(playground.field("hand")).to_have_value("3S TC TH")
    assert playground.moves() == expected("3S TC TH")
    playground.tab.get_by_text("Choose from the pack").first.click()


@pytest.mark.parametrize("rules", PRESETS)
def test_another_rule_set_gives_other_plays(playground: Playground, rules: str) -> None:
    hand, table = "5S 5H 6C 6D 7S 7H 8C 8D KS KC KD KH 2C", "2S"
    playground.ask(hand=hand, table=table)
    playground.field("rules").select_option(rules)
    moves = expected(hand, table, rules)
    assert playground.moves() == moves
    others = [name for name in PRESETS if expected(hand, table, name) != moves]
    assert others


@pytest.mark.parametrize(
    ("question", "clicks", "said", "rule"),
    [
        ({"hand": "6S 6C 7D"}, [], "Choose cards to try them.", "8.1"),
        ({"hand": "6S 6C 7D"}, ["6 of spades"], "Legal, by the button", "8.3"),
        ({"hand": "6S 6C 7D"}, ["7 of diamonds"], "Legal, and played at once.", "8.2"),
        ({"hand": "6S 6C 7D"}, ["6 of spades", "7 of diamonds"], "Refused: the rules do", "2.7"),
        ({"hand": "6S 6C 7D", "table": "7H"}, ["6 of clubs"], "Refused: it does not beat", "3.1"),
        ({"hand": "6S 6C", "table": "5S 5D"}, ["6 of clubs"], "Not yet: it does not beat", "3.1"),
        ({"hand": "6S", "table": "7S"}, [], "No play: it does not beat the table.", "3.1"),
        ({"hand": "3S 4C", "opening": "3S"}, ["4 of clubs"], "Refused: the opening card", "5.2"),
        ({"hand": "3S 4C", "play": "9H"}, [], "Refused: the seat does not hold", "5.1"),
        ({"hand": "3S 2C", "rules": "NORTHERN"}, ["3 of spades"], "Refused: it may not", "9.2d"),
    ],
)
def test_a_verdict_has_words_and_a_rule(
    playground: Playground,
    site: Path,
    question: dict[str, str],
    clicks: list[str],
    said: str,
    rule: str,
) -> None:
    playground.ask(**question)
    for card in clicks:
        playground.held(card).click()
    expect(playground.verdict).to_contain_text(said)
    link = playground.verdict.get_by_role("link", name=f"Rule {rule}", exact=True)
    page, anchor = str(link.get_attribute("href")).split("#")
    assert anchor in read(site / page).anchors


def test_cards_that_lead_somewhere_are_told_from_the_others(playground: Playground) -> None:
    playground.ask(hand="6S 6C 8D", table="5S 5D")
    expect(playground.held("6 of spades")).to_have_accessible_name("6 of spades")
    other = playground.held("8 of diamonds")
    expect(other).to_have_accessible_name("8 of diamonds, in no play with the chosen cards")
    playground.held("6 of spades").click()
    expect(playground.field("play")).to_have_value("6S")
    expect(playground.held("6 of spades")).to_have_attribute("aria-pressed", "true")
    playground.held("6 of clubs").click()
    expect(playground.tab.locator("#pg-play-words")).to_have_text("pair")


def test_the_face_of_a_card_is_seen(playground: Playground) -> None:
    playground.ask(hand="TH")
    signs = playground.held("10 of hearts").locator("span").evaluate_all(SIGNS_OF_CARDS)
    assert "".join(signs).replace('"', "").replace("\ufe0e", "") == "10♥"


def test_what_cannot_be_read_is_told_where_it_is_written(playground: Playground) -> None:
    playground.ask(hand="6S 6C")
    playground.field("hand").fill("6S 6X")
    expect(playground.field("hand")).to_have_attribute("aria-invalid", "true")
    expect(playground.tab.locator("#pg-hand-fault")).to_contain_text("'6X' is not a card")
    expect(playground.total).to_have_text("")
    playground.field("hand").fill("6S 6D")
    expect(playground.tab.locator("#pg-hand-fault")).to_have_text("")
    expect(playground.total).to_have_text("3 legal plays")


def test_an_address_may_ask_anything(playground: Playground) -> None:
    playground.ask(hand="6S 6C", opening="?")
    expect(playground.tab.locator("#pg-opening-fault")).to_contain_text("'?' is not a card")
    playground.ask(hand="6S 6C", opening="9H")
    expect(playground.total).to_have_text("0 legal plays")
    playground.ask(hand="6S 6C", opening="6C")
    expect(playground.total).to_have_text("2 legal plays")


def test_text_that_looks_like_a_page_stays_text(playground: Playground) -> None:
    playground.ask(hand="<img src=x>")
    expect(playground.tab.locator("#pg-hand-fault")).to_contain_text("'<img' is not a card")
    expect(playground.tab.locator("#pg img")).to_have_count(0)


def test_the_address_holds_the_question(playground: Playground, tab: Page) -> None:
    playground.ask(hand="3S 4C 5D")
    playground.field("rules").select_option("PAGAT")
    playground.field("opening").select_option("3S")
    playground.held("3 of spades").click()
    address = playground.tab.url
    assert address.endswith("#rules=PAGAT&opening=3S&hand=3S+4C+5D&play=3S")
    tab.goto(address)
    other = Playground(tab)
    other.start()
    for name in FIELDS:
        assert other.field(name).input_value() == playground.field(name).input_value()
    assert other.verdict.inner_text() == playground.verdict.inner_text()
    assert other.moves() == playground.moves()


def test_the_questions_on_the_page_can_be_answered(playground: Playground) -> None:
    links = playground.tab.locator("#pg-examples a")
    assert links.count() >= 4
    for link in links.all():
        link.click()
        expect(playground.total).to_contain_text("legal play")
        assert "".join(playground.tab.locator(".pg-fault").all_inner_texts()) == ""


def test_a_hand_is_dealt(playground: Playground) -> None:
    playground.tab.get_by_role("button", name="Deal a hand").click()
    expect(playground.tab.locator("#pg-held button")).to_have_count(13)
    assert playground.moves() == expected(playground.field("hand").input_value())[:50]


def test_everything_is_done_by_keyboard(tab: Page, address: str) -> None:
    tab.goto(address + "playground.html#table=")
    playground, keys = Playground(tab), tab.keyboard
    tab.get_by_role("button", name="Start").focus()
    keys.press("Enter")
    expect(playground.field("rules")).to_be_focused(timeout=120_000)
    for _ in range(3):
        keys.press("Tab")
    expect(playground.field("hand")).to_be_focused()
    keys.type("6S 6C 8D")
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    # Ranks lie side by side, and the suits of one below each other.
    expect(tab.locator(":focus")).to_have_accessible_name("3 of spades")
    keys.press("ArrowRight")
    expect(tab.locator(":focus")).to_have_accessible_name("4 of spades")
    keys.press("ArrowDown")
    expect(tab.locator(":focus")).to_have_accessible_name("4 of clubs")
    keys.press("Space")
    expect(playground.field("hand")).to_have_value("4C 6S 6C 8D")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(tab.locator(":focus")).to_have_accessible_name("3 of clubs")
    keys.press("Shift+Tab")
    keys.press("Enter")
    keys.press("Tab")
    expect(playground.field("table")).to_be_focused()
    keys.type("5S 5D")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(playground.field("play")).to_have_value("6S 6C")
    expect(playground.verdict).to_contain_text("Legal, and played at once.")
    keys.press("Tab")
    expect(playground.field("play")).to_be_focused()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_in_use_fits_and_can_be_read_by_everybody(
    playground: Playground, axe: str, size: tuple[int, int], scheme: Scheme
) -> None:
    tab = playground.tab
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab.emulate_media(color_scheme=scheme)
    packs = tab.get_by_text("Choose from the pack")
    for pack in packs.all():
        pack.click()
    playground.ask(hand=RICHEST, play="3S 4S", opening="9H")
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert faults(tab, axe) == []
    playground.ask(hand="6X", table="5S 5D", play="5S 6S")
    assert faults(tab, axe) == []
    for pack in packs.all():
        pack.click()
