"""A table at which one person plays against bots, told to the page as JSON.

The page shows what it is told and sends back what was clicked; it knows no rules.  Nothing here
knows of a browser: the same module is tested on CPython.
"""

import itertools
import json
import random
from typing import TypedDict, assert_never

import attrs

from tienlen import (
    PRESETS,
    Card,
    CardSet,
    Chopped,
    Deal,
    Dealt,
    DealWon,
    Event,
    GameOver,
    GameRecord,
    IllegalReason,
    LeadInherited,
    Paid,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    PlayerView,
    RoundOver,
    Rules,
    Selection,
    Stopped,
    TienLenError,
    TrickWon,
    WentOut,
    events_between,
    legal_moves,
)

YOU = 0
NAMES = ("You", "An", "Bình", "Chi")

TITLES = {
    "CARDGAMES_IO": "CardGames.io: the base game",
    "PAGAT": "Pagat: the loser pays",
    "SOUTHERN": "Southern: for money, free chops",
    "NORTHERN": "Northern: suits matter",
    "VIET_CONG": "Viet Cong: long bombs",
}

# What to say of chosen cards that lead nowhere.  The reasons that a selection never has need no
# words.
REFUSALS = {
    IllegalReason.NOT_YOUR_TURN: "It is not your turn.",
    IllegalReason.NOT_A_COMBO: "These cards make no combo.",
    IllegalReason.MISSING_OPENING_CARD: "Your first combo must contain the {opening}.",
    IllegalReason.DOES_NOT_BEAT: "That does not beat {table}.",
    IllegalReason.BARRED: "You may not be left with 2s, nor go out on one.",
}


class Player(TypedDict):
    """One seat as everybody sees it."""

    name: str
    count: int
    score: int
    turn: bool
    passed: bool
    stopped: bool
    place: int | None
    """In the round that is being played, or the one before while there is none."""
    hand: list[str]
    """The cards left at the end of a round, public from then on."""


class HandCard(TypedDict):
    """One of your cards."""

    card: str
    chosen: bool
    addable: bool


class TableCombo(TypedDict):
    """What lies on the table."""

    cards: list[str]
    kind: str
    by: str


class Screen(TypedDict):
    """All that the page shows; nothing in it is hidden from your seat."""

    rules: str | None
    """The name of the rule set, None if a saved game has house rules."""
    seats: int
    target: int | None
    seed: int
    players: list[Player]
    hand: list[HandCard]
    table: TableCombo | None
    message: str
    history: list[str]
    can_play: bool
    can_pass: bool
    can_hint: bool
    can_undo: bool
    can_deal: bool
    bots: bool
    """Whether a bot has something to do."""
    winner: str | None


def bot(view: PlayerView) -> Play | Pass:
    """Lead the longest combo with the lowest card, answer as low as can be, keep bombs whole."""
    actions = view.legal_actions()
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return actions[0]
    bombs = {shape for chop in view.rules.chops for shapes in chop.bombs for shape in shapes}
    kept = {
        card
        for combo in legal_moves(view.hand, rules=view.rules)
        if combo.shape in bombs
        for card in combo
    }
    plays = [play for play in plays if kept.isdisjoint(play.combo)] or plays
    if view.table is None:
        return min(plays, key=lambda play: (min(play.combo), -len(play.combo)))
    return plays[0]


def _does(seat: int, one: str, others: str) -> str:
    return f"{NAMES[seat]} {one if seat == YOU else others}"


def sentence(event: Event) -> str:
    """Say what has happened, to the person at the table."""
    match event:
        case Dealt(number, _, turn, opening):
            lead = "" if turn is None else f" {_does(turn, 'lead', 'leads')}."
            must = "" if opening is None else f" The first combo must contain {opening.pretty()}."
            return f"Round {number} is dealt.{lead}{must}"
        case DealWon(seat, pattern):
            return f"{_does(seat, 'win', 'wins')} as dealt: {pattern.value}."
        case Played(seat, combo, led):
            verb = _does(seat, "lead", "leads") if led else _does(seat, "play", "plays")
            return f"{verb} {combo.pretty()}."
        case Chopped(seat, victim=victim, free=free):
            whom = "you" if victim == YOU else NAMES[victim]
            how = " out of turn" if free else ""
            return f"{_does(seat, 'chop', 'chops')} {whom}{how}!"
        case Passed(seat):
            return f"{_does(seat, 'pass', 'passes')}."
        case WentOut(seat, place):
            return f"{_does(seat, 'are', 'is')} out: place {place}."
        case Stopped(seat):
            return f"{_does(seat, 'stop', 'stops')}, having played no card."
        case TrickWon(seat):
            return f"{_does(seat, 'win', 'wins')} the trick."
        case LeadInherited(seat):
            return f"{_does(seat, 'inherit', 'inherits')} the lead."
        case Paid(payment):
            payee = "you" if payment.payee == YOU else NAMES[payment.payee]
            what = f"{payment.units} to {payee}: {payment.reason.value}"
            return f"{_does(payment.payer, 'pay', 'pays')} {what}."
        case RoundOver(number, result):
            return f"Round {number} is over. {_does(result.places[0], 'win', 'wins')} it."
        case GameOver(winner):
            return f"{_does(winner, 'win', 'wins')} the game."
        case _:
            assert_never(event)


