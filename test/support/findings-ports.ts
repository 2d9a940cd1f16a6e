import type { FindingsPorts } from '../../src/app/alerts/read-findings.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';

const NONE = { count: 0, oldest: null };

/** What findings are read from at a moment. Nothing is wrong. A fault that would be logged is thrown. */
export const quietPorts = (
  catalogue: Catalogue,
  now: Date,
  over: Partial<FindingsPorts> = {},
): FindingsPorts => ({
  catalogue: { current: () => catalogue },
  clock: () => now,
  stages: { afterReturn: () => Promise.resolve(new Map()) },
  notices: { waitingForHand: () => Promise.resolve(NONE) },
  sources: {
    brokenGates: () => Promise.resolve([]),
    unknownLeads: () => Promise.resolve([]),
    lockedLeads: () => Promise.resolve([]),
    capUses: () => Promise.resolve([]),
    ledgerState: () => Promise.resolve('sound'),
  },
  overview: {
    backlog: () => Promise.resolve(NONE),
    pendingEffects: () => Promise.resolve(new Map([['entry', NONE]])),
    oldestDue: () => Promise.resolve(null),
    requestsDue: () => Promise.resolve({ count: 0, first: null }),
  },
  queues: { depth: () => Promise.resolve({ submit: { waiting: 0, active: 0, delayed: 0 } }) },
  rollups: { progress: () => Promise.resolve(null), between: () => Promise.resolve([]) },
  board: { list: () => Promise.resolve([{ name: 'sweeper', at: now, missing_secrets: [] }]) },
  hourly: { sums: () => Promise.resolve(new Map()) },
  audit: { intents: () => Promise.resolve([]), outcomes: () => Promise.resolve([]) },
  answers: () => Promise.resolve([]),
  endpoints: () => Promise.resolve([]),
  outbox: { counts: () => Promise.resolve([]) },
  log: {
    error(fields) {
      throw new Error(JSON.stringify(fields));
    },
  },
  ...over,
});
