"""Combo, classify and InvalidComboError."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bridge, strategies
from tests.unit.checklist import (
    COMPARISONS,
    ConstructedChecklist,
    ErrorChecklist,
    Refused,
    Sample,
    told,
)
from tienlen import (
    CARDGAMES_IO,
    DECK,
    Card,
    CardSet,
    Combo,
    DuplicateCardError,
    InvalidComboError,
    Kind,
    NotationError,
    Rank,
    Rules,
    Shape,
    classify,
)


def sample(
    cards: str, kind: Kind, run_length: int, top: str, *, rules: str = ""
) -> tuple[str, dict[str, object], str]:
    return (
        f"Combo.parse('{cards}'{rules})",
        {
            "cards": CardSet.parse(cards),
            "kind": kind,
            "run_length": run_length,
            "shape": Shape(kind, run_length),
            "top": Card.parse(top),
        },
        cards,
    )


class TestCombo(ConstructedChecklist):
    samples = (
        Sample(*sample("3S", Kind.SINGLE, 1, "3S")),
        Sample(*sample("3C", Kind.SINGLE, 1, "3C")),
        Sample(*sample("3S 3H", Kind.PAIR, 1, "3H")),
        Sample(*sample("2S 2C 2D", Kind.TRIPLE, 1, "2D")),
        Sample(*sample("TS TC TD TH", Kind.QUAD, 1, "TH")),
        Sample(*sample("3S 4H 5S", Kind.SEQUENCE, 3, "5S")),
        Sample(
            *sample("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", Kind.SEQUENCE, 12, "AS"),
        ),
        Sample(*sample("9S 9H TC TD JS JC", Kind.DOUBLE_SEQUENCE, 3, "JC")),
        Sample(*sample("QS KS AS 2S", Kind.SEQUENCE, 4, "2S", rules=", rules=None")),
        Sample(
            *sample("KS KC AS AC 2S 2H", Kind.DOUBLE_SEQUENCE, 3, "2H", rules=", rules=None"),
        ),
        Sample(
            *sample("3S 3C 3D 3H 4S 4C 4D 4H", Kind.QUAD_SEQUENCE, 2, "4H", rules=", rules=None"),
        ),
    )
    parts = ("cards",)
    refused = (
        Refused("cards", CardSet(), InvalidComboError, "no cards"),
        Refused("cards", CardSet.parse("3S 4S"), InvalidComboError, "3S 4S"),
        Refused("cards", [Card.parse("3S"), Card.parse("3S")], DuplicateCardError, "3S"),
        Refused("cards", "3S", TypeError, "CardSet.parse"),
        Refused("cards", None, TypeError, "None"),
        Refused("cards", Card.parse("3S"), TypeError, "not a Card"),
        Refused("cards", [CardSet.parse("3S")], TypeError, "not a CardSet"),
    )

    def test_construction(self) -> None:
        """The set of cards is made when asked for, so `attrs.evolve` does not find it by itself."""
        combo, other = Combo.parse("3S"), Combo.parse("3S 3H")
        assert Combo(other.cards) == Combo(cards=other.cards) == other
        assert attrs.evolve(combo, cards=other.cards) == other
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'cards'"):
            attrs.evolve(combo)

    def test_matches_by_its_cards(self) -> None:
        match Combo.parse("3S 3H"):
            case Combo(cards):
                assert cards == CardSet.parse("3S 3H")

    def test_order(self) -> None:
        """There is none: what beats what depends on the rules."""
        for compare in COMPARISONS:
            with pytest.raises(TypeError, match="not supported between"):
                compare(Combo.parse("3S"), Combo.parse("4S"))

    def test_cards_alone_make_it_equal(self) -> None:
        assert Combo.parse("3S 3H") == Combo(CardSet.parse("3H 3S"))
        assert Combo.parse("3S 3H") != Combo.parse("3S 3D")
        assert Combo.parse("3S 3H") != CardSet.parse("3S 3H")

    def test_cards_in_any_order(self) -> None:
        cards = [Card.parse(text) for text in ("5D", "3S", "4H")]
        for some in permutations(cards):
            assert Combo(CardSet.of(some)) == Combo.parse("3S 4H 5D")
            assert Combo(some) == Combo.parse("3S 4H 5D")

    @given(strategies.combos())
    def test_contents(self, strings: tuple[str, ...]) -> None:
        combo, cards = bridge.combo(strings), bridge.card_set(strings)
        assert list(combo) == list(cards)
        assert len(combo) == len(cards)
        assert bool(combo)
        assert [card in combo for card in DECK] == [card in cards for card in DECK]
        assert "3S" not in combo
        assert combo.pretty() == cards.pretty()

    @given(strategies.combos() | strategies.foreign_combos())
    def test_parse_reads_what_str_and_repr_write(self, strings: tuple[str, ...]) -> None:
        combo = bridge.combo(strings)
        assert Combo.parse(str(combo), rules=None) == combo
        assert Combo.parse(combo.pretty(), rules=None) == combo
        assert eval(repr(combo)) == combo

    @pytest.mark.parametrize("text", ["3S 4S", "3S 3C 4S", "2S 3S 4S", "3S 5S 7S", "3S 3C 4S 4C"])
    @pytest.mark.parametrize("rules", [CARDGAMES_IO, None, Rules(target=1)], ids=repr)
    def test_parse_refuses_what_no_rules_admit(self, text: str, rules: Rules | None) -> None:
        with pytest.raises(InvalidComboError) as caught:
            Combo.parse(text, rules)
        assert caught.value.cards == CardSet.parse(text)

    @given(strategies.foreign_combos())
    def test_parse_refuses_what_the_rules_do_not_admit(self, strings: tuple[str, ...]) -> None:
        with pytest.raises(InvalidComboError) as caught:
            Combo.parse(" ".join(strings))
        assert caught.value.cards == bridge.card_set(strings)

    @pytest.mark.parametrize("rules", [CARDGAMES_IO, None], ids=repr)
    def test_parse_refuses_what_are_no_cards(self, rules: Rules | None) -> None:
        with pytest.raises(NotationError) as unread:
            Combo.parse("3S 3X", rules)
        assert unread.value.text == "3X"
        with pytest.raises(DuplicateCardError) as twice:
            Combo.parse("3S 3S", rules)
        assert twice.value.card is Card.parse("3S")
        with pytest.raises(InvalidComboError, match="no cards are no combo"):
            Combo.parse("", rules)

    @pytest.mark.parametrize("wrong", [None, 3, Card.parse("3S"), CardSet.parse("3S")], ids=repr)
    def test_parse_wants_text(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="text is wanted, not"):
            Combo.parse(wrong)

    @pytest.mark.parametrize("wrong", ["CARDGAMES_IO", 3, Rules], ids=repr)
    def test_parse_wants_rules(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="the rules are Rules, not") as caught:
            Combo.parse("3S", wrong)
        assert repr(wrong) in str(caught.value)


class TestClassify:
    def test_any_iterable_of_cards(self) -> None:
        cards = [Card.parse("3H"), Card.parse("3S")]

        def one_by_one() -> Iterator[Card]:
            yield from cards

        expected = Combo.parse("3S 3H")
        for given_as in (cards, tuple(cards), set(cards), one_by_one(), CardSet.of(cards)):
            assert classify(given_as) == expected
        assert classify(expected) == expected

    @pytest.mark.parametrize(
        "nothing", [(), [], CardSet(), iter(())], ids=["tuple", "list", "set", "iterator"]
    )
    def test_no_cards(self, nothing: Any) -> None:
        assert classify(nothing) is None

    @pytest.mark.parametrize("wrong", [None, 3, Card.parse("3S"), Rank.THREE], ids=repr)
    def test_wants_cards(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="cards are wanted, not") as caught:
            classify(wrong)
        assert str(caught.value).endswith(told(wrong))

    @pytest.mark.parametrize("text", ["3S", "", "3S 3H"], ids=repr)
    def test_wants_no_text(self, text: Any) -> None:
        with pytest.raises(TypeError, match=r"CardSet\.parse reads text") as caught:
            classify(text)
        assert repr(text) in str(caught.value)

    @pytest.mark.parametrize("wrong", ["3S", None, 0], ids=repr)
    def test_wants_nothing_but_cards(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match=r"Card\.parse reads text") as caught:
            classify([Card.parse("3S"), wrong])
        assert repr(wrong) in str(caught.value)

    def test_a_card_twice_is_no_pair(self) -> None:
        with pytest.raises(DuplicateCardError) as caught:
            classify([Card.parse("9D"), Card.parse("9D")])
        assert caught.value.card is Card.parse("9D")

    @pytest.mark.parametrize("wrong", [None, "CARDGAMES_IO", Rules], ids=repr)
    def test_wants_rules(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="the rules are Rules, not") as caught:
            classify([], wrong)
        assert repr(wrong) in str(caught.value)

    @given(st.sets(st.sampled_from(list(DECK)), max_size=8))
    def test_agrees_with_the_constructor(self, cards: set[Card]) -> None:
        """Whatever any rules admit the constructor takes, and the base game admits no more."""
        combo = classify(cards)
        if combo is not None:
            assert combo == Combo(CardSet.of(cards))
            assert repr(combo) == f"Combo.parse('{combo}')"

    def test_the_base_game_is_the_default(self) -> None:
        assert inspect.signature(classify).parameters["rules"].default is CARDGAMES_IO


class TestInvalidComboError(ErrorChecklist):
    samples = (
        Sample(
            "InvalidComboError(CardSet.parse('3S 4S'))",
            {"cards": CardSet.parse("3S 4S")},
            text="3S 4S is no combo",
        ),
        Sample(
            "InvalidComboError(CardSet())",
            {"cards": CardSet()},
            text="no cards are no combo",
        ),
    )
