"""A second reading of the rule book, as naive as it can be made, to hold the library against.

Cards are strings ("3S"), hands are lists of them, actions are tuples and the game is one mutable
object. A combo is recognised by looking at its cards, and the legal moves are found by trying every
subset of the hand. Nothing of the library is imported or imitated here, and nothing is made fast,
only the combos of a hand are remembered. Numbers in comments are those of the rule book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations
from typing import Literal, TypeAlias

RANKS = "3456789TJQKA2"  # 1.2
SUITS = "SCDH"  # 1.3
DECK = [rank + suit for rank in RANKS for suit in SUITS]  # 1.1 and 1.4, lowest card first
PLACES = {card: place for place, card in enumerate(DECK)}
BELOW_TWO = "3456789TJQKA"

Deal: TypeAlias = tuple[Literal["deal"], list[list[str]]]
Play: TypeAlias = tuple[Literal["play"], int, list[str]]
Pass: TypeAlias = tuple[Literal["pass"], int]
Action: TypeAlias = Deal | Play | Pass


Payment: TypeAlias = tuple[int, int, int, str]
"""Who pays, to whom, how many units, and the name of what for."""


# Compared by identity alone: the chops have no hash.
@dataclass(frozen=True, eq=False)
class Rules:
    """What one rule set says; the defaults are the base game, chapter 9 has all the rest."""

    seats: tuple[int, ...] = (2, 3, 4)  # 5.1
    hand_size: int = 13  # 5.1
    # The ranks a run may take its own from; no ranks: no such runs.
    sequence_ranks: str = BELOW_TWO  # 2.5
    double_sequence_ranks: str = BELOW_TWO  # 2.6
    quad_sequence_ranks: str = ""
    chops: Mapping[str, tuple[str, ...]] = field(  # 3.2
        default_factory=lambda: {
            "single of 2s": ("quad", "double sequence of 3+"),
            "pair of 2s": ("double sequence of 4+",),
            "triple of 2s": ("double sequence of 5+",),
        }
    )
    suits: Literal["free", "follow"] = "free"  # 9.2a to 9.2c
    twos_last: Literal["allowed", "barred"] = "allowed"  # 9.2d
    free_chops: tuple[str, ...] = ()  # 9.1b
    opening: Literal["first round", "after an instant win", "every round"] = "first round"  # 5.2
    instant_wins: tuple[str, ...] = ()  # 7.2 and 9.1c, best first
    settlement: Literal["places", "last loses", "units"] = "places"  # 6.1
    penalties: tuple[str, ...] = ()  # 9.1g to 9.1i
    target: int | None = 10  # 7.1


CARDGAMES_IO = Rules()

PAGAT = Rules(
    sequence_ranks=RANKS,
    chops={
        "single of 2s": ("quad", "double sequence of 3"),
        "pair of 2s": ("double sequence of 4",),
        "triple of 2s": ("double sequence of 5",),
    },
    settlement="last loses",
    target=None,
)

SOUTHERN = Rules(
    chops={
        "single of 2s": ("double sequence of 3+", "quad"),
        "pair of 2s": ("quad", "double sequence of 4+"),
        "double sequence of 3": ("quad", "double sequence of 4+"),
        "quad": ("double sequence of 4+",),
        "double sequence of 4": ("double sequence of 5+",),
        "double sequence of 5": ("double sequence of 6+",),
        "double sequence of 6": ("double sequence of 7+",),
        "double sequence of 7": ("double sequence of 8+",),
        "double sequence of 8": ("double sequence of 9+",),
        "double sequence of 9": ("double sequence of 10+",),
        "double sequence of 10": ("double sequence of 11+",),
        "double sequence of 11": ("double sequence of 12+",),
    },
    free_chops=("double sequence of 4+",),
    opening="after an instant win",
    instant_wins=("dragon", "five consecutive pairs", "four 2s", "six pairs"),
    settlement="units",
    penalties=("chop chain", "cong", "thoi"),
    target=None,
)

NORTHERN = Rules(
    double_sequence_ranks="",
    chops={"single of 2s": ("quad",)},
    suits="follow",
    twos_last="barred",
    settlement="last loses",
    target=None,
)

VIET_CONG = Rules(
    double_sequence_ranks=RANKS,
    quad_sequence_ranks=BELOW_TWO,
    chops={
        "single of 2s": ("double sequence of 3", "quad"),
        "pair of 2s": ("double sequence of 5", "quad sequence of 2"),
        "triple of 2s": ("double sequence of 7", "quad sequence of 3"),
    },
    opening="every round",
    instant_wins=("four 2s",),
    settlement="last loses",
    target=None,
)

PRESETS = {
    "CARDGAMES_IO": CARDGAMES_IO,
    "PAGAT": PAGAT,
    "SOUTHERN": SOUTHERN,
    "NORTHERN": NORTHERN,
    "VIET_CONG": VIET_CONG,
}


# Chapters 1 to 3: cards, combos, what beats what


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards, lowest first (1.4)."""
    return sorted(cards, key=PLACES.__getitem__)


