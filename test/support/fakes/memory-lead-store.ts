import { isFinal } from '../../../src/core/lead-states.js';
import type { LeadChange, LeadCondition, LeadStore } from '../../../src/core/ports/lead-store.js';
import type { Attempt, LeadRecord } from '../../../src/core/records/lead-record.js';

/** Leads in memory, with the same conditions as the real store. */
export function memoryLeadStore(): LeadStore & { readonly all: Map<string, LeadRecord> } {
  const all = new Map<string, LeadRecord>();
  return {
    all,
    insert(lead) {
      all.set(lead.id, lead);
      return Promise.resolve({ inserted: true });
    },
    read: (id) => Promise.resolve(all.get(id) ?? null),
    readMany: (ids) => Promise.resolve(ids.flatMap((id) => all.get(id) ?? [])),
    take(id, round, now, until) {
      const lead = all.get(id);
      if (!lead || lead.round !== round || !isTakeable(lead, now)) return Promise.resolve(null);
      const stalled = lead.state === 'working' || lead.state === 'sending';
      const taken: LeadRecord = {
        ...lead,
        state: 'working',
        due_at: until,
        runs: lead.runs + 1,
        stalls: lead.stalls + (stalled ? 1 : 0),
        intent: lead.intent ?? { at: now, round },
      };
      all.set(id, taken);
      return Promise.resolve(taken);
    },
    transition(when, change) {
      const lead = all.get(when.id);
      if (!lead || !holds(lead, when)) return Promise.resolve(false);
      all.set(lead.id, changed(lead, change));
      return Promise.resolve(true);
    },
    judgeAgain: () => Promise.reject(new Error('not used by the workers')),
    overdue: (before) =>
      Promise.resolve(
        [...all.values()].filter(({ state, due_at }) => !isFinal(state) && due_at && due_at < before),
      ),
    indebted: (before) =>
      Promise.resolve([...all.values()].filter(({ debts }) => debts.some(({ since }) => since < before))),
    clearDebts(paid) {
      for (const { id, round } of paid) {
        const lead = all.get(id);
        if (lead) all.set(id, { ...lead, debts: lead.debts.filter((debt) => debt.round !== round) });
      }
      return Promise.resolve();
    },
    expireIdempotencyKeys: () => Promise.resolve(0),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *counted() {
      yield* all.values();
    },
  };
}

const isTakeable = ({ state, due_at }: LeadRecord, now: Date): boolean =>
  state === 'queued' || (!isFinal(state) && due_at !== undefined && due_at <= now);

const holds = (lead: LeadRecord, when: LeadCondition): boolean =>
  lead.round === when.round &&
  when.states.includes(lead.state) &&
  (when.runs === undefined || lead.runs === when.runs) &&
  (when.attempts === undefined || lead.attempts.length === when.attempts);

function changed(lead: LeadRecord, change: LeadChange): LeadRecord {
  const { due_at, new_attempt, attempt_end, debt, entries, ...rest } = change;
  const { due_at: _due, ...kept } = lead;
  const ended = (attempt: Attempt): Attempt =>
    attempt_end && attempt.n === attempt_end.n ? { ...attempt, ...attempt_end } : attempt;
  return {
    ...kept,
    ...rest,
    ...(due_at ? { due_at } : {}),
    attempts: [...lead.attempts.map(ended), ...(new_attempt ? [new_attempt] : [])],
    debts: debt ? [...lead.debts, debt] : lead.debts,
    timeline: [...lead.timeline, ...entries],
  };
}
