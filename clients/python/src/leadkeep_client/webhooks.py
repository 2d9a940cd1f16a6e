"""Events that Leadkeep sends to you."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


class WebhookEvent(TypedDict):
    """`data` is what reading the lead answered right after the change."""

    type: Literal["lead.decided", "lead.returned", "lead.return_reversed", "cap.reached", "webhook.test"]
    timestamp: str
    #: Sent again by hand, so it may come out of order.
    replay: NotRequired[bool]
    data: dict[str, Any]


def verify_webhook(payload: bytes | str, headers: Mapping[str, str], secrets: Sequence[str]) -> WebhookEvent:
    """The event, if its signature is of one of the secrets; while a secret is changed there are two.

    `payload` is the body as it came. Raises WebhookVerificationError for everything else, also for an event that is too
    old.
    """
    if isinstance(secrets, str):
        raise TypeError("secrets is a sequence: [secret]")
    plain = dict(headers.items())
    for secret in secrets:
        webhook = Webhook(secret)
        try:
            return cast(WebhookEvent, webhook.verify(payload, plain))
        except (WebhookVerificationError, ValueError):
            # Not this secret, or no form of a signature.
            continue
    raise WebhookVerificationError("No matching signature found, or it is too old")
