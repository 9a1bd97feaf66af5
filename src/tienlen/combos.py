"""Combos: the sets of cards that can be played at once (rule book chapter 2).

Cards, shapes and rules are imported.
"""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Final, final

import attrs

from tienlen._value import Record, draft_of
from tienlen.cards import CARDS, Card, CardSet, Rank, Suit, card_set
from tienlen.errors import TienLenError
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.shapes import SHAPES, Kind, Shape


class InvalidComboError(TienLenError, ValueError):
    """Cards that make no combo, or none that the rules in question admit (rule 2.7).

    >>> Combo.parse("3S 4S")
    Traceback (most recent call last):
        ...
    tienlen.combos.InvalidComboError: 3S 4S is no combo
    """

    def __init__(self, cards: CardSet) -> None:
        super().__init__(cards)
        self.cards = cards
        """The offending cards."""

    def __str__(self) -> str:
        return f"{self.cards} is no combo" if self.cards else "no cards are no combo"


def _shape_of(mask: int) -> Shape | None:
    """Read a mask rank by rank, four bits each: a combo has equally many cards of each."""
    if not mask:
        return None
    mask >>= (mask & -mask).bit_length() - 1 & ~3
    width = (mask & 15).bit_count()
    run_length = 0
    while mask:
        if (mask & 15).bit_count() != width:
            return None
        mask >>= 4
        run_length += 1
    return _SHAPE_OF.get((width, run_length))


_SHAPE_OF: Final = {(shape.width, shape.run_length): shape for shape in SHAPES}


