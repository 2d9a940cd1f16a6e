"""The same as openapi_generator.py, with the client that openapi-python-client made."""

import importlib
import json
import sys

sys.path.insert(0, sys.argv[1])

import made  # noqa: E402
from made import models  # noqa: E402

with open(sys.argv[2], encoding="utf-8") as file:
    cases = json.load(file)
ID, MONTH = cases["id"], cases["month"]
PLACES = {
    "search": "search", "results": "search", "campaign": "submit", "submit": "submit", "read_lead": "submit",
    "revoke_consent": "submit", "lead_feed": "reconciliation", "statement": "reconciliation",
    "dupe_check": "duplicates", "call_back": "callbacks",
}  # fmt: skip


def body_of(operation, body):
    model = {
        "search": models.SearchRequest,
        "submit": models.ResultSubmit if "svc_result_id" in (body or {}) else models.DirectSubmit,
        "dupe_check": models.DupeCheckRequest,
        "call_back": models.CallBackJsonBody,
    }.get(operation)
    return {} if model is None else {"body": model.from_dict(body)}


def call(client, operation, body):
    module = importlib.import_module(f"made.api.{PLACES[operation]}.{operation}")
    place = {"statement": [MONTH], "call_back": ["token"]}.get(operation, [ID])
    path = [] if operation in ("search", "submit", "dupe_check", "lead_feed") else place
    return module.sync_detailed(*path, client=client, **body_of(operation, body))


for case in cases["cases"]:
    client = made.Client(base_url=case["url"], raise_on_unexpected_status=True)
    try:
        answer = call(client, case["operation"], case.get("body"))
        assert int(answer.status_code) == case["status"], answer
        print(json.dumps({"read": answer.parsed.to_dict() if answer.parsed is not None else None}))
    except Exception as error:  # noqa: BLE001
        print(json.dumps({"fault": f"{type(error).__name__}: {error}"[:2000]}))
