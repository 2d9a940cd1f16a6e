"""The client against a running Leadkeep, which test/clients/python.test.ts starts. It tells in LEADKEEP_TEST where."""

import json
import os
import unittest
import uuid
from datetime import datetime, timezone

from faulty_proxy import Fault, FaultyProxy
from standardwebhooks.webhooks import Webhook

from leadkeep_client import (
    DirectSubmit,
    Leadkeep,
    LeadkeepError,
    SearchRequest,
    WebhookVerificationError,
    verify_webhook,
)
from leadkeep_client.schema import Lead, Personal, Tracking

WORLD: dict[str, str] = json.loads(os.environ["LEADKEEP_TEST"])
TRACKING: Tracking = {"ip_address": "203.0.113.7"}
OLD, NEXT = "whsec_b2xkIHNlY3JldCBvbGQgc2VjcmV0", "whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0"


def new_person() -> Lead:
    unique = uuid.uuid4()
    personal: Personal = {
        "email": f"{unique.hex}@example.com",
        "phone": f"6085{unique.int % 10**6:06d}",
        "first_name": "Ann",
        "last_name": "Lee",
    }
    return {"personal": personal, "address": {"state": "WI", "zip_code": "53703"}}


def direct(lead: Lead | None = None, consent: bool = True) -> DirectSubmit:
    return {
        "svc_campaign_id": WORLD["campaign"],
        "svc_affiliate_id": WORLD["affiliate"],
        "svc_offer_id": WORLD["offer"],
        "lead": lead or new_person(),
        "tracking": TRACKING,
        "tcpa_consent": consent,
    }


