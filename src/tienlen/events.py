"""What may happen in a game, as values: one class for each kind of event.

An event holds nothing but what is public when it happens.  Actions, and what they and their scores
are made of, are imported.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from typing import Any, TypeAlias, final

import attrs
from attrs.validators import deep_iterable as each
from attrs.validators import optional

from tienlen._value import Record, check_int, numbers, told
from tienlen.actions import check_seat, check_seat_of
from tienlen.cards import Card
from tienlen.combos import Combo
from tienlen.errors import InvalidSeatError
from tienlen.policies import InstantWin
from tienlen.scoring import Payment, RoundResult


def _seat(_event: object, _field: object, value: int) -> None:
    check_seat(value)
    if value < 0:
        raise InvalidSeatError(value, "is no seat; they are numbered from 0")


def _int(_event: object, field: "attrs.Attribute[Any]", value: int) -> None:
    check_int(value, f"a number of {field.name}")


def _at_least(least: int) -> Callable[[object, "attrs.Attribute[Any]", int], None]:
    def check(event: object, field: "attrs.Attribute[Any]", value: int) -> None:
        _int(event, field, value)
        if value < least:
            raise ValueError(f"{field.name} is {least} or more, not {told(value)}")

    return check


def _a(kind: type) -> Callable[[object, "attrs.Attribute[Any]", object], None]:
    def check(_event: object, field: "attrs.Attribute[Any]", value: object) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{field.name} takes {kind.__name__}, not {told(value)}")

    return check


def _check_two(seat: int, other: int) -> None:
    if seat == other:
        raise InvalidSeatError(seat, "cannot be both seats of the event")


_Written: TypeAlias = Callable[[Card | Combo], str]
"""How cards are written."""


class _Told(Record, metaclass=ABCMeta):
    """An event as a sentence, its cards written in one way or the other."""

    __slots__ = ()

    def pretty(self) -> str:
        """The sentence with the signs of the suits, as in ``seat 0 plays 10♠``."""
        return self._sentence(lambda cards: cards.pretty())

    def __str__(self) -> str:
        return self._sentence(str)

    @abstractmethod
    def _sentence(self, written: _Written, /) -> str:
        """Say what happened."""


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Dealt(_Told):
    """The cards of a round were dealt (rules 5.1 to 5.3).

    >>> print(Dealt(1, [13, 13], 0, Card.parse("3S")))
    round 1 is dealt, 13 13 cards; seat 0 opens with 3S
    >>> Dealt(1, [13, 13], None, Card.parse("3S"))
    Traceback (most recent call last):
        ...
    ValueError: no seat leads, so none opens with 3S
    """

    round: int = attrs.field(validator=_at_least(1))
    """The number of the round, from 1."""
    counts: tuple[int, ...] = attrs.field(converter=numbers, validator=each(_at_least(0)))
    """How many cards each seat was dealt, by seat."""
    turn: int | None = attrs.field(validator=optional(_seat))
    """The seat that leads, None if the deal has won the round at once."""
    opening_card: Card | None = attrs.field(validator=optional(_a(Card)))
    """The card that its first play must contain, if any (rule 5.2)."""

    def __attrs_post_init__(self) -> None:
        if self.turn is not None:
            check_seat_of(self.turn, len(self.counts))
        elif self.opening_card is not None:
            raise ValueError(f"no seat leads, so none opens with {self.opening_card}")

    def _sentence(self, written: _Written, /) -> str:
        dealt = f"round {self.round} is dealt, {' '.join(map(str, self.counts))} cards"
        if self.turn is None:
            return dealt
        how = "leads" if self.opening_card is None else f"opens with {written(self.opening_card)}"
        return f"{dealt}; seat {self.turn} {how}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class DealWon(_Told):
    """A hand won the round as it was dealt (rules 9.1c and 9.3).

    >>> print(DealWon(2, InstantWin.FOUR_TWOS))
    seat 2 wins the round as dealt: four 2s
    >>> DealWon(2, "four 2s")
    Traceback (most recent call last):
        ...
    TypeError: pattern takes InstantWin, not 'four 2s'
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that has won."""
    pattern: InstantWin = attrs.field(validator=_a(InstantWin))
    """What it was dealt."""

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.seat} wins the round as dealt: {self.pattern.value}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Played(_Told):
    """A seat played a combo (rules 4.2 and 4.3).

    >>> print(Played(2, Combo.parse("3S 3C"), led=False))
    seat 2 plays 3S 3C
    >>> Played(2, Combo.parse("3S 3C"), led=False).pretty()
    'seat 2 plays 3♠ 3♣'
    >>> Played(-1, Combo.parse("3S"), led=True)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: -1 is no seat; they are numbered from 0
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that has played."""
    combo: Combo = attrs.field(validator=_a(Combo))
    """What it has played."""
    led: bool = attrs.field(validator=_a(bool))
    """Whether the table was empty, so that a trick has begun."""

    def _sentence(self, written: _Written, /) -> str:
        return f"seat {self.seat} {'leads' if self.led else 'plays'} {written(self.combo)}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Chopped(_Told):
    """What was played is a chop: only the chop table let it, or it is a bomb laid on a bomb.

    It follows the play (rules 3.2, 3.3 and 9.1g).

    >>> nines, two = Combo.parse("9S 9C 9D 9H"), Combo.parse("2H")
    >>> print(Chopped(1, nines, victim=0, covered=two, units=2, free=False))
    seat 1 chops 2H of seat 0, worth 2
    >>> Chopped(1, nines, victim=1, covered=two, units=2, free=False)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 1 cannot be both seats of the event
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that has chopped."""
    combo: Combo = attrs.field(validator=_a(Combo))
    """The bomb that it has laid."""
    victim: int = attrs.field(validator=_seat)
    """The seat whose combo is covered."""
    covered: Combo = attrs.field(validator=_a(Combo))
    """The combo that is covered."""
    units: int = attrs.field(validator=_at_least(0))
    """What that adds to the chain; 0 if the rules do not count it (rule 9.1g)."""
    free: bool = attrs.field(validator=_a(bool))
    """Whether it came out of turn or after passing (rule 9.1b)."""

    def __attrs_post_init__(self) -> None:
        _check_two(self.seat, self.victim)

    def _sentence(self, written: _Written, /) -> str:
        how = " out of turn" if self.free else ""
        worth = f", worth {self.units}" if self.units else ""
        return f"seat {self.seat} chops {written(self.covered)} of seat {self.victim}{how}{worth}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Passed(_Told):
    """A seat passed and is out of the trick (rule 4.4).

    >>> print(Passed(1))
    seat 1 passes
    >>> Passed(-1)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: -1 is no seat; they are numbered from 0
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that has passed."""

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.seat} passes"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class WentOut(_Told):
    """A seat played its last card (rule 5.4).

    >>> print(WentOut(3, place=1))
    seat 3 is out, place 1
    >>> WentOut(3, place=0)
    Traceback (most recent call last):
        ...
    ValueError: place is 1 or more, not 0
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that is out of cards."""
    place: int = attrs.field(validator=_at_least(1))
    """Its place in the round, from 1."""

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.seat} is out, place {self.place}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Stopped(_Told):
    """A seat plays no more: another went out before it had played a card (rule 9.1h).

    >>> print(Stopped(1))
    seat 1 stops, having played no card
    >>> Stopped(True)
    Traceback (most recent call last):
        ...
    TypeError: a seat is an int, not True
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that is stopped."""

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.seat} stops, having played no card"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class TrickWon(_Told):
    """Nobody can answer any more: the table is cleared (rule 4.5).

    There is none when the round ends, which it does before the trick (rule 5.4).

    >>> print(TrickWon(0, Combo.parse("2H")))
    seat 0 wins the trick with 2H
    >>> TrickWon(0, "2H")
    Traceback (most recent call last):
        ...
    TypeError: combo takes Combo, not '2H'
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that played last; it leads next unless the lead is inherited."""
    combo: Combo = attrs.field(validator=_a(Combo))
    """What it played last."""

    def _sentence(self, written: _Written, /) -> str:
        return f"seat {self.seat} wins the trick with {written(self.combo)}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class LeadInherited(_Told):
    """The seat that won the trick is out of cards: the next that holds some leads (rule 4.6).

    >>> print(LeadInherited(1, owner=0))
    seat 1 leads, since seat 0 is out
    >>> LeadInherited(0, owner=0)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 0 cannot be both seats of the event
    """

    seat: int = attrs.field(validator=_seat)
    """The seat that leads."""
    owner: int = attrs.field(validator=_seat)
    """The seat that won the trick."""

    def __attrs_post_init__(self) -> None:
        _check_two(self.seat, self.owner)

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.seat} leads, since seat {self.owner} is out"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Paid(_Told):
    """One seat paid another (rule 9.1).

    >>> from tienlen import PaymentReason
    >>> print(Paid(Payment(3, 0, 2, PaymentReason.PLACE)))
    seat 3 pays 2 to seat 0: the place in the round
    >>> Paid(2)
    Traceback (most recent call last):
        ...
    TypeError: payment takes Payment, not 2
    """

    payment: Payment = attrs.field(validator=_a(Payment))
    """Who paid whom, how much and what for."""

    def _sentence(self, _written: _Written, /) -> str:
        paid = self.payment
        return f"seat {paid.payer} pays {paid.units} to seat {paid.payee}: {paid.reason.value}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class RoundOver(_Told):
    """A round ended and moved the scores (rules 5.4 and 6.1).

    >>> from tienlen import CardSet
    >>> result = RoundResult([1, 0], [0, 1], [], None, [CardSet.parse("5S"), CardSet()])
    >>> print(RoundOver(4, result))
    round 4 is over, seat 1 wins it; points 0 1
    >>> RoundOver(0, result)
    Traceback (most recent call last):
        ...
    ValueError: round is 1 or more, not 0
    """

    round: int = attrs.field(validator=_at_least(1))
    """The number of the round."""
    result: RoundResult = attrs.field(validator=_a(RoundResult))
    """Places, points, payments and the cards that were left, public from now on."""

    def _sentence(self, _written: _Written, /) -> str:
        first, points = self.result.places[0], " ".join(map(str, self.result.points))
        return f"round {self.round} is over, seat {first} wins it; points {points}"


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class GameOver(_Told):
    """The game ended (rule 7.1).

    >>> print(GameOver(2, [8, 4, 10]))
    seat 2 wins the game; scores 8 4 10
    >>> GameOver(3, [8, 4, 10])
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 3 is no seat; the seats are 0 to 2
    """

    winner: int = attrs.field(validator=_seat)
    """The seat that has won it."""
    scores: tuple[int, ...] = attrs.field(converter=numbers, validator=each(_int))
    """The final scores, by seat."""

    def __attrs_post_init__(self) -> None:
        check_seat_of(self.winner, len(self.scores))

    def _sentence(self, _written: _Written, /) -> str:
        return f"seat {self.winner} wins the game; scores {' '.join(map(str, self.scores))}"


Event: TypeAlias = (
    Dealt
    | DealWon
    | Played
    | Chopped
    | Passed
    | WentOut
    | Stopped
    | TrickWon
    | LeadInherited
    | Paid
    | RoundOver
    | GameOver
)
"""Whatever `events_between` tells; ``match`` on it is exhaustive."""
