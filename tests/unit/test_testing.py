"""What `tienlen.testing` draws, counts and checks, and that its checks can fail."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib.metadata import entry_points
from itertools import chain
from typing import Any, TypeVar

import attrs
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

import tienlen
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    InvalidSeatError,
    Kind,
    LegalActions,
    LegalMoves,
    Pass,
    Payment,
    Phase,
    Play,
    Rank,
    RoundResult,
    Rules,
    Shape,
    Shapes,
    Twos,
    _conformance,
    classify,
    legal_moves,
    testing,
)
from tienlen.notation import GameRecord
from tienlen.selection import Selection
from tienlen.view import PlayerView

T = TypeVar("T")
DOUBLE = Shapes(Kind.DOUBLE_SEQUENCE)
PRESETS = (CARDGAMES_IO, PAGAT, SOUTHERN, NORTHERN, VIET_CONG)
VALUES: Sequence[type[Any]] = (
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameRecord,
    GameState,
    LegalActions,
    LegalMoves,
    Pass,
    Payment,
    Phase,
    Play,
    PlayerView,
    Rank,
    RoundResult,
    Rules,
    Selection,
    Shape,
    Shapes,
    Twos,
)


def drawn(strategy: st.SearchStrategy[T], number: int = 100) -> list[T]:
    """Some values, the same on every run."""
    values: list[T] = []

    def keep(value: T) -> None:
        values.append(value)

    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.large_base_example]
    settings(
        max_examples=number,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=checks,
    )(given(strategy)(keep))()
    return values


class TestStrategies:
    def test_cards(self) -> None:
        assert set(drawn(testing.cards(), 200)) == set(tienlen.DECK)

    @given(st.data(), st.integers(0, 52), st.integers(0, 52))
    def test_sizes_of_hands(self, data: st.DataObject, one: int, other: int) -> None:
        least, most = sorted((one, other))
        hand = data.draw(testing.hands(min_size=least, max_size=most))
        assert least <= len(hand) <= most

    def test_many_hands_hold_more_than_singles_and_pairs(self) -> None:
        kinds = Counter(
            kind
            for hand in drawn(testing.hands(), 200)
            for kind in {move.kind for move in legal_moves(hand)}
        )
        assert min(kinds[kind] for kind in (Kind.TRIPLE, Kind.QUAD, Kind.SEQUENCE)) >= 20
        assert kinds[Kind.DOUBLE_SEQUENCE] >= 5

    @pytest.mark.parametrize("rules", PRESETS)
    @pytest.mark.slow
    def test_combos(self, rules: Rules) -> None:
        combos = drawn(testing.combos(rules), 300)
        assert all(classify(combo, rules) == combo for combo in combos)
        assert max(map(len, combos)) <= 13
        held = {move.kind for move in legal_moves(tienlen.DECK, rules=rules)[::10_000_019]}
        assert held <= {combo.kind for combo in combos}
        assert sum(combo.top.rank is Rank.TWO for combo in combos) >= 10

    @given(st.data(), st.from_type(Shape))
    def test_shapes_of_combos(self, data: st.DataObject, shape: Shape) -> None:
        assert data.draw(testing.combos(None, [shape])).shape is shape

    def test_combos_of_any_rules(self) -> None:
        combos = drawn(testing.combos(None), 300)
        assert any(classify(combo) is None for combo in combos)
        assert {combo.kind for combo in combos} == set(Kind)

    @pytest.mark.parametrize("rules", PRESETS)
    @pytest.mark.slow
    def test_tables(self, rules: Rules) -> None:
        chopped = 0
        for table, hand in drawn(testing.tables(rules)):
            moves = legal_moves(hand, table, rules)
            assert moves
            assert not hand & table.cards
            assert len(hand) <= 13
            chopped += any(move.shape is not table.shape for move in moves)
        assert chopped >= 3

    @pytest.mark.slow
    def test_rules(self) -> None:
        found = drawn(testing.rules(), 250)
        assert set(PRESETS) < set(found)
        for field in attrs.fields(Rules):
            if field.init:
                values = {repr(getattr(rules, field.name)) for rules in found}
                # The presets alone have up to five; the enumerations have two or three.
                assert len(values) > (1 if field.name in ("suits", "twos_last") else 2), field.name
        assert all(attrs.evolve(rules) == rules for rules in found)

    @pytest.mark.parametrize("rules", PRESETS)
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_deals(self, rules: Rules, seats: int) -> None:
        for deal in drawn(testing.deals(rules, seats=seats), 20):
            assert [len(hand) for hand in deal.hands] == [13] * seats
            GameState.new(seats, rules).apply(deal)

    def test_deals_for_any_number_of_seats(self) -> None:
        rules = attrs.evolve(CARDGAMES_IO, seats=[2, 6], hand_size=8)
        deals = drawn(testing.deals(rules))
        assert {len(deal.hands) for deal in deals} == {2, 6}
        bombs = [any(len(move) == 4 for move in legal_moves(deal.hands[0])) for deal in deals]
        assert sum(bombs) >= 10

    @settings(max_examples=settings().max_examples // 2)
    @given(st.data(), testing.rules(), st.integers(1, 10), st.integers(0, 5))
    def test_positions(self, data: st.DataObject, rules: Rules, size: int, actions: int) -> None:
        state = data.draw(testing.positions(rules, max_size=size, max_actions=actions))
        assert state.phase is Phase.PLAYING
        assert state.rules == rules
        assert max(state.counts) <= size
        assert state.legal_actions()

    @pytest.mark.slow
    def test_positions_of_the_southern_game(self) -> None:
        states = drawn(testing.positions(SOUTHERN, seats=4), 300)
        seen = Counter(
            name
            for state in states
            for name in ("table", "passed", "finished", "opening_card", "stopped", "payments")
            if getattr(state, name)
        )
        assert len(seen) == 6, seen
        free = [
            state
            for state in states
            if any(state.legal_actions(seat) for seat in range(state.seats) if seat != state.turn)
        ]
        assert free
        assert any(state.chain for state in states)

    @pytest.mark.slow
    def test_positions_of_the_northern_game(self) -> None:
        states = drawn(testing.positions(NORTHERN), 150)
        assert any(
            state.why_illegal(Play(seat, Combo([card]))) is IllegalReason.BARRED
            for state in states
            for seat, hand in enumerate(state.hands)
            for card in hand
        )

    @pytest.mark.parametrize("rules", PRESETS)
    def test_games(self, rules: Rules) -> None:
        for record in drawn(testing.games(rules, seats=3, rounds=2), 5):
            assert (record.rules, record.seats) == (rules, 3)
            assert record.final.phase is Phase.DEALING
            assert record.final.round == 3
            assert sum(isinstance(action, Deal) for action in record.actions) == 2

    def test_a_game_ends_when_it_is_over(self) -> None:
        rules = attrs.evolve(CARDGAMES_IO, target=1)
        for record in drawn(testing.games(rules, seats=2, rounds=50), 5):
            assert record.final.phase is Phase.OVER

    def test_what_is_found_is_small(self) -> None:
        """A test that fails with some hand fails with a small one."""
        small = settings(max_examples=50, derandomize=True, database=None, deadline=None)
        two = Card.parse("2H")
        assert find(testing.hands(), lambda hand: two in hand, settings=small) == CardSet.of([two])

    @pytest.mark.parametrize(
        ("make", "parts", "says"),
        [
            (testing.hands, {"min_size": 3, "max_size": 2}, "not 3 to 2"),
            (testing.hands, {"min_size": -1}, "not -1 to 13"),
            (testing.hands, {"max_size": 53}, "not 0 to 53"),
            (testing.combos, {"rules": NORTHERN, "shapes": DOUBLE}, "no combo of these shapes"),
            (testing.combos, {"shapes": []}, "no combo of these shapes"),
            (testing.positions, {"max_size": 0}, "0 cards a hand"),
            (testing.positions, {"max_actions": -1}, "-1 actions"),
        ],
    )
    def test_impossible_questions(
        self, make: Callable[..., object], parts: dict[str, Any], says: str
    ) -> None:
        with pytest.raises(InvalidArgument, match=says):
            make(**parts)

    @pytest.mark.parametrize(
        "make",
        [testing.deals, testing.positions, testing.games],
    )
    def test_seats_that_cannot_play(self, make: Callable[..., object]) -> None:
        with pytest.raises(InvalidSeatError, match="5"):
            make(seats=5)

    @pytest.mark.parametrize(
        "make", [testing.combos, testing.tables, testing.deals, testing.positions, testing.games]
    )
    def test_what_are_no_rules(self, make: Callable[..., object]) -> None:
        with pytest.raises(TypeError, match="'PAGAT'"):
            make("PAGAT")

    def test_what_are_no_numbers(self) -> None:
        wrong: Any = "3"
        for make in (
            lambda: testing.hands(min_size=wrong),
            lambda: testing.hands(max_size=wrong),
            lambda: testing.positions(max_size=wrong),
            lambda: testing.positions(max_actions=wrong),
            lambda: testing.games(rounds=wrong),
        ):
            with pytest.raises(TypeError, match="'3'"):
                make()


class TestFromType:
    @pytest.mark.parametrize("cls", VALUES)
    def test_every_value(self, cls: type[Any]) -> None:
        for value in drawn(st.from_type(cls), 30):
            assert type(value) is cls
            assert pickle.loads(pickle.dumps(value)) == value

    @pytest.mark.slow
    def test_states_and_views_are_of_all_kinds(self) -> None:
        states = drawn(st.from_type(GameState), 40)
        assert {state.phase for state in states} >= {Phase.DEALING, Phase.PLAYING}
        assert {view.seat for view in drawn(st.from_type(PlayerView), 40)} >= {None, 0, 1}

    @pytest.mark.parametrize("other", [Sequence[int], Iterable[int], Collection[int]])
    def test_other_types_are_left_alone(self, other: Any) -> None:
        """Moves are a sequence of combos, and no sequence of anything else."""
        for value in drawn(st.from_type(other), 50):
            assert not isinstance(value, LegalMoves | LegalActions | CardSet | Combo)
            assert all(isinstance(each, int) for each in value)

    def test_hypothesis_knows_without_being_told(self) -> None:
        """The entry point is there, and works whichever of the two is imported first."""
        (entry,) = [each for each in entry_points(group="hypothesis") if each.name == "tienlen"]
        assert entry.value == "tienlen.testing"
        draw = "from tienlen import Card; find(from_type(Card), lambda card: True)"
        imports = "from hypothesis import find; from hypothesis.strategies import from_type"
        for first in (imports, "import tienlen.testing"):
            code = f"{first}; {imports}; {draw}"
            subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


class TestPerft:
    """The numbers themselves are held against the oracle's, in `tests/test_perft.py`."""

    def test_one_sequence_of_nothing(self) -> None:
        assert testing.perft(GameState.new(), 0) == 1

    def test_a_deal_is_no_action(self) -> None:
        assert testing.perft(GameState.new(), 1) == 0
        assert testing.divide(GameState.new(), 1) == {}

    def test_divide_begins_with_the_seat_to_move(self) -> None:
        hands = [CardSet.parse("3S"), CardSet.parse("4S"), CardSet.parse("5S")]
        state = GameState.position(hands=hands, turn=1, table=Combo.parse("3C"), table_seat=0)
        # 4S: the two others may still pass or, seat 2, play; a pass leaves seat 2 with both.
        counts = testing.divide(state, 2)
        assert list(counts.items()) == [(Play(1, Combo.parse("4S")), 2), (Pass(1), 2)]

    @pytest.mark.parametrize("depth", [-1, True, "1", None, 1.0])
    def test_what_is_no_depth(self, depth: Any) -> None:
        error = ValueError if depth == -1 else TypeError
        for count in (testing.perft, testing.divide):
            with pytest.raises(error, match=str(depth)):
                count(GameState.new(), depth)

    def test_no_first_action_of_none(self) -> None:
        with pytest.raises(ValueError, match="0"):
            testing.divide(GameState.new(), 0)


