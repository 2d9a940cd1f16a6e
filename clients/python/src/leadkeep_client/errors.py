"""What is raised instead of an answer."""

from collections.abc import Sequence
from typing import Any

from .schema import FieldError


class LeadkeepError(Exception):
    """Raised for every answer but a result or a decision. A refused lead is a decision, no error."""

    def __init__(self, http: int, answer: dict[str, Any]) -> None:
        self.http = http
        # A proxy may answer in another form.
        blank = {"code": "UNKNOWN", "reason": f"HTTP {http}", "message": "", "retryable": False, "request_id": ""}
        self.answer: dict[str, Any] = {**blank, **answer}
        super().__init__(f"{self.answer['code']}: {self.answer['reason']}. {self.answer['message']}")

    @property
    def code(self) -> str:
        return str(self.answer["code"])

    @property
    def errors(self) -> Sequence[FieldError]:
        """All fields at fault."""
        errors: Sequence[FieldError] = self.answer.get("errors", ())
        return errors
