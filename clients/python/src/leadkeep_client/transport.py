"""How calls are sent and repeated, by the service's own table (docs/affiliates/retries.md)."""

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import urllib3

from .errors import LeadkeepError

FIRST_PAUSE_S = 1.0
MAX_PAUSE_S = 30.0
# The longest time that a 429 is waited for. A call's own limit lets one pass each minute; a daily one asks for hours.
MAX_ASKED_S = 60
REPEATED = (408, 429, 503)


class Transport:
    """Sends one call. Threads may share it."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        tries: int,
        timeout: float,
        pause: Callable[[float], None],
        random: Callable[[], float],
    ) -> None:
        self._base = f"{base_url.rstrip('/')}/api/v1/engine/"
        self._authorization = f"Bearer {key}"
        self._tries = tries
        self._pause = pause
        self._random = random
        # Repeats are made here, and a redirect must not get the key.
        self._pool = urllib3.PoolManager(retries=False, timeout=timeout, maxsize=10)

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """The JSON of an answer that is no error."""
        text = self.text(method, path, body=body, query=query, headers=headers)
        try:
            return json.loads(text)
        except ValueError as error:
            # A proxy may answer with a page of its own.
            raise LeadkeepError(200, {}) from error

    def text(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """The text of an answer that is no error."""
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        all_headers = {"Authorization": self._authorization, "Accept": "application/json", **(headers or {})}
        sent = None
        if body is not None:
            sent = json.dumps(body, ensure_ascii=False).encode()
            all_headers["Content-Type"] = "application/json"
        answer = self._send(method, f"{self._base}{path}{'?' if asked else ''}{urlencode(asked)}", sent, all_headers)
        text = answer.data.decode("utf-8", "replace")
        if 200 <= answer.status < 300:
            return text
        raise LeadkeepError(answer.status, _members(text))

    def _send(
        self, method: str, url: str, body: bytes | None, headers: Mapping[str, str]
    ) -> urllib3.BaseHTTPResponse:
        """Repeats what got no answer, a 408 or 503 after a growing pause, a 429 after the time it asks for, and nothing else.

        A 429 that asks for more than a minute is not repeated. A repeat has the same bytes and headers, so the same Idempotency-Key.
        """
        for tried in range(1, self._tries + 1):
            answer = None
            try:
                answer = self._pool.request(method, url, body=body, headers=headers, redirect=False)
                if answer.status not in REPEATED or tried == self._tries or _asked(answer) > MAX_ASKED_S:
                    return answer
            except urllib3.exceptions.LocationValueError:
                raise
            except urllib3.exceptions.HTTPError:
                if tried == self._tries:
                    raise
            self._pause(self._pause_after(answer, tried))
        raise ValueError("tries must be at least 1")

    def _pause_after(self, answer: urllib3.BaseHTTPResponse | None, tried: int) -> float:
        asked = 0 if answer is None else _asked(answer)
        if asked > 0:
            return float(asked)
        longest: float = min(MAX_PAUSE_S, FIRST_PAUSE_S * 2 ** (tried - 1))
        return longest * (0.5 + self._random() / 2)


def _asked(answer: urllib3.BaseHTTPResponse) -> int:
    """The seconds that a 429 asks for; 0 if it says none, or a date."""
    asked = answer.headers.get("Retry-After", "") if answer.status == 429 else ""
    return int(asked) if asked.isdecimal() else 0


def _members(text: str) -> dict[str, Any]:
    """The members of an error; none if it is not the service's."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
