"""The calls of an affiliate."""

import random as randomness
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast
from urllib.parse import quote

from .changes import Changes
from .schema import (
    Decision,
    DirectSubmit,
    DupeCheckRequest,
    LeadFeed,
    PostingSpec,
    Results,
    ResultSubmit,
    SearchRequest,
    Statement,
)
from .transport import Transport

SubmitRequest: TypeAlias = ResultSubmit | DirectSubmit


class Search:
    """The results of a search so far."""

    def __init__(self, results: Results, poll: Callable[[str], Results], pause: Callable[[float], None]) -> None:
        self.results = results
        self._poll = poll
        self._pause = pause

    def wait(self) -> Results:
        """Polls until all partners have answered."""
        while not self.results["processing_done"]:
            self._pause(self.results.get("poll_after_ms", 1000) / 1000)
            self.results = self._poll(self.results["svc_lead_id"])
        return self.results


class Leadkeep:
    """A client of one affiliate; threads may share it.

    Raises LeadkeepError for an answer that is no result and no decision, and urllib3's HTTPError if none came.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        tries: int = 5,
        timeout: float = 30.0,
        pause: Callable[[float], None] = time.sleep,
        random: Callable[[], float] = randomness.random,
    ) -> None:
        """`tries`: how often a call is tried in all. `timeout`: seconds to connect, and to wait for more of an answer."""
        self._pause = pause
        self._transport = Transport(base_url, key, tries=tries, timeout=timeout, pause=pause, random=random)

    def search(self, body: SearchRequest) -> Search:
        results: Results = self._transport.call("POST", "search", body=_members(body))
        return Search(results, lambda id: cast(Results, self._get("results", id)), self._pause)

    def submit(
        self,
        body: SubmitRequest,
        answers: Mapping[str, object] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Decision:
        """Sells a lead. `answers` are those to the offer's questions, by name.

        Without a key, one is made for this call and its repeats. Give one to repeat it after it raised or your own process ended.
        """
        headers = {"Idempotency-Key": str(uuid.uuid4()) if idempotency_key is None else idempotency_key}
        whole = {**(answers or {}), **_members(body)}
        return cast(Decision, self._transport.call("POST", "leads", body=whole, headers=headers))

    def lead(self, svc_lead_id: str) -> Decision:
        return cast(Decision, self._get("leads", svc_lead_id))

    def campaign(self, svc_campaign_id: str) -> PostingSpec:
        """The posting specification."""
        return cast(PostingSpec, self._get("campaigns", svc_campaign_id))

    def is_likely_duplicate(self, body: DupeCheckRequest) -> bool:
        return bool(self._transport.call("POST", "dupe-check", body=_members(body))["duplicate_likely"])

    def statement(self, month: str) -> Statement:
        """Your statement of a month, such as 2026-10."""
        return cast(Statement, self._get("statements", month))

    def statement_csv(self, month: str) -> str:
        """The same as CSV."""
        return self._transport.text("GET", f"statements/{quote(month, safe='')}", headers={"Accept": "text/csv"})

    def changes(
        self,
        since: str | None = None,
        *,
        status: str | None = None,
        subid: str | None = None,
        external_id: str | None = None,
        limit: int = 500,
    ) -> Changes:
        """The changes of your leads after a cursor that you kept, or all that there are."""

        def read(cursor: str | None) -> LeadFeed:
            query = {"since": cursor, "limit": limit, "status": status, "subid": subid, "external_id": external_id}
            return cast(LeadFeed, self._transport.call("GET", "leads", query=query))

        return Changes(read, since)

    def _get(self, room: str, id: str) -> Any:
        return self._transport.call("GET", f"{room}/{quote(id, safe='')}")


def _members(body: Mapping[str, object]) -> dict[str, object]:
    return dict(body)
