import type { Received } from '../../sandbox/memory.js';
import { serverOf } from '../plan/faults.js';
import {
  handleOf,
  isStarved,
  ROUGHLY_MS,
  type Evidence,
  type StoredLead,
  type Struck,
  type Violation,
} from './evidence.js';

/** Behaviors after which it is unknown whether the buyer has the lead. */
const UNHEARD = new Set(['Hangup', 'Timeout', 'Garbage']);
/** Behaviors that neither take nor refuse a lead. */
const PUT_OFF = new Set(['Busy']);
/** The failures that open a destination's breaker. */
const FAILURES = 5;
/** How long storing an answer is retried while the database is down. */
const STORED_WITHIN_MS = 20_000;

/**
 * Every `unknown` and `failed` lead must have a cause: what its own buyer did, an operator who gave its offer to another
 * buyer, or a fault of a delivering process or a server while the lead was open; or its process hardly got to run. So a run
 * without faults has none on a machine that is not overloaded.
 */
export function checkCeilings({ leads, received, history, struck }: Evidence): Violation[] {
  const ofLead = new Map<string, Received[]>();
  for (const one of received)
    if (one.what === 'lead')
      ofLead.set(one.idempotency_key, [...(ofLead.get(one.idempotency_key) ?? []), one]);
  const swaps = history.slice(1).filter(({ state }, n) => state.buyers !== history[n]?.state.buyers);
  const badDeeds = received.filter(
    ({ what, decided_by: by }) => what === 'lead' && (UNHEARD.has(by) || PUT_OFF.has(by)),
  );
  const violations: Violation[] = [];
  for (const lead of leads.values()) {
    const explains = lead.state === 'unknown' ? unknown(lead) : lead.state === 'failed' ? failed(lead) : true;
    if (!explains)
      violations.push({ rule: `${lead.state}, and nothing explains it`, what: `lead ${lead._id}` });
  }
  return violations;

  function unknown(lead: StoredLead): boolean {
    const own = ofLead.get(lead._id) ?? [];
    if (own.some(({ decided_by: by }) => UNHEARD.has(by))) return true;
    const isSwapped = swaps.some(({ by }) => by >= lead.received_at && by <= endOf(lead));
    // The catalogue no longer names the buyer where it was pending or could have been retried.
    if (isSwapped && own.length > 0 && leftToOperator(lead)) return true;
    return lead.attempts.some((attempt) => {
      if (isStarved(attempt)) return true;
      const over = attempt.at.getTime() + attempt.timeout_ms;
      return struck.some((one) => {
        if (!delivers(one)) return false;
        const until = over + (serverOf(one.kind) ? STORED_WITHIN_MS : 0) + ROUGHLY_MS;
        return overlaps(one, attempt.at.getTime() - ROUGHLY_MS, until);
      });
    });
  }

  function failed(lead: StoredLead): boolean {
    const own = ofLead.get(lead._id) ?? [];
    if (own.some(({ decided_by: by }) => PUT_OFF.has(by) || UNHEARD.has(by))) return true;
    const isDown = lead.timeline.some(({ reason }) => reason?.['why'] === 'destination_down');
    const offer = lead.offer_handle;
    if (isDown && badDeeds.filter((deed) => handleOf(deed) === offer).length >= FAILURES) return true;
    return struck.some(
      (one) => delivers(one) && overlaps(one, lead.received_at.getTime(), endOf(lead).getTime()),
    );
  }
}

/** The record does not show which of the two `submit` workers had the lead. Redis loses no answers. */
const delivers = ({ kind, what }: Struck): boolean => what.startsWith('submit') || serverOf(kind) === 'mongo';

const overlaps = ({ from, until }: Struck, begin: number, end: number): boolean =>
  from.getTime() <= end && (until?.getTime() ?? Infinity) >= begin;

const endOf = ({ timeline, received_at }: StoredLead): Date => timeline.at(-1)?.at ?? received_at;

const leftToOperator = ({ timeline }: StoredLead): boolean =>
  timeline.some(({ what, reason }) => what === 'unknown' && reason?.['why'] !== undefined);
