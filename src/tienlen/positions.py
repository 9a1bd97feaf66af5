"""What makes a position in the middle of a round possible.

Everything up to the transitions is imported.
"""

from collections.abc import Iterator

from tienlen._value import check_int
from tienlen.actions import check_seat
from tienlen.cards import DECK, Card, CardSet
from tienlen.combos import Combo, admits
from tienlen.errors import InvalidPositionError
from tienlen.scoring import Payment
from tienlen.transitions import Draft


def check_position(draft: Draft) -> None:
    """Refuse a position that no round can reach, and parts that are of a wrong type.

    Raises:
        InvalidPositionError: it is impossible; all faults are listed.
        TypeError: a part is not what it should be.
    """
    _check_types(draft)
    faults = (
        *_game_faults(draft),
        *_card_faults(draft),
        *_seat_faults(draft),
        *_trick_faults(draft),
        *_ledger_faults(draft),
    )
    if faults:
        raise InvalidPositionError(faults)


def _check_types(draft: Draft) -> None:
    for _, seat in _named_seats(draft):
        check_seat(seat)
    for number in (draft.round, draft._ledger.chain, *draft.scores):
        check_int(number, "a round, score or chain")
    for payment in draft._ledger.payments:
        if not isinstance(payment, Payment):
            raise TypeError(f"payments are Payments, not {payment!r}")
    for part, kind in ((draft.table, Combo), (draft.opening_card, Card)):
        if part is not None and not isinstance(part, kind):
            raise TypeError(f"a {kind.__name__} or None is wanted, not {part!r}")


def _named_seats(draft: Draft) -> Iterator[tuple[str, object]]:
    """Every seat that a position speaks of, with the name of the part that does."""
    ledger = draft._ledger
    yield "turn", draft.turn
    for name, seat in (("table_seat", draft.table_seat), ("chain_victim", ledger.chain_victim)):
        if seat is not None:
            yield name, seat
    groups = {"passed": draft.passed, "played": ledger.played, "stopped": ledger.stopped}
    for name, seats in groups.items():
        yield from ((name, seat) for seat in sorted(seats, key=repr))
    yield from (("finished", seat) for seat in draft.finished)


def _game_faults(draft: Draft) -> Iterator[str]:
    seats = len(draft.hands)
    if seats not in draft.rules.seats:
        yield f"these rules know no game of {seats} seats"
    if draft.round < 1:
        yield f"round is {draft.round}, the first is 1"
    if len(draft.scores) != seats:
        yield f"scores holds {len(draft.scores)} numbers for {seats} seats"


def _card_faults(draft: Draft) -> Iterator[str]:
    table = draft.table
    places = [*draft.hands, draft.discards, CardSet() if table is None else table.cards]
    for card in DECK:
        if sum(card in place for place in places) > 1:
            yield f"card {card} is in two places"
    if table is not None and not admits(draft.rules, table):
        yield f"the table's {table} is no combo under these rules"
    holding = {seat for seat, hand in enumerate(draft.hands) if hand}
    if len(holding) < 2:
        yield "fewer than two seats hold cards"
    elif len(holding - draft._ledger.stopped) < 2:
        yield "fewer than two seats still play"


def _seat_faults(draft: Draft) -> Iterator[str]:
    hands = dict(enumerate(draft.hands))
    for name, seat in _named_seats(draft):
        if seat not in hands:
            yield f"{name} is {seat}, which is no seat"
    if draft.turn in hands and not hands[draft.turn]:
        yield f"turn is {draft.turn}, which holds no cards"
    if len(set(draft.finished)) < len(draft.finished):
        yield "a seat has finished twice"
    for seat in draft.finished:
        if hands.get(seat):
            yield f"seat {seat} has finished but holds cards"


def _trick_faults(draft: Draft) -> Iterator[str]:
    turn, table, opening_card = draft.turn, draft.table, draft.opening_card
    if (table is None) != (draft.table_seat is None):
        yield "a table needs its table_seat, and a table_seat its table"
    if table is None and draft.passed:
        yield "there are passes but no table"
    if opening_card is not None:
        if table is not None:
            yield "there is an opening_card but also a table"
        if not any(opening_card in hand for seat, hand in enumerate(draft.hands) if seat == turn):
            yield f"turn is {turn}, which does not hold the opening_card {opening_card}"
    if turn == draft.table_seat:
        yield f"turn is {turn}, which is also the table_seat"
    for name, seat in (("turn", turn), ("table_seat", draft.table_seat)):
        if seat in draft.passed:
            yield f"{name} is {seat}, which has passed"


def _ledger_faults(draft: Draft) -> Iterator[str]:
    ledger, victim = draft._ledger, draft._ledger.chain_victim
    if both := ledger.played & ledger.stopped:
        yield f"seats {sorted(both)} have played and are stopped for having played nothing"
    if ledger.chain < 0 or (ledger.chain > 0) != (victim is not None):
        yield f"a chain of {ledger.chain} units has the chain_victim {victim}"
    if victim is not None and draft.table_seat in (None, victim):
        yield f"chain_victim is {victim}, whose combo nobody has covered"
    if ledger.stopped and not draft.finished:
        yield "seats are stopped, but none has finished"
    if draft.turn in ledger.stopped:
        yield f"turn is {draft.turn}, which is stopped"
    for payment in ledger.payments:
        if max(payment.payer, payment.payee) >= len(draft.hands):
            yield f"{payment!r} is between seats that are not there"
    for seat, hand in enumerate(draft.hands):
        if seat in ledger.stopped and not hand:
            yield f"seat {seat} is stopped but holds no cards"
