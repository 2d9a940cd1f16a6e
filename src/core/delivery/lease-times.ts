/*
 * The times after which processes consider another process gone, late or still at work. Each time depends on others.
 * A test checks the inequalities between them (test/core/delivery/lease-times.test.ts). All times are in
 * milliseconds.
 */

/**
 * The longest time limit of a request to a buyer. With it, a process that shuts down can read the answers to all its
 * requests.
 */
export const MAX_REQUEST_MS = 20_000;

/** How long a process has after SIGTERM to finish its work in progress. The operator can set another time. */
export const SHUTDOWN_MS = 25_000;

/**
 * The lease of a run: how long a worker owns a lead before another worker may take it. The lease is longer than
 * anything that a run does in the state `working` when nothing is wrong: it asks a buyer about a lead and writes the
 * answer. An open attempt has its own, longer time. A worker that comes back later loses by its fencing token
 * (`runs`).
 */
export const RUN_LEASE_MS = 30_000;

/** How long a killed worker's job stays locked in its queue. */
export const JOB_LOCK_MS = 30_000;

/**
 * How long an attempt stays open after its own time limit. This equals the job's lock, so that no other worker takes
 * the lead earlier. After this time the attempt counts as interrupted, and an operator may settle the lead.
 */
export const ATTEMPT_GRACE_MS = 30_000;

/** The largest difference between the clocks of two machines that the lease times allow for. */
export const MAX_SKEW_MS = 10_000;

/**
 * How long a worker repeats a write that must not be lost. It is shorter than a shutdown, so that a draining worker
 * can end.
 */
export const RETRY_ON_OUTAGE_MS = 20_000;

/** How long a worker waits for an answer from MongoDB before it considers the connection dead. */
export const SOCKET_LIMIT_MS = 20_000;

/** How much later an abandoned write may still take effect, on a server that stalled and then continued. */
export const WRITE_MAY_COMMIT_MS = 60_000;

/**
 * How long a lead waits after an outage put it back. A random time of up to the same length is added, so that the
 * leads do not all come back at once.
 */
export const REQUEUE_PAUSE_MS = 5_000;

/**
 * How long a lead waits before it is given up after too many stalled runs. Their processes may be alive. Right after
 * an outage, these processes still have to put their leads back.
 */
export const LAST_CHANCE_MS = 60_000;

/**
 * A lead that is taken this much later than it was due has waited for us and not for its buyer: for an outage, a
 * backlog or a worker that died. That time does not count toward its delivery window. A shorter delay is normal, and
 * counts. But it does not count where an outage put the lead back or the lead waited for the cap ledger, because a long
 * outage makes many such delays.
 */
export const LATE_MS = 120_000;

/** A new record is due after this time. If its job is lost, the sweeper finds the record. */
export const DUE_AFTER_MS = 3_000;

/** How long after `due_at` the sweeper takes a record, so that the queue comes first. */
export const SWEEP_GRACE_MS = 2_000;

/** How old a pending effect must be before the sweeper applies it, so that the worker comes first. */
export const EFFECT_GRACE_MS = 5_000;

/**
 * How long after its time limit the destination gate still counts a request as in flight if no worker releases it.
 */
export const PERMIT_GRACE_MS = 5_000;
