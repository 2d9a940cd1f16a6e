import { LATE_MS } from '../delivery/lease-times.js';
import type { Intent, LeadCore, LeadRecord, Taken } from './lead-record.js';

/** What the first write of a first run stores, beside what it decides. */
export interface Begun {
  readonly taken: Taken;
  readonly intent: Intent;
}

interface FirstRun {
  /** A name that no other run has. */
  readonly by: string;
  readonly now: Date;
  /** Until then, what the run finds counts. */
  readonly until: Date;
}

/**
 * The lead as its first run has it in hand, which owns nothing before its first write (ADR 91). Undefined if the lead is
 * not a new one that only waits to be evaluated: then a worker takes it.
 */
export function beginFirstRun(lead: LeadRecord, { by, now, until }: FirstRun): LeadRecord | undefined {
  if (!isNew(lead) || now.getTime() - (lead.due_at ?? now).getTime() > LATE_MS) return undefined;
  const { round, buyer_id } = lead;
  const intent = { at: now, round, ...(buyer_id === undefined ? {} : { buyer_id }) };
  const taken = { by, round, run: 1, at: now, from: 'queued' } as const;
  return { ...lead, runs: 1, due_at: until, intent, taken };
}

const isNew = ({ state, round, runs, is_test, attempts, ...lead }: LeadRecord): boolean =>
  state === 'queued' &&
  round === 1 &&
  runs === 0 &&
  !is_test &&
  attempts.length === 0 &&
  !(lead.intent ?? lead.waiting ?? lead.forgotten ?? lead.fallbacks ?? lead.tried);

/** What the first write of this lead in hand must store; undefined if a worker took the lead. */
export const begunBy = ({ state, taken, intent }: LeadCore): Begun | undefined =>
  state === 'queued' && taken && intent ? { taken, intent } : undefined;
