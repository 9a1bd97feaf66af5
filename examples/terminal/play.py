"""Play tiến lên in a terminal, against bots; ``python examples/terminal/play.py --help``.

The program keeps one value, the record of the game.  All that is drawn comes from the view of your
seat, and from the selection that is made of it; each bot is shown the view of its own.
"""

import argparse
import asyncio
import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import attrs
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, OptionList, RichLog, Static

from tienlen import (
    DECK,
    PRESETS,
    Action,
    Card,
    CardSet,
    Deal,
    GameRecord,
    IllegalReason,
    Kind,
    Pass,
    Phase,
    Play,
    PlayerView,
    Rules,
    Selection,
    Suit,
    events_between,
)

YOU = 0
# How many times longer the bots wait while you may chop out of turn.
PATIENCE = 10
RED = {Suit.DIAMONDS, Suit.HEARTS}
BOMBS = {Kind.QUAD, Kind.DOUBLE_SEQUENCE, Kind.QUAD_SEQUENCE}
# The reasons that this screen never meets need no words.
REFUSALS = {
    IllegalReason.WRONG_PHASE: "Not now: the round is over.",
    IllegalReason.OUT_OF_TRICK: "You are out of this trick until the table is cleared.",
    IllegalReason.NOT_YOUR_TURN: "It is not your turn.",
    IllegalReason.NOT_A_COMBO: "These cards make no combo.",
    IllegalReason.MISSING_OPENING_CARD: "The first combo must contain {opening}.",
    IllegalReason.DOES_NOT_BEAT: "That does not beat {table}.",
    IllegalReason.BARRED: "A 2 may not be the last card you play.",
    IllegalReason.CANNOT_PASS_LEAD: "You are to lead, so you cannot pass.",
}
HELP = """\
Choose cards with arrows and space bar, or click them.
Those with a thick edge can become part of a legal play.

What you choose on top of a combo is played as soon as it is
legal. If you lead and more could be added, press Enter.

  [b]← →[/b]    from card to card    [b]Space[/b]  choose, put back
  [b]Enter[/b]  play, or deal        [b]p[/b]      pass
  [b]h[/b]      hint                 [b]n[/b]      new game
  [b]t[/b]      dark or light        [b]q[/b]      quit

With --save FILE the game is saved after every action."""


def bot(view: PlayerView) -> Play | Pass:
    """Choose what a bot does: the lowest card, with as many others as it can take along.

    Bombs are kept for what nothing else beats.
    """
    actions = view.legal_actions()
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return actions[-1]

    def cost(play: Play) -> tuple[bool, Card, int, Card]:
        combo = play.combo
        return combo.kind in BOMBS, min(combo), -len(combo), combo.top

    return min(plays, key=cost)


def painted(cards: Iterable[Card]) -> Content:
    """Write cards with the signs of their suits, the red ones in red."""
    return Content(" ").join(
        Content.styled(card.pretty(), "$text-error bold" if card.suit in RED else "bold")
        for card in cards
    )


def standing(view: PlayerView, seat: int) -> str:
    """Say in a word or two how a seat stands in the trick and in the round."""
    if view.last_round is not None:
        place = view.last_round.places.index(seat) + 1
        points = f"{view.last_round.points[seat]:+} points"
        return points if view.last_round.instant_win else f"place {place}, {points}"
    if seat in view.finished:
        return f"out, place {view.finished.index(seat) + 1}"
    if seat in view.stopped:
        return "stopped"
    if seat == view.turn:
        return "to lead" if view.table is None else "to play"
    if seat == view.table_seat:
        return "played last"
    return "passed" if seat in view.passed else ""


