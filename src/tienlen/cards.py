"""Ranks, suits, cards and sets of cards, and how they are read and printed (rule book chapter 1).

Cards are numbered in game order, 0 (3S) to 51 (2H), so a set of cards is a 52-bit integer in which
a rank is four neighbouring bits.  Only the errors are imported.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self, final

import attrs

from tienlen._value import Named, Value, draft_of, told
from tienlen.errors import NotationError, TienLenError


class _Ordered(Named):
    """Members ordered as they are written down, each printed as its value."""

    index: int

    def __init__(self, _symbol: str) -> None:
        self.index = len(type(self).__members__)

    def __lt__(self, other: Self) -> bool:
        return self.index < other.index if type(self) is type(other) else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self.index <= other.index if type(self) is type(other) else NotImplemented

    def __gt__(self, other: Self) -> bool:
        return self.index > other.index if type(self) is type(other) else NotImplemented

    def __ge__(self, other: Self) -> bool:
        return self.index >= other.index if type(self) is type(other) else NotImplemented

    def __str__(self) -> str:
        return str(self.value)


class Rank(_Ordered):
    """A rank, from three (lowest) to two (highest), rule 1.2; the value is the printed letter.

    >>> Rank.TWO > Rank.ACE > Rank("K"), str(Rank.TEN), Rank.TWO.index
    (True, 'T', 12)
    """

    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    TWO = "2"


class Suit(_Ordered):
    """A suit, spades (lowest) to hearts (highest), rule 1.3; the value is the printed letter.

    >>> Suit.HEARTS > Suit("D"), Suit.SPADES.pretty()
    (True, '♠')
    """

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"

    def pretty(self) -> str:
        """The suit's sign, one of ``♠ ♣ ♦ ♥``."""
        return _SIGNS[self.index]


_SIGNS: Final = "♠♣♦♥"
RANKS: Final = tuple(Rank)
SUITS: Final = tuple(Suit)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Card(Value):
    """One of the 52 playing cards, ordered by rank, then suit (rule 1.4).

    Each card exists once: building, reading, copying or unpickling one gives the same object.

    >>> Card(Rank.THREE, Suit.SPADES) is Card.parse("3S")
    True
    >>> Card.parse("5S") > Card.parse("4H"), Card.parse("5H") > Card.parse("5S")
    (True, True)
    """

    rank: Rank
    """Its rank, which decides first."""
    suit: Suit
    """Its suit, which decides between cards of one rank."""
    index: int = attrs.field(init=False)
    """Place in game order, 0 (3S) to 51 (2H)."""

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """Give the one card of this rank and suit; ``TypeError`` for anything else."""
        if not isinstance(rank, Rank) or not isinstance(suit, Suit):
            raise TypeError(f"a card has a Rank and a Suit, not {told(rank)} and {told(suit)}")
        return CARDS[4 * rank.index + suit.index]

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Card":
        """Give the one card of this rank and suit.

        >>> Card.of(Rank.TEN, Suit.HEARTS)
        Card.parse('TH')
        >>> Card.of("T", "H")
        Traceback (most recent call last):
            ...
        TypeError: a card has a Rank and a Suit, not 'T' and 'H'
        """
        return cls(rank, suit)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card: ``3S``, ``S3``, ``3♠``, ``TH`` or ``10H``, in any case.

        >>> Card.parse("10♥") is Card.parse("hT")
        True

        Raises:
            NotationError: ``text`` is not one card.
        """
        _require_text(text)
        match = re.fullmatch(_RANK_SUIT, text) or re.fullmatch(_SUIT_RANK, text)
        if match is None:
            raise NotationError(text, "a card; write rank and suit, such as 3S, TH or 10♥")
        return _card_of(match)

    def pretty(self) -> str:
        """The card with its suit's sign: ``3♠``, ``10♥``."""
        rank = "10" if self.rank is Rank.TEN else str(self.rank)
        return rank + self.suit.pretty()

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return Card.parse, (str(self),)


