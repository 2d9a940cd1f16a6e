"""Calls a stub of the service with the Python client that OpenAPI Generator made, and prints what it read of each answer.

Arguments: the folder of the client, the file of cases. Each case is answered under an address of its own.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import openapi_client as made  # noqa: E402

with open(sys.argv[2], encoding="utf-8") as file:
    cases = json.load(file)
ID, MONTH = cases["id"], cases["month"]


def call(client, operation, body):
    search, submit, reconcile = made.SearchApi(client), made.SubmitApi(client), made.ReconciliationApi(client)
    return {
        "search": lambda: search.search(made.SearchRequest.from_dict(body)),
        "results": lambda: search.results(ID),
        "campaign": lambda: submit.campaign(ID),
        "submit": lambda: submit.submit(made.SubmitRequest.from_json(json.dumps(body))),
        "read_lead": lambda: submit.read_lead(ID),
        "revoke_consent": lambda: submit.revoke_consent(ID),
        "lead_feed": lambda: reconcile.lead_feed(),
        "statement": lambda: reconcile.statement(MONTH),
        "dupe_check": lambda: made.DuplicatesApi(client).dupe_check(made.DupeCheckRequest.from_dict(body)),
        "call_back": lambda: made.CallbacksApi(client).call_back("token", request_body=body),
    }[operation]()


for case in cases["cases"]:
    client = made.ApiClient(made.Configuration(host=case["url"]))
    try:
        try:
            answer = call(client, case["operation"], case.get("body"))
        except made.ApiException as refused:
            answer = refused.data
            assert refused.status == case["status"], refused
        print(json.dumps({"read": json.loads(answer.to_json()) if answer is not None else None}))
    except Exception as error:  # noqa: BLE001
        print(json.dumps({"fault": f"{type(error).__name__}: {error}"[:2000]}))