@final
@attrs.frozen(eq=False, repr=False, init=False, match_args=False, weakref_slot=False)
class Combo(Record):
    """A combo: ``width`` cards of each of ``run_length`` consecutive ranks.

    Its cards alone fix its kind, equality and hash; rules only admit it or not.  Made by `classify`
    and `Combo.parse`; the constructor takes the cards of any run that some rule set could admit.
    There is no ``<``: what beats what depends on rules and is no order, see `beats`.

    >>> combo = Combo.parse("3S 3H 4S 4C 5D 5H")
    >>> combo.kind, combo.run_length, combo.top, len(combo)
    (Kind.DOUBLE_SEQUENCE, 3, Card.parse('5H'), 6)
    >>> Combo(CardSet.parse("3S 5S"))
    Traceback (most recent call last):
        ...
    tienlen.combos.InvalidComboError: 3S 5S is no combo

    Raises:
        InvalidComboError: the cards make no combo under any rules.
    """

    __match_args__ = ("cards",)

    # Whole move lists are built of these: the set of cards is made when asked for.
    _mask: int = attrs.field(init=False)
    shape: Shape = attrs.field(init=False, eq=False)
    """Its kind and run length in one value."""

    def __init__(self, cards: Iterable[Card]) -> None:
        given = CardSet.of(cards)
        shape = _shape_of(given.mask)
        if shape is None:
            raise InvalidComboError(given)
        object.__setattr__(self, "_mask", given.mask)
        object.__setattr__(self, "shape", shape)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = CARDGAMES_IO) -> "Combo":
        """Read the cards of a combo; ``rules=None`` takes any run some rule set could admit.

        >>> Combo.parse("5S 3S 4S")
        Combo.parse('3S 4S 5S')
        >>> Combo.parse("QS KS AS 2S")
        Traceback (most recent call last):
            ...
        tienlen.combos.InvalidComboError: QS KS AS 2S is no combo
        >>> Combo.parse("QS KS AS 2S", rules=None)
        Combo.parse('QS KS AS 2S', rules=None)

        Raises:
            InvalidComboError: the cards make no combo, or none these rules admit.
            NotationError, DuplicateCardError: as in `CardSet.parse`.
        """
        combo = cls(CardSet.parse(text))
        if rules is not None:
            check_rules(rules)
            if not admits(rules, combo):
                raise InvalidComboError(combo.cards)
        return combo

    @property
    def cards(self) -> CardSet:
        """The cards of it."""
        return card_set(self._mask)

    @property
    def kind(self) -> Kind:
        """What it is called."""
        return self.shape.kind

    @property
    def run_length(self) -> int:
        """The number of consecutive ranks in it, 1 for singles, pairs, triples and quads."""
        return self.shape.run_length

    @property
    def top(self) -> Card:
        """Its highest card, the one that is compared (rule 3.1)."""
        return CARDS[self._mask.bit_length() - 1]

    def pretty(self) -> str:
        """The cards with their suits' signs: ``3♠ 3♥``."""
        return self.cards.pretty()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._mask >> card.index & 1)

    def __len__(self) -> int:
        return self.shape.size

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return str(self.cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return Combo, (self.cards,)

    def __repr__(self) -> str:
        rules = "" if admits(CARDGAMES_IO, self) else ", rules=None"
        return f"Combo.parse('{self}'{rules})"


_Draft: Final = draft_of(Combo)


def _build(shape: Shape, mask: int) -> Combo:
    """Build a combo from cards that are known to have the shape."""
    draft = _Draft()
    draft._mask = mask
    draft.shape = shape
    draft.__class__ = Combo
    combo: Combo = draft
    return combo


# Most of what is played is one rank: these 195 combos are built once.
_SETS: Final = {
    cards << 4 * rank: _build(_SHAPE_OF[cards.bit_count(), 1], cards << 4 * rank)
    for rank in range(13)
    for cards in range(1, 16)
}


def combo_of(shape: Shape, mask: int) -> Combo:
    """Give the combo for cards that are known to have the shape."""
    return _SETS[mask] if shape.run_length == 1 else _build(shape, mask)


def combos_of(shape: Shape, masks: Iterable[int]) -> Iterator[Combo]:
    """Give the combos for many sets of cards that are known to have the shape."""
    return (
        map(_SETS.__getitem__, masks)
        if shape.run_length == 1
        else map(_build, repeat(shape), masks)
    )


def admits(rules: Rules, combo: Combo) -> bool:
    """Whether the rules know this combo: its shape, its highest rank in it, and its suits."""
    return combo._mask < rules._bounds[combo.shape.index] and (
        not rules._follows_suits or _keeps_suits(combo)
    )


def _keeps_suits(combo: Combo) -> bool:
    """Whether a pair is of one colour, if not of 2s, and a sequence of one suit (rule 9.2)."""
    suits = {card.suit for card in combo}
    if combo.kind is Kind.PAIR:
        return combo.top.rank is Rank.TWO or suits in _COLOURS
    return combo.kind is not Kind.SEQUENCE or len(suits) == 1


_COLOURS: Final = ({Suit.SPADES, Suit.CLUBS}, {Suit.DIAMONDS, Suit.HEARTS})


def classify(cards: Iterable[Card], rules: Rules = CARDGAMES_IO) -> Combo | None:
    """Name the combo that cards make, or None (rules 2.1 to 2.7).

    The order of the cards does not matter.  The rules decide, down to the suits where they matter
    (rule 9.2); no table and no hand is looked at.

    >>> classify(CardSet.parse("3S 3H"))
    Combo.parse('3S 3H')
    >>> classify(CardSet.parse("AS 2S 3S")) is None
    True
    >>> classify([]) is None
    True
    >>> classify("3S 3H")
    Traceback (most recent call last):
        ...
    TypeError: cards are wanted, not the text '3S 3H'; CardSet.parse reads text

    Args:
        cards: any number of cards, each once.
        rules: the rule set that must admit the combo.

    Raises:
        DuplicateCardError: a card comes twice.
        TypeError: text or something else instead of cards.
    """
    check_rules(rules)
    mask = CardSet.of(cards).mask
    shape = _shape_of(mask)
    if shape is None:
        return None
    combo = combo_of(shape, mask)
    return combo if admits(rules, combo) else None
