"""How a game goes on from one action to the next (rule book chapters 4 and 5, rule 9.1).

The actions have been found legal before.  Everything up to the turns is imported.
"""

from operator import add

from tienlen.cards import CARDS, Card, CardSet, card_set
from tienlen.combos import Combo
from tienlen.policies import Opening
from tienlen.rules import Rules
from tienlen.scoring import (
    NO_LEDGER,
    Ledger,
    RoundResult,
    in_order,
    instant_win,
    settle,
    settle_instant_win,
    winner,
)
from tienlen.turns import Situation


class Draft(Situation):
    """A game state in the making: its parts, which may change until it becomes the state."""

    __slots__ = (
        "_ledger",
        "discards",
        "finished",
        "hands",
        "last_round",
        "opening_card",
        "passed",
        "round",
        "rules",
        "scores",
        "table",
        "table_seat",
        "turn",
    )

    rules: Rules
    round: int
    scores: tuple[int, ...]
    hands: tuple[CardSet, ...]
    discards: CardSet
    turn: int | None
    table: Combo | None
    table_seat: int | None
    passed: frozenset[int]
    finished: tuple[int, ...]
    opening_card: Card | None
    last_round: RoundResult | None
    _ledger: Ledger


def fresh(rules: Rules, seats: int) -> Draft:
    """Begin a game."""
    draft = Draft()
    draft.rules = rules
    draft.round = 1
    draft.scores = (0,) * seats
    draft.hands = (CardSet(),) * seats
    draft.discards = CardSet()
    draft.last_round = None
    _clear_round(draft)
    return draft


def deal(draft: Draft, hands: tuple[CardSet, ...]) -> None:
    """Begin a round, which a hand may win at once."""
    rules, last, seats = draft.rules, draft.last_round, len(hands)
    draft.hands, draft.discards, draft.last_round = hands, CardSet(), None
    if (
        last is None
        or rules.opening is Opening.EVERY_ROUND
        or (rules.opening is Opening.AFTER_INSTANT_WIN and last.instant_win is not None)
    ):  # Rule 5.2
        lowest, draft.turn = min((hand.mask & -hand.mask, seat) for seat, hand in enumerate(hands))
        draft.opening_card = CARDS[lowest.bit_length() - 1]
    else:  # Rule 5.3
        draft.turn = last.places[0]
    if won := instant_win(hands, in_order(draft.turn, seats), rules):
        seat, pattern = won
        _end_round(draft, settle_instant_win(in_order(seat, seats), pattern, hands, rules))


def play(draft: Draft, seat: int, combo: Combo) -> None:
    """Lay a combo on the table, in turn or as a free chop."""
    hands, table, rules = draft.hands, draft.table, draft.rules
    left = list(hands)
    left[seat] = hand = card_set(hands[seat].mask & ~combo._mask)
    draft.hands = tuple(left)
    if table is not None:
        draft.discards = card_set(draft.discards.mask | table._mask)
    if rules.penalties:
        draft._ledger = draft._ledger.after_play(seat, combo, table, draft.table_seat, rules)
    if seat in draft.passed:  # A free chop brings it back into the trick, rule 9.1.
        draft.passed -= {seat}
    draft.table, draft.table_seat, draft.opening_card = combo, seat, None
    if not hand.mask:
        if not draft.finished:
            draft._ledger = draft._ledger.after_first_out(draft.hands, rules)
        draft.finished = (*draft.finished, seat)
        if sum(map(bool, draft.hands)) - len(draft._ledger.stopped) <= 1:  # Rule 5.4
            _clear_table(draft, combo, seat)
            _end_round(draft, settle(draft.finished, draft.hands, draft._ledger, rules))
            return
    _go_on(draft, seat, combo, seat)


def pass_on(draft: Draft, seat: int) -> None:
    """Take a seat out of the trick."""
    # A lead cannot be passed, so there is a table.
    assert draft.table is not None
    assert draft.table_seat is not None
    draft.passed = draft.passed.union((seat,))
    _go_on(draft, seat, draft.table, draft.table_seat)


def _go_on(draft: Draft, seat: int, table: Combo, table_seat: int) -> None:
    """Give the turn to the next seat that may answer; if there is none, the trick is over."""
    hands, passed, stopped = draft.hands, draft.passed, draft._ledger.stopped
    turn, last = seat, len(hands) - 1
    for _ in hands:
        turn = turn + 1 if turn < last else 0
        may_answer = turn not in passed and turn != table_seat and turn not in stopped
        if may_answer and hands[turn].mask:
            draft.turn = turn
            return
    # Rules 4.5 and 4.6
    order = in_order(table_seat, len(hands))
    draft.turn = next(seat for seat in order if hands[seat] and seat not in stopped)
    _clear_table(draft, table, table_seat)


def _clear_table(draft: Draft, table: Combo, table_seat: int) -> None:
    """End a trick: its last combo is put away, and its chain of chops is paid."""
    draft.discards |= table.cards
    draft._ledger = draft._ledger.close_chain(table_seat, draft.hands)
    draft.table, draft.table_seat, draft.passed = None, None, frozenset()


def _end_round(draft: Draft, result: RoundResult) -> None:
    """Move the scores; unless the game is over, the next deal is awaited."""
    draft.scores = tuple(map(add, draft.scores, result.points))
    if winner(draft.scores, draft.rules) is None:
        draft.round += 1
    draft.last_round = result
    _clear_round(draft)


def _clear_round(draft: Draft) -> None:
    draft.turn = draft.table = draft.table_seat = draft.opening_card = None
    draft.passed, draft.finished, draft._ledger = frozenset(), (), NO_LEDGER
