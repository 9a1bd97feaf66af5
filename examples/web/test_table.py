"""The table of the page, on CPython: whole games, hidden cards, undo, free chops, saved games."""

import itertools
import json
import random
import re

import pytest

from examples.web.table import (
    NAMES,
    REFUSALS,
    TITLES,
    YOU,
    Screen,
    Table,
    bot,
    rule_sets,
    sentence,
)
from tienlen import (
    DECK,
    PRESETS,
    SOUTHERN,
    CardSet,
    Combo,
    Deal,
    GameRecord,
    IllegalReason,
    Pass,
    Phase,
    Play,
    Selection,
    events_between,
)
from tienlen.testing import check_bot

CARD = re.compile(r"\b(10|[3-9TJQKA2])([SCDH♠♣♦♥])")
SIGNS = dict(zip("♠♣♦♥", "SCDH", strict=True))


def read(told: str) -> Screen:
    screen: Screen = json.loads(told)
    return screen


def named(text: str) -> CardSet:
    """Find every card that a text names, in either way of writing."""
    found = {
        f"{rank.replace('10', 'T')}{SIGNS.get(suit, suit)}" for rank, suit in CARD.findall(text)
    }
    return CardSet.parse(" ".join(found))


def hidden(table: Table) -> CardSet:
    """Give the cards that your seat cannot know."""
    state = table.record.final
    view = state.view(YOU)
    public = view.hand | view.discards
    if view.table is not None:
        public |= view.table.cards
    if view.opening_card is not None:
        public |= CardSet.of([view.opening_card])
    if view.last_round is not None:
        for hand in view.last_round.hands:
            public |= hand
    return DECK - public


def lit(screen: Screen) -> list[str]:
    return [each["card"] for each in screen["hand"] if each["addable"]]


def dealt(*wanted: str) -> Deal:
    """Deal each seat the cards wanted, and of the others in turn what makes thirteen."""
    hands = [CardSet.parse(cards) for cards in wanted]
    rest = [card for card in DECK if not any(card in hand for hand in hands)]
    return Deal(
        hand | CardSet.of(rest[seat :: len(hands)][: 13 - len(hand)])
        for seat, hand in enumerate(hands)
    )


def go_on(table: Table, screen: Screen, rng: random.Random) -> Screen:
    """Do something that the screen offers, as a person would who looks only at the screen."""
    if screen["can_deal"]:
        return read(table.deal())
    if screen["players"][YOU]["turn"] or lit(screen):
        if screen["can_play"] and rng.random() < 0.3:
            return read(table.play())
        if lit(screen) and rng.random() < 0.9:
            return read(table.click(rng.choice(lit(screen))))
        if screen["can_pass"]:
            return read(table.pass_())
        return read(table.hint())
    assert screen["bots"]
    return read(table.bot_move())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_whole_games_are_played_and_tell_nothing_hidden(name: str, seats: int) -> None:
    rng = random.Random(seats)
    table = Table()
    screen = read(table.new(name, seats, seed=3, target=3))
    while screen["winner"] is None and table.record.final.round < 4:
        told = table.screen()
        assert not named(told) & hidden(table), table.save()
        screen = go_on(table, read(told), rng)
    assert screen["rules"] == name
    assert len(screen["players"]) == seats
    assert [each["score"] for each in screen["players"]] == list(table.record.final.scores)
    if PRESETS[name].target is not None:
        winner = table.record.final.winner
        assert winner is not None
        assert screen["winner"] == NAMES[winner]
        assert screen["target"] == 3


def test_what_is_lit_and_what_the_buttons_do_is_what_the_selection_says() -> None:
    rng = random.Random(5)
    table = Table()
    screen = read(table.new("CARDGAMES_IO", 4, seed=5, target=3))
    while screen["winner"] is None:
        view = table.record.final.view(YOU)
        if view.phase is Phase.PLAYING:
            chosen = [each["card"] for each in screen["hand"] if each["chosen"]]
            selection = Selection(CardSet.parse(" ".join(chosen)), view.hand, view.legal_moves())
            assert lit(screen) == [str(card) for card in selection.addable]
            assert screen["can_play"] == selection.legal
            assert screen["can_pass"] == (Pass(YOU) in view.legal_actions())
        screen = go_on(table, screen, rng)


def test_undo_goes_back_to_each_of_your_decisions_in_turn() -> None:
    rng = random.Random(8)
    table = Table()
    before: list[str] = []
    screen = read(table.new("SOUTHERN", 3, seed=8))
    while table.record.final.round < 3:
        shown, length = screen, len(table.record)
        table.chosen = CardSet() if rng.random() < 0.5 else table.chosen
        clean = Table()
        clean.record, clean.seed, clean.said = table.record, table.seed, [*table.said]
        screen = go_on(table, shown, rng)
        done = table.record.actions[length:]
        if done and not isinstance(done[0], Deal) and done[0].seat == YOU:
            before.append(clean.screen())
    assert len(before) > 10
    while read(table.screen())["can_undo"]:
        assert table.undo() == before.pop()
    assert not before


def test_cards_chosen_early_stay_chosen_while_others_play() -> None:
    record = GameRecord.new(3).apply(dealt("9H", "3S", "8S"))
    table = Table()
    table.load(str(record), seed=1)
    assert read(table.click("9H"))["message"] == "An is thinking."
    screen = read(table.bot_move())
    assert [each["card"] for each in screen["hand"] if each["chosen"]] == ["9H"]


