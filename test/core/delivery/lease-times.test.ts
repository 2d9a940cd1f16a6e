import { expect } from 'chai';
import { answerableUntil, sendBy } from '../../../src/core/delivery/attempt.js';
import * as times from '../../../src/core/delivery/lease-times.js';

/** What a worker needs beside a request: a read, a write, and a busy machine. */
const WORK_MS = 5_000;

const inequalities: readonly [why: string, shorter: number, longer: number][] = [
  ['a run that asks a buyer ends within its lease', times.MAX_REQUEST_MS + WORK_MS, times.RUN_LEASE_MS],
  ['a request ends within a shutdown', times.MAX_REQUEST_MS + WORK_MS, times.SHUTDOWN_MS],
  ['a write that must not be lost ends within a shutdown', times.RETRY_ON_OUTAGE_MS, times.SHUTDOWN_MS - 1],
  ['no other worker gets the job of an open attempt', times.JOB_LOCK_MS, times.ATTEMPT_GRACE_MS],
  [
    'a request has time to leave although a clock is late',
    times.MAX_SKEW_MS + WORK_MS,
    times.ATTEMPT_GRACE_MS,
  ],
  [
    'a write that was given up is looked for longer than its socket lives',
    times.SOCKET_LIMIT_MS,
    times.WRITE_MAY_COMMIT_MS - 1,
  ],
  [
    'a process puts its leads back before they are given up',
    2 * times.REQUEUE_PAUSE_MS,
    times.LAST_CHANCE_MS - 1,
  ],
  [
    'a lead whose worker was killed is not late by its lease alone',
    times.RUN_LEASE_MS + times.SWEEP_GRACE_MS,
    times.LATE_MS,
  ],
  [
    'a lead whose worker died in a request is not late by that alone',
    times.MAX_REQUEST_MS + times.ATTEMPT_GRACE_MS + times.SWEEP_GRACE_MS,
    times.LATE_MS,
  ],
  [
    'a record is swept sooner than its run would end',
    times.DUE_AFTER_MS + times.SWEEP_GRACE_MS,
    times.RUN_LEASE_MS,
  ],
  [
    'a permit is free before the attempt counts as interrupted',
    times.PERMIT_GRACE_MS,
    times.ATTEMPT_GRACE_MS,
  ],
  ['the worker applies its effects before the sweeper', times.SWEEP_GRACE_MS, times.EFFECT_GRACE_MS],
];

describe('lease times', () => {
  for (const [why, shorter, longer] of inequalities)
    it(`${why}: ${shorter} ≤ ${longer}`, () => {
      expect(shorter).to.be.at.most(longer);
    });

  it('a request that leaves at the last moment is over before anybody calls it interrupted', () => {
    const begun = { at: new Date('2026-11-21T17:00:00Z'), timeout_ms: times.MAX_REQUEST_MS };
    const over = sendBy(begun).getTime() + begun.timeout_ms + times.MAX_SKEW_MS;
    expect(over).to.be.at.most(answerableUntil(begun).getTime());
    expect(sendBy(begun) > begun.at).to.equal(true);
  });
});