def weakest(view: PlayerView) -> Play | Pass:
    return view.legal_actions()[0]


def says_nothing(_view: PlayerView) -> None:
    pass


def says_a_combo(view: PlayerView) -> Combo:
    return view.legal_moves()[0]


def acts_for_another(_view: PlayerView) -> Pass:
    return Pass(1)


def always_passes(view: PlayerView) -> Pass:
    assert view.turn is not None
    return Pass(view.turn)


def plays_what_it_lacks(view: PlayerView) -> Play:
    assert view.seat is not None
    return Play(view.seat, Combo([min(tienlen.DECK - view.hand)]))


def cheats(view: PlayerView) -> Play | Pass:
    answer = weakest(view)
    object.__setattr__(view.hand, "mask", 0)
    return answer


BAD_BOTS: list[tuple[Callable[[PlayerView], Any], str]] = [
    (says_nothing, "answered None, which is no Play or Pass"),
    (says_a_combo, "which is no Play or Pass"),
    (acts_for_another, "answered Pass(seat=1) in seat 0"),
    (always_passes, "there is nothing on the table to pass on (rule 4.2)"),
    (plays_what_it_lacks, "the seat does not hold these cards (rule 5.1)"),
    (cheats, "changed what it was shown"),
]


class TestCheckBot:
    @pytest.mark.parametrize("rules", PRESETS)
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_a_good_bot(self, rules: Rules, seats: int) -> None:
        rng = random.Random(seats)
        testing.check_bot(
            lambda view: rng.choice(view.legal_actions()), rules=rules, seats=seats, rounds=4
        )

    def test_it_is_asked_in_every_seat_and_at_its_turn(self) -> None:
        views: list[PlayerView] = []

        def bot(view: PlayerView) -> Play | Pass:
            views.append(view)
            return weakest(view)

        testing.check_bot(bot, seats=3, rounds=6)
        assert {view.seat for view in views} == {0, 1, 2}
        assert all(view.seat == view.turn for view in views)

    def test_the_seed_decides(self) -> None:
        def views(seed: int) -> list[PlayerView]:
            seen: list[PlayerView] = []

            def bot(view: PlayerView) -> Play | Pass:
                seen.append(view)
                return weakest(view)

            testing.check_bot(bot, rounds=2, seed=seed)
            return seen

        assert views(1) == views(1)
        assert views(1) != views(2)

    def test_a_game_follows_the_one_before(self) -> None:
        rounds: list[int] = []

        def bot(view: PlayerView) -> Play | Pass:
            rounds.append(view.round)
            return weakest(view)

        testing.check_bot(bot, rules=attrs.evolve(CARDGAMES_IO, target=1), rounds=3)
        assert set(rounds) == {1}

    def test_other_seats_chop_freely(self, monkeypatch: pytest.MonkeyPatch) -> None:
        chops: list[Play | Pass] = []
        real = _conformance._next_action

        def watched(record: GameRecord, *rest: Any) -> Play | Pass:
            action = real(record, *rest)
            if action.seat != record.final.turn:
                chops.append(action)
            return action

        monkeypatch.setattr(_conformance, "_next_action", watched)
        pairs = (Shapes(Kind.PAIR),)
        house = attrs.evolve(
            SOUTHERN, chops=(Chop(Shape(Kind.SINGLE), pairs),), free_chops=pairs, hand_size=6
        )
        testing.check_bot(weakest, rules=house)
        assert chops
        assert all(isinstance(chop, Play) for chop in chops)

    @pytest.mark.parametrize(("bot", "says"), BAD_BOTS)
    def test_a_bad_bot(self, bot: Callable[[PlayerView], Any], says: str) -> None:
        with pytest.raises(AssertionError) as failed:
            testing.check_bot(bot)
        text = str(failed.value)
        assert text.startswith("the bot ")
        assert says in text
        self.check_story(text)

    def test_a_bot_that_breaks(self) -> None:
        def bot(view: PlayerView) -> Play | Pass:
            if view.table is not None:
                raise KeyError("lost")
            return weakest(view)

        with pytest.raises(KeyError, match="lost") as failed:
            testing.check_bot(bot)
        (note,) = failed.value.__notes__
        assert note.startswith("raised by the bot in seat 0")
        record = self.check_story(note)
        assert record.final.turn == 0
        assert record.final.table is not None

    def check_story(self, text: str) -> GameRecord:
        """The record in a report replays to where the bot was asked."""
        _, story = text.split("the game so far:\n")
        return GameRecord.parse(story)

    def test_seats_that_cannot_play(self) -> None:
        with pytest.raises(InvalidSeatError, match="5"):
            testing.check_bot(weakest, seats=5)


