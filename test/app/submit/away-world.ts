import { OutageError } from '../../../src/app/outage.js';
import { unfinishedRuns } from '../../../src/app/submit/requeue.js';
import type { UnfinishedRun } from '../../../src/app/ports/unfinished-runs.js';
import type { InterruptedRun, LeadStore } from '../../../src/app/ports/lead-store.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';

export const NOW = new Date('2026-11-21T17:00:00Z');
export const AWAY = new OutageError('MongoDB', new Error('away'));
export const BAD = new Error('a bad record');
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);
export const run = (by: string, over: Partial<UnfinishedRun> = {}): UnfinishedRun => ({
  ...{ id: by, submission: 1, by, requeued: false },
  ...over,
});

export function awayWorld(over: Partial<LeadStore> = {}) {
  const work = fakeWork(testCatalogue(), NOW);
  const told: { names: string[]; due_at: Date }[] = [];
  const logged: string[] = [];
  const log = (text: string) => void logged.push(text);
  const unfinished = unfinishedRuns(300);
  const ports: WorkPorts = {
    ...work.ports,
    unfinished,
    retryOnOutageMs: 0,
    leads: {
      ...work.leads,
      requeue: (runs: readonly InterruptedRun[], _now: Date, due_at: Date) =>
        Promise.resolve(void told.push({ names: runs.map(({ by }) => by), due_at })),
      ...over,
    },
    log: {
      ...work.ports.log,
      warn: (_about: object, text: string) => {
        log(text);
      },
      error: (_about: object, text: string) => {
        log(text);
      },
    },
  };
  return { ...work, ports, told, logged, unfinished };
}
export const thrown = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
