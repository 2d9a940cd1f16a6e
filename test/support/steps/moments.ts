import { isAtRest, type memoryLeadStore } from '../fakes/memory-lead-store.js';
import type { memorySearchStore } from '../fakes/memory-search-store.js';
import type { queueInTime } from './queue-in-time.js';

/** After its `due_at` the sweeper waits 2 s, after a pending effect's 5 s, before it steps in. */
const SWEEP_GRACE_MS = 2_001;
const DEBT_GRACE_MS = 5_001;
const FINISH_EVERY_MS = 500;

interface Stores {
  readonly leads: Pick<ReturnType<typeof memoryLeadStore>, 'all'>;
  readonly searches: Pick<ReturnType<typeof memorySearchStore>, 'all'>;
}
type Queue = Pick<ReturnType<typeof queueInTime>, 'nextAt'>;

/** Whether nothing is left to do but what an operator does. `finishes`: somebody publishes the news. */
export const isSettled = (stores: Stores, queue: Queue, finishes: boolean): boolean =>
  queue.nextAt() === undefined &&
  [...stores.leads.all.values()].every((lead) => isAtRest(lead, finishes)) &&
  [...stores.searches.all.values()].every(({ state }) => state === 'done');

/** When something is to be done next: a job, or what the sweeper finds. */
export const nextMoment = (stores: Stores, queue: Queue, finishes: boolean): number => {
  const all = [...stores.leads.all.values()];
  const leads = all.flatMap(({ due_at, request_due_at, pending_effects: effects }) => [
    ...(due_at ? [due_at.getTime() + SWEEP_GRACE_MS] : []),
    ...(request_due_at ? [request_due_at.getTime() + 1] : []),
    ...effects.flatMap(({ kind, since }) =>
      kind === 'news' && !finishes
        ? []
        : [since.getTime() + (kind === 'news' ? FINISH_EVERY_MS : DEBT_GRACE_MS)],
    ),
  ]);
  const searches = [...stores.searches.all.values()].flatMap(({ due_at }) =>
    due_at ? [due_at.getTime() + SWEEP_GRACE_MS] : [],
  );
  return Math.min(...leads, ...searches, queue.nextAt() ?? Infinity);
};
