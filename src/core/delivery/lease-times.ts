/*
 * The times by which processes decide that another one is gone, late or still at work. Each rests on others; the
 * inequalities between them are a test (test/core/delivery/lease-times.test.ts). All in milliseconds.
 */

/** No request to a buyer takes longer. A process that shuts down then leaves no request whose answer nobody reads. */
export const MAX_REQUEST_MS = 20_000;

/** How long a process has after SIGTERM to finish its work in progress, unless the operator sets another time. */
export const SHUTDOWN_MS = 25_000;

/**
 * The lease of a run: how long a worker has a lead before another may take it. It is longer than anything that a run
 * does in the state `working` when nothing is wrong, which is to ask a buyer about a lead and to write the answer. An
 * open attempt has a longer time of its own. A worker that comes back later loses by its fencing token (`runs`).
 */
export const RUN_LEASE_MS = 30_000;

/** The same for a run of a search, which sends nothing. */
export const SEARCH_LEASE_MS = 10_000;

/** How long a job of a worker that was killed stays locked in its queue. */
export const JOB_LOCK_MS = 30_000;

/**
 * How long an attempt stays open beyond its own time limit: as long as the job's lock, so that no other worker looks
 * at the lead before. After that the attempt counts as interrupted, and an operator may settle the lead.
 */
export const ATTEMPT_GRACE_MS = 30_000;

/** The largest difference between the clocks of two machines that the lease times allow for. */
export const MAX_SKEW_MS = 10_000;

/** How long a worker repeats the write that must not be lost. Shorter than a shutdown, so that a drained worker ends. */
export const RETRY_ON_OUTAGE_MS = 20_000;

/** How long a worker waits for an answer of MongoDB before the connection counts as dead. */
export const SOCKET_LIMIT_MS = 20_000;

/** A write that was given up may land this much later: on a server that stood still and goes on. */
export const LANDS_WITHIN_MS = 60_000;

/** How long a lead that an outage put back waits, and up to as long again by chance, so that not all come at once. */
export const PUT_BACK_PAUSE_MS = 5_000;

/**
 * How long a lead waits before it is given up after too many broken runs. Their processes may be alive: when an outage
 * has only just ended, they still have to put their leads back.
 */
export const LAST_CHANCE_MS = 60_000;

/**
 * A lead that is taken later than this after it was due waited for us and not for its buyer: for an outage, a backlog
 * or a worker that died. That time does not spend its delivery window. A shorter delay is normal. It only counts where
 * an outage put the lead back, because an outage of hours makes many such delays.
 */
export const LATE_MS = 120_000;

/** A new record is due after this time: when its job is lost, the sweeper finds it. */
export const DUE_AFTER_MS = 3_000;

/** How much later than `due_at` the sweeper steps in, so that the queue comes first. */
export const SWEEP_GRACE_MS = 2_000;

/** How old a pending effect is before the sweeper applies it, so that the worker comes first. */
export const EFFECT_GRACE_MS = 5_000;

/** How long after its time limit a request counts as under way at the destination gate when nobody releases it. */
export const PERMIT_GRACE_MS = 5_000;