def always(value: object) -> Callable[..., Any]:
    """A function that does not care what it is asked."""
    return lambda *_parts, **_named_parts: value


real_view = GameState.view


def another_view(state: GameState, seat: int | None) -> PlayerView:
    return attrs.evolve(real_view(state, seat), round=9)


def address(value: object) -> str:
    return str(id(value))


BROKEN: list[tuple[Any, str, object, str]] = [
    (GameState, "phase", Phase.OVER, "a seat is to move while a round is played"),
    (GameState, "winner", 0, "who wins ends the game"),
    (GameState, "counts", (1,), "hands, scores and counts are by seat"),
    (GameState, "__deepcopy__", always(0), "a copy is the state itself"),
    (GameState, "__reduce__", always((GameState.new, ())), "a pickle gives an equal state"),
    (_conformance, "from_data", always(GameState.new()), "data gives an equal state"),
    (_conformance, "_position", always(GameState.new()), "its parts give an equal position"),
    (GameState, "why_illegal", always(IllegalReason.BARRED), "is listed, so it is legal"),
    (LegalActions, "__contains__", always(False), "is legal if it is listed"),
    (LegalActions, "index", always(0), "is where its index says"),
    (GameState, "apply", always(GameState.new()), "is refused for the reason foretold"),
    (GameState, "view", another_view, "what is public, seat 0 sees as it is"),
    (PlayerView, "__str__", address, "seat 0 sees nothing that depends on hidden cards"),
    (PlayerView, "legal_actions", always(()), "seat 0 sees what it may do"),
    (PlayerView, "why_illegal", always(IllegalReason.BARRED), "is legal or not for one reason"),
]
"""What is broken, what it becomes, and what the report says."""