def name(cards: Iterable[str], rules: Rules = CARDGAMES_IO) -> str | None:
    """What the cards are called as a combo, or None (2.7). Same name: same kind and same size."""
    ordered = in_order(cards)
    if not ordered or len(set(ordered)) < len(ordered):
        return None
    ranks = "".join(card[0] for card in ordered)
    suits = "".join(card[1] for card in ordered)
    if len(set(ranks)) == 1:
        # A pair is of one colour, unless it is of 2s (9.2a).
        if (
            rules.suits == "follow"
            and len(ranks) == 2
            and ranks != "22"
            and suits not in ("SC", "DH")
        ):
            return None
        return {1: "single", 2: "pair", 3: "triple", 4: "quad"}[len(ranks)]  # 2.1 to 2.4
    if len(ranks) >= 3 and ranks in rules.sequence_ranks:
        if rules.suits == "follow" and len(set(suits)) > 1:  # 9.2a
            return None
        return f"sequence of {len(ranks)}"  # 2.5
    lower, upper = ranks[0::2], ranks[1::2]
    if lower == upper and len(lower) >= 3 and lower in rules.double_sequence_ranks:
        return f"double sequence of {len(lower)}"  # 2.6
    quads = ranks[0::4]
    if ranks == "".join(4 * rank for rank in quads) and quads in rules.quad_sequence_ranks:
        return f"quad sequence of {len(quads)}"  # 9, "other kinds"
    return None


def highest(cards: Iterable[str]) -> str:
    return in_order(cards)[-1]


def is_higher(card: str, other: str) -> bool:
    """Rank decides, suit between equal ranks (1.4)."""
    return PLACES[card] > PLACES[other]


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


def is_twos(cards: Iterable[str]) -> bool:
    return all(card[0] == "2" for card in cards)


def keeps_suits(cards: Iterable[str], table: Iterable[str]) -> bool:
    """Whether an answer is of the table's suits: suit, colour, three suits, suit of all (9.2b)."""
    return {card[1] for card in cards} == {card[1] for card in table}


def beats(cards: Iterable[str], table: Iterable[str], rules: Rules = CARDGAMES_IO) -> bool:
    """Whether the cards may be laid on the table, whatever else is held."""
    cards, table = list(cards), list(table)
    cards_name, table_name = name(cards, rules), name(table, rules)
    if cards_name is None or table_name is None:
        return False
    if cards_name == table_name:
        if rules.suits == "follow" and not (is_twos(cards) and len(cards) <= 2):  # 9.2b, 9.2c
            return keeps_suits(cards, table) and is_higher(highest(cards), highest(table))
        return is_higher(highest(cards), highest(table))  # 3.1 and 3.3
    target = table_name
    if is_twos(table):
        target += " of 2s"
    return is_listed(cards_name, rules.chops.get(target, ()))  # 3.2, and 3.4 for all the rest


def is_barred(hand: Iterable[str], cards: Iterable[str], rules: Rules) -> bool:
    """Whether the play goes out on a 2 or leaves nothing but 2s (9.2d)."""
    if rules.twos_last == "allowed":
        return False
    left = set(hand) - set(cards)
    if left:
        return is_twos(left)
    return any(card[0] == "2" for card in cards)


