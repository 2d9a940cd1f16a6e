import { expect } from 'chai';
import fc from 'fast-check';
import { OutageError } from '../../../src/app/outage.js';
import { report } from '../../../src/app/reports/report.js';
import { rollUpReports } from '../../../src/app/reports/roll-up.js';
import { DEFAULT_BOOKS, EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import { dayOf } from '../../../src/core/reports/calendar.js';
import type { ReportedLead } from '../../../src/core/reports/counted-records.js';
import {
  memoryRecords,
  memoryReportReader,
  memoryRollups,
  noRollups,
} from '../../support/fakes/memory-reports.js';

/** A Sunday on which America/Chicago puts its clocks back at 07:00 UTC. */
const START = new Date('2026-10-31T21:03:00Z');
const ZONE = 'America/Chicago';
const MINUTE = 60_000;

const letter = (...letters: string[]) => fc.constantFrom(...letters);
const attempts = fc.array(
  fc.record({
    timeout_ms: fc.constant(2_000),
    outcome: fc.constantFrom<ReportedLead['attempts'][number]['outcome']>(
      'accepted',
      'rejected',
      'unknown',
      'open',
    ),
    duration_ms: fc.integer({ min: 0, max: 2_500 }),
    buyer_id: letter('b1', 'b2'),
  }),
  { maxLength: 2 },
);
const ending = fc.oneof(
  fc.constant({ state: 'accepted', code: 'ACCEPTED' } as const),
  fc.record({
    state: fc.constant('rejected' as const),
    code: fc.constant('CAP_REACHED' as const),
    why: letter('day', 'hour'),
  }),
  fc.constant({ state: 'unknown' } as const),
  fc.constant({ state: 'saved' } as const),
);
const where = {
  affiliate_id: letter('a1', 'a2'),
  campaign_id: letter('c1', 'c2'),
  us_state: letter('WI', 'IL'),
};
const which = fc.nat(30);

/** What can happen. Numbers name one of the records that are there. */
const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('lead' as const),
      ...where,
      subid: letter('s1', 's2', 's3'),
      offer_id: letter('o1', 'o2'),
      buyer_id: letter('b1', 'b2'),
      attempts,
      ending,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      ...where,
      shown: fc.array(letter('o1', 'o2'), { maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), which, ending, attempts }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resubmit' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rerun' as const),
      which,
      shown: fc.array(letter('o1', 'o2'), { maxLength: 3 }),
      done: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('entry' as const),
      cents: fc.integer({ min: -500, max: 500 }),
      kind: fc.constantFrom('sale' as const, 'return' as const),
      daysAgo: fc.nat(2),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 300, max: 2_000 })),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('roll up' as const),
      killedAt: fc.option(fc.nat(40), { freq: 1 }),
      other: fc.option(fc.nat(3)),
    }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const SHAPES: readonly (readonly [by: readonly string[], only?: readonly string[], zone?: string])[] = [
  [[]],
  [['day']],
  [['day', 'affiliate']],
  [['affiliate', 'campaign']],
  [['buyer', 'offer']],
  [['code', 'reason']],
  [['state'], ['code=ACCEPTED']],
  [['day', 'hour', 'affiliate']],
  [['day', 'subid']],
  [['hour']],
  [['day', 'hour'], [], 'UTC'],
  [['hour', 'subid']],
  [['hour'], ['state=WI']],
  [['day'], [], 'UTC'],
  [['day', 'reason'], [], 'Asia/Kathmandu'],
];