def instruction(view: PlayerView, selection: Selection) -> str:
    """Say what the player can do now, or why nothing comes of the chosen cards."""
    if view.phase is Phase.OVER:
        return f"Seat {view.winner} wins the game. Press n for another."
    if view.phase is Phase.DEALING:
        return "Press Enter to deal."
    if selection.chosen and selection.reason is not None:
        return explain(selection.reason, view)
    if selection.legal and selection.combo is not None:
        more = " More can be added." if selection.addable else ""
        return f"Press Enter to play {selection.combo.pretty()}.{more}"
    if view.turn != YOU:
        chop = " You may chop out of turn!" if selection.moves else ""
        return f"Seat {view.turn} is to move.{chop}"
    if view.opening_card is not None:
        return f"You open the round, with {view.opening_card.pretty()}."
    if view.table is None:
        return "You lead: play what you like."
    if not selection.moves:
        return f"You have nothing to beat {view.table.pretty()}. Press p to pass."
    return f"Beat {view.table.pretty()}, or press p to pass."


def explain(reason: IllegalReason, view: PlayerView) -> str:
    """Say why something cannot be done."""
    return REFUSALS[reason].format(
        table=view.table and view.table.pretty(),
        opening=view.opening_card and view.opening_card.pretty(),
    )


def name(seat: int) -> str:
    """Call a seat by its number."""
    return f"seat {seat}, you" if seat == YOU else f"seat {seat}"


def seats_text(view: PlayerView) -> Content:
    """List who is there, with an arrow at the seat to move."""
    rows = [Content.styled(f"  {'':11}{'cards':>5} {'score':>6}", "dim")]
    for seat, (count, score) in enumerate(zip(view.counts, view.scores, strict=True)):
        turn = seat == view.turn
        row = f"{'▶' if turn else ' '} {name(seat):11}{count:5} {score:6}  {standing(view, seat)}"
        rows.append(Content.styled(row, "bold" if turn else ""))
    return Content("\n").join(rows)


def table_text(view: PlayerView) -> Content:
    """Show the table; after a round, the cards that were left."""
    if view.last_round is not None:
        hands = enumerate(view.last_round.hands)
        left = [Content(f"seat {seat}: ") + painted(hand) for seat, hand in hands if hand]
        return Content("\n").join(left)
    if view.table is None or view.table_seat is None:
        return Content("\nNothing lies on the table.")
    return Content("\n") + painted(view.table) + Content(f"\n\nplayed by {name(view.table_seat)}")


class CardFace(Static, can_focus=True):
    """A card of the hand; a click or the space bar chooses it or puts it back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "choose", "Choose")]

    class Toggled(Message):
        """The player wants a card chosen, or put back if it is."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, card: Card) -> None:
        super().__init__(painted([card]), id=f"card-{card}")
        self.card = card

    def show(self, selection: Selection) -> None:
        """Look as the selection says: raised if chosen, with a thick edge if addable."""
        self.display = self.card in selection.hand
        self.set_class(self.card in selection.chosen, "chosen")
        self.set_class(self.card in selection.addable, "addable")

    def action_choose(self) -> None:
        """Tell the program."""
        self.post_message(self.Toggled(self.card))

    def on_click(self) -> None:
        """Do what the space bar does."""
        self.action_choose()


