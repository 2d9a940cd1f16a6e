import { SWEEP_GRACE_MS } from '../delivery/lease-times.js';
import type { FirstRunWrite, LeadChange, LeadCondition } from './lead-change.js';
import type { LeadCore, LeadRecord } from './lead-record.js';
import { IN_PROGRESS_STATES } from './lead-states.js';

/**
 * The condition of a write to a lead that this worker holds: no other worker took the lead since. In a first run, the first
 * such write is what takes the lead. A worker that keeps the lead after the write must also still have its lease. The lease
 * of a first run is not stored, so its caller looks at it.
 */
export function leaseCondition(
  lead: LeadCore,
  { state }: Pick<LeadChange, 'state'>,
  now: Date,
): LeadCondition {
  const { id, submission, runs, attempts, received_at } = lead;
  const same = { id, submission, received_at, attempts: attempts.length };
  const first_run = firstRunWrite(lead);
  if (first_run) return { ...same, runs: 0, states: ['queued'], first_run };
  const keeps = IN_PROGRESS_STATES.includes(state);
  return { ...same, runs, states: ['working'], ...(keeps && { leased_at: now }) };
}

/** Whether the lease of this worker has ended. What the worker evaluated may have changed since. */
export const isLapsed = ({ due_at }: Pick<LeadRecord, 'due_at'>, now: Date): boolean =>
  due_at !== undefined && due_at <= now;

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
