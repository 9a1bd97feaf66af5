"""What makes a position possible, as far as the one who sets it up can see the cards.

Everything up to the turns is imported.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from tienlen._value import check_int, listed, told
from tienlen.actions import check_seat
from tienlen.cards import Card, CardSet
from tienlen.combos import Combo, admits
from tienlen.errors import InvalidPositionError
from tienlen.scoring import Ledger, Payment
from tienlen.turns import Situation

_Hands: TypeAlias = Mapping[int | None, CardSet]
"""The hands that are seen, by seat; a spectator's empty one belongs to None."""


def check_types(position: Situation, ledger: Ledger) -> None:
    """Refuse parts that are of a wrong type."""
    for _, seat in _named_seats(position, ledger):
        check_seat(seat)
    for number in (position.round, ledger.chain, *position.scores):
        check_int(number, "a round, score or chain")
    for payment in ledger.payments:
        if not isinstance(payment, Payment):
            raise TypeError(f"payments are Payments, not {told(payment)}")
    for part, kind in ((position.table, Combo), (position.opening_card, Card)):
        if part is not None and not isinstance(part, kind):
            raise TypeError(f"a {kind.__name__} or None is wanted, not {told(part)}")


def refuse(faults: Iterable[str]) -> None:
    """Refuse a position that has faults.

    Raises:
        InvalidPositionError: there are some; all of them are listed.
    """
    if found := tuple(faults):
        raise InvalidPositionError(found)


def position_faults(
    position: Situation, ledger: Ledger, counts: Sequence[int], known: _Hands
) -> Iterator[str]:
    """Tell why no round in progress can reach a position.

    Args:
        position: what everybody sees, with a seat to move.
        ledger: what has to be remembered of the round.
        counts: the number of cards of each seat.
        known: the hands that are seen.
    """
    yield from game_faults(position, len(counts))
    yield from _card_faults(position, ledger, counts, known)
    yield from _seat_faults(position, ledger, counts)
    yield from _trick_faults(position, known)
    yield from _ledger_faults(position, ledger, counts)


def game_faults(position: Situation, seats: int) -> Iterator[str]:
    """Tell what no game can be like, whether a round is played or not."""
    if seats not in position.rules.seats:
        yield f"these rules know no game of {seats} seats"
    if position.round < 1:
        yield f"round is {told(position.round)}, the first is 1"
    if len(position.scores) != seats:
        yield f"scores holds {len(position.scores)} numbers for {seats} seats"


def place_faults(places: Iterable[CardSet]) -> Iterator[str]:
    """Tell which cards are in two places."""
    seen = twice = CardSet()
    for place in places:
        twice |= seen & place
        seen |= place
    yield from (f"card {card} is in two places" for card in twice)


def _named_seats(position: Situation, ledger: Ledger) -> Iterator[tuple[str, object]]:
    """Every seat that a position speaks of, with the name of the part that does."""
    singly = {
        "turn": position.turn,
        "table_seat": position.table_seat,
        "chain_victim": ledger.chain_victim,
    }
    yield from ((name, seat) for name, seat in singly.items() if seat is not None)
    groups = {"passed": position.passed, "played": ledger.played, "stopped": ledger.stopped}
    for name, seats in groups.items():
        yield from ((name, seat) for seat in sorted(seats, key=told))
    yield from (("finished", seat) for seat in position.finished)


def _card_faults(
    position: Situation, ledger: Ledger, counts: Sequence[int], known: _Hands
) -> Iterator[str]:
    table = position.table
    on_table = () if table is None else (table.cards,)
    yield from place_faults((*known.values(), position.discards, *on_table))
    if table is not None and not admits(position.rules, table):
        yield f"the table's {table} is no combo under these rules"
    holding = {seat for seat, count in enumerate(counts) if count}
    if len(holding) < 2:
        yield "fewer than two seats hold cards"
    elif len(holding - ledger.stopped) < 2:
        yield "fewer than two seats still play"


def _seat_faults(position: Situation, ledger: Ledger, counts: Sequence[int]) -> Iterator[str]:
    held: dict[object, int] = dict(enumerate(counts))
    for name, seat in _named_seats(position, ledger):
        if seat not in held:
            yield f"{name} is {told(seat)}, which is no seat"
    if held.get(position.turn) == 0:
        yield f"turn is {told(position.turn)}, which holds no cards"
    if len(set(position.finished)) < len(position.finished):
        yield "a seat has finished twice"
    for seat in position.finished:
        if held.get(seat):
            yield f"seat {seat} has finished but holds cards"


def _trick_faults(position: Situation, known: _Hands) -> Iterator[str]:
    turn, table, opening_card = position.turn, position.table, position.opening_card
    if (table is None) != (position.table_seat is None):
        yield "a table needs its table_seat, and a table_seat its table"
    if table is None and position.passed:
        yield "there are passes but no table"
    if opening_card is not None:
        if table is not None:
            yield "there is an opening_card but also a table"
        if not _may_hold(turn, opening_card, position, known):
            yield f"turn is {told(turn)}, which does not hold the opening_card {opening_card}"
    if turn == position.table_seat:
        yield f"turn is {told(turn)}, which is also the table_seat"
    for name, seat in (("turn", turn), ("table_seat", position.table_seat)):
        if seat in position.passed:
            yield f"{name} is {told(seat)}, which has passed"


def _may_hold(seat: int | None, card: Card, position: Situation, known: _Hands) -> bool:
    """Whether a seat holds a card, or for all that is seen could."""
    if seat in known:
        return card in known[seat]
    return not any(card in place for place in (*known.values(), position.discards))


def _ledger_faults(position: Situation, ledger: Ledger, counts: Sequence[int]) -> Iterator[str]:
    victim = ledger.chain_victim
    if both := ledger.played & ledger.stopped:
        seats = listed(sorted(both))
        yield f"seats [{seats}] have played and are stopped for having played nothing"
    if ledger.chain < 0 or (ledger.chain > 0) != (victim is not None):
        yield f"a chain of {told(ledger.chain)} units has the chain_victim {told(victim)}"
    if victim is not None and position.table_seat in (None, victim):
        yield f"chain_victim is {told(victim)}, whose combo nobody has covered"
    if ledger.stopped and not position.finished:
        yield "seats are stopped, but none has finished"
    if position.turn in ledger.stopped:
        yield f"turn is {told(position.turn)}, which is stopped"
    for payment in ledger.payments:
        if max(payment.payer, payment.payee) >= len(counts):
            yield f"{told(payment)} is between seats that are not there"
    for seat, count in enumerate(counts):
        if seat in ledger.stopped and not count:
            yield f"seat {seat} is stopped but holds no cards"
