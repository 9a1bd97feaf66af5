"""Values as data: each form by hand, in both directions, and every refusal with its paths."""

from __future__ import annotations

import json
import pickle
import sys
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.checklist import ErrorChecklist, Sample, told
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Chop,
    Chopped,
    Combo,
    DataError,
    Deal,
    Dealt,
    GameRecord,
    GameState,
    IllegalReason,
    InstantWin,
    Kind,
    Opening,
    Paid,
    Pass,
    Payment,
    PaymentReason,
    Penalty,
    Phase,
    Play,
    Played,
    PlayerView,
    Rank,
    RoundOver,
    RoundResult,
    Rules,
    Settlement,
    Shape,
    Shapes,
    Suit,
    Suits,
    Twos,
    TwosLast,
    from_data,
    json_schema,
    to_data,
)
from tienlen._converter import rules_from_data, rules_to_data

A_THIRD = settings(max_examples=settings().max_examples // 3)

SHORT = Rules(hand_size=1, seats=[2])
TWO_NINES = Deal([[Card.parse("9H")], [Card.parse("9S")]])

DEALT_NINES: dict[str, Any] = {"type": "Deal", "value": {"hands": [["9H"], ["9S"]]}}
PLAYED_NINE: dict[str, Any] = {"type": "Play", "value": {"seat": 1, "combo": ["9S"]}}

RESULT = RoundResult(
    [1, 0], [-2, 2], [Payment(0, 1, 2, PaymentReason.PLACE)], None, [CardSet.parse("3S"), []]
)
RESULT_DATA: dict[str, Any] = {
    "places": [1, 0],
    "points": [-2, 2],
    "payments": [{"payer": 0, "payee": 1, "units": 2, "reason": "PLACE"}],
    "instant_win": None,
    "hands": [["3S"], []],
}

POSITION = GameState.position(
    hands=[CardSet.parse("KS 4S"), CardSet.parse("2D 9D 9C"), [], CardSet.parse("5S 5C")],
    turn=3,
    table=Combo.parse("6S"),
    table_seat=1,
    passed=[0],
    finished=[2],
    scores=[-3, 0, 5, -2],
    round=4,
    discards=CardSet.parse("3H 3S"),
    rules=SOUTHERN,
    played=[3, 2, 1],
    stopped=[],
    payments=[Payment(1, 2, 3, PaymentReason.CHOP)],
)
PUBLIC_DATA: dict[str, Any] = {
    "turn": 3,
    "table": ["6S"],
    "table_seat": 1,
    "passed": [0],
    "finished": [2],
    "opening_card": None,
    "scores": [-3, 0, 5, -2],
    "round": 4,
    "discards": ["3S", "3H"],
    "last_round": None,
    "rules": rules_to_data(SOUTHERN),
    "played": [1, 2, 3],
    "stopped": [],
    "chain": 0,
    "chain_victim": None,
    "payments": [{"payer": 1, "payee": 2, "units": 3, "reason": "CHOP"}],
}
HANDS_DATA = [["4S", "KS"], ["9C", "9D", "2D"], [], ["5S", "5C"]]

BETWEEN_ROUNDS_DATA: dict[str, Any] = {
    "hands": [["9H"], []],
    "turn": None,
    "table": None,
    "table_seat": None,
    "passed": [],
    "finished": [],
    "opening_card": None,
    "scores": [0, 1],
    "round": 2,
    "discards": ["9S"],
    "last_round": {
        "places": [1, 0],
        "points": [0, 1],
        "payments": [],
        "instant_win": None,
        "hands": [["9H"], []],
    },
    "rules": {"seats": [2], "hand_size": 1},
    "played": [],
    "stopped": [],
    "chain": 0,
    "chain_victim": None,
    "payments": [],
}
BETWEEN_ROUNDS = GameState.new(2, SHORT).apply(TWO_NINES).apply(Play(1, Combo.parse("9S")))

FORMS: list[tuple[Any, Any]] = [
    (Card.parse("TH"), "TH"),
    (CardSet(), []),
    (CardSet.parse("2H 3S TD"), ["3S", "TD", "2H"]),
    (Combo.parse("5H 3S 4D"), ["3S", "4D", "5H"]),
    (Combo.parse("KS AS 2S", rules=None), ["KS", "AS", "2S"]),
    (Rank.TEN, "TEN"),
    (Suit.SPADES, "SPADES"),
    (Kind.DOUBLE_SEQUENCE, "DOUBLE_SEQUENCE"),
    (Shape(Kind.PAIR), {"kind": "PAIR", "run_length": 1}),
    (Shapes(Kind.SEQUENCE, 4, 6), {"kind": "SEQUENCE", "least": 4, "most": 6}),
    (Twos(2), {"count": 2}),
    (
        Chop(Shape(Kind.QUAD), [Shapes(Kind.DOUBLE_SEQUENCE, 4)]),
        {
            "target": {"type": "Shape", "value": {"kind": "QUAD", "run_length": 1}},
            "bombs": [{"kind": "DOUBLE_SEQUENCE", "least": 4, "most": 13}],
        },
    ),
    (
        Chop(Twos(3), []),
        {"target": {"type": "Twos", "value": {"count": 3}}, "bombs": []},
    ),
    (Suits.FOLLOW, "FOLLOW"),
    (TwosLast.BARRED, "BARRED"),
    (Opening.EVERY_ROUND, "EVERY_ROUND"),
    (InstantWin.DRAGON, "DRAGON"),
    (Settlement.UNITS, "UNITS"),
    (Penalty.THOI, "THOI"),
    (CARDGAMES_IO, {}),
    (Rules(target=None, seats=[4, 2]), {"seats": [2, 4], "target": None}),
    (
        NORTHERN,
        {
            "double_sequence_top": None,
            "chops": [
                {
                    "target": {"type": "Twos", "value": {"count": 1}},
                    "bombs": [{"kind": "QUAD", "least": 1, "most": 1}],
                }
            ],
            "suits": "FOLLOW",
            "twos_last": "BARRED",
            "settlement": "LAST_LOSES",
            "target": None,
        },
    ),
    (TWO_NINES, DEALT_NINES["value"]),
    (Play(1, Combo.parse("9S")), PLAYED_NINE["value"]),
    (Pass(-1), {"seat": -1}),
    (IllegalReason.BARRED, "BARRED"),
    (Phase.OVER, "OVER"),
    (RESULT.payments[0], RESULT_DATA["payments"][0]),
    (PaymentReason.CONG, "CONG"),
    (RESULT, RESULT_DATA),
    (POSITION, {"hands": HANDS_DATA, **PUBLIC_DATA}),
    (BETWEEN_ROUNDS, BETWEEN_ROUNDS_DATA),
    (
        GameState.new(2, SHORT),
        {
            **BETWEEN_ROUNDS_DATA,
            "hands": [[], []],
            "scores": [0, 0],
            "round": 1,
            "discards": [],
            "last_round": None,
        },
    ),
    (
        POSITION.view(3),
        {"seat": 3, "hand": ["5S", "5C"], "counts": [2, 3, 0, 2], **PUBLIC_DATA},
    ),
    (
        POSITION.view(None),
        {"seat": None, "hand": [], "counts": [2, 3, 0, 2], **PUBLIC_DATA},
    ),
    (
        GameRecord(SHORT, 2, [TWO_NINES, Play(1, Combo.parse("9S"))]),
        {
            "rules": {"seats": [2], "hand_size": 1},
            "seats": 2,
            "actions": [DEALT_NINES, PLAYED_NINE],
        },
    ),
    (
        Dealt(1, [1, 1], 1, Card.parse("9S")),
        {"round": 1, "counts": [1, 1], "turn": 1, "opening_card": "9S"},
    ),
    (
        Played(2, Combo.parse("3S 3C"), led=True),
        {"seat": 2, "combo": ["3S", "3C"], "led": True},
    ),
    (
        Chopped(
            1, Combo.parse("9S 9C 9D 9H"), victim=0, covered=Combo.parse("2H"), units=2, free=False
        ),
        {
            "seat": 1,
            "combo": ["9S", "9C", "9D", "9H"],
            "victim": 0,
            "covered": ["2H"],
            "units": 2,
            "free": False,
        },
    ),
    (Paid(RESULT.payments[0]), {"payment": RESULT_DATA["payments"][0]}),
    (RoundOver(3, RESULT), {"round": 3, "result": RESULT_DATA}),
]


def document(kind: str, value: object) -> dict[str, Any]:
    return {"schema": 1, "type": kind, "value": value}


def faults_of(data: object, *wanted: type[Any]) -> tuple[tuple[str, str], ...]:
    with pytest.raises(DataError) as caught:
        from_data(data, *wanted)
    assert caught.value.__cause__ is None
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
    return caught.value.faults


class TestDataError(ErrorChecklist):
    samples = (
        Sample(
            "DataError((('$.value.seat', 'an int is wanted, not True'),))",
            {"faults": (("$.value.seat", "an int is wanted, not True"),)},
            "$.value.seat: an int is wanted, not True",
        ),
        Sample(
            "DataError((('$[0]', 'one'), ('$[1]', 'other')))",
            {"faults": (("$[0]", "one"), ("$[1]", "other"))},
            "$[0]: one; $[1]: other",
        ),
    )

    def test_long_lists_of_faults_are_not_told_in_full(self) -> None:
        error = DataError(tuple((f"$[{place}]", "bad") for place in range(1000)))
        assert str(error).endswith("; $[19]: bad; and 980 more")
        assert len(error.faults) == 1000


FORM_IDS = [f"{type(value).__name__}-{place}" for place, (value, _) in enumerate(FORMS)]


class TestForms:
    @pytest.mark.parametrize(("value", "data"), FORMS, ids=FORM_IDS)
    def test_form(self, value: object, data: object) -> None:
        expected = document(type(value).__name__, data)
        written = to_data(value)
        assert json.dumps(written) == json.dumps(expected)  # the order of fields included
        again = from_data(json.loads(json.dumps(written)))
        assert type(again) is type(value)
        assert again == value
        assert from_data(expected, type(value)) == value

    def test_every_type_has_its_form_here(self) -> None:
        schema: Any = json_schema()
        documented = {each["properties"]["type"]["const"] for each in schema["oneOf"]}
        shown = {type(value).__name__ for value, _ in FORMS}
        plain_events = {"DealWon", "Passed", "WentOut", "Stopped", "TrickWon", "LeadInherited"}
        assert documented - shown == plain_events | {"GameOver"}

    @pytest.mark.parametrize(
        "value", [None, 3, "3S", (), [], {}, object(), Card, CARDGAMES_IO.chops, POSITION.hands]
    )
    def test_other_values_have_none(self, value: object) -> None:
        with pytest.raises(TypeError) as caught:
            to_data(value)
        assert str(caught.value).startswith("to_data takes the values of this package, not ")
        assert str(caught.value).endswith(told(value))

    def test_a_value_of_another_package_with_a_name_of_ours_has_none(self) -> None:
        other = attrs.make_class("Card", ["rank"])
        with pytest.raises(TypeError, match="not a Card"):
            to_data(other("T"))

    def test_cards_are_read_in_any_order(self) -> None:
        assert from_data(document("CardSet", ["2H", "3S"])) == CardSet.parse("3S 2H")
        assert from_data(document("Combo", ["3C", "3S"])) == Combo.parse("3S 3C")

    def test_equal_values_have_equal_bytes(self) -> None:
        """Sets remember in which order they were filled; a game of eight and more shows it."""
        rules = Rules(seats=[12], hand_size=4)
        hands = [[card] for card in CardSet.parse("3S3C3D3H4S4C4D4H5S5C5D5H")]
        fields: dict[str, Any] = {"hands": hands, "rules": rules, "turn": 0}
        fields |= {"table": Combo.parse("2H"), "table_seat": 11}
        one = GameState.position(**fields, passed=[1, 9, 8])
        other = GameState.position(**fields, passed=[8, 9, 1])
        assert one == other
        assert json.dumps(to_data(one)) == json.dumps(to_data(other))


class TestRules:
    def test_the_base_game_is_the_one_that_schema_1_froze(self) -> None:
        """Old documents leave out what they did not change: it must never mean anything else."""
        frozen = Rules(
            seats=[2, 3, 4],
            hand_size=13,
            sequence_top=Rank.ACE,
            double_sequence_top=Rank.ACE,
            quad_sequence_top=None,
            chops=[
                Chop(Twos(1), [Shapes(Kind.QUAD, 1, 1), Shapes(Kind.DOUBLE_SEQUENCE, 3, 13)]),
                Chop(Twos(2), [Shapes(Kind.DOUBLE_SEQUENCE, 4, 13)]),
                Chop(Twos(3), [Shapes(Kind.DOUBLE_SEQUENCE, 5, 13)]),
            ],
            suits=Suits.FREE,
            twos_last=TwosLast.ALLOWED,
            free_chops=[],
            opening=Opening.FIRST_ROUND,
            instant_wins=[],
            settlement=Settlement.PLACES,
            penalties=[],
            target=10,
        )
        assert {field.name for field in attrs.fields(Rules) if field.init} == {
            *("seats", "hand_size", "sequence_top", "double_sequence_top", "quad_sequence_top"),
            *("chops", "suits", "twos_last", "free_chops", "opening", "instant_wins"),
            *("settlement", "penalties", "target"),
        }
        assert rules_from_data({}) == frozen
        assert rules_to_data(frozen) == {}

    @pytest.mark.parametrize(
        ("name", "preset"),
        [
            ("CARDGAMES_IO", CARDGAMES_IO),
            ("PAGAT", PAGAT),
            ("SOUTHERN", SOUTHERN),
            ("NORTHERN", NORTHERN),
            ("VIET_CONG", VIET_CONG),
        ],
    )
    def test_names_of_presets_are_read_and_never_written(self, name: str, preset: Rules) -> None:
        assert from_data(document("Rules", name)) == preset
        view = to_data(GameState.new(rules=preset).view(0))
        assert name not in json.dumps(view)
        record = document("GameRecord", {"rules": name, "seats": 2, "actions": []})
        assert from_data(record) == GameRecord(preset, 2, ())
        assert rules_from_data(json.loads(json.dumps(rules_to_data(preset)))) == preset

    def test_wrong_types(self) -> None:
        not_rules: Any = "PAGAT"
        with pytest.raises(TypeError, match="the rules are Rules, not 'PAGAT'"):
            rules_to_data(not_rules)


class TestSchemaNumber:
    @pytest.mark.parametrize("number", [0, 2, -1, 10**30, 1.0, True, "1", None, [], {}])
    def test_unknown(self, number: object) -> None:
        data = {"schema": number, "type": "Nonsense", "more": 1}
        ((path, problem),) = faults_of(data)
        assert path == "$.schema"
        assert problem.startswith("this release reads schema 1, not ")

    def test_missing(self) -> None:
        assert faults_of({"type": "Card", "value": "3S"}) == (
            ("$.schema", "this field is missing"),
        )

    @pytest.mark.parametrize(
        ("data", "shown"),
        [
            (None, "None"),
            ([], "a list"),
            ("{}", "'{}'"),
            (3, "3"),
            (b"", "a bytes"),
            (True, "True"),
        ],
    )
    def test_no_document(self, data: object, shown: str) -> None:
        assert faults_of(data) == (("$", f"an object is wanted, not {shown}"),)


class TestWantedTypes:
    def test_only_these(self) -> None:
        move = document("Pass", {"seat": 2})
        assert from_data(move, Pass) == from_data(move, Play, Pass) == Pass(2)
        assert faults_of(move, Play) == (("$.type", "'Pass' is none of Play"),)
        deal = document("Deal", {"hands": []})
        assert faults_of(deal, Play, Pass) == (("$.type", "'Deal' is none of Play, Pass"),)

    @pytest.mark.parametrize("wanted", [int, "Play", None, Pass(0), Play | Pass, Combo.parse("3S")])
    def test_types_without_a_form(self, wanted: Any) -> None:
        with pytest.raises(TypeError, match="has no form as data"):
            from_data(document("Pass", {"seat": 2}), wanted)


FAULTS: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("Card", "10H", [("$", "'10H' is not a card; write rank and suit, such as 3S or TH")]),
    ("Card", "3s", [("$", "'3s' is not a card; write rank and suit, such as 3S or TH")]),
    ("Card", 3, [("$", "a card is wanted, not 3")]),
    ("Card", ["3S"], [("$", "a card is wanted, not a list")]),
    ("CardSet", "3S 4S", [("$", "a list is wanted, not '3S 4S'")]),
    ("CardSet", {"3S": 1}, [("$", "a list is wanted, not an object")]),
    ("CardSet", ("3S",), [("$", "a list is wanted, not a tuple")]),
    ("CardSet", ["3S", "4S", "3S"], [("$", "card 3S is given twice")]),
    (
        "CardSet",
        ["3S", None, "xx"],
        [
            ("$[1]", "a card is wanted, not None"),
            ("$[2]", "'xx' is not a card; write rank and suit, such as 3S or TH"),
        ],
    ),
    ("Combo", [], [("$", "no cards are no combo")]),
    ("Combo", ["3S", "4S"], [("$", "3S 4S is no combo")]),
    ("Rank", "T", [("$", f"'T' is none of {', '.join(Rank.__members__)}")]),
    ("Suit", "hearts", [("$", "'hearts' is none of SPADES, CLUBS, DIAMONDS, HEARTS")]),
    ("Kind", 1, [("$", "a name is wanted, not 1")]),
    ("Kind", "__class__", [("$", f"'__class__' is none of {', '.join(Kind.__members__)}")]),
    ("Shape", {"kind": "PAIR"}, [("$.run_length", "this field is missing")]),
    (
        "Shape",
        {"kind": "PAIR", "run_length": 2},
        [("$", "a pair has 1 to 1 ranks, not 2")],
    ),
    ("Twos", {"count": 5}, [("$", "there are 1 to 4 twos, not 5")]),
    ("Twos", {"count": True}, [("$.count", "an int is wanted, not True")]),
    ("Twos", {"count": 1.0}, [("$.count", "an int is wanted, not 1.0")]),
    ("Twos", {"count": "1"}, [("$.count", "an int is wanted, not '1'")]),
    (
        "Chop",
        {"target": {"type": "Card", "value": "3S"}, "bombs": None},
        [
            ("$.target.type", "'Card' is none of Twos, Shape"),
            ("$.bombs", "a list is wanted, not None"),
        ],
    ),
    (
        "Chop",
        {"target": {"type": "Twos", "value": {}, "x": 1}, "bombs": [{"kind": "PAIR", "least": 1}]},
        [
            ("$.target.value.count", "this field is missing"),
            ("$.target.x", "there is no such field"),
            ("$.bombs[0].most", "this field is missing"),
        ],
    ),
    (
        "Chop",
        {"target": {"value": {"count": 1}}, "bombs": []},
        [("$.target.type", "this field is missing")],
    ),
    (
        "Chop",
        {"target": {"type": ["Twos"], "value": {"count": 1}}, "bombs": []},
        [("$.target.type", "a list is none of Twos, Shape")],
    ),
    (
        "Rules",
        "SOUTH",
        [("$", "'SOUTH' is none of CARDGAMES_IO, PAGAT, SOUTHERN, NORTHERN, VIET_CONG")],
    ),
    ("Rules", None, [("$", "an object is wanted, not None")]),
    ("Rules", {"colour": 1}, [("$.colour", "there is no such field")]),
    (
        "Rules",
        {"hand_size": 17},
        [
            ("$.seats", "4 seats of 17 cards need 68, a pack has 52"),
            ("$.hand_size", "4 seats of 17 cards need 68, a pack has 52"),
        ],
    ),
    ("Rules", {"target": False}, [("$.target", "an int is wanted, not False")]),
    (
        "Rules",
        {"seats": [2, "3", None], "settlement": "UNIT"},
        [
            ("$.seats[1]", "an int is wanted, not '3'"),
            ("$.seats[2]", "an int is wanted, not None"),
            ("$.settlement", "'UNIT' is none of PLACES, LAST_LOSES, UNITS"),
        ],
    ),
    ("Deal", {"hands": [["3S"], ["3S"]]}, [("$", "card 3S is given twice")]),
    ("Deal", {"hands": [["3S", "3S"]]}, [("$.hands[0]", "card 3S is given twice")]),
    (
        "Deal",
        {"hands": [[], [], ["3S", "4S", "5S", "6S", "7"]]},
        [("$.hands[2][4]", "'7' is not a card; write rank and suit, such as 3S or TH")],
    ),
    ("Play", {"seat": 1}, [("$.combo", "this field is missing")]),
    (
        "Play",
        {"1": 2, "seat": None, "a b": 3, "combo": ["3S"]},
        [
            ("$.seat", "an int is wanted, not None"),
            ("$['1']", "there is no such field"),
            ("$['a b']", "there is no such field"),
        ],
    ),
    ("Play", [1, ["3S"]], [("$", "an object is wanted, not a list")]),
    (
        "Payment",
        {"payer": 1, "payee": 1, "units": 2, "reason": "CHOP"},
        [("$", "seat 1 cannot pay seat 1")],
    ),
    (
        "RoundResult",
        RESULT_DATA | {"places": [0, 0]},
        [("$", "places list every seat once, not (0, 0)")],
    ),
    (
        "Played",
        {"seat": 0, "combo": ["3S"], "led": 1},
        [("$.led", "true or false is wanted, not 1")],
    ),
    (
        "GameRecord",
        {"rules": {}, "seats": 5, "actions": []},
        [("$", "5 seats cannot play; these rules allow 2, 3 or 4")],
    ),
    (
        "GameRecord",
        {"rules": {}, "seats": 2, "actions": [DEALT_NINES, {"type": "Rules", "value": {}}]},
        [("$.actions[1].type", "'Rules' is none of Deal, Play, Pass")],
    ),
]

