"""Client of the Leadkeep API for affiliates."""

from standardwebhooks.webhooks import WebhookVerificationError

from .changes import Changes
from .client import Leadkeep, Search, SubmitRequest
from .errors import LeadkeepError
from .schema import (
    Decision,
    DirectSubmit,
    DupeCheckRequest,
    FieldError,
    LeadChange,
    PostingSpec,
    Results,
    ResultSubmit,
    SearchRequest,
    Statement,
)
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "Changes",
    "Decision",
    "DirectSubmit",
    "DupeCheckRequest",
    "FieldError",
    "LeadChange",
    "Leadkeep",
    "LeadkeepError",
    "PostingSpec",
    "ResultSubmit",
    "Results",
    "Search",
    "SearchRequest",
    "Statement",
    "SubmitRequest",
    "WebhookEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