BOMB = "5S 5C 6S 6C 7S 7C 8S 8C"


def test_a_chop_out_of_turn() -> None:
    record = GameRecord.new(3, SOUTHERN).apply(dealt(f"3S {BOMB} TS JD", "2H 2D", ""))
    for action in (Play(0, Combo.parse("3S")), Play(1, Combo.parse("2H"))):
        record = record.apply(action)
    table = Table()
    screen = read(table.load(str(record), seed=1))
    assert screen["message"] == "Bình is thinking. You may chop out of turn."
    assert lit(screen) == BOMB.split()
    for card in BOMB.split():
        assert screen["table"] is not None
        assert screen["table"]["cards"] == ["2H"]
        screen = read(table.click(card))
    assert "You chop An out of turn!" in screen["history"]


def test_a_bot_chops_out_of_turn_as_well() -> None:
    record = GameRecord.new(3, SOUTHERN).apply(dealt("3S 2H", "", BOMB))
    three, two = Play(0, Combo.parse("3S")), Play(0, Combo.parse("2H"))
    for action in (three, Pass(1), Pass(2), two):
        record = record.apply(action)
    table = Table()
    assert read(table.load(str(record), seed=1))["bots"]
    assert "Bình chops you out of turn!" in read(table.bot_move())["history"]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("5C", "Your first combo must contain the 3♠."),
        ("3S 5C", "These cards make no combo."),
    ],
)
def test_cards_that_lead_nowhere_are_refused_in_words(cards: str, words: str) -> None:
    table = Table()
    table.load(
        str(GameRecord.new(2).apply(dealt("3S 3C 5C 7C 7D 9C JC JD KC KD AC 2S 2C", ""))), seed=1
    )
    assert [read(table.click(card))["message"] for card in cards.split()][-1] == words


def test_cards_that_are_too_low_are_refused_in_words() -> None:
    record = GameRecord.new(2).apply(dealt("3C 3D", "3S 3H"))
    table = Table()
    table.load(str(record.apply(Play(1, Combo.parse("3S 3H")))), seed=1)
    assert read(table.click("3C"))["message"] == "That does not beat 3♠ 3♥."


def test_every_reason_a_selection_can_have_has_words() -> None:
    never = {
        IllegalReason.WRONG_PHASE,
        IllegalReason.NO_SUCH_SEAT,
        IllegalReason.OUT_OF_TRICK,
        IllegalReason.CARDS_NOT_HELD,
        IllegalReason.CANNOT_PASS_LEAD,
        IllegalReason.BAD_DEAL,
    }
    assert REFUSALS.keys() == set(IllegalReason) - never


def test_a_saved_game_goes_on_where_it_was() -> None:
    rng = random.Random(2)
    table, other = Table(), Table()
    screen = read(table.new("SOUTHERN", 4, seed=2))
    for _ in range(150):
        screen = go_on(table, screen, rng)
    table.chosen = CardSet()
    assert other.load(table.save(), seed=2) == table.screen()
    while not read(table.screen())["can_deal"]:
        state = table.record.final
        assert state.turn is not None
        action = bot(state.view(state.turn))
        table.record, other.record = table.record.apply(action), other.record.apply(action)
    assert read(table.deal())["hand"] == read(other.deal())["hand"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess 1", "This is no record of a game"),
        ('tienlen 1\nrules {"hand_size": 5, "seats": [5]}\nseats 5', "4 chairs"),
    ],
)
def test_what_is_no_game_for_this_table_changes_nothing(text: str, words: str) -> None:
    table = Table()
    before = read(table.new("PAGAT", 3, seed=9))
    after = read(table.load(text, seed=1))
    assert words in after["message"]
    assert after == before | {"message": after["message"]}


@pytest.mark.parametrize("name", PRESETS)
def test_the_bot_does_what_is_legal_with_what_it_may_see(name: str) -> None:
    check_bot(bot, rules=PRESETS[name], rounds=8)


def test_the_bot_saves_its_bombs_when_it_leads() -> None:
    deal = dealt("3S 4S 5S 5C 5D 5H 6C 9S 9C TS TC JS JC", "")
    assert bot(GameRecord.new(2).apply(deal).final.view(0)) == Play(0, Combo.parse("3S"))


def test_the_rule_sets_to_choose_from() -> None:
    assert TITLES.keys() == PRESETS.keys()
    assert [each["name"] for each in json.loads(rule_sets())] == [*PRESETS]
    assert json.loads(rule_sets())[0]["target"] == 10


def test_every_event_of_a_game_for_money_has_its_sentence() -> None:
    said: set[str] = set()
    for seed in range(40):
        rng = random.Random(seed)
        record = GameRecord.new(3, SOUTHERN).apply(Deal.shuffled(rng, 3))
        while record.final.phase is Phase.PLAYING:
            record = record.apply(rng.choice(record.final.legal_actions()))
        for pair in itertools.pairwise(record.states()):
            said |= {sentence(event) for event in events_between(*pair)}
    for words in ("You lead ", "An passes.", "You are out: place 1.", " inherits the lead.",
                  "You win the trick.", " to you: "):  # fmt: skip
        assert any(words in each for each in said), words