BEYOND_THE_SCHEMA = [
    "3S 4S is no combo",
    "not 1.0",
    "a pair has 1 to 1 ranks",
    "4 seats of 17 cards",
    "cannot pay",
    "5 seats cannot play",
    # The hands are each for themselves to the schema.
    "Deal$ card 3S is given twice",
]
"""Parts that do not go together, which is for `from_data` to find out."""


class TestFaults:
    @pytest.mark.parametrize(
        ("kind", "value", "faults"),
        FAULTS,
        ids=[f"{kind}-{n}" for n, (kind, *_) in enumerate(FAULTS)],
    )
    def test_fault(self, kind: str, value: object, faults: list[tuple[str, str]]) -> None:
        found = faults_of(document(kind, value))
        expected = [(path.replace("$", "$.value", 1), problem) for path, problem in faults]
        assert list(found) == expected

    @pytest.mark.parametrize("number", range(len(FAULTS)))
    def test_the_schema_refuses_it_too(self, number: int) -> None:
        """If there is one among the faults that it can tell."""
        kind, value, faults = FAULTS[number]
        beyond = [
            any(words in f"{kind}{path} {fault}" for words in BEYOND_THE_SCHEMA)
            for path, fault in faults
        ]
        validator: Any = jsonschema.Draft202012Validator(json_schema())
        assert validator.is_valid(document(kind, value)) is all(beyond)

    def test_the_document_itself(self) -> None:
        data = {"schema": 1, "type": "Pass", "value": {"seat": "1"}, "kind": "Pass"}
        assert faults_of(data) == (
            ("$.value.seat", "an int is wanted, not '1'"),
            ("$.kind", "there is no such field"),
        )
        assert faults_of({"schema": 1, "type": "Pass"}) == (("$.value", "this field is missing"),)
        assert faults_of({"schema": 1, "value": 1}) == (("$.type", "this field is missing"),)
        ((path, problem),) = faults_of({"schema": 1, "type": "Passing", "value": 1})
        assert path == "$.type"
        assert problem.startswith("'Passing' is none of Card, CardSet, ")

    def test_an_illegal_action_in_a_record(self) -> None:
        actions = [DEALT_NINES, PLAYED_NINE, {"type": "Pass", "value": {"seat": 0}}]
        record = {"rules": {"seats": [2], "hand_size": 1}, "seats": 2, "actions": actions}
        ((path, problem),) = faults_of(document("GameRecord", record))
        assert path == "$.value"
        assert "seat 0 may not pass" in problem

    def test_long_text_is_cut(self) -> None:
        ((_, problem),) = faults_of(document("Card", "x" * 10**6))
        assert len(problem) < 200
        ((path, _),) = faults_of(document("Pass", {"seat": 1, "y" * 10**6: 1}))
        assert len(path) < 200
        result = RESULT_DATA | {"places": [7] * 10**6}
        ((_, problem),) = faults_of(document("RoundResult", result))
        assert problem.startswith("places list every seat once, not (7, 7, 7")
        assert len(problem) < 1000