class TestCheckState:
    @given(st.from_type(GameState))
    @settings(max_examples=settings().max_examples // 2)
    def test_every_state_keeps_the_laws(self, state: GameState) -> None:
        testing.check_state(state)

    @pytest.mark.parametrize("rules", PRESETS)
    def test_the_states_of_a_game(self, rules: Rules) -> None:
        rng = random.Random(3)
        state = GameState.new(3, rules).apply(Deal.shuffled(rng, 3, rules))
        while state.phase is Phase.PLAYING:
            if rng.random() < 0.2:
                testing.check_state(state)
            state = state.apply(rng.choice(state.legal_actions()))
        testing.check_state(state)

    def test_a_state_of_large_hands(self) -> None:
        """Of 20 million plays, some are looked at."""
        cards = list(tienlen.DECK)
        testing.check_state(GameState.position(hands=[cards[:26], cards[26:]], turn=0))

    def test_what_is_no_state(self) -> None:
        wrong: Any = "state"
        with pytest.raises(TypeError, match="not 'state'"):
            testing.check_state(wrong)

    @pytest.mark.parametrize(("owner", "name", "instead", "says"), BROKEN)
    def test_a_broken_law(
        self,
        owner: Any,
        name: str,
        instead: object,
        says: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        hands = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S"), CardSet.parse("5S")]
        state = GameState.position(hands=hands, turn=1, table=Combo.parse("7S"), table_seat=0)
        testing.check_state(state)
        monkeypatch.setattr(owner, name, instead)
        with pytest.raises(AssertionError) as failed:
            testing.check_state(state)
        law, shown = str(failed.value).split("\nin GameState(")
        assert says in law
        assert "CardSet.parse('4S 8S')" in shown

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"hands": (CardSet(), CardSet())}, "no card comes or goes by"),
            (
                {"hands": (CardSet.parse("4S 8S"), CardSet.parse("3S 9S"))},
                "hands lose what is played by",
            ),
            ({"turn": None}, "settles the round it ends"),
            ({"scores": (1, 0)}, "moves no scores in the middle of a round"),
        ],
    )
    def test_a_broken_step(
        self, change: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hands = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S")]
        state = GameState.position(hands=hands, turn=1, table=Combo.parse("7S"), table_seat=0)
        real = GameState.apply

        def apply(state: GameState, action: Any) -> GameState:
            after = real(state, action)
            for name, value in change.items():
                object.__setattr__(after, name, value)
            return after

        monkeypatch.setattr(GameState, "apply", apply)
        with pytest.raises(AssertionError, match=says):
            testing.check_state(state)

    @pytest.mark.parametrize(
        ("rules", "change", "says"),
        [
            (CARDGAMES_IO, {"scores": (0, 0)}, "moves the scores"),
            (SOUTHERN, {"points": (1, 1)}, "units change hands"),
        ],
    )
    def test_a_broken_end(
        self, rules: Rules, change: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hands = [CardSet.parse("3S 9S"), CardSet.parse("8S")]
        state = GameState.position(
            hands=hands, turn=1, table=Combo.parse("7S"), table_seat=0, rules=rules, played=[0, 1]
        )
        real = GameState.apply

        def apply(state: GameState, action: Any) -> GameState:
            after = real(state, action)
            if after.last_round is not None and "points" in change:
                result = attrs.evolve(after.last_round, points=change["points"])
                object.__setattr__(after, "last_round", result)
                object.__setattr__(after, "scores", change["points"])
            elif after.last_round is not None:
                object.__setattr__(after, "scores", change["scores"])
            return after

        monkeypatch.setattr(GameState, "apply", apply)
        with pytest.raises(AssertionError, match=says):
            testing.check_state(state)

    def test_a_card_in_two_places(self) -> None:
        state = GameState.position(hands=[CardSet.parse("3S"), CardSet.parse("4S")], turn=0)
        object.__setattr__(state, "discards", CardSet.parse("4S"))
        with pytest.raises(AssertionError, match="a card is in one place"):
            testing.check_state(state)


def test_names() -> None:
    """All that is public is there, in order, and nothing needs another import."""
    assert testing.__all__ == sorted(testing.__all__)
    assert not set(chain(testing.__all__)) - set(dir(testing))