def subsets(cards: Iterable[str]) -> Iterator[tuple[str, ...]]:
    cards = list(cards)
    return chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))


@lru_cache(maxsize=256)
def combos_in(hand: tuple[str, ...], rules: Rules) -> list[tuple[str, ...]]:
    """Every combo there is in a hand, given in order."""
    return [cards for cards in subsets(hand) if name(cards, rules) is not None]


def legal_moves(
    hand: Iterable[str],
    table: Iterable[str] | None = None,
    rules: Rules = CARDGAMES_IO,
    *,
    including: str | None = None,
) -> list[tuple[str, ...]]:
    """Every combo of the hand that may be led (4.2), or laid on the table (4.3)."""
    hand = tuple(in_order(hand))
    on_table = None if table is None else list(table)
    moves = [
        cards
        for cards in combos_in(hand, rules)
        if (on_table is None or beats(cards, on_table, rules))
        and (including is None or including in cards)
    ]
    allowed = [cards for cards in moves if not is_barred(hand, cards, rules)]
    # A seat that must lead may lead anything if all it has is barred (9.2d).
    return moves if on_table is None and not allowed else allowed


# Chapter 9: bombs and their values, what a hand is worth


def is_bomb(cards: Iterable[str], rules: Rules) -> bool:
    """Whether the cards are of a shape that can chop anything (9.1a)."""
    cards_name = name(cards, rules)
    return cards_name is not None and any(
        is_listed(cards_name, entries) for entries in rules.chops.values()
    )


def value_of_twos(cards: Iterable[str]) -> int:
    """Units: 1 for a black 2, 2 for a red one (9.1f)."""
    return sum({"2S": 1, "2C": 1, "2D": 2, "2H": 2}[card] for card in cards)


def value(cards: Iterable[str], rules: Rules) -> int:
    """What covering the cards is worth, in units (9.1f)."""
    cards = list(cards)
    if is_twos(cards):
        return value_of_twos(cards)
    cards_name = name(cards, rules)
    if cards_name == "double sequence of 3":
        return 3
    if cards_name == "quad":
        return 4
    assert is_listed(cards_name or "", ["double sequence of 4+"])
    return 6


def held_value(hand: Iterable[str]) -> int:
    """What holding the cards at the end costs, in units (9.1j)."""
    hand = list(hand)
    how_many = {rank: sum(card[0] == rank for card in hand) for rank in RANKS}
    units = value_of_twos(card for card in hand if card[0] == "2")
    units += sum(4 for rank in BELOW_TWO if how_many[rank] == 4)
    # Pairs as "P", all else as ".": "..PPP..PPPPP" holds two runs.
    pairs = "".join("P" if how_many[rank] in (2, 3) else "." for rank in BELOW_TWO)
    for run in pairs.split("."):
        if len(run) >= 3:
            units += 3 if len(run) == 3 else 6
    return units


