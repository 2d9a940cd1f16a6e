"""A proxy before a running Leadkeep that answers, or loses answers, on demand."""

from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import urllib3


class Fault:
    """An answer of the proxy's own; without a status the service's answer is lost on the way back."""

    def __init__(self, status: int | None = None, headers: Mapping[str, str] | None = None, body: str = "{}") -> None:
        self.status = status
        self.headers = dict(headers or {})
        self.body = body


class FaultyProxy:
    """The first calls get the faults, all others the service's answers."""

    def __init__(self, service: str, faults: list[Fault]) -> None:
        self.sent: list[Mapping[str, str]] = []
        pool = urllib3.PoolManager(retries=False)
        sent = self.sent

        class Handler(BaseHTTPRequestHandler):
            def do_any(self) -> None:
                sent.append({name.lower(): value for name, value in self.headers.items()})
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                fault = faults.pop(0) if faults else None
                if fault is not None and fault.status is not None:
                    self.answer(fault.status, fault.headers, fault.body.encode())
                    return
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                answer = pool.request(self.command, f"{service}{self.path}", body=body or None, headers=headers)
                if fault is None:
                    self.answer(answer.status, {"Retry-After": answer.headers.get("Retry-After", "")}, answer.data)

            do_GET = do_POST = do_any

            def answer(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    if value:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
