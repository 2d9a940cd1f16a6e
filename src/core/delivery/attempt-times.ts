import type { Attempt } from '../lead/lead-record.js';

/** How long after an attempt's own time limit it is still called open: the job's lock. */
const ATTEMPT_GRACE_MS = 30_000;

/** How far the clocks of two machines may be apart without anybody judging an attempt too early. */
const SKEW_MS = 10_000;

type Begun = Pick<Attempt, 'at' | 'timeout_ms'>;

/**
 * Until then a request may still be answered; from then on another worker calls an open attempt interrupted, and an
 * operator may settle an unknown lead.
 */
export const answerableUntil = ({ at, timeout_ms }: Begun): Date =>
  new Date(at.getTime() + timeout_ms + ATTEMPT_GRACE_MS);

/**
 * The last moment at which an attempt's request may begin to leave: even one that takes its whole time limit, by a
 * clock that is late, is over when it may no longer be answered. By the wall clock, since other machines judge by it.
 */
export const sendBy = (begun: Begun): Date =>
  new Date(answerableUntil(begun).getTime() - begun.timeout_ms - SKEW_MS);