class Help(ModalScreen[None]):
    """What the keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark", "app.pop_screen", "Close")
    ]

    def compose(self) -> ComposeResult:
        """Show one text."""
        yield Static(HELP, classes="box")


class RulesPicker(ModalScreen[Rules | None]):
    """The rule sets to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "Cancel")]

    def compose(self) -> ComposeResult:
        """List the presets."""
        choices = OptionList(*PRESETS, classes="box")
        choices.border_title = "New game: choose the rules"
        yield choices

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Answer with the rules."""
        self.dismiss(list(PRESETS.values())[event.option_index])


class TienLenApp(App[None]):
    """The table."""

    TITLE = "Tiến lên"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "play.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("enter", "play", show=False),
        Binding("p", "pass", show=False),
        Binding("h", "hint", show=False),
        Binding("n", "new_game", "New game"),
        Binding("t", "theme", "Dark or light"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(
        self,
        record: GameRecord,
        *,
        save: Path | None = None,
        seed: int | None = None,
        delay: float = 0.8,
    ) -> None:
        super().__init__()
        self.record = record
        self.save = save
        self.seed = seed
        self.delay = delay
        self.selection = Selection([], self.view.hand, self.view.legal_moves())

    @property
    def view(self) -> PlayerView:
        """What you may see."""
        return self.record.final.view(YOU)

    def compose(self) -> ComposeResult:
        """Lay the table."""
        with Horizontal(id="board"):
            with Vertical(id="middle"):
                yield Static(id="seats", classes="panel")
                yield Static(id="table", classes="panel")
            yield RichLog(id="log", classes="panel", wrap=True, min_width=0)
        yield Static(id="message")
        with Horizontal(id="hand"):
            yield from map(CardFace, DECK)
        with Horizontal(id="buttons"):
            yield Button("Play (Enter)", id="play", action="app.play")
            yield Button("Pass (p)", id="pass", action="app.pass")
            yield Button("Hint (h)", id="hint", action="app.hint")
        yield Footer()

    def on_mount(self) -> None:
        """Begin, or go on where the game stopped."""
        self.query_one("#log").border_title = "What happened"
        for button in self.query(Button):
            button.can_focus = False  # their keys work everywhere
            button.active_effect_duration = 0  # while it lasts, a click is not heard
        self.begin(self.record)
        self.action_step(1)

    # The game

    def begin(self, record: GameRecord) -> None:
        """Sit down to a game; one that has not begun is dealt."""
        self.record = record
        self.query_one(RichLog).clear()
        for before, after in pairwise(record.states()):
            self.tell(before.view(YOU), after.view(YOU))
        if record.actions:
            self.show()
            self.let_bots_act()
        else:
            self.deal()

    def deal(self) -> None:
        """Deal a round; its cards hang on the seed and its number, not on what was played."""
        state = self.record.final
        rng = random.Random(None if self.seed is None else f"{self.seed} {state.round}")
        self.act(Deal.shuffled(rng, state.seats, state.rules))

    def act(self, action: Action) -> None:
        """Do what you want done, and let the bots answer."""
        self.apply(action)
        self.let_bots_act()

    @work(exclusive=True)
    async def let_bots_act(self) -> None:
        """Let the bots act, one after the other, until there is nothing left but for you to act.

        You may chop before the next one does.  Called again, it begins again.
        """
        while (seat := self.next_bot()) is not None:
            may_chop = self.view.turn != YOU and self.view.legal_moves()
            await asyncio.sleep(self.delay * (PATIENCE if may_chop else 1))
            self.apply(bot(self.record.final.view(seat)))

    def next_bot(self) -> int | None:
        """Give the bot that acts next: one with a free chop before the one to move."""
        state = self.record.final
        bots = [seat for seat in range(state.seats) if seat != YOU and state.legal_actions(seat)]
        return min(bots, key=lambda seat: seat == state.turn, default=None)

    def apply(self, action: Action) -> None:
        """Record an action, save, tell and show it."""
        before = self.view
        self.record = self.record.apply(action)
        self.write()
        self.tell(before, self.view)
        self.show()

    def write(self) -> None:
        """Save the game, if wanted; a new file takes the place of the old one when it is whole."""
        if self.save is None:
            return
        draft = self.save.with_name(f"{self.save.name}.part")
        failed = ""
        try:
            draft.write_text(str(self.record), encoding="utf-8")
            draft.replace(self.save)
        except OSError as error:
            failed = f"The game is not saved: {error.strerror}"
        self.query_one("#table").border_subtitle = failed

    # What you see

    def tell(self, before: PlayerView, after: PlayerView) -> None:
        """Log what happened between two views."""
        for event in events_between(before, after):
            self.query_one(RichLog).write(event.pretty())

    def show(self) -> None:
        """Draw the view, and keep those cards chosen that are still held."""
        view = self.view
        chosen = self.selection.chosen & view.hand if view.phase is Phase.PLAYING else CardSet()
        self.show_selection(Selection(chosen, view.hand, view.legal_moves()))

        rules = next((name for name, each in PRESETS.items() if each == view.rules), "House rules")
        number = view.round - (view.phase is Phase.DEALING)  # there it is the next one's
        target = "" if view.rules.target is None else f", to {view.rules.target} points"
        seats = self.query_one("#seats", Static)
        seats.border_title = f"{rules}, round {number}{target}"
        seats.update(seats_text(view))
        table = self.query_one("#table", Static)
        table.border_title = "Table" if view.last_round is None else "Cards that were left"
        table.update(table_text(view))

        verb = "Deal" if view.phase is Phase.DEALING else "Play"
        self.query_one("#play", Button).label = f"{verb} (Enter)"
        self.query_one("#pass", Button).disabled = Pass(YOU) not in view.legal_actions()
        self.query_one("#hint", Button).disabled = not view.legal_moves()

    def show_selection(self, selection: Selection) -> None:
        """Draw the hand with the cards chosen in it, and say what can come of them."""
        self.selection = selection
        for face in self.query(CardFace):
            face.show(selection)
        dealing = self.view.phase is Phase.DEALING
        self.query_one("#play", Button).disabled = not (selection.legal or dealing)
        self.say(instruction(self.view, selection))

    def say(self, text: str) -> None:
        """Tell the player something."""
        self.query_one("#message", Static).update(Content(text))

    # What you do

    @on(CardFace.Toggled)
    def toggle(self, event: CardFace.Toggled) -> None:
        """Choose a card or put it back, and play what needs no button (rules 8.1 to 8.3)."""
        if self.view.phase is not Phase.PLAYING:
            return
        self.show_selection(self.selection.toggle(event.card))
        if self.selection.immediate:
            self.action_play()

    def action_step(self, by: int) -> None:
        """Go to the next card, or to the one before."""
        move = self.screen.focus_next if by > 0 else self.screen.focus_previous
        move(CardFace)

    def action_play(self) -> None:
        """Play the chosen cards; between rounds, deal."""
        combo = self.selection.combo
        if self.view.phase is Phase.DEALING:
            self.deal()
        elif combo is not None:
            self.attempt(Play(YOU, combo))
        elif self.selection.chosen:
            self.say(explain(IllegalReason.NOT_A_COMBO, self.view))

    def action_pass(self) -> None:
        """Pass."""
        self.attempt(Pass(YOU))

    def attempt(self, action: Action) -> None:
        """Do what is legal, or say why it is not."""
        reason = self.view.why_illegal(action)
        if reason is None:
            self.act(action)
        else:
            self.say(explain(reason, self.view))

    def action_hint(self) -> None:
        """Choose the weakest play, with the cards already chosen if there is one."""
        for plays in (self.selection.plays, self.selection.moves):
            if plays:
                chosen = plays[0].cards
                self.show_selection(attrs.evolve(self.selection, chosen=chosen))
                return

    def action_theme(self) -> None:
        """Change between dark and light."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    def action_help(self) -> None:
        """Tell the keys."""
        self.push_screen(Help())

    def action_new_game(self) -> None:
        """Ask for the rules, and begin again."""
        self.push_screen(RulesPicker(), self.begin_with)

    def begin_with(self, rules: Rules | None) -> None:
        """Begin a game under the rules that were chosen, if any."""
        if rules is not None:
            self.begin(GameRecord.new(self.record.seats, rules))


def main() -> None:
    """Read the options, and the saved game if there is one."""
    parser = argparse.ArgumentParser(description="Play tiến lên against bots.")
    parser.add_argument("--rules", choices=PRESETS, default="CARDGAMES_IO", help="of a new game")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=4, help="of a new game")
    parser.add_argument("--seed", type=int, help="the same seed deals the same cards")
    parser.add_argument("--save", type=Path, help="a file to save to, and to go on from")
    options = parser.parse_args()
    record = GameRecord.new(options.seats, PRESETS[options.rules])
    if options.save is not None and options.save.exists():
        try:
            record = GameRecord.parse(options.save.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:  # ValueError: no record of a game, or no text
            parser.error(f"{options.save} cannot be read and stays as it is: {error}")
    TienLenApp(record, save=options.save, seed=options.seed).run()


if __name__ == "__main__":
    main()
