"""A client for the game server, for a person or for bots that play the lowest cards they may.

``python examples/server/client.py friday`` takes a seat at the table *friday*, which is made if
there is none; with ``--bots 3`` three bots sit down.  A lost connection is taken up again.
"""

import argparse
import asyncio
import json
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tienlen import (
    PRESETS,
    Combo,
    Pass,
    Play,
    PlayerView,
    Rules,
    TienLenError,
    from_data,
    to_data,
)


class Player:
    """What a client knows.  It takes and gives messages; connections are none of its business."""

    def __init__(self, table: str, seats: int, rules: Rules) -> None:
        self.entry: dict[str, object] = {
            "type": "sit",
            "table": table,
            "seats": seats,
            "rules": to_data(rules),
        }
        """The first message of the next connection."""
        self.view: PlayerView | None = None
        """The game as last seen."""
        self.over = False
        """Whether nothing will be played any more."""

    def hear(self, message: dict[str, Any]) -> list[str]:
        """Take in a message from the server; give what there is to tell a person."""
        match message["type"]:
            case "seated":
                self.entry = {"type": "return", "token": message["token"]}
                return [f"you have seat {message['seat']}"]
            case "update":
                self.view = from_data(message["view"], PlayerView)
                self.over = message["over"]
                return [str(from_data(event)) for event in message["events"]]
            case _:
                return [message["text"]]

    @property
    def to_move(self) -> bool:
        """Whether the game waits for this player."""
        return (
            self.view is not None
            and self.view.turn is not None
            and self.view.turn == self.view.seat
        )


def lowest(view: PlayerView) -> Play | Pass:
    """Play the first of the legal plays, which is the lowest; pass if there is none."""
    return view.legal_actions()[0]


def ask(view: PlayerView) -> Play | Pass:
    """Ask a person until the answer can be read; whether it is legal, the server says."""
    assert view.seat is not None
    print("cards left:", *view.counts, "- table:", view.table or "empty")
    print("your hand:", view.hand)
    while True:
        text = input("cards to play, or pass: ").strip()
        try:
            return (
                Pass(view.seat)
                if text == "pass"
                else Play(view.seat, Combo.parse(text, view.rules))
            )
        except TienLenError as error:
            print(error)


async def play(
    url: str,
    player: Player,
    choose: Callable[[PlayerView], Play | Pass],
    tell: Callable[[str], None],
) -> None:
    """Play a game to its end, over as many connections as it takes."""
    async for websocket in connect(url):
        try:
            await websocket.send(json.dumps(player.entry))
            while not player.over:
                for line in player.hear(json.loads(await websocket.recv())):
                    tell(line)
                if player.to_move and player.view is not None:
                    # People think in a thread, so that the connection stays alive meanwhile.
                    action = await asyncio.to_thread(choose, player.view)
                    await websocket.send(json.dumps(to_data(action)))
            return
        except ConnectionClosed as closed:
            if closed.rcvd is not None and (closed.rcvd.code == 1000 or closed.rcvd.code >= 4000):
                tell(f"the server has closed the connection: {closed.rcvd.reason}")
                return


async def main() -> None:
    """Sit down, alone or as several bots, and play."""
    parser = argparse.ArgumentParser(description="Play tiến lên on a server.")
    parser.add_argument("table", help="any name; whoever says the same sits at the same table")
    parser.add_argument("--seats", type=int, default=4, help="default: 4")
    parser.add_argument(
        "--rules", choices=PRESETS, default="CARDGAMES_IO", help="default: %(default)s"
    )
    parser.add_argument("--bots", type=int, default=0, help="seat so many bots instead of you")
    parser.add_argument("--url", default="ws://127.0.0.1:8000", help="default: %(default)s")
    options = parser.parse_args()

    def player() -> Player:
        return Player(options.table, options.seats, PRESETS[options.rules])

    if not options.bots:
        await play(options.url, player(), ask, print)
        return
    bots = [player() for _ in range(options.bots)]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(play(options.url, bot, lowest, lambda _: None))


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (EOFError, KeyboardInterrupt):
        print("Good-bye.")
