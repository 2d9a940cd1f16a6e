import { windowOf } from '../../src/core/caps/windows.js';
import type { Cap, Catalogue } from '../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../src/core/delivery/delivery-result.js';
import type { LeadCounts } from '../../src/app/ports/lead-counts.js';
import { DUE_AFTER_MS } from '../../src/core/delivery/lease-times.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { runSubmit } from '../../src/app/submit/run.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { trimLedger } from '../../src/app/upkeep/trim.js';
import type { WorkPorts } from '../../src/app/ports/work-ports.js';
import { fakeWork } from './fakes/fake-work.js';
import { memoryLeadCounts } from './fakes/memory-lead-counts.js';
import { rebuildMemoryLedger } from './fakes/memory-ledger.js';
import { testIdentities, testLead } from './records.js';

/** Noon in UTC of a day whose windows a real Redis still keeps. */
export const noonTomorrow = (): Date => new Date(`${dayAfter(new Date())}T12:00:00Z`);
export const dayAfter = (at: Date): string => new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10);

/** What counting needs of either world. */
export interface Counting {
  readonly leads: WorkPorts['leads'];
  readonly ledger: WorkPorts['ledger'];
  rebuild(catalogue: Catalogue, now: Date): Promise<unknown>;
  trim(recount: () => Promise<unknown>): Promise<unknown>;
  /** Redis loses everything. */
  lose(): Promise<unknown>;
  /** Empty: the ledger is as the leads say. */
  differences(catalogue: Catalogue, now: Date): Promise<readonly unknown[]>;
  counts: LeadCounts;
}

export type CapWorld = Awaited<ReturnType<typeof capWorld>>;
/** Where leads are stored and places counted: in memory (`IN_MEMORY`), or in Redis and MongoDB. */
export interface CapWorldKind {
  readonly name: string;
  readonly open: (work: ReturnType<typeof fakeWork>) => Counting | Promise<Counting>;
  readonly close?: () => Promise<unknown>;
}
export const IN_MEMORY: CapWorldKind = { name: 'in memory', open: memoryCounting };

/** A submit worker with its ledger and leads as time and catalogues pass. */
export async function capWorld(first: Catalogue, kind: CapWorldKind) {
  const work = fakeWork(first, noonTomorrow());
  const counting = await kind.open(work);
  let catalogue = first;
  const clock = work.ports.clock;
  const ports: WorkPorts = {
    ...work.ports,
    leads: counting.leads,
    ledger: counting.ledger,
    catalogue: { current: () => catalogue },
    rebuildLedger: async () => {
      await counting.rebuild(catalogue, clock());
      return true;
    },
  };
  await counting.rebuild(catalogue, clock());
  let persons = 0;
  const read = async (lead: Pick<LeadRecord, 'id'>): Promise<LeadRecord> =>
    (await counting.leads.read(lead.id))!;
  return {
    ports,
    answers: work.answers,
    pass: work.pass,
    read,
    apply(next: Catalogue): void {
      catalogue = next;
    },
    /** Another person's lead, as it is stored before its job exists. */
    async put(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
      const n = (persons += 1);
      const now = clock();
      const id = `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const identities = testIdentities(`person ${n}`);
      const lead = testLead({
        id,
        identities,
        received_at: now,
        due_at: new Date(now.getTime() + DUE_AFTER_MS),
        first_due_at: now,
        ...over,
      });
      await counting.leads.insert(lead);
      return lead;
    },
    async run({ id, submission }: LeadRecord): Promise<LeadRecord> {
      await runSubmit(ports, { lead_id: id, submission, request_id: 'r' }, true);
      return read({ id });
    },
    /** A run whose buyer takes its time: the request is open when this resolves. */
    async open({ id, submission }: LeadRecord) {
      let answer: (delivered: DeliveryResult) => void = () => undefined;
      let left: () => void;
      const hasLeft = new Promise<void>((resolve) => (left = resolve));
      const slow: WorkPorts = {
        ...ports,
        destinations: {
          ...ports.destinations,
          deliver: () => {
            left();
            return new Promise<DeliveryResult>((resolve) => (answer = resolve));
          },
        },
      };
      const end = runSubmit(slow, { lead_id: id, submission, request_id: 'r' }, true);
      await hasLeft;
      return async (delivered: DeliveryResult): Promise<LeadRecord> => {
        answer(delivered);
        await end;
        return read({ id });
      };
    },
    /** What the sweeper does within a minute. */
    async sweep(): Promise<void> {
      work.pass(60_000);
      await sweep(ports);
      await counting.trim(() => counting.rebuild(catalogue, clock()));
    },
    used: async (cap: Cap, at: Date): Promise<number | 'stale' | undefined> => {
      const used = await counting.ledger.used([windowOf(cap, at)]);
      return used === 'stale' ? used : used[0];
    },
    rebuild: () => counting.rebuild(catalogue, clock()),
    lose: () => counting.lose(),
    differences: () => counting.differences(catalogue, clock()),
    counts: counting.counts,
  };
}

function memoryCounting(work: ReturnType<typeof fakeWork>): Counting {
  const { leads } = work;
  const { counts } = memoryLeadCounts(() => [...leads.all.values()]);
  return {
    leads: work.ports.leads,
    ledger: work.ledger,
    counts,
    rebuild: (catalogue, now) => {
      work.ledger.goStale();
      return rebuildMemoryLedger({ ledger: work.ledger, leads, counts, catalogue, now });
    },
    trim: (recount) =>
      trimLedger({
        ...{ leads, recount },
        // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
        async *reserved() {
          yield* work.ledger.reservationsInRedis();
        },
        isReserved: (found) => Promise.resolve(work.ledger.isReserved(found)),
        release: (found) => {
          work.ledger.releaseReservation(found);
          return Promise.resolve();
        },
      }),
    lose: () => {
      work.ledger.goStale();
      return Promise.resolve();
    },
    differences: () => Promise.resolve([]),
  };
}