def has_pattern(hand: Iterable[str], pattern: str) -> bool:
    """Whether a dealt hand wins by the pattern at once (9.1c)."""
    ranks = [card[0] for card in hand]
    if pattern == "dragon":
        return set(BELOW_TWO) <= set(ranks)
    if pattern == "five consecutive pairs":
        stretches = [BELOW_TWO[low : low + 5] for low in range(len(BELOW_TWO) - 4)]
        return any(all(ranks.count(rank) >= 2 for rank in stretch) for stretch in stretches)
    if pattern == "four 2s":
        return ranks.count("2") == 4
    assert pattern == "six pairs"
    return sum(ranks.count(rank) // 2 for rank in RANKS) >= 6


# Chapters 4 to 7, and 9.1 with them: trick, round, points, game


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
    # What a round has to remember under 9.1, where the rules ask for it.
    played: set[int] = field(default_factory=set[int])
    stopped: set[int] = field(default_factory=set[int])
    chain: int = 0
    chain_victim: int | None = None
    payments: list[Payment] = field(default_factory=list[Payment])
    # How the last round went; all empty until one has been played, and while one is being played.
    places: list[int] = field(default_factory=list[int])
    points: list[int] = field(default_factory=list[int])
    paid: list[Payment] = field(default_factory=list[Payment])
    instant_win: str | None = None
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
        if action[0] == "play" and seat != self.turn and self.is_free_chop(seat, action[2]):
            return None
        if seat in self.passed or seat not in self._holders():
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
        barred = is_barred(self.hands[seat], cards, self.rules)
        if barred and tuple(in_order(cards)) not in self.legal_moves():
            return "BARRED"  # 9.2d
        return None

    def is_free_chop(self, seat: int, cards: list[str]) -> bool:
        """Whether a seat may lay the cards though it is not its turn or it has passed (9.1b)."""
        return (
            self.table is not None
            and seat != self.table_seat
            and seat in self._holders()
            and set(cards) <= set(self.hands[seat])
            and is_listed(name(cards, self.rules) or "", self.rules.free_chops)
            and beats(cards, self.table, self.rules)
            and not is_barred(self.hands[seat], cards, self.rules)
        )

    def legal_moves(self) -> list[tuple[str, ...]]:
        """The combos the seat to move may play."""
        if self.turn is None:
            return []
        return legal_moves(
            self.hands[self.turn], self.table, self.rules, including=self.opening_card
        )

    def legal_free_chops(self, seat: int) -> list[tuple[str, ...]]:
        """The combos a seat that is not to move may play all the same."""
        if not self.rules.free_chops or self.table is None:
            return []
        combos = combos_in(tuple(in_order(self.hands[seat])), self.rules)
        return [cards for cards in combos if self.is_free_chop(seat, list(cards))]

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
        lowest = in_order(card for hand in hands for card in hand)[0]
        opens = {
            "first round": not self.places,  # 5.2
            "after an instant win": not self.places or self.instant_win is not None,  # 9
            "every round": True,  # 9
        }[self.rules.opening]
        if opens:
            first = next(seat for seat in range(self.seats) if lowest in hands[seat])  # 5.2
        else:
            first = self.places[0]  # 5.3
        self.hands = [list(hand) for hand in hands]
        self.discards = []
        self.places, self.points, self.paid, self.left_over = [], [], [], []
        self.instant_win = None
        self.phase = "PLAYING"
        for pattern in self.rules.instant_wins:
            for seat in [first, *self._after(first)]:
                if has_pattern(hands[seat], pattern):
                    self._win_at_once(seat, pattern)  # 9.1c
                    return
        self.turn = first
        self.opening_card = lowest if opens else None

    def _play(self, seat: int, cards: list[str]) -> None:
        if self.table is not None:
            self._lengthen_chain(cards)
            self.discards += self.table
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.table, self.table_seat = list(cards), seat
        self.opening_card = None
        self.passed -= {seat}  # Only a free chop is made by a seat that has passed (9.1b).
        if "cong" in self.rules.penalties:
            self.played.add(seat)
        if not self.hands[seat]:
            self.finished.append(seat)  # 5.4
            if len(self.finished) == 1 and "cong" in self.rules.penalties:
                self.stopped = set(self._after(seat)) - self.played  # 9.1h
        if len(self._holders()) <= 1:
            self._end_round()  # 5.4, 9.1h
        else:
            self._go_on_from(seat)

    def _pass(self, seat: int) -> None:
        self.passed.add(seat)  # 4.4
        self._go_on_from(seat)

    def _holders(self) -> list[int]:
        """The seats with cards; one that is stopped counts as out of cards (9.1h)."""
        return [seat for seat in range(self.seats) if self.hands[seat] and seat not in self.stopped]

    def _after(self, seat: int) -> list[int]:
        """The other seats in the order of play (4.1)."""
        return [*range(seat + 1, self.seats), *range(seat)]

    def _go_on_from(self, seat: int) -> None:
        for other in [*self._after(seat), seat]:
            if other in self._holders() and other not in self.passed and other != self.table_seat:
                self.turn = other  # 4.3, 4.7
                return
        self._end_trick()  # 4.5

    def _end_trick(self) -> None:
        assert self.table is not None
        assert self.table_seat is not None
        self._close_chain()
        owner = self.table_seat
        self.turn = next(
            seat for seat in [owner, *self._after(owner)] if seat in self._holders()
        )  # 4.6
        self.discards += self.table
        self.table, self.table_seat = None, None
        self.passed = set()

    def _end_round(self) -> None:
        self._close_chain()
        still_holding = self._holders()
        cong = [seat for seat in self._after(self.finished[0]) if seat in self.stopped]
        self.places = [*self.finished, *still_holding, *cong]  # 5.4, 9.1h
        if self.rules.settlement == "units":
            self._settle_in_units(still_holding)
        self._finish_round()

    def _win_at_once(self, winner: int, pattern: str) -> None:
        self.places = [winner, *self._after(winner)]  # 9.3
        self.instant_win = pattern
        if self.rules.settlement == "units":
            for seat in sorted(self._after(winner)):
                self._pay(seat, winner, 4, "INSTANT_WIN")  # 9.1c
        self._finish_round()

    def _finish_round(self) -> None:
        self.points = self._round_points()
        self.scores = [
            score + gained for score, gained in zip(self.scores, self.points, strict=True)
        ]
        self.paid, self.payments = self.payments, []
        self.left_over = [list(hand) for hand in self.hands]
        self.discards += self.table or []
        self.turn = self.table = self.table_seat = None
        self.passed, self.finished, self.played, self.stopped = set(), [], set(), set()
        best = max(self.scores)
        target = self.rules.target
        if target is not None and best >= target and self.scores.count(best) == 1:
            self.winner = self.scores.index(best)  # 7.1
            self.phase = "OVER"
        else:
            self.round += 1
            self.phase = "DEALING"

    # What it is worth

    def _round_points(self) -> list[int]:
        points = [0] * self.seats
        match self.rules.settlement:
            case "places":
                for place, seat in enumerate(self.places, start=1):
                    points[seat] = self.seats - place  # 6.1
            case "last loses":
                losers = self.places[-1:] if self.instant_win is None else self.places[1:]
                for seat in losers:
                    points[seat] = -1  # 9, 9.3
            case "units":
                for payer, payee, units, _ in self.payments:
                    points[payer] -= units
                    points[payee] += units
        return points

    def _pay(self, payer: int, payee: int, units: int, reason: str) -> None:
        if units > 0:
            self.payments.append((payer, payee, units, reason))

    def _lengthen_chain(self, cards: list[str]) -> None:
        """Count what a bomb is about to cover, if it is 2s or a bomb (9.1g)."""
        assert self.table is not None
        if "chop chain" not in self.rules.penalties or not is_bomb(cards, self.rules):
            return
        if is_twos(self.table) or is_bomb(self.table, self.rules):
            self.chain += value(self.table, self.rules)
            self.chain_victim = self.table_seat

    def _close_chain(self) -> None:
        """The last seat covered pays it all to the last chopper, unless it is out (9.1g)."""
        if self.chain_victim is not None and self.hands[self.chain_victim]:
            assert self.table_seat is not None
            self._pay(self.chain_victim, self.table_seat, self.chain, "CHOP")
        self.chain, self.chain_victim = 0, None

    def _settle_in_units(self, still_holding: list[int]) -> None:
        places, winner = self.places, self.places[0]
        for seat in places:
            if seat in self.stopped:
                self._pay(seat, winner, 4 + held_value(self.hands[seat]), "CONG")  # 9.1h
        # Who is cóng pays no place money (9.1h).
        if places[-1] not in self.stopped:
            self._pay(places[-1], winner, 2, "PLACE")  # 9.1e
        if self.seats == 4 and places[2] not in self.stopped:
            self._pay(places[2], places[1], 1, "PLACE")  # 9.1e
        if "thoi" in self.rules.penalties:
            for seat in still_holding:
                above = places[places.index(seat) - 1]
                self._pay(seat, above, held_value(self.hands[seat]), "THOI")  # 9.1i