def rule_sets() -> str:
    """Tell the rule sets to choose from: name, title, and the points that end a game, if any do."""
    return json.dumps(
        [
            {"name": name, "title": TITLES[name], "target": rules.target}
            for name, rules in PRESETS.items()
        ]
    )


class Table:
    """A game, the cards that you have chosen, and the seed that its deals come from."""

    def __init__(self) -> None:
        self.seed = 0
        self.chosen = CardSet()
        self.note = ""
        self.record = GameRecord.new()
        # What is said of each action, so that an action taken back takes its words with it.
        self.said: list[list[str]] = []

    def new(self, name: str, seats: int, seed: int, target: int | None = None) -> str:
        """Begin a game, to other points than the rule set's if it has some."""
        rules = PRESETS[name]
        if rules.target is not None and target is not None:
            rules = attrs.evolve(rules, target=target)
        self._restart(GameRecord.new(seats, rules), seed)
        return self.deal()

    def load(self, text: str, seed: int) -> str:
        """Go on with a saved game; its later deals come from the seed."""
        try:
            record = GameRecord.parse(text)
        except TienLenError as error:
            self.note = f"This is no record of a game: {error}"
            return self.screen()
        if record.seats > len(NAMES):
            self.note = f"There are {len(NAMES)} chairs at this table, not {record.seats}."
            return self.screen()
        self._restart(record, seed)
        return self.screen()

    def save(self) -> str:
        """Give the record of the game, which shows all hands."""
        return str(self.record)

    def deal(self) -> str:
        """Deal the next round; the same seed and round give the same cards."""
        state = self.record.final
        rng = random.Random(f"{self.seed}/{state.round}")
        return self._apply(Deal.shuffled(rng, state.seats, state.rules))

    def click(self, card: str) -> str:
        """Choose or unchoose a card, and play what is played without a button (rule 8.2)."""
        selection = self._selection().toggle(Card.parse(card))
        self.chosen, self.note = selection.chosen, ""
        return self.play() if selection.immediate else self.screen()

    def play(self) -> str:
        """Play the chosen cards, if that is legal."""
        selection = self._selection()
        if selection.combo is None or not selection.legal:
            return self.screen()
        return self._apply(Play(YOU, selection.combo))

    def pass_(self) -> str:
        """Pass, if that is legal."""
        action = Pass(YOU)
        return self._apply(action) if self._view().why_illegal(action) is None else self.screen()

    def hint(self) -> str:
        """Choose the weakest play that contains the chosen cards, or else the weakest of all."""
        plays = self._selection().plays or self._view().legal_moves()
        self.chosen = plays[0].cards if plays else CardSet()
        self.note = "" if plays else "You have no play."
        return self.screen()

    def undo(self) -> str:
        """Take back your last action, and all that came of it."""
        actions = self.record.actions[: self._last_action()]
        self.record = attrs.evolve(self.record, actions=actions)
        del self.said[len(actions) :]
        self.chosen, self.note = CardSet(), ""
        return self.screen()

    def bot_move(self) -> str:
        """Let the bot act that has something to do, if there is one."""
        view = self._bot_view()
        return self.screen() if view is None else self._apply(bot(view))

    def screen(self) -> str:
        """Tell all that the page shows."""
        view, selection = self._view(), self._selection()
        addable = selection.addable
        hand = view.hand if view.phase is Phase.PLAYING else CardSet()
        table: TableCombo | None = None
        if view.table is not None and view.table_seat is not None:
            table = {
                "cards": [str(card) for card in view.table],
                "kind": str(view.table.shape),
                "by": NAMES[view.table_seat],
            }
        screen: Screen = {
            "rules": _name_of(view.rules),
            "seats": view.seats,
            "target": view.rules.target,
            "seed": self.seed,
            "players": [self._player(view, seat) for seat in range(view.seats)],
            "hand": [
                {
                    "card": str(card),
                    "chosen": card in selection.chosen,
                    "addable": card in addable,
                }
                for card in hand
            ],
            "table": table,
            "message": self.note or self._message(view, selection),
            "history": self._history(),
            "can_play": selection.legal,
            "can_pass": Pass(YOU) in view.legal_actions(),
            "can_hint": bool(selection.moves),
            "can_undo": self._last_action() is not None,
            "can_deal": view.phase is Phase.DEALING,
            "bots": self._bot_view() is not None,
            "winner": None if view.winner is None else NAMES[view.winner],
        }
        return json.dumps(screen)

    def _restart(self, record: GameRecord, seed: int) -> None:
        self.record, self.seed = record, seed
        self.chosen, self.note = CardSet(), ""
        states = list(record.states())
        pairs = itertools.pairwise(states)
        self.said = [[sentence(event) for event in events_between(*pair)] for pair in pairs]

    def _apply(self, action: Deal | Play | Pass) -> str:
        before = self.record.final
        self.record = self.record.apply(action)
        self.said.append([sentence(e) for e in events_between(before, self.record.final)])
        # What you have chosen stays chosen while others play, as far as you still hold it.
        self.chosen, self.note = self.chosen & self._view().hand, ""
        return self.screen()

    def _view(self) -> PlayerView:
        return self.record.final.view(YOU)

    def _selection(self) -> Selection:
        view = self._view()
        return Selection(self.chosen, view.hand, view.legal_moves())

    def _bot_view(self) -> PlayerView | None:
        """Give the view of the bot that acts next: a free chop (rule 9.1b) goes before the turn."""
        state = self.record.final
        views = [state.view(seat) for seat in range(state.seats) if seat != YOU]
        choppers = [view for view in views if view.seat != view.turn and view.legal_moves()]
        movers = [view for view in views if view.seat == view.turn]
        return next(iter(choppers + movers), None)

    def _last_action(self) -> int | None:
        """Give the place of your last action in the record."""
        actions = self.record.actions
        for place in range(len(actions) - 1, -1, -1):
            action = actions[place]
            if not isinstance(action, Deal) and action.seat == YOU:
                return place
        return None

    def _history(self) -> list[str]:
        """Give what was said since the last deal."""
        actions = self.record.actions
        deals = [place for place, action in enumerate(actions) if isinstance(action, Deal)]
        return [words for said in self.said[max(deals, default=0) :] for words in said]

    def _player(self, view: PlayerView, seat: int) -> Player:
        result = view.last_round
        order = view.finished if result is None else result.places
        left = CardSet() if result is None else result.hands[seat]
        return {
            "name": NAMES[seat],
            "count": view.counts[seat],
            "score": view.scores[seat],
            "turn": seat == view.turn,
            "passed": seat in view.passed,
            "stopped": seat in view.stopped,
            "place": order.index(seat) + 1 if seat in order else None,
            "hand": [str(card) for card in left],
        }

    def _message(self, view: PlayerView, selection: Selection) -> str:
        if view.winner is not None:
            return f"{_does(view.winner, 'win', 'wins')} the game!"
        if view.turn is None:
            if view.last_round is None:
                return "The first round is to be dealt."
            return f"{_does(view.last_round.places[0], 'win', 'wins')} the round."
        if selection.chosen and selection.reason is not None and view.turn == YOU:
            return _refusal(selection.reason, view)
        if selection.legal:
            return "Press Play, or choose more." if selection.addable else "Press Play."
        if view.turn != YOU:
            thinks = f"{NAMES[view.turn]} is thinking."
            return f"{thinks} You may chop out of turn." if selection.moves else thinks
        if not selection.moves:
            return "You have nothing that may be played: pass."
        if view.opening_card is not None:
            return f"You open: your first combo must contain {view.opening_card.pretty()}."
        if view.table is None:
            return "You lead: play whatever you like."
        return f"Beat {view.table.pretty()}, or pass."


def _refusal(reason: IllegalReason, view: PlayerView) -> str:
    return REFUSALS[reason].format(
        table=view.table and view.table.pretty(),
        opening=view.opening_card and view.opening_card.pretty(),
    )


def _name_of(rules: Rules) -> str | None:
    for name, preset in PRESETS.items():
        if attrs.evolve(rules, target=preset.target) == preset:
            return name
    return None
