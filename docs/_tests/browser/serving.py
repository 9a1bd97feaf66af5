"""A built site, served on this machine."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from typing_extensions import override

from examples.web import serve as serve_page


class Handler(serve_page.Handler):
    """Files, and the site's own page for what is not found, as hosts of static sites do it."""

    @override
    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the page, where a page was asked for."""
        if "text/html" not in self.headers.get("Accept", ""):
            super().send_error(code, message, explain)
            return
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serve(site: Path) -> Generator[str, None, None]:
    """Serve a site, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