function createWorld() {
  const records = memoryRecords();
  let now = START;
  let left = Infinity;
  let ids = 0;
  let sleep: (() => Promise<unknown>) | undefined;
  const rollups = memoryRollups(records, (isWrite) => {
    if (sleep && !isWrite) return undefined;
    left -= 1;
    if (left > 0) return undefined;
    if (sleep) return sleep();
    throw new OutageError('MongoDB', new Error('killed'));
  });
  const catalogue = { ...EMPTY_CATALOGUE, books: { ...DEFAULT_BOOKS, time_zone: ZONE } };
  const clock = (): Date => now;
  const ports = {
    reports: memoryReportReader(records),
    rollups,
    clock,
    catalogue: { current: () => catalogue },
  };
  const pick = <T>(all: Iterable<T>, n: number): T | undefined => [...all][n % Math.max(1, [...all].length)];

  async function act(one: Happening): Promise<void> {
    switch (one.do) {
      case 'lead': {
        const { do: _, ending: ended, ...lead } = one;
        const id = `lead-${(ids += 1)}`;
        records.leads.set(id, { id, received_at: now, ...lead, ...ended });
        return;
      }
      case 'search': {
        const { do: _, ...search } = one;
        const id = `search-${(ids += 1)}`;
        records.searches.set(id, { id, created_at: now, open: false, ...search });
        return;
      }
      case 'change': {
        const lead = pick(records.leads.values(), one.which);
        if (lead) records.change(lead.id, { ...one.ending, attempts: one.attempts }, now);
        return;
      }
      case 'resubmit': {
        const lead = pick(records.leads.values(), one.which);
        if (lead) records.change(lead.id, { state: 'queued', received_at: now }, now);
        return;
      }
      case 'rerun': {
        const search = pick(records.searches.values(), one.which);
        if (search) records.changeSearch(search.id, { shown: one.shown, open: !one.done }, now);
        // It is closed by another write, which sets no mark.
        const after = search && records.searches.get(search.id);
        if (after?.open === true && one.which % 2 === 0)
          records.searches.set(after.id, { ...after, open: false, shown: [] });
        return;
      }
      case 'entry': {
        const at = new Date(now.getTime() - one.daysAgo * 1_440 * MINUTE);
        records.enter({
          ...{ id: `entry-${(ids += 1)}`, kind: one.kind, at, day: dayOf(at, ZONE) },
          ...{ affiliate_id: 'a1', buyer_id: 'b1', offer_id: 'o1', campaign_id: 'c1', lead_id: 'gone' },
          ...{ buyer_cents: one.cents, affiliate_cents: 1, us_state: 'WI', subid: 's1' },
        });
        return;
      }
      case 'wait':
        now = new Date(now.getTime() + one.minutes * MINUTE);
        return;
      case 'roll up':
        await rollUp(one.killedAt, one.other);
    }
  }

  /** `killedAt`: the process dies at that step. `other`: it sleeps before that write, while another one does everything. */
  async function rollUp(killedAt: number | null, other: number | null): Promise<void> {
    left = 1 + (killedAt ?? other ?? Infinity);
    sleep =
      killedAt !== null || other === null
        ? undefined
        : () => {
            left = Infinity;
            sleep = undefined;
            for (const { id } of records.leads.values())
              records.change(id, { state: 'rejected', code: 'DUPLICATE', why: `meanwhile ${ids}` }, now);
            return rollUpReports(ports);
          };
    await rollUpReports(ports).catch((error: unknown) => {
      if (!(error instanceof OutageError)) throw error;
    });
    left = Infinity;
    sleep = undefined;
  }

  const document = { ...{ affiliates: [], buyers: [], offers: [], campaigns: [] }, books: catalogue.books };
  const version = { version: 1, at: START, by: 'test', how: 'apply' as const, document };
  async function compare(): Promise<void> {
    const rolledUp = { ...ports, catalogue: { current: () => Promise.resolve(version) } };
    const live = { ...rolledUp, rollups: noRollups(records) };
    for (const [by, only = [], zone] of SHAPES) {
      const request = {
        from: '2026-10-30',
        to: '2026-11-09',
        by,
        only,
        ...(zone === undefined ? {} : { zone }),
      };
      const [ours, theirs] = await Promise.all([report(rolledUp, request), report(live, request)]);
      if (ours.notes.some((note) => note.includes('changed just now'))) continue;
      expect(ours.rows, by.join()).to.deep.equal(theirs.rows);
      expect(ours.total, by.join()).to.deep.equal(theirs.total);
    }
  }
  return { act, compare };
}

describe('reports from rollups', () => {
  it('say the same as reports from the records, whatever happens and whenever a process dies', () =>
    fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 60 }), async (story) => {
        const world = createWorld();
        for (const one of story) {
          await world.act(one);
          if (one.do === 'roll up') await world.compare();
        }
        await world.act({ do: 'wait', minutes: 3_000 });
        await world.act({ do: 'roll up', killedAt: null, other: null });
        await world.compare();
      }),
      { numRuns: 30 },
    ));
});
