"""What makes a position in the middle of a round possible.

Everything up to the actions is imported.
"""

from collections.abc import Iterable, Iterator

from tienlen.actions import check_seat
from tienlen.cards import DECK, Card, CardSet
from tienlen.combos import Combo, admits
from tienlen.errors import InvalidPositionError
from tienlen.rules import Rules, check_rules


def check_position(
    rules: Rules,
    round: int,
    scores: tuple[int, ...],
    hands: tuple[CardSet, ...],
    discards: CardSet,
    turn: int,
    table: Combo | None,
    table_seat: int | None,
    passed: frozenset[int],
    finished: tuple[int, ...],
    opening_card: Card | None,
) -> None:
    """Refuse a position that no round can reach, and parts that are of a wrong type.

    Raises:
        InvalidPositionError: it is impossible; all faults are listed.
        TypeError: a part is not what it should be.
    """
    check_rules(rules)
    seats = [turn, *passed, *finished]
    for seat in seats if table_seat is None else [*seats, table_seat]:
        check_seat(seat)
    for number in (round, *scores):
        if not isinstance(number, int) or isinstance(number, bool):
            raise TypeError(f"rounds and scores are ints, not {number!r}")
    for part, kind in ((table, Combo), (opening_card, Card)):
        if part is not None and not isinstance(part, kind):
            raise TypeError(f"a {kind.__name__} or None is wanted, not {part!r}")
    faults = (
        *_game_faults(rules, round, scores, len(hands)),
        *_card_faults(rules, hands, discards, table),
        *_trick_faults(hands, turn, table, table_seat, passed, opening_card),
        *_seat_faults(hands, turn, table_seat, passed, finished),
    )
    if faults:
        raise InvalidPositionError(faults)


def _game_faults(rules: Rules, round: int, scores: tuple[int, ...], seats: int) -> Iterator[str]:
    if seats not in rules.seats:
        yield f"these rules know no game of {seats} seats"
    if round < 1:
        yield f"round is {round}, the first is 1"
    if len(scores) != seats:
        yield f"scores holds {len(scores)} numbers for {seats} seats"


def _card_faults(
    rules: Rules, hands: tuple[CardSet, ...], discards: CardSet, table: Combo | None
) -> Iterator[str]:
    places = [*hands, discards, CardSet() if table is None else table.cards]
    for card in DECK:
        if sum(card in place for place in places) > 1:
            yield f"card {card} is in two places"
    if table is not None and not admits(rules, table):
        yield f"the table's {table} is no combo under these rules"
    if sum(map(bool, hands)) < 2:
        yield "fewer than two seats hold cards"


def _trick_faults(
    hands: tuple[CardSet, ...],
    turn: int,
    table: Combo | None,
    table_seat: int | None,
    passed: frozenset[int],
    opening_card: Card | None,
) -> Iterator[str]:
    if (table is None) != (table_seat is None):
        yield "a table needs its table_seat, and a table_seat its table"
    if table is None and passed:
        yield "there are passes but no table"
    if opening_card is not None:
        if table is not None:
            yield "there is an opening_card but also a table"
        if turn in range(len(hands)) and opening_card not in hands[turn]:
            yield f"turn is {turn}, which does not hold the opening_card {opening_card}"
    if turn == table_seat:
        yield f"turn is {turn}, which is also the table_seat"
    for name, seat in (("turn", turn), ("table_seat", table_seat)):
        if seat in passed:
            yield f"{name} is {seat}, which has passed"


def _seat_faults(
    hands: tuple[CardSet, ...],
    turn: int,
    table_seat: int | None,
    passed: frozenset[int],
    finished: tuple[int, ...],
) -> Iterator[str]:
    seats = range(len(hands))
    named: dict[str, Iterable[int]] = {
        "turn": [turn],
        "table_seat": [] if table_seat is None else [table_seat],
        "passed": sorted(passed),
        "finished": finished,
    }
    for name, listed in named.items():
        for seat in listed:
            if seat not in seats:
                yield f"{name} is {seat}, which is no seat"
    if turn in seats and not hands[turn]:
        yield f"turn is {turn}, which holds no cards"
    if len(set(finished)) < len(finished):
        yield "a seat has finished twice"
    for seat in finished:
        if seat in seats and hands[seat]:
            yield f"seat {seat} has finished but holds cards"
