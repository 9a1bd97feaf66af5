"""Rules, and rule sets that are no more than other data."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tests.unit.checklist import ConstructedChecklist, ErrorChecklist, Refused, Sample
from tienlen import (
    CARDGAMES_IO,
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameState,
    InstantWin,
    InvalidComboError,
    InvalidRulesError,
    Kind,
    Opening,
    Penalty,
    Rank,
    Rules,
    Settlement,
    Shape,
    Shapes,
    Suits,
    Twos,
    TwosLast,
    beats,
    classify,
    legal_moves,
)

FOUR_PAIRS = Shapes(Kind.DOUBLE_SEQUENCE, 4)
BASE: dict[str, Any] = {
    "seats": (2, 3, 4),
    "hand_size": 13,
    "sequence_top": Rank.ACE,
    "double_sequence_top": Rank.ACE,
    "quad_sequence_top": None,
    "chops": (
        Chop(Twos(1), [Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3)]),
        Chop(Twos(2), [Shapes(Kind.DOUBLE_SEQUENCE, 4)]),
        Chop(Twos(3), [Shapes(Kind.DOUBLE_SEQUENCE, 5)]),
    ),
    "suits": Suits.FREE,
    "twos_last": TwosLast.ALLOWED,
    "free_chops": (),
    "opening": Opening.FIRST_ROUND,
    "instant_wins": (),
    "settlement": Settlement.PLACES,
    "penalties": (),
    "target": 10,
}
NO_QUADS = Chop(Twos(1), [Shapes(Kind.DOUBLE_SEQUENCE, 3)])


class TestRules(ConstructedChecklist):
    samples = (
        Sample("Rules()", BASE),
        Sample("Rules(target=5)", BASE | {"target": 5}),
        Sample("Rules(target=None)", BASE | {"target": None}),
        Sample("Rules(seats=(2,), hand_size=26)", BASE | {"seats": (2,), "hand_size": 26}),
        Sample("Rules(sequence_top=Rank.TWO)", BASE | {"sequence_top": Rank.TWO}),
        Sample("Rules(sequence_top=None)", BASE | {"sequence_top": None}),
        Sample(
            "Rules(double_sequence_top=None, chops=())",
            BASE | {"double_sequence_top": None, "chops": ()},
        ),
        Sample(
            "Rules(quad_sequence_top=Rank.ACE, chops=("
            "Chop(Twos(2), (Shapes(Kind.QUAD_SEQUENCE, 2, 2),)),))",
            BASE
            | {
                "quad_sequence_top": Rank.ACE,
                "chops": (Chop(Twos(2), [Shapes(Kind.QUAD_SEQUENCE, 2, 2)]),),
            },
        ),
        Sample(
            "Rules(double_sequence_top=None, chops=(), suits=Suits.FOLLOW)",
            BASE | {"double_sequence_top": None, "chops": (), "suits": Suits.FOLLOW},
        ),
        Sample("Rules(twos_last=TwosLast.BARRED)", BASE | {"twos_last": TwosLast.BARRED}),
        Sample(
            "Rules(free_chops=(Shapes(Kind.DOUBLE_SEQUENCE, 4, 13),))",
            BASE | {"free_chops": (FOUR_PAIRS,)},
        ),
        Sample(
            "Rules(opening=Opening.EVERY_ROUND)",
            BASE | {"opening": Opening.EVERY_ROUND},
        ),
        Sample(
            "Rules(instant_wins=(InstantWin.FOUR_TWOS,), settlement=Settlement.LAST_LOSES)",
            BASE | {"instant_wins": (InstantWin.FOUR_TWOS,), "settlement": Settlement.LAST_LOSES},
        ),
        Sample(
            "Rules(settlement=Settlement.UNITS, penalties=(Penalty.CONG, Penalty.THOI))",
            BASE | {"settlement": Settlement.UNITS, "penalties": (Penalty.CONG, Penalty.THOI)},
        ),
    )
    parts = tuple(BASE)
    parts_need_names = True
    refused = (
        Refused("seats", (), InvalidRulesError, "seats"),
        Refused("seats", (1,), InvalidRulesError, "seats: a game of 1 cannot"),
        Refused("seats", (0, 4), InvalidRulesError, "seats: a game of 0 cannot"),
        Refused("seats", (4, 5), InvalidRulesError, "5 seats of 13 cards need 65, a pack has 52"),
        Refused("seats", 4, TypeError, "int"),
        Refused("seats", None, TypeError, "None"),
        Refused("seats", "4", TypeError, "'4'"),
        Refused("seats", (True, 2), TypeError, "True"),
        Refused("seats", (4.0,), TypeError, "4.0"),
        Refused("hand_size", 0, InvalidRulesError, "hand_size: no hand has 0 cards"),
        Refused("hand_size", -13, InvalidRulesError, "hand_size: no hand has -13 cards"),
        Refused("hand_size", 14, InvalidRulesError, "4 seats of 14 cards need 56, a pack has 52"),
        Refused("hand_size", None, TypeError, "None"),
        Refused("hand_size", True, TypeError, "True"),
        Refused("hand_size", "13", TypeError, "'13'"),
        Refused("hand_size", 13.0, TypeError, "13.0"),
        Refused("sequence_top", "A", TypeError, "not 'A'"),
        Refused("sequence_top", Rank.FOUR, InvalidRulesError, "4"),
        Refused("double_sequence_top", 11, TypeError, "double_sequence_top"),
        Refused("double_sequence_top", Rank.THREE, InvalidRulesError, "double_sequence_top"),
        Refused("double_sequence_top", None, InvalidRulesError, "chops, double_sequence_top"),
        Refused("quad_sequence_top", False, TypeError, "quad_sequence_top"),
        Refused("quad_sequence_top", Rank.THREE, InvalidRulesError, "quad_sequence_top"),
        Refused("chops", None, TypeError, "None"),
        Refused("chops", (Twos(1),), TypeError, "Twos(1)"),
        Refused("chops", (NO_QUADS, NO_QUADS), InvalidRulesError, "Twos(1) has two rows"),
        Refused(
            "chops",
            (Chop(Twos(1), [Shapes(Kind.QUAD_SEQUENCE)]),),
            InvalidRulesError,
            "chops, quad_sequence_top: no quad sequence exists",
        ),
        Refused(
            "chops",
            (Chop(Shape(Kind.QUAD_SEQUENCE, 2), [FOUR_PAIRS]),),
            InvalidRulesError,
            "chops, quad_sequence_top: no quad sequence exists",
        ),
        Refused(
            "chops",
            (Chop(Twos(4), [Shapes(Kind.QUAD)]),),
            InvalidRulesError,
            "chops: a quad would beat a quad",
        ),
        Refused(
            "chops",
            (Chop(Shape(Kind.DOUBLE_SEQUENCE, 4), [Shapes(Kind.DOUBLE_SEQUENCE)]),),
            InvalidRulesError,
            "a double sequence of 4 would beat a double sequence of 4",
        ),
        Refused("suits", "FOLLOW", TypeError, "suits takes Suits, not 'FOLLOW'"),
        Refused("suits", None, TypeError, "None"),
        Refused("suits", Suits.FOLLOW, InvalidRulesError, "suits, double_sequence_top"),
        Refused("twos_last", True, TypeError, "twos_last takes TwosLast, not True"),
        Refused("twos_last", Suits.FREE, TypeError, "Suits.FREE"),
        Refused("free_chops", None, TypeError, "None"),
        Refused("free_chops", (Kind.QUAD,), TypeError, "Kind.QUAD"),
        Refused("free_chops", FOUR_PAIRS, TypeError, "Shape(Kind.DOUBLE_SEQUENCE, 4)"),
        Refused("free_chops", (Shapes(Kind.TRIPLE),), InvalidRulesError, "free_chops, chops"),
        Refused("opening", 0, TypeError, "opening takes Opening, not 0"),
        Refused("opening", TwosLast.BARRED, TypeError, "TwosLast.BARRED"),
        Refused("instant_wins", None, TypeError, "None"),
        Refused("instant_wins", InstantWin.DRAGON, TypeError, "InstantWin"),
        Refused("instant_wins", ("four 2s",), TypeError, "'four 2s'"),
        Refused("instant_wins", (InstantWin.DRAGON,), InvalidRulesError, "settlement"),
        Refused("settlement", "UNITS", TypeError, "settlement takes Settlement, not 'UNITS'"),
        Refused("settlement", None, TypeError, "None"),
        Refused("penalties", None, TypeError, "None"),
        Refused("penalties", Penalty.CONG, TypeError, "Penalty"),
        Refused("penalties", ("CONG",), TypeError, "'CONG'"),
        Refused("penalties", (Penalty.CONG, None), TypeError, "None"),
        Refused("penalties", (Penalty.CONG,), InvalidRulesError, "penalties, settlement"),
        Refused("target", 0, InvalidRulesError, "target: a game to 0"),
        Refused("target", -10, InvalidRulesError, "target: a game to -10"),
        Refused("target", "10", TypeError, "'10'"),
        Refused("target", True, TypeError, "True"),
    )

    def test_the_base_game_is_the_default(self) -> None:
        assert Rules() == CARDGAMES_IO
        assert attrs.evolve(CARDGAMES_IO, target=5) == Rules(target=5)
        assert attrs.evolve(Rules(target=5), target=10) == CARDGAMES_IO

    @pytest.mark.parametrize("seats", [(4, 2, 3), [2, 3, 4, 4, 2], {2, 3, 4}, range(2, 5)])
    def test_numbers_of_seats_in_any_order(self, seats: Any) -> None:
        assert Rules(seats=seats) == CARDGAMES_IO
        assert Rules(seats=iter(seats)).seats == (2, 3, 4)

    def test_numbers_of_seats_are_sorted(self) -> None:
        # A set of numbers as high as 9 is in no order of theirs.
        assert Rules(seats=[9, 2], hand_size=1).seats == (2, 9)

    def test_lists_may_be_any_iterable(self) -> None:
        assert Rules(chops=iter(BASE["chops"])) == CARDGAMES_IO
        assert Rules(free_chops=iter([FOUR_PAIRS])) == Rules(free_chops=(FOUR_PAIRS,))
        last = Settlement.LAST_LOSES
        assert Rules(instant_wins=iter(InstantWin), settlement=last) == Rules(
            instant_wins=tuple(InstantWin), settlement=last
        )
        units = Settlement.UNITS
        assert Rules(penalties=iter(Penalty), settlement=units) == Rules(
            penalties=tuple(Penalty), settlement=units
        )

    def test_penalties_are_sorted(self) -> None:
        twice = [Penalty.THOI, Penalty.CHOP_CHAIN, Penalty.THOI]
        rules = Rules(penalties=twice, settlement=Settlement.UNITS)
        assert rules.penalties == (Penalty.CHOP_CHAIN, Penalty.THOI)

    def test_the_whole_pack_may_be_dealt(self) -> None:
        assert Rules(seats=[26], hand_size=2).seats == (26,)
        assert Rules(seats=[2], hand_size=26).hand_size == 26

    @pytest.mark.parametrize(
        ("change", "fields"),
        [
            ({"seats": ()}, ("seats",)),
            ({"hand_size": 14}, ("seats", "hand_size")),
            ({"seats": (1, 2)}, ("seats",)),
            ({"hand_size": 0}, ("hand_size",)),
            ({"target": 0}, ("target",)),
            ({"sequence_top": Rank.FOUR}, ("sequence_top",)),
            ({"double_sequence_top": None}, ("chops", "double_sequence_top")),
            ({"chops": [NO_QUADS, NO_QUADS]}, ("chops",)),
        ],
        ids=repr,
    )
    def test_the_error_names_the_fields(
        self, change: dict[str, Any], fields: tuple[str, ...]
    ) -> None:
        with pytest.raises(InvalidRulesError) as caught:
            Rules(**change)
        assert caught.value.fields == fields

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            (
                {"instant_wins": [InstantWin.DRAGON]},
                "a round without a second place has no points by place",
            ),
            (
                {"seats": [5], "hand_size": 10, "settlement": Settlement.UNITS},
                "units are laid down for 2, 3 and 4 seats",
            ),
            # Twelve ranks lie below the 2, so that no run of these rules has thirteen.
            (
                {"free_chops": [Shapes(Kind.DOUBLE_SEQUENCE, 13)]},
                "Shapes(Kind.DOUBLE_SEQUENCE, 13, 13) are no bombs",
            ),
        ],
        ids=repr,
    )
    def test_the_error_tells_the_problem(self, change: dict[str, Any], problem: str) -> None:
        with pytest.raises(InvalidRulesError) as caught:
            Rules(**change)
        assert caught.value.problem == problem

    def test_every_bomb_may_be_a_free_chop(self) -> None:
        quads = Shapes(Kind.QUAD)
        rules = Rules(chops=[Chop(Twos(1), [quads])], free_chops=[quads])
        assert rules.free_chops == (quads,)


class TestInvalidRulesError(ErrorChecklist):
    samples = (
        Sample(
            "InvalidRulesError(('seats', 'hand_size'), 'too many cards')",
            {"fields": ("seats", "hand_size"), "problem": "too many cards"},
            text="seats, hand_size: too many cards",
        ),
    )


def combo(text: str) -> Combo:
    return Combo.parse(text, rules=None)


class TestRunsOfOtherRules:
    """Which runs there are follows from three ranks."""

    @pytest.mark.parametrize(
        ("rules", "admitted", "not_admitted"),
        [
            (Rules(sequence_top=Rank.TWO), "QS KS AS 2S", "QS QC KS KC AS AC 2S 2C"),
            (Rules(double_sequence_top=Rank.TWO), "QS QC KS KC AS AC 2S 2C", "QS KS AS 2S"),
            (Rules(quad_sequence_top=Rank.FOUR), "3SCDH 4SCDH", "4SCDH 5SCDH"),
            (Rules(quad_sequence_top=Rank.TWO), "ASCDH 2SCDH", "KS AS 2S"),
            (Rules(sequence_top=Rank.FIVE), "3S 4S 5S", "4S 5S 6S"),
            (Rules(sequence_top=Rank.FIVE), "3S 3C 4S 4C 5S 5C", "3S 4S 5S 6S"),
            (Rules(sequence_top=None), "3S 3C 4S 4C 5S 5C", "3S 4S 5S"),
            (Rules(double_sequence_top=None, chops=()), "3S 4S 5S", "3S 3C 4S 4C 5S 5C"),
        ],
        ids=str,
    )
    def test_admitted(self, rules: Rules, admitted: str, not_admitted: str) -> None:
        known, unknown = combo(_spell(admitted)), combo(_spell(not_admitted))
        assert classify(known, rules) == known
        assert Combo.parse(str(known), rules) == known
        assert known in legal_moves(known, rules=rules)
        assert classify(unknown, rules) is None
        assert unknown not in legal_moves(unknown, rules=rules)
        assert not beats(unknown, combo("3S"), rules)
        for ask in (
            lambda: Combo.parse(str(unknown), rules),
            lambda: beats(combo("3S"), unknown, rules),
            lambda: legal_moves([], unknown, rules),
        ):
            with pytest.raises(InvalidComboError) as caught:
                ask()
            assert caught.value.cards == unknown.cards


def _spell(text: str) -> str:
    """Spell ``3SCDH`` out as ``3S 3C 3D 3H``."""
    return " ".join(word[0] + suit for word in text.split() for suit in word[1:])


class TestOtherChopTables:
    """What chops what is a table from shapes to shapes."""

    rules = Rules(
        chops=[
            Chop(Twos(1), [Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3, 3)]),
            Chop(Twos(4), [Shapes(Kind.DOUBLE_SEQUENCE, 6)]),
            Chop(Shape(Kind.DOUBLE_SEQUENCE, 3), [Shapes(Kind.QUAD), FOUR_PAIRS]),
            Chop(Shape(Kind.QUAD), [FOUR_PAIRS]),
            Chop(Shape(Kind.PAIR), [Shapes(Kind.TRIPLE)]),
        ]
    )

    @pytest.mark.parametrize(
        ("cards", "table", "expected"),
        [
            ("3SCDH", "2H", True),
            ("3SC 4SC 5SC", "2H", True),
            ("3SC 4SC 5SC 6SC", "2H", False),  # beyond the range
            ("3SC 4SC 5SC 6SC 7SC", "2SC", False),  # no row, and not that of other pairs
            ("3SCD", "2SC", False),
            ("3SC 4SC 5SC 6SC 7SC", "2SCD", False),
            ("3SC 4SC 5SC 6SC 7SC 8SC", "2SCDH", True),
            ("3SC 4SC 5SC 6SC 7SC", "2SCDH", False),
            ("3SC 4SC 5SC 6SC", "9SCDH", True),
            ("3SC 4SC 5SC 6SC", "2SCDH", False),  # the row of quads is not that of 2s
            ("3SCDH", "4SC 5SC 6SC", True),
            ("3SC 4SC 5SC", "9SCDH", False),
            ("3SC 4SC 5SC 6SC", "4SC 5SC 6SC", True),
            ("3SC 4SC 5SC 6SC", "4SC 5SC 6SC 7SC", False),  # no row, and its own shape higher
            ("5SC 6SC 7SC 8SC", "4SC 5SC 6SC 7SC", True),
            ("3SCD", "ASC", True),
            ("3SCD", "AS", False),
            ("2DH", "2SC", True),
        ],
    )
    def test_beats(self, cards: str, table: str, expected: bool) -> None:
        play, laid = combo(_spell(cards)), combo(_spell(table))
        assert beats(play, laid, self.rules) is expected
        assert (play in legal_moves(play, laid, self.rules)) is expected
        assert (play in list(legal_moves(play, laid, self.rules))) is expected

    def test_order_of_moves(self) -> None:
        """The shape of the table stands in its place among those that chop it."""
        hand = CardSet.parse(_spell("3SCDH 4SC 5SC 6SC"))
        moves = legal_moves(hand, combo(_spell("3SC 4SC 5SC")), self.rules)
        # Three pairs up to 5SC are not higher; any two of the 3s begin four pairs.
        assert [str(move) for move in moves] == [
            _spell(text)
            for text in [
                "3SCDH",
                "4SC 5SC 6SC",
                *(f"3{suits} 4SC 5SC 6SC" for suits in ("SC", "SD", "CD", "SH", "CH", "DH")),
            ]
        ]

    def test_order_where_shorter_and_longer_runs_chop(self) -> None:
        rules = Rules(
            chops=[
                Chop(
                    Shape(Kind.DOUBLE_SEQUENCE, 4),
                    [Shapes(Kind.DOUBLE_SEQUENCE, 3, 3), Shapes(Kind.DOUBLE_SEQUENCE, 5)],
                )
            ]
        )
        hand = CardSet.parse(_spell("4SC 5SC 6SC 7SC 8SC"))
        moves = legal_moves(hand, combo(_spell("3SC 4SC 5SC 6SC")), rules)
        assert [move.run_length for move in moves] == [3, 3, 3, 4, 4, 5]
        assert [moves.index(move) for move in moves] == [0, 1, 2, 3, 4, 5]


class TestGamesOfOtherRules:
    def test_seats_and_hand_size(self) -> None:
        rules = Rules(seats=[5], hand_size=2)
        state = GameState.new(5, rules)
        assert state.seats == 5
        assert len(state.hands) == 5

    def test_a_game_without_a_target_goes_on(self) -> None:
        rules = Rules(target=None)
        state = GameState.position(
            hands=[CardSet.parse("3S"), CardSet.parse("4S")],
            turn=0,
            scores=[100, 0],
            rules=rules,
        )
        after = state.apply(state.legal_actions()[0])
        assert (after.winner, after.scores, after.round) == (None, (101, 0), 2)

    def test_the_lowest_card_of_a_short_deal_opens(self) -> None:
        rules = Rules(hand_size=1, seats=[2])
        state = GameState.new(2, rules).apply(Deal([[Card.parse("9H")], [Card.parse("9S")]]))
        assert (state.turn, state.opening_card) == (1, Card.parse("9S"))
