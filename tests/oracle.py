"""A second reading of the rule book, as naive as it can be made, to hold the library against.

Cards are strings ("3S"), hands are lists of them, actions are tuples and the game is one mutable
object. A combo is recognised by looking at its cards, and the legal moves are found by trying every
subset of the hand. Nothing of the library is imported or imitated here, and nothing is made fast.
Numbers in comments are those of the rule book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Literal, TypeAlias

RANKS = "3456789TJQKA2"  # 1.2
SUITS = "SCDH"  # 1.3
DECK = [rank + suit for rank in RANKS for suit in SUITS]  # 1.1 and 1.4, lowest card first

Deal: TypeAlias = tuple[Literal["deal"], list[list[str]]]
Play: TypeAlias = tuple[Literal["play"], int, list[str]]
Pass: TypeAlias = tuple[Literal["pass"], int]
Action: TypeAlias = Deal | Play | Pass


@dataclass(frozen=True)
class Rules:
    """What one rule set says; the defaults are the base game."""

    seats: tuple[int, ...] = (2, 3, 4)  # 5.1
    hand_size: int = 13  # 5.1
    sequence_ranks: str = "3456789TJQKA"  # 2.5
    double_sequence_ranks: str = "3456789TJQKA"  # 2.6
    chops: Mapping[str, tuple[str, ...]] = field(  # 3.2
        default_factory=lambda: {
            "single of 2s": ("quad", "double sequence of 3+"),
            "pair of 2s": ("double sequence of 4+",),
            "triple of 2s": ("double sequence of 5+",),
        }
    )
    target: int = 10  # 7.1


CARDGAMES_IO = Rules()


# Chapters 1 to 3: cards, combos, what beats what


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards, lowest first (1.4)."""
    return sorted(cards, key=DECK.index)


def name(cards: Iterable[str], rules: Rules = CARDGAMES_IO) -> str | None:
    """What the cards are called as a combo, or None (2.7). Same name: same kind and same size."""
    ordered = in_order(cards)
    if not ordered or len(set(ordered)) < len(ordered):
        return None
    ranks = "".join(card[0] for card in ordered)
    if len(set(ranks)) == 1:
        return {1: "single", 2: "pair", 3: "triple", 4: "quad"}[len(ranks)]  # 2.1 to 2.4
    if len(ranks) >= 3 and ranks in rules.sequence_ranks:
        return f"sequence of {len(ranks)}"  # 2.5
    lower, upper = ranks[0::2], ranks[1::2]
    if lower == upper and len(lower) >= 3 and lower in rules.double_sequence_ranks:
        return f"double sequence of {len(lower)}"  # 2.6
    return None


def highest(cards: Iterable[str]) -> str:
    return in_order(cards)[-1]


def is_higher(card: str, other: str) -> bool:
    """Rank decides, suit between equal ranks (1.4)."""
    return DECK.index(card) > DECK.index(other)


def is_listed(combo_name: str, entries: Iterable[str]) -> bool:
    """Whether a chop table's entries name the combo; "of 3+" means of three or more."""
    kind, _, length = combo_name.partition(" of ")
    for entry in entries:
        if entry == combo_name:
            return True
        entry_kind, _, least = entry.partition(" of ")
        if kind == entry_kind and least.endswith("+") and int(length) >= int(least[:-1]):
            return True
    return False


def beats(cards: Iterable[str], table: Iterable[str], rules: Rules = CARDGAMES_IO) -> bool:
    cards, table = list(cards), list(table)
    cards_name, table_name = name(cards, rules), name(table, rules)
    if cards_name is None or table_name is None:
        return False
    if cards_name == table_name:
        return is_higher(highest(cards), highest(table))  # 3.1 and 3.3
    target = table_name
    if all(card[0] == "2" for card in table):
        target += " of 2s"
    return is_listed(cards_name, rules.chops.get(target, ()))  # 3.2, and 3.4 for all the rest


def subsets(cards: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))


def legal_moves(
    hand: Iterable[str],
    table: Iterable[str] | None = None,
    rules: Rules = CARDGAMES_IO,
    *,
    including: str | None = None,
) -> list[tuple[str, ...]]:
    """Every combo of the hand that may be led (4.2), or laid on the table (4.3)."""
    on_table = None if table is None else list(table)
    return [
        cards
        for cards in subsets(in_order(hand))
        if name(cards, rules) is not None
        and (on_table is None or beats(cards, on_table, rules))
        and (including is None or including in cards)
    ]


# Chapters 4 to 7: trick, round, points, game


class RefusedError(Exception):
    """An action the rules do not allow; its text is the reason's name."""


