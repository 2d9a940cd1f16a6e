/**
 * A lead that is taken later than this after it was due had to wait for us, not for its buyer: for an outage, a
 * backlog or a worker that died. That time does not spend its delivery window. Less is everyday lateness, which only
 * counts where an outage has put the lead back: hours of outage are many such times.
 */
export const LATE_MS = 120_000;