def changed(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return document("GameState", data | changes)


class TestStates:
    """No data makes a state that no game can reach."""

    @pytest.mark.parametrize(
        ("changes", "problems"),
        [
            ({"turn": 2}, ["turn is 2, which holds no cards"]),
            ({"turn": 1}, ["turn is 1, which is also the table_seat"]),
            ({"round": 0, "chain": 2}, None),
            ({"discards": ["4S"]}, ["card 4S is in two places"]),
            ({"scores": [0]}, ["scores holds 1 numbers for 4 seats"]),
            ({"turn": None}, None),
            (
                {"last_round": BETWEEN_ROUNDS_DATA["last_round"]},
                ["there is a last_round, but the next one is being played"],
            ),
        ],
    )
    def test_in_a_round(self, changes: dict[str, Any], problems: list[str] | None) -> None:
        found = faults_of(changed({"hands": HANDS_DATA, **PUBLIC_DATA}, **changes))
        assert {path for path, _ in found} == {"$.value"}
        if problems is None:
            assert len(found) == 2 or changes == {"turn": None}
        else:
            assert [problem for _, problem in found] == problems

    @pytest.mark.parametrize(
        ("changes", "path", "problem"),
        [
            ({"hands": [["9D"], []]}, "$.value.hands", "they are not what last_round left"),
            ({"hands": [["9H", "9D"], []]}, "$.value", "counts is (2, 0), which is not what"),
            ({"discards": ["9H"]}, "$.value", "card 9H is in two places"),
            ({"last_round": None}, "$.value", "a game has begun, but there is no last_round"),
            ({"round": 1}, "$.value", "round is 1"),
            ({"round": 0}, "$.value", "round is 0"),
            ({"scores": [0, 1, 2]}, "$.value", "scores holds 3 numbers for 2 seats"),
            ({"table": ["3S"], "table_seat": 0}, "$.value", "turn is None"),
            ({"passed": [0]}, "$.value", "turn is None"),
            ({"chain": 3, "chain_victim": 1}, "$.value", "turn is None"),
            ({"passed": [0, 1, 0]}, "$.value.passed", "0 is listed twice"),
        ],
    )
    def test_between_rounds(self, changes: dict[str, Any], path: str, problem: str) -> None:
        (found, *_) = faults_of(changed(BETWEEN_ROUNDS_DATA, **changes))
        assert found[0] == path
        assert found[1].startswith(problem)

    def test_over(self) -> None:
        over = GameState.position(
            hands=[CardSet.parse("3S"), CardSet.parse("4S")], turn=0, scores=[9, 0], round=7
        ).apply(Play(0, Combo.parse("3S")))
        assert over.phase is Phase.OVER
        assert from_data(to_data(over)) == over

    def test_views_are_checked_as_well(self) -> None:
        data: Any = to_data(POSITION.view(3))
        data["value"]["counts"][3] = 3
        assert faults_of(data, PlayerView) == (
            ("$.value", "seat 3 holds 2 cards, but counts says 3"),
        )


def nested(depth: int) -> Any:
    data: Any = []
    for _ in range(depth):
        data = [data]
    return data


def cyclic() -> Any:
    data: dict[str, Any] = {"schema": 1, "type": "Deal"}
    data["value"] = data
    data["hands"] = [data]
    return data


HOSTILE: dict[str, Any] = {
    "deep": nested(100_000),
    "deep value": document("CardSet", nested(100_000)),
    "deep fields": document(
        "GameRecord", {"rules": nested(9999), "seats": 2, "actions": nested(9)}
    ),
    "cyclic": cyclic(),
    "no number": document("Pass", {"seat": float("nan")}),
    "no data": document("Pass", {"seat": object()}),
    "a module": sys,
    "other keys": {1: 2, None: 3, "schema": 1},
    "many rows": document("Rules", {"chops": [{"target": 1}] * 10_000}),
    # Python refuses to write out ints of more than 4,300 digits.
    "huge seat": document("Twos", {"count": 10**5000}),
    "huge target": document("Rules", {"target": -(10**5000)}),
    "huge number of seats": document("Rules", {"seats": [10**5000]}),
    "huge hand": document("Rules", {"hand_size": 10**5000}),
    "huge round": changed(BETWEEN_ROUNDS_DATA, round=-(10**5000)),
    "many seats": changed(BETWEEN_ROUNDS_DATA, passed=[*range(200_000)], finished=[0] * 200_000),
    "many seats in a round": changed(
        {"hands": HANDS_DATA, **PUBLIC_DATA}, played=[*range(200_000)], hands=[[]] * 200_000
    ),
    "many places": document("RoundResult", RESULT_DATA | {"places": [0] * 200_000}),
    "huge name": {"schema": 1, "type": 10**5000, "value": 1},
}


class TestHostileData:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_is_refused(self, name: str) -> None:
        assert faults_of(HOSTILE[name])

    json_values = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.sampled_from(["3S", "2H", "PAIR", "PAGAT", "Play", "Twos"]),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["seat", "combo", "hands", "type", "value", "kind"]) | st.text(),
                inner,
            )
        ),
    )

    @A_THIRD
    @given(st.sampled_from(FORMS), json_values)
    def test_anything_else_in_the_place_of_a_value(self, form: Any, value: object) -> None:
        check_made_or_refused(document(type(form[0]).__name__, value))

    @A_THIRD
    @given(st.sampled_from([form for form in FORMS if isinstance(form[1], dict)]), st.data())
    def test_anything_else_in_the_place_of_a_part(self, form: Any, data: st.DataObject) -> None:
        value, parts = form
        if parts:
            parts = parts | {data.draw(st.sampled_from(sorted(parts))): data.draw(self.json_values)}
        check_made_or_refused(document(type(value).__name__, parts))


def check_made_or_refused(data: dict[str, Any]) -> None:
    """Read data that may be right or wrong: no other error is raised than the one for data."""
    try:
        made = from_data(data)
    except DataError:
        assert all(path.startswith("$.value") for path, _ in faults_of(data))
    else:
        assert from_data(to_data(made)) == made
