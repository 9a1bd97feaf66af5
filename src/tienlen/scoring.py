"""What a round is worth, and when a game is over (rule book chapters 6 and 7, rules 9.1 and 9.3).

Combos, rules and what lies below them are imported.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar, Final, final

import attrs

from tienlen._value import Named, Record, check_int, draft_of, listed, numbers, told
from tienlen.cards import RANKS, Card, CardSet, Rank, Suit, card_set, gather_each
from tienlen.combos import Combo
from tienlen.policies import InstantWin, Penalty, Settlement
from tienlen.rules import Rules
from tienlen.shapes import Kind


class PaymentReason(Named):
    """Why one seat pays another (rule 9.1); the value says it in words.

    >>> PaymentReason.THOI.value
    '2s or bombs still held at the end'
    """

    CHOP = "2s or bombs were chopped"
    CONG = "no card played before another seat went out"
    PLACE = "the place in the round"
    THOI = "2s or bombs still held at the end"
    INSTANT_WIN = "a hand that wins as it is dealt"


@final
@attrs.frozen(eq=False, repr=False)
class Payment(Record):
    """What one seat pays another (rule 9.1).

    >>> Payment(3, 0, 2, PaymentReason.PLACE).units
    2
    >>> Payment(3, 3, 2, PaymentReason.PLACE)
    Traceback (most recent call last):
        ...
    ValueError: seat 3 cannot pay seat 3
    """

    _may_be_told: ClassVar[bool] = True

    payer: int
    """The seat that pays."""
    payee: int
    """The seat that is paid."""
    units: int
    """How much, in half stakes; 1 or more."""
    reason: PaymentReason
    """What for."""

    def __attrs_post_init__(self) -> None:
        for number in (self.payer, self.payee, self.units):
            check_int(number, "a payer, a payee or a number of units")
        if not isinstance(self.reason, PaymentReason):
            raise TypeError(f"the reason is a PaymentReason, not {told(self.reason)}")
        if self.payer < 0 or self.payee < 0 or self.payer == self.payee:
            raise ValueError(f"seat {told(self.payer)} cannot pay seat {told(self.payee)}")
        if self.units < 1:
            raise ValueError(f"a payment is of one unit or more, not {told(self.units)}")


def payments_made(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """Gather payments; a converter."""
    return tuple(payments)


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class RoundResult(Record):
    """How a round ended.

    >>> from tienlen import GameState, Play, Combo
    >>> hands = [CardSet.parse("3S"), CardSet.parse("4S")]
    >>> state = GameState.position(hands=hands, turn=0).apply(Play(0, Combo.parse("3S")))
    >>> result = state.last_round
    >>> result.places, result.points, result.hands
    ((0, 1), (1, 0), (CardSet(), CardSet.parse('4S')))
    >>> RoundResult([0, 0], [1, 0], [], None, [CardSet(), CardSet.parse("4S")])
    Traceback (most recent call last):
        ...
    ValueError: places list every seat once, not (0, 0)
    """

    places: tuple[int, ...] = attrs.field(converter=numbers)
    """Every seat, first to last; after an instant win its seat, then the order of play."""
    points: tuple[int, ...] = attrs.field(converter=numbers)
    """What each seat's score moved by, by seat."""
    payments: tuple[Payment, ...] = attrs.field(converter=payments_made)
    """What seats paid one another; nothing unless rounds are settled in units."""
    instant_win: InstantWin | None
    """The pattern that won the round as it was dealt, if one did."""
    hands: tuple[CardSet, ...] = attrs.field(converter=gather_each)
    """The cards each seat was left with, by seat; they are public from then on."""

    def __attrs_post_init__(self) -> None:
        for number in (*self.places, *self.points):
            check_int(number, "a place or a number of points")
        for payment in self.payments:
            if not isinstance(payment, Payment):
                raise TypeError(f"payments are Payments, not {told(payment)}")
        if self.instant_win is not None and not isinstance(self.instant_win, InstantWin):
            wrong = told(self.instant_win)
            raise TypeError(f"an instant win is an InstantWin or None, not {wrong}")
        seats = len(self.places)
        if sorted(self.places) != list(range(seats)):
            raise ValueError(f"places list every seat once, not ({listed(self.places)})")
        if not len(self.points) == len(self.hands) == seats:
            raise ValueError("points and hands are about the same seats as places")

    def __reduce__(self) -> tuple[Any, ...]:
        # Equal results have equal pickles, though what parts happen to share is pickled once.
        points, hands = (*self.points,), tuple(card_set(hand.mask) for hand in self.hands)
        return RoundResult, (self.places, points, self.payments, self.instant_win, hands)