def _first_and_only(index: int) -> Card:
    """Build a card past its constructor, which can only look one up."""
    card = object.__new__(Card)
    object.__setattr__(card, "rank", RANKS[index // 4])
    object.__setattr__(card, "suit", SUITS[index % 4])
    object.__setattr__(card, "index", index)
    return card


CARDS: Final = tuple(_first_and_only(index) for index in range(52))


class DuplicateCardError(TienLenError, ValueError):
    """A card was given twice where each may stand once (rule 2.7).

    >>> CardSet.parse("3S 4S 3S")
    Traceback (most recent call last):
        ...
    tienlen.cards.DuplicateCardError: card 3S is given twice
    """

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self.card = card
        """The card."""

    def __str__(self) -> str:
        return f"card {self.card} is given twice"


_FULL: Final = (1 << 52) - 1


def _check_mask(_self: object, _field: object, mask: object) -> None:
    if not isinstance(mask, int) or isinstance(mask, bool):
        raise TypeError(
            f"a mask is an int, not {told(mask)}; CardSet.of takes cards, CardSet.parse text"
        )
    if not 0 <= mask <= _FULL:
        raise ValueError(f"a mask has 52 bits, 0 to 2**52 - 1, not {told(mask)}")


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class CardSet(Value):
    """An immutable set of cards: a hand, a combo's cards, the discards.

    Iterates in game order; ``in``, ``len``, ``<=`` (subset), ``|``, ``&`` and ``-`` are one
    operation on integers.  Equal only to another `CardSet`.

    >>> hand = CardSet.parse("2H 3S 3C")
    >>> print(hand, len(hand), Card.parse("3S") in hand)
    3S 3C 2H 3 True
    >>> hand - CardSet.parse("3C 4C")
    CardSet.parse('3S 2H')
    """

    mask: int = attrs.field(default=0, validator=_check_mask)
    """The set as an integer of 52 bits, in which bit ``card.index`` stands for a card."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "CardSet":
        """Gather cards, in any order.

        >>> CardSet.of([Card.parse("4S"), Card.parse("3S")])
        CardSet.parse('3S 4S')

        Raises:
            DuplicateCardError: a card comes twice.
            TypeError: something in it, or the whole, is not made of cards.
        """
        if isinstance(cards, CardSet):
            return cards
        if isinstance(cards, str):
            raise TypeError(
                f"cards are wanted, not the text {told(cards)}; CardSet.parse reads text"
            )
        if not isinstance(cards, Iterable):
            raise TypeError(f"cards are wanted, not {told(cards)}")
        mask = 0
        for card in cards:
            if not isinstance(card, Card):
                raise TypeError(f"cards are wanted, not {told(card)}; Card.parse reads text")
            bit = 1 << card.index
            if mask & bit:
                raise DuplicateCardError(card)
            mask |= bit
        return card_set(mask)

    @classmethod
    def parse(cls, text: str) -> "CardSet":
        """Read cards separated by spaces or commas, or written rank-suit without a gap.

        Empty text is the empty set, so that ``CardSet.parse(str(cards)) == cards`` always.

        >>> CardSet.parse("3S,S4 5♥") == CardSet.parse("3s4s5h")
        True

        Raises:
            NotationError: part of the text is not a card.
            DuplicateCardError: a card comes twice.
        """
        cards: list[Card] = []
        _require_text(text)
        for word in text.replace(",", " ").split():
            if re.fullmatch(_RANK_SUITS, word):
                cards.extend(map(_card_of, re.finditer(_RANK_SUIT, word)))
            else:
                cards.append(Card.parse(word))
        return cls.of(cards)

    def pretty(self) -> str:
        """The cards with their suits' signs: ``3♠ 10♥``."""
        return " ".join(card.pretty() for card in self)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            lowest = mask & -mask
            yield CARDS[lowest.bit_length() - 1]
            mask ^= lowest

    def __le__(self, other: "CardSet") -> bool:
        return not self.mask & ~other.mask if isinstance(other, CardSet) else NotImplemented

    def __or__(self, other: "CardSet") -> "CardSet":
        return card_set(self.mask | other.mask) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: "CardSet") -> "CardSet":
        return card_set(self.mask & other.mask) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: "CardSet") -> "CardSet":
        return card_set(self.mask & ~other.mask) if isinstance(other, CardSet) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet.parse('{self}')" if self.mask else "CardSet()"

    def __reduce__(self) -> tuple[Any, ...]:
        return CardSet, (self.mask,)


_CardSetDraft: Final = draft_of(CardSet)


def card_set(mask: int) -> CardSet:
    """Wrap a mask that is known to be good, without validating it."""
    draft = _CardSetDraft()
    draft.mask = mask
    draft.__class__ = CardSet
    cards: CardSet = draft
    return cards


def gather_each(hands: Iterable[Iterable[Card]]) -> tuple[CardSet, ...]:
    """Gather hands, as `gather` does cards."""
    return tuple(map(CardSet.of, hands))


def gather(cards: Iterable[Card]) -> CardSet:
    """Gather cards; a plain function, which is what type checkers take for a converter."""
    return CardSet.of(cards)


DECK: Final = CardSet(_FULL)
"""All 52 cards (rule 1.1)."""


# The flags are those of letters in any case, but ASCII letters alone: no Kelvin sign for a K.
_RANK: Final = "(?P<rank>10|[2-9TJQKA])"
_SUIT: Final = f"(?P<suit>[SCDH]|[{_SIGNS}]\ufe0f?)"
_RANK_SUIT: Final = f"(?ai){_RANK}{_SUIT}"
_SUIT_RANK: Final = f"(?ai){_SUIT}{_RANK}"
_RANK_SUITS: Final = f"(?ai)((10|[2-9TJQKA])([SCDH]|[{_SIGNS}]\ufe0f?))+"
_RANK_OF: Final = {rank.value: rank for rank in RANKS} | {"10": Rank.TEN}
_SUIT_OF: Final = {text: suit for suit in SUITS for text in (suit.value, suit.pretty())}


def _card_of(match: re.Match[str]) -> Card:
    suit = match["suit"].upper().removesuffix("\ufe0f")
    return Card(_RANK_OF[match["rank"].upper()], _SUIT_OF[suit])


def _require_text(text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text is wanted, not {told(text)}")
