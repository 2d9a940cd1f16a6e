"""The feed of an affiliate's leads."""

from collections.abc import Callable, Iterator

from .schema import LeadChange, LeadFeed


class Changes:
    """The changes of your leads, in their order, up to now. Iterate again for those that came since.

    `cursor` tells what your code has gone through: keep it, and begin with it after a restart. It moves after the last
    change of a page, so that a stop in between tells changes twice, and none never.
    """

    def __init__(self, read: Callable[[str | None], LeadFeed], since: str | None) -> None:
        self._read = read
        self.cursor = since
        #: Every change before this moment is told by now; None while there is more.
        self.complete_until: str | None = None

    def __iter__(self) -> Iterator[LeadChange]:
        has_more = True
        while has_more:
            page = self._read(self.cursor)
            yield from page["leads"]
            self.cursor = page["next_cursor"]
            self.complete_until = page["complete_until"]
            has_more = page["has_more"]