@dataclass
class Game:
    """One game: `refusal` says what is wrong with an action, `do` carries it out."""

    seats: int
    rules: Rules = CARDGAMES_IO
    phase: str = "DEALING"
    round: int = 1
    scores: list[int] = field(default_factory=list[int])
    hands: list[list[str]] = field(default_factory=list[list[str]])
    discards: list[str] = field(default_factory=list[str])
    turn: int | None = None
    table: list[str] | None = None
    table_seat: int | None = None
    passed: set[int] = field(default_factory=set[int])
    finished: list[int] = field(default_factory=list[int])
    opening_card: str | None = None
    winner: int | None = None
    # How the last round went; all empty until one has been played, and while one is being played.
    places: list[int] = field(default_factory=list[int])
    points: list[int] = field(default_factory=list[int])
    left_over: list[list[str]] = field(default_factory=list[list[str]])

    def __post_init__(self) -> None:
        if self.seats not in self.rules.seats:
            message = f"{self.seats} seats cannot play"
            raise ValueError(message)
        self.scores = self.scores or [0] * self.seats
        self.hands = self.hands or [[] for _ in range(self.seats)]

    # What may be done

    def refusal(self, action: Action) -> str | None:
        """The first thing wrong with the action, or None."""
        if action[0] == "deal":
            return self._deal_refusal(action[1])
        seat = action[1]
        if self.phase != "PLAYING":
            return "WRONG_PHASE"
        if seat not in range(self.seats):
            return "NO_SUCH_SEAT"
        if seat in self.passed or not self.hands[seat]:
            return "OUT_OF_TRICK"  # 4.4, 5.4
        if seat != self.turn:
            return "NOT_YOUR_TURN"  # 4.1
        if action[0] == "play":
            return self._play_refusal(seat, action[2])
        if self.table is None:
            return "CANNOT_PASS_LEAD"  # 4.2
        return None

    def _deal_refusal(self, hands: list[list[str]]) -> str | None:
        if self.phase != "DEALING":
            return "WRONG_PHASE"
        dealt = [card for hand in hands for card in hand]
        if len(hands) != self.seats or len(set(dealt)) < len(dealt):
            return "BAD_DEAL"  # 5.1
        if any(len(hand) != self.rules.hand_size for hand in hands):
            return "BAD_DEAL"  # 5.1
        return None

    def _play_refusal(self, seat: int, cards: list[str]) -> str | None:
        if name(cards, self.rules) is None:
            return "NOT_A_COMBO"  # 2.7
        if not set(cards) <= set(self.hands[seat]):
            return "CARDS_NOT_HELD"
        if self.opening_card is not None and self.opening_card not in cards:
            return "MISSING_OPENING_CARD"  # 5.2
        if self.table is not None and not beats(cards, self.table, self.rules):
            return "DOES_NOT_BEAT"  # 4.3
        return None

    def legal_moves(self) -> list[tuple[str, ...]]:
        """The combos the seat to move may play."""
        if self.turn is None:
            return []
        return legal_moves(
            self.hands[self.turn], self.table, self.rules, including=self.opening_card
        )

    # Doing it

    def do(self, action: Action) -> None:
        reason = self.refusal(action)
        if reason is not None:
            raise RefusedError(reason)
        if action[0] == "deal":
            self._deal(action[1])
        elif action[0] == "play":
            self._play(action[1], action[2])
        else:
            self._pass(action[1])

    def _deal(self, hands: list[list[str]]) -> None:
        if self.places:
            self.turn = self.places[0]  # 5.3
        else:
            lowest = in_order(card for hand in hands for card in hand)[0]
            self.turn = next(seat for seat in range(self.seats) if lowest in hands[seat])  # 5.2
            self.opening_card = lowest  # 5.2
        self.hands = [list(hand) for hand in hands]
        self.discards = []
        self.places, self.points, self.left_over = [], [], []
        self.phase = "PLAYING"

    def _play(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.discards += self.table or []
        self.table, self.table_seat = list(cards), seat
        self.opening_card = None
        if not self.hands[seat]:
            self.finished.append(seat)  # 5.4
        if len(self._holders()) == 1:
            self._end_round()  # 5.4
        else:
            self._go_on_from(seat)

    def _pass(self, seat: int) -> None:
        self.passed.add(seat)  # 4.4
        self._go_on_from(seat)

    def _holders(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.hands[seat]]

    def _after(self, seat: int) -> list[int]:
        """The other seats in the order of play (4.1)."""
        return [*range(seat + 1, self.seats), *range(seat)]

    def _go_on_from(self, seat: int) -> None:
        for other in [*self._after(seat), seat]:
            if self.hands[other] and other not in self.passed and other != self.table_seat:
                self.turn = other  # 4.3, 4.7
                return
        self._end_trick()  # 4.5

    def _end_trick(self) -> None:
        assert self.table is not None
        assert self.table_seat is not None
        owner = self.table_seat
        self.turn = next(seat for seat in [owner, *self._after(owner)] if self.hands[seat])  # 4.6
        self.discards += self.table
        self.table, self.table_seat = None, None
        self.passed = set()

    def _end_round(self) -> None:
        self.places = [*self.finished, *self._holders()]  # 5.4
        self.points = [0] * self.seats
        for place, seat in enumerate(self.places, start=1):
            self.points[seat] = self.seats - place  # 6.1
            self.scores[seat] += self.seats - place
        self.left_over = [list(hand) for hand in self.hands]
        self.discards += self.table or []
        self.turn = self.table = self.table_seat = None
        self.passed, self.finished = set(), []
        best = max(self.scores)
        if best >= self.rules.target and self.scores.count(best) == 1:
            self.winner = self.scores.index(best)  # 7.1
            self.phase = "OVER"
        else:
            self.round += 1
            self.phase = "DEALING"
