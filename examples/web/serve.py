"""Put the page together and serve it to this machine's own browser.

``python examples/web/serve.py`` prints the address; Ctrl-C ends it.
"""

import argparse
import functools
import subprocess
import sys
import tempfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """Serves files; what has changed is fetched again, and each request is no news."""

    # A system's own table may have these wrong, and browsers insist on them.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Add the one header that the base class leaves out."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing; errors are still told."""


def main(directory: Path, port: int) -> None:
    """Assemble the page in the directory, and serve it until interrupted."""
    assemble = Path(__file__).with_name("assemble.py")
    subprocess.run([sys.executable, assemble, directory], check=True)
    handler = functools.partial(Handler, directory=str(directory))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"Play at http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Good-bye.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve the page on this machine alone.")
    parser.add_argument("--port", type=int, default=8000, help="0 for any; default: 8000")
    parser.add_argument("--directory", type=Path, help="where to put the page; default: nowhere")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        main(arguments.directory or Path(scratch, "page"), arguments.port)
