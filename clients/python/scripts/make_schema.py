"""Prints the client's types from the API's description: `node dist/scripts/docs/openapi.js | python scripts/make_schema.py`.

Each schema becomes a TypedDict, so a body or an answer is a plain dict. datamodel-code-generator must be installed.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

GENERATOR = (
    "datamodel_code_generator",
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict", "--target-python-version", "3.11"),
    *("--enum-field-as-literal", "all", "--formatters", "builtin", "--disable-timestamp", "--use-union-operator"),
    *("--custom-file-header", "# Made by scripts/make_schema.py from the API's description. A test tells when it is old."),
)
# Texts are in the description itself. What a value must look like is none of a type's business.
LEFT_OUT = {"description", "examples", "example", "links", "headers", "format", "pattern", "additionalProperties"} | {
    f"{end}{what}" for end in ("min", "max") for what in ("Length", "Items", "imum")
}
# What the service takes for "not sent" is None for a caller.
BLANK = {"#/components/schemas/NotSent", "#/components/schemas/NotUsable"}


def bare(part: Any, in_properties: bool = False) -> Any:
    """What decides a type."""
    if isinstance(part, list):
        return [bare(item) for item in part]
    if not isinstance(part, dict):
        return part
    if part.get("$ref") in BLANK:
        return {"type": "null"}
    return {key: bare(value, key == "properties") for key, value in part.items() if in_properties or key not in LEFT_OUT}


def schemas_of(description: dict[str, Any]) -> dict[str, Any]:
    schemas = {
        name: bare(schema)
        for name, schema in description["components"]["schemas"].items()
        # The client reads errors as one class of its own. Callbacks are for buyers.
        if name not in {"ErrorAnswer", "CallbackTaken", "NotSent", "NotUsable"}
    }
    # "At least one of these" is nothing that a TypedDict can say.
    del schemas["DupeCheckRequest"]["not"]
    schemas["Decision"] = schemas.pop("SubmitAnswer")
    # A change of a lead tells its decision, without the id of a call.
    schemas["LeadChange"]["properties"]["answer"] = {"$ref": "#/components/schemas/Decision"}
    schemas["Decision"]["required"].remove("request_id")
    return schemas


def main() -> None:
    description = json.load(sys.stdin)
    document = {key: description[key] for key in ("openapi", "info")}
    document |= {"paths": {}, "components": {"schemas": schemas_of(description)}}
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "description.json"), Path(folder, "schema.py")
        given.write_text(json.dumps(document))
        subprocess.run(
            [sys.executable, "-W", "ignore", "-m", *GENERATOR, "--input", given, "--output", made],
            check=True,
            cwd=folder,
        )
        sys.stdout.write(made.read_text())


main()
