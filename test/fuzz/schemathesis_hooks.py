"""Takes out of generated bodies what no schema can hold, so that every body is one that Leadkeep accepts.

Each step stands for rules of the list in src/core/posting-spec/beyond-schema.ts. A refusal that is in neither is a
finding of the check `positive_data_acceptance`.
"""

import os

import schemathesis

# Of the sandbox's catalogue, unless the catalogue of another service is to be used.
AFFILIATE = os.environ.get("LEADKEEP_AFFILIATE", "00000000-0000-4000-a000-000000000001")
CAMPAIGN = os.environ.get("LEADKEEP_CAMPAIGN", "00000000-0000-4000-b000-000000000001")

FORBIDDEN = {"__proto__", "constructor", "prototype", "_bsontype", "_jsonata_lambda", "_jsonata_function"}
DATES = {"date_of_birth", "dob"}


def storable(key):
    """Keys that can be stored."""
    return not (key.startswith("$") or "." in key or key in FORBIDDEN or not key.isprintable())


def cleaned(value, level=1):
    """Keys that can be stored, no NUL, at most 8 levels, few keys; no date of the future, only plain e-mail addresses."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, list):
        return [cleaned(item, level + 1) for item in value[:20]] if level < 7 else []
    if not isinstance(value, dict):
        return value
    kept = [(key, item) for key, item in value.items() if storable(key)][:40] if level < 7 else []
    return {key: of_field(key, cleaned(item, level + 1)) for key, item in kept}


def of_field(key, value):
    if not isinstance(value, str):
        return value
    if key in DATES and value.strip()[:2] == "20":
        return "1990-02-28"
    if key == "email" and not (value.strip().isascii() and value.strip().isprintable() and len(value) < 200):
        return "ann@example.com"
    return value


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    clean = cleaned(body)
    if "svc_campaign_id" in clean:
        clean.update(svc_campaign_id=CAMPAIGN, svc_affiliate_id=AFFILIATE)
    tracking = clean.get("tracking")
    # A public address.
    if isinstance(tracking, dict) and isinstance(tracking.get("ip_address"), str) and tracking["ip_address"].strip():
        tracking["ip_address"] = "203.0.113.7"
    return clean