@final
@attrs.frozen(eq=False, repr=False)
class Ledger(Record):
    """What a round in progress must remember to be settled (rule 9.1)."""

    played: frozenset[int] = frozenset()
    """The seats that have played a card."""
    stopped: frozenset[int] = frozenset()
    """The seats that had not when the first seat went out; they play no more."""
    chain: int = 0
    """The units at stake in a chain of chops."""
    chain_victim: int | None = None
    """The seat that was chopped last."""
    payments: tuple[Payment, ...] = ()
    """The chains already paid in this round."""

    def kept_by(self, rules: Rules) -> "Ledger":
        """Leave out what these rules keep no account of."""
        cong, chains = Penalty.CONG in rules.penalties, Penalty.CHOP_CHAIN in rules.penalties
        return Ledger(
            self.played if cong else frozenset(),
            self.stopped if cong else frozenset(),
            self.chain if chains else 0,
            self.chain_victim if chains else None,
            self.payments if rules.settlement is Settlement.UNITS else (),
        )

    def after_play(
        self, seat: int, combo: Combo, table: Combo | None, table_seat: int | None, rules: Rules
    ) -> "Ledger":
        """Note who has played, and a chop: a bomb laid on 2s or on a bomb."""
        ledger = self
        if Penalty.CONG in rules.penalties:
            ledger = attrs.evolve(ledger, played=ledger.played | {seat})
        if (
            Penalty.CHOP_CHAIN in rules.penalties
            and table is not None
            and _is_bomb(combo, rules)
            and (is_twos(table) or _is_bomb(table, rules))
        ):
            chain = ledger.chain + chop_value(table)
            ledger = attrs.evolve(ledger, chain=chain, chain_victim=table_seat)
        return ledger

    def after_first_out(self, hands: Sequence[CardSet], rules: Rules) -> "Ledger":
        """Stop the seats that have not played a card when the first seat has gone out."""
        if Penalty.CONG not in rules.penalties:
            return self
        idle = {seat for seat, hand in enumerate(hands) if hand and seat not in self.played}
        return attrs.evolve(self, stopped=frozenset(idle))

    def close_chain(self, chopper: int, hands: Sequence[CardSet]) -> "Ledger":
        """Settle a chain: nothing is paid if the last victim went out with the covered combo."""
        if self.chain_victim is None:
            return self
        due = self.chain if hands[self.chain_victim] else 0
        paid = _payment(self.chain_victim, chopper, due, PaymentReason.CHOP)
        return attrs.evolve(self, chain=0, chain_victim=None, payments=(*self.payments, *paid))


NO_LEDGER: Final = Ledger()


def _is_bomb(combo: Combo, rules: Rules) -> bool:
    return combo.kind in _BOMBS and combo.shape in rules._bombs


_BOMBS: Final = (Kind.QUAD, Kind.DOUBLE_SEQUENCE, Kind.QUAD_SEQUENCE)


def is_twos(combo: Combo) -> bool:
    """Whether a combo is made of 2s alone."""
    return combo.run_length == 1 and combo.top.rank is Rank.TWO


def _value_of_two(card: Card) -> int:
    return 1 if card.suit in (Suit.SPADES, Suit.CLUBS) else 2


_QUAD_VALUE: Final = 4
_RUN_VALUES: Final = {3: 3}
"""Three pairs; any longer double sequence is worth more."""
_LONG_RUN_VALUE: Final = 6


def chop_value(combo: Combo) -> int:
    """The units that a covered combo adds to a chain (rule 9.1)."""
    if is_twos(combo):
        return sum(map(_value_of_two, combo))
    if combo.kind is Kind.DOUBLE_SEQUENCE:
        return _RUN_VALUES.get(combo.run_length, _LONG_RUN_VALUE)
    return _QUAD_VALUE * combo.run_length


def held_value(hand: CardSet) -> int:
    """The units of the 2s and bombs in a hand (rule 9.1)."""
    held = [sum(card.rank is rank for card in hand) for rank in RANKS[:-1]]
    twos = sum(_value_of_two(card) for card in hand if card.rank is Rank.TWO)
    quads = _QUAD_VALUE * held.count(4)
    runs = [len(list(run)) for pairs, run in groupby(held, lambda count: count in (2, 3)) if pairs]
    return twos + quads + sum(_RUN_VALUES.get(run, _LONG_RUN_VALUE) for run in runs if run >= 3)