class LiveTest(unittest.TestCase):
    def setUp(self) -> None:
        self.pauses: list[float] = []

    def client(self, *faults: Fault, key: str = WORLD["key"]) -> tuple[Leadkeep, FaultyProxy]:
        proxy = FaultyProxy(WORLD["url"], list(faults))
        self.addCleanup(proxy.close)
        return Leadkeep(proxy.url, key, pause=self.pauses.append, random=lambda: 1.0), proxy

    def test_searches_waits_submits_and_reads_the_decision(self) -> None:
        leadkeep = Leadkeep(f"{WORLD['url']}/", WORLD["key"])
        asked: SearchRequest = {
            "svc_campaign_id": WORLD["campaign"],
            "svc_affiliate_id": WORLD["affiliate"],
            "lead": new_person(),
            "tracking": TRACKING,
        }
        results = leadkeep.search(asked).wait()
        self.assertIs(results["processing_done"], True)
        found = next(entry for entry in results["offers"] if entry["offer"]["name"] == "nursing")
        decision = leadkeep.submit(
            {
                "svc_campaign_id": WORLD["campaign"],
                "svc_affiliate_id": WORLD["affiliate"],
                "search_lead_id": results["svc_lead_id"],
                "svc_result_id": found["svc_result_id"],
                "tcpa_consent": True,
            },
            {"visit": "yes"},
        )
        if decision["code"] != "ACCEPTED":
            self.fail(decision["reason"])
        self.assertEqual(decision.get("payout"), 36)
        self.assertEqual(leadkeep.lead(decision["svc_lead_id"])["code"], "ACCEPTED")
        self.assertFalse(leadkeep.is_likely_duplicate({"email": "nobody@example.com"}))
        self.assertEqual(leadkeep.campaign(WORLD["campaign"])["offers"][0]["name"], "nursing")

    def test_a_refused_lead_is_a_decision_and_a_refused_call_an_error(self) -> None:
        leadkeep, _ = self.client()
        decision = leadkeep.submit(direct(consent=False))
        if decision["code"] != "INVALID_FIELD":
            self.fail(decision["code"])
        self.assertEqual([error.get("field") for error in decision.get("errors", [])], ["tcpa_consent", "visit"])
        with self.assertRaises(LeadkeepError) as refused:
            leadkeep.submit(direct({"email": "x"}))
        self.assertEqual((refused.exception.http, refused.exception.errors[0].get("field")), (400, "lead.email"))
        with self.assertRaises(LeadkeepError) as stranger:
            self.client(key="svc_live_x")[0].lead(WORLD["campaign"])
        self.assertEqual((stranger.exception.http, stranger.exception.code), (401, "AUTH_INVALID"))

    def test_a_lost_submit_is_repeated_under_the_same_key(self) -> None:
        leadkeep, proxy = self.client(Fault())
        decision = leadkeep.submit(direct(), {"visit": "yes"})
        self.assertEqual(decision["code"], "ACCEPTED")
        keys = [headers["idempotency-key"] for headers in proxy.sent]
        self.assertEqual((len(keys), len(set(keys)), self.pauses), (2, 1, [1.0]))

    def test_sends_an_empty_key_as_it_is_so_that_it_is_refused_and_no_other_one_made_each_time(self) -> None:
        leadkeep, proxy = self.client(Fault(400))
        with self.assertRaises(LeadkeepError):
            leadkeep.submit(direct(), {"visit": "yes"}, idempotency_key="")
        self.assertEqual([headers["idempotency-key"] for headers in proxy.sent], [""])

    def test_waits_as_a_429_says_ever_longer_after_a_408_or_503_and_repeats_nothing_else(self) -> None:
        leadkeep, _ = self.client(Fault(429, {"Retry-After": "7"}), Fault(503), Fault(408))
        self.assertEqual(leadkeep.submit(direct(), {"visit": "yes"})["code"], "ACCEPTED")
        self.assertEqual(self.pauses, [7.0, 2.0, 4.0])
        self.pauses.clear()
        for status in (302, 404, 500):
            leadkeep, proxy = self.client(Fault(status, {"Location": "/elsewhere"}, "<html>"))
            with self.assertRaises(LeadkeepError) as away:
                leadkeep.lead(WORLD["campaign"])
            self.assertEqual((away.exception.http, away.exception.code), (status, "UNKNOWN"))
            self.assertEqual((len(proxy.sent), self.pauses), (1, []))

    def test_waits_for_no_longer_than_a_minute(self) -> None:
        leadkeep, proxy = self.client(Fault(429, {"Retry-After": "60"}), Fault(429, {"Retry-After": "61"}))
        with self.assertRaises(LeadkeepError) as busy:
            leadkeep.is_likely_duplicate({"email": "a@example.com"})
        self.assertEqual((busy.exception.http, len(proxy.sent), self.pauses), (429, 2, [60.0]))

    def test_a_page_that_a_proxy_answers_with_is_an_error_like_others(self) -> None:
        leadkeep, proxy = self.client(Fault(200, body="<html>Back soon</html>"))
        with self.assertRaises(LeadkeepError) as page:
            leadkeep.submit(direct(), {"visit": "yes"})
        self.assertEqual((page.exception.http, page.exception.code, len(proxy.sent)), (200, "UNKNOWN", 1))

    def test_gives_up_after_its_tries(self) -> None:
        leadkeep, proxy = self.client(*[Fault(503, body='{"code":"UNAVAILABLE"}')] * 9)
        with self.assertRaises(LeadkeepError) as away:
            leadkeep.lead(WORLD["campaign"])
        self.assertEqual((away.exception.code, len(proxy.sent)), ("UNAVAILABLE", 5))

    def test_tells_each_change_and_keeps_the_cursor(self) -> None:
        leadkeep, _ = self.client()
        told = [(change["revision"], change["answer"]["code"]) for change in leadkeep.changes(external_id="order/1")]
        self.assertEqual(told, [(1, "PENDING"), (2, "ACCEPTED")])
        changes = leadkeep.changes(external_id="order/1", limit=1)
        for _ in changes:
            break
        self.assertIsNone(changes.cursor, "of a page that was not gone through")
        self.assertEqual(len(list(changes)), 2)
        self.assertIsNotNone(changes.complete_until)
        self.assertEqual(list(changes), [])
        self.assertEqual(list(leadkeep.changes(changes.cursor, external_id="order/1")), [])
        with self.assertRaises(LeadkeepError) as refused:
            list(leadkeep.changes("nonsense"))
        self.assertEqual(refused.exception.errors[0].get("field"), "since")

    def test_reads_statements(self) -> None:
        leadkeep, _ = self.client()
        statement = leadkeep.statement(WORLD["month"])
        self.assertIs(statement.get("draft"), True)
        self.assertEqual(sum(line["amount_cents"] or 0 for line in statement["lines"]), statement["net_cents"])
        self.assertIn(",amount,", leadkeep.statement_csv(WORLD["month"]).splitlines()[0])
        with self.assertRaises(LeadkeepError) as none:
            leadkeep.statement("1999-01")
        self.assertEqual(none.exception.http, 404)

    def test_verifies_webhooks_also_while_a_secret_is_changed(self) -> None:
        payload = json.dumps({"type": "lead.decided", "timestamp": "now", "data": {}})
        now = datetime.now(tz=timezone.utc)
        headers = {
            "Webhook-Id": "msg_1",
            "Webhook-Timestamp": str(int(now.timestamp())),
            "Webhook-Signature": Webhook(OLD).sign("msg_1", now, payload),
        }
        self.assertEqual(verify_webhook(payload.encode(), headers, [NEXT, OLD])["type"], "lead.decided")
        forged: list[tuple[bytes | str, dict[str, str], list[str]]] = [
            (payload, headers, [NEXT]),
            (f"{payload} ", headers, [OLD]),
            (payload, {**headers, "Webhook-Timestamp": "1"}, [OLD]),
            (payload, {**headers, "Webhook-Signature": "v1"}, [OLD]),
            (payload, {**headers, "Webhook-Signature": "v1,é"}, [OLD]),
            (payload, {}, [OLD]),
            (b"\xff", headers, [OLD]),
        ]
        for body, given, secrets in forged:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, given, secrets)


if __name__ == "__main__":
    unittest.main()
