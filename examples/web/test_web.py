"""The page in a browser: whole games by mouse, finger and keys, with no network but this machine.

Every page that a test opens is watched: it asks nothing of another host, says nothing on the
console, and is never wider than its window.
"""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from examples.web.browser import HERE, START_MS, axe, chromium, faults, ready, serving
from examples.web.test_table import dealt
from tienlen import (
    DECK,
    SOUTHERN,
    CardSet,
    Combo,
    GameRecord,
    Phase,
    Play,
    Selection,
)

DESKTOP = {"width": 1200, "height": 820}
PHONE = {"width": 360, "height": 740}
OpenPage: TypeAlias = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "page"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serving(site) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for longer: while it is open, no other test can have an event loop.
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    foreign: list[str] = []
    said: list[str] = []
    with contextlib.ExitStack() as stack:

        def open_page(query: str, **options: Any) -> Page:
            settings: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce"} | options
            context = browser.new_context(**settings)
            stack.callback(context.close)

            def refuse(route: Any) -> None:
                foreign.append(route.request.url)
                route.abort()

            context.route(lambda url: not url.startswith(address), refuse)
            page = context.new_page()
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(f"{address}?{query}")
            ready(page)
            return page

        yield open_page
        assert not foreign
        assert not said


def your_move(page: Page) -> None:
    """Wait until no bot has anything to do."""
    expect(page.locator("#game[data-bots=false]")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def round_is_over(page: Page) -> bool:
    your_move(page)
    return page.locator("#deal").is_visible()


def cards(page: Page, which: str) -> list[str]:
    found: list[str] = page.locator(which).evaluate_all("all => all.map(one => one.dataset.card)")
    return found


def lit(page: Page) -> list[str]:
    return cards(page, "#hand .lit")


def saved(page: Page) -> GameRecord:
    """Read the record of the game, as a player would take it away."""
    page.locator("#open-files").click()
    text = page.locator("#record").input_value()
    page.get_by_role("button", name="Close").click()
    return GameRecord.parse(text)


def load(page: Page, record: GameRecord) -> None:
    page.locator("#open-files").click()
    page.locator("#record").fill(str(record))
    page.get_by_role("button", name="Load", exact=True).click()


def shown(page: Page) -> str:
    """Give all that the game shows; where the Tab key leads is the player's business."""
    return re.sub(r' tabindex="-?\d"', "", page.locator("#game").inner_html())


def play_by(page: Page, act: Callable[[str], None]) -> None:
    """Play a game to its end, pointing at one thing after the other as `act` does."""
    for step in range(1000):
        your_move(page)
        if page.locator("#again").is_visible():
            break
        if page.locator("#deal").is_visible():
            act("#deal")
        elif page.locator("#play").is_enabled() and step % 2:
            act("#play")
        elif bright := lit(page):
            act(f"#hand [data-card='{bright[0]}']")
        else:
            act("#pass")
    message = page.locator("#message").text_content() or ""
    record = saved(page)
    names = page.locator(".player .name").all_text_contents()
    assert record.final.phase is Phase.OVER
    assert record.final.winner is not None
    assert message in {f"{names[record.final.winner]} {win} the game!" for win in ("win", "wins")}


def test_the_wheel_is_the_very_one_that_build_makes(
    address: str, site: Path, tmp_path: Path
) -> None:
    assert address
    tree = HERE.parents[1]
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = tmp_path.iterdir()
    assert (site / "runtime" / built.name).read_bytes() == built.read_bytes()


def test_a_whole_game_by_mouse(open_page: OpenPage) -> None:
    page = open_page("rules=CARDGAMES_IO&target=3&seed=4&pace=0")
    play_by(page, lambda what: page.locator(what).click())


def test_a_whole_game_by_finger_on_a_phone(open_page: OpenPage) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = open_page("rules=CARDGAMES_IO&seats=3&target=3&seed=5&pace=0", **phone)
    sizes = page.locator("button:visible, select:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert len(sizes) > 16
    assert all(width >= 40 and height >= 40 for width, height in sizes)
    play_by(page, lambda what: page.locator(what).tap())


def test_a_whole_game_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("rules=CARDGAMES_IO&seats=2&target=2&seed=6&pace=0")
    press = page.keyboard.press

    def focused() -> str:
        card: str = page.evaluate(
            "document.activeElement.dataset.card ?? document.activeElement.id"
        )
        return card

    def act(what: str) -> None:
        keys = {"#deal": "n", "#play": "Enter", "#pass": "p"}
        if what in keys:
            press(keys[what])
        else:
            hand = cards(page, "#hand .card")
            way = hand.index(what[-4:-2]) - hand.index(focused())
            for _ in range(abs(way)):
                press("ArrowRight" if way > 0 else "ArrowLeft")
            press("Space")
        your_move(page)
        assert focused() in {*cards(page, "#hand .card"), "deal", "again"}

    while focused() not in cards(page, "#hand .card"):
        press("Tab")
    play_by(page, act)
    page.locator("#again").focus()  # where the game has left it; the record was taken since
    press("n")
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press("n")
    for _ in range(3):
        press("Tab")
    page.keyboard.type("8")
    press("Enter")
    expect(page.locator("#about")).to_have_text("CardGames.io, 2 seats, to 2 points, seed 8")
    assert focused() == cards(page, "#hand .card")[0]


def test_cards_are_lit_as_cpython_says_and_no_hidden_one_is_on_the_page(
    open_page: OpenPage,
) -> None:
    page = open_page("rules=VIET_CONG&seats=3&seed=12&pace=0")
    questions = 0
    while not round_is_over(page):
        content = page.content()
        record = saved(page)
        view = record.final.view(0)
        chosen = CardSet.parse(" ".join(cards(page, "#hand [aria-pressed=true]")))
        selection = Selection(chosen, view.hand, view.legal_moves())
        assert cards(page, "#hand .card") == [str(card) for card in view.hand]
        assert lit(page) == [str(card) for card in selection.addable]
        table = CardSet() if view.table is None else view.table.cards
        for card in DECK - view.hand - view.discards - table:
            if card != view.opening_card:
                assert f'"{card}"' not in content
                assert card.pretty() not in content
        questions += 1
        if selection.addable:
            page.locator("#hand .lit").last.click()
        else:
            page.locator("#play" if selection.legal else "#pass").click()
    assert questions > 5


def test_undo_brings_the_very_same_page_back(open_page: OpenPage) -> None:
    page = open_page("rules=CARDGAMES_IO&target=3&seed=4&pace=0")
    your_move(page)
    expect(page.locator("#undo")).to_be_disabled()
    before: list[str] = []
    for _ in range(4):
        your_move(page)
        before.append(shown(page))
        if lit(page):
            page.locator("#hint").click()
            page.locator("#play").click()
        else:
            page.locator("#pass").click()
    your_move(page)
    while before:
        page.keyboard.press("u")
        assert shown(page) == before.pop()
    expect(page.locator("#undo")).to_be_disabled()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rule_sets_are_chosen_from_a_list(open_page: OpenPage, seats: int) -> None:
    page = open_page("pace=0")
    choices = page.locator("#rules option")
    for choice in range(choices.count()):
        page.locator("#open-new").click()
        page.locator("#rules").select_option(index=choice)
        page.get_by_label("Seats").select_option(str(seats))
        page.get_by_label("Seed").fill("77")
        ends = page.get_by_label("Points to play for").is_enabled()
        if ends:
            page.get_by_label("Points to play for").fill("4")
        page.get_by_role("button", name="Begin").click()
        your_move(page)
        title = (choices.nth(choice).text_content() or "").split(":")[0]
        about = f"{title}, {seats} seats, {'to 4 points' if ends else 'no end'}, seed 77"
        expect(page.locator("#about")).to_have_text(about)
        expect(page.locator(".player")).to_have_count(seats)
        rules = saved(page).rules
        assert rules.target == (4 if ends else None)


def test_a_link_leads_to_the_same_deal(open_page: OpenPage) -> None:
    page = open_page("seats=3&seed=5&pace=0")
    hand = cards(page, "#hand .card")
    link = page.locator("#about a").evaluate("link => link.href")
    page.locator("#open-new").click()
    page.get_by_label("Seats").select_option("3")
    page.get_by_label("Seed").fill("6")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#about")).to_contain_text("seed 6")
    assert cards(page, "#hand .card") != hand
    page.goto(link)
    ready(page)
    assert cards(page, "#hand .card") == hand


@pytest.mark.parametrize("wrong", ["rules=BRIDGE", "seats=9", "target=0", "seed=-1", "pace=x"])
def test_an_address_that_makes_no_sense_leads_to_the_usual_game(
    open_page: OpenPage, wrong: str
) -> None:
    page = open_page(wrong)
    expect(page.locator("#about")).to_contain_text("CardGames.io, 4 seats, to 10 points")
    expect(page.locator("#pace")).to_have_value("700")


def test_the_game_that_was_left_goes_on(open_page: OpenPage, address: str) -> None:
    page = open_page("rules=NORTHERN&seed=21&pace=0")
    your_move(page)
    page.locator("#hint").click()
    page.locator("#play").click()
    your_move(page)
    before = shown(page)
    page.goto(address)
    ready(page)
    assert shown(page) == before


def test_a_chop_out_of_turn_while_the_bots_think(open_page: OpenPage) -> None:
    bomb = CardSet.parse("5S 5C 6S 6C 7S 7C 8S 8C")
    deal = dealt(f"3S {bomb} TS JD", "2H 2D", "")
    record = GameRecord.new(3, SOUTHERN).apply(deal)
    for action in (Play(0, Combo.parse("3S")), Play(1, Combo.parse("2H"))):
        record = record.apply(action)
    page = open_page("pace=1500")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    load(page, record)
    expect(page.locator(".player.turn .name")).to_have_text("Bình")
    assert lit(page) == str(bomb).split()
    for card in bomb:
        page.locator(f"#hand [data-card='{card}']").click()
    expect(page.locator("#history")).to_contain_text("You chop An out of turn!")
    assert cards(page, "#combo .card") == str(bomb).split()


def test_what_is_no_record_is_refused_in_words(open_page: OpenPage) -> None:
    page = open_page("seed=3&pace=0")
    your_move(page)
    hand = cards(page, "#hand .card")
    page.locator("#open-files").click()
    page.locator("#record").fill("tienlen 1\nseats 4\nround 1\nhand 0: 3S")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("#message")).to_contain_text("This is no record of a game: line 4")
    assert cards(page, "#hand .card") == hand
    expect(page.locator("#record")).to_have_value("")


def test_cards_that_lead_nowhere_are_refused_in_words(open_page: OpenPage) -> None:
    page = open_page("seed=3&pace=0")
    record = GameRecord.new(2).apply(dealt("3C 3D", "3S 3H"))
    load(page, record.apply(Play(1, Combo.parse("3S 3H"))))
    your_move(page)
    low = page.get_by_role("button", name="3 of clubs, no play now")
    low.click()
    expect(page.locator("#message")).to_have_text("That does not beat 3♠ 3♥.")
    expect(page.get_by_role("button", name="3 of clubs", pressed=True)).to_be_focused()
    expect(page.locator("#play")).to_be_disabled()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_serious_fault_of_accessibility(
    open_page: OpenPage, scheme: str, viewport: dict[str, int]
) -> None:
    source = axe()
    page = open_page("seed=11&pace=0", color_scheme=scheme, viewport=viewport)

    def check() -> None:
        assert faults(page, source) == []

    your_move(page)
    check()
    page.locator("#hint").click()
    check()
    for opener in ("#open-new", "#open-files"):
        page.locator(opener).click()
        check()
        page.keyboard.press("Escape")
    while not round_is_over(page):
        page.locator("#hint" if lit(page) else "#pass").click()
        if page.locator("#play").is_enabled():
            page.locator("#play").click()
    check()


def test_a_runtime_that_cannot_be_loaded_is_told(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.route("**/tienlen-*.whl", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    loading = page.locator("#loading")
    expect(loading).to_contain_text("The game could not be loaded", timeout=START_MS)
    context.close()


def test_the_lock_file_names_no_address() -> None:
    packages = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages
    assert not any("resolved" in each for each in packages.values())
