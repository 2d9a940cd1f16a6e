import { SWEEP_GRACE_MS } from '../delivery/lease-times.js';
import type { Intent, LeadCore, LeadRecord, Taken } from './lead-record.js';

/** What the first write of a first run stores, besides what it decides. */
export interface FirstRunWrite {
  readonly taken: Taken;
  readonly intent: Intent;
}

export interface FirstRun {
  /** A name that no other run has. */
  readonly by: string;
  readonly now: Date;
}

/**
 * The lead as its first run holds it, which owns nothing before its first write (ADR 91). Its findings are valid until the
 * sweeper gives the lead to another worker. Undefined if the lead is not a new one that only waits to be evaluated, or is due: then a
 * worker takes it.
 */
export function beginFirstRun(lead: LeadRecord, { by, now }: FirstRun): LeadRecord | undefined {
  const { submission, buyer_id, due_at } = lead;
  if (!isNew(lead) || !due_at || due_at <= now) return undefined;
  const until = new Date(due_at.getTime() + SWEEP_GRACE_MS);
  const intent = { at: now, submission, buyer_id };
  const taken = { by, submission, run: 1, at: now, from: 'queued' } as const;
  return { ...lead, runs: 1, due_at: until, intent, taken };
}

const isNew = ({ state, submission, runs, is_test, attempts, ...lead }: LeadRecord): boolean =>
  state === 'queued' &&
  submission === 1 &&
  runs === 0 &&
  !is_test &&
  attempts.length === 0 &&
  !(lead.intent ?? lead.waiting ?? lead.forgotten ?? lead.fallbacks ?? lead.earlier_leads);

/** What the first write to a lead in its first run must store. Undefined: a worker took the lead. */
export const firstRunWrite = ({ state, taken, intent }: LeadCore): FirstRunWrite | undefined =>
  state === 'queued' && taken && intent ? { taken, intent } : undefined;