def winning_pattern(hand: CardSet, rules: Rules) -> InstantWin | None:
    """The best pattern with which a hand wins as it is dealt, if it does (rule 9.1)."""
    held = [sum(card.rank is rank for card in hand) for rank in RANKS]
    below_twos = held[:-1]
    windows = [below_twos[start : start + 5] for start in range(8)]
    has = {
        InstantWin.DRAGON: all(below_twos),
        InstantWin.FIVE_CONSECUTIVE_PAIRS: any(min(window) >= 2 for window in windows),
        InstantWin.FOUR_TWOS: held[-1] == 4,
        InstantWin.SIX_PAIRS: sum(count // 2 for count in held) >= 6,
    }
    return next((pattern for pattern in rules.instant_wins if has[pattern]), None)


def instant_win(
    hands: Sequence[CardSet], order: Sequence[int], rules: Rules
) -> tuple[int, InstantWin] | None:
    """The seat whose hand wins as it is dealt, and its pattern: the best, then first in order."""
    if not rules.instant_wins:
        return None
    patterns = {seat: winning_pattern(hands[seat], rules) for seat in order}
    for pattern in rules.instant_wins:
        for seat, found in patterns.items():
            if found is pattern:
                return seat, pattern
    return None


def settle_instant_win(
    places: tuple[int, ...], pattern: InstantWin, hands: tuple[CardSet, ...], rules: Rules
) -> RoundResult:
    """Settle a round that one seat won as it was dealt (rules 9.1 and 9.3)."""
    first, *others = places
    if rules.settlement is Settlement.UNITS:
        payments = tuple(
            Payment(seat, first, _INSTANT_WIN_UNITS, PaymentReason.INSTANT_WIN)
            for seat in sorted(others)
        )
        return RoundResult(places, _nets(payments, len(places)), payments, pattern, hands)
    points = tuple(0 if seat == first else -1 for seat in range(len(places)))
    return RoundResult(places, points, (), pattern, hands)


@functools.cache
def in_order(first: int, seats: int) -> tuple[int, ...]:
    """The seats in the order of play, beginning with one (rule 4.1)."""
    return (*range(first, seats), *range(first))


def settle(
    finished: tuple[int, ...], hands: tuple[CardSet, ...], ledger: Ledger, rules: Rules
) -> RoundResult:
    """Settle a round that has been played out (rules 5.4, 6.1 and 9.1)."""
    seats = len(hands)
    last = [seat for seat in range(seats) if hands[seat] and seat not in ledger.stopped]
    rest = [seat for seat in in_order(finished[0], seats) if seat not in (*finished, *last)]
    places = (*finished, *last, *rest)
    if rules.settlement is Settlement.PLACES:
        points = tuple(seats - 1 - places.index(seat) for seat in range(seats))
    elif rules.settlement is Settlement.LAST_LOSES:
        points = tuple(-1 if seat == places[-1] else 0 for seat in range(seats))
    else:
        payments = (*ledger.payments, *_payments(places, last, hands, ledger, rules))
        return RoundResult(places, _nets(payments, seats), payments, None, hands)
    # Most rounds end here, and their parts are good.
    draft = _ResultDraft()
    draft.places, draft.points, draft.payments = places, points, ()
    draft.instant_win, draft.hands = None, hands
    draft.__class__ = RoundResult
    result: RoundResult = draft
    return result


_ResultDraft: Final = draft_of(RoundResult)
_INSTANT_WIN_UNITS: Final = 4
_CONG_UNITS: Final = 4
_PLACE_MONEY: Final = {2: ((1, 0, 2),), 3: ((2, 0, 2),), 4: ((3, 0, 2), (2, 1, 1))}
"""By number of seats: payer and payee, both by place, and units."""


def _payments(
    places: Sequence[int],
    last: Sequence[int],
    hands: Sequence[CardSet],
    ledger: Ledger,
    rules: Rules,
) -> Iterator[Payment]:
    for seat in places:
        if seat in ledger.stopped:
            due = _CONG_UNITS + held_value(hands[seat])
            yield from _payment(seat, places[0], due, PaymentReason.CONG)
    for payer, payee, units in _PLACE_MONEY[len(places)]:
        if places[payer] not in ledger.stopped:
            yield from _payment(places[payer], places[payee], units, PaymentReason.PLACE)
    if Penalty.THOI in rules.penalties:
        for seat in last:
            above = places[places.index(seat) - 1]
            yield from _payment(seat, above, held_value(hands[seat]), PaymentReason.THOI)


def _payment(payer: int, payee: int, units: int, reason: PaymentReason) -> Iterator[Payment]:
    """A payment, unless there is nothing to pay."""
    if units:
        yield Payment(payer, payee, units, reason)


def _nets(payments: Sequence[Payment], seats: int) -> tuple[int, ...]:
    """What each seat gains by payments, by seat; they sum to zero."""
    return tuple(
        sum(payment.units for payment in payments if payment.payee == seat)
        - sum(payment.units for payment in payments if payment.payer == seat)
        for seat in range(seats)
    )


def winner(scores: Sequence[int], rules: Rules) -> int | None:
    """The seat that has won the game after a round with these scores, if any (rule 7.1)."""
    best = max(scores)
    if rules.target is None or best < rules.target or scores.count(best) > 1:
        return None
    return scores.index(best)
