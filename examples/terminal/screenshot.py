"""Draw the picture for the documentation: ``python -m examples.terminal.screenshot FILE.svg``.

The same seed gives the same picture.
"""

import asyncio
import re
import sys
from pathlib import Path

from examples.terminal.play import TienLenApp
from tienlen import GameRecord


async def picture(seed: int = 24) -> str:
    """Choose the first two cards of the weakest play, and give the screen as SVG."""
    app = TienLenApp(GameRecord.new(), seed=seed, delay=0)
    async with app.run_test(size=(80, 24)) as pilot:
        while app.next_bot() is not None:
            await pilot.pause()
        for card in list(app.view.legal_moves()[0])[:2]:
            await pilot.click(f"#card-{card}")
        await pilot.pause()
        # Without the fonts that it would fetch from elsewhere, it takes those of the reader.
        return re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(asyncio.run(picture()), encoding="utf-8")
