import { expect } from 'chai';
import type { AttentionStore } from '../../../src/app/ports/attention-store.js';
import { rollUpReports } from '../../../src/app/reports/roll-up.js';
import { createBoard, type BoardPorts } from '../../../src/app/now/read-now.js';
import type { Alert } from '../../../src/core/alerts/alert.js';
import type { Finding } from '../../../src/core/alerts/finding.js';
import type { Attention } from '../../../src/core/now/attention.js';
import type { ReportedLead } from '../../../src/core/reports/counted-records.js';
import { testCatalogue } from '../../support/catalogue.js';
import { floodedReader } from '../../support/fakes/flooded-reports.js';
import { memoryRecords, memoryReportReader, memoryRollups } from '../../support/fakes/memory-reports.js';

/** A Sunday, 10:40 in Chicago. */
const NOW = new Date('2026-11-22T16:40:00Z');
const WEEK_MS = 7 * 86_400_000;
const ANA = { id: 'p1', name: 'Ana' };
const BEN = { id: 'p2', name: 'Ben' };

const FINDING: Finding = {
  ...{ id: 'unknown_leads|offer|o1', rule: 'unknown_leads', severity: 'urgent', count: 3 },
  ...{ value: 3, threshold: 1, unit: 'count', since: new Date('2026-11-22T15:00:00Z') },
  subject: { kind: 'offer', id: 'o1', name: 'summit' },
  sentence: '3 leads at Summit (summit) have an unknown outcome: settle them.',
};

/** Its rule finds nothing now, and can't say that it is over. */
const KEPT: Alert = {
  ...{ ...FINDING, id: 'accept_rate|affiliate|a1', rule: 'accept_rate', severity: 'soon' },
  ...{ subject: { kind: 'affiliate', id: 'a1', name: 'north' }, since: new Date('2026-11-22T14:00:00Z') },
  ...{ state: 'firing', fired_at: new Date('2026-11-22T14:00:10Z'), version: 1 },
};

function memoryAttention(): AttentionStore {
  const stored = new Map<string, Attention>();
  return {
    since: (at) => Promise.resolve([...stored.values()].filter((one) => one.at >= at)),
    read: (id) => Promise.resolve(stored.get(id) ?? null),
    write(attention, before) {
      if ((stored.get(attention.id)?.at.getTime() ?? null) !== (before?.getTime() ?? null))
        return Promise.resolve(false);
      stored.set(attention.id, attention);
      return Promise.resolve(true);
    },
    forgetBefore: () => Promise.resolve(),
  };
}

function world() {
  let now = NOW;
  let reads = 0;
  let floodSince: Date | undefined;
  let alerts: Alert[] = [];
  const records = memoryRecords();
  const flood = floodedReader(memoryReportReader(records), () => floodSince);
  const ports: BoardPorts = {
    reports: flood.reader,
    rollups: memoryRollups(records),
    money: {
      ofDay(day) {
        reads += 1;
        return Promise.resolve({ buyer_cents: day === '2026-11-22' ? 5_000 : 0, affiliate_cents: 0 });
      },
    },
    catalogue: {
      current: () => ({ ...testCatalogue(), books: { currency: 'USD', time_zone: 'America/Chicago' } }),
    },
    findings: {
      read: () =>
        Promise.resolve({
          at: now,
          findings: [FINDING],
          known: new Set(['unknown_leads']),
          unclear: new Set([KEPT.id, 'resolved', FINDING.id]),
          sightings: new Map(),
        }),
    },
    attention: memoryAttention(),
    alerts: { open: () => Promise.resolve(alerts), mutes: () => Promise.resolve([]) },
    clock: () => now,
  };
  return {
    board: createBoard(ports),
    records,
    reads: () => reads,
    sweep: () => rollUpReports(ports),
    /** From then on, more searches come than a screen counts. */
    flood: (since: Date) => (floodSince = since),
    store: (stored: Alert[]) => (alerts = stored),
    wait: (ms: number) => (now = new Date(now.getTime() + ms)),
  };
}

const lead = (id: string, received_at: string, code?: 'ACCEPTED' | 'DUPLICATE'): ReportedLead => ({
  ...{ id, affiliate_id: 'a', campaign_id: 'c', offer_id: 'o', buyer_id: 'b', attempts: [] },
  received_at: new Date(received_at),
  state: code === 'ACCEPTED' ? 'accepted' : code ? 'rejected' : 'queued',
  ...(code && { code }),
});

describe('the board Now', () => {
  it('compares today with the same hours of last week', async () => {
    const { board, records } = world();
    for (const one of [
      lead('1', '2026-11-22T06:00:00Z', 'ACCEPTED'),
      lead('2', '2026-11-22T16:39:00Z', 'DUPLICATE'),
      lead('yesterday', '2026-11-22T05:59:00Z', 'ACCEPTED'),
      lead('3', '2026-11-15T06:00:00Z', 'ACCEPTED'),
      lead('4', '2026-11-15T16:39:00Z', 'ACCEPTED'),
      lead('later', '2026-11-15T16:41:00Z', 'ACCEPTED'),
    ])
      records.leads.set(one.id, one);
    const { today, last_week, zone } = await board.read();
    expect(zone).to.equal('America/Chicago');
    expect(today).to.deep.include({
      ...{ day: '2026-11-22', submits: 2, accepted: 1, accept_rate: 0.5, revenue_cents: 5_000 },
      from: new Date('2026-11-22T06:00:00Z'),
    });
    expect(last_week).to.deep.include({ day: '2026-11-15', submits: 2, accepted: 2, accept_rate: 1 });
    expect(last_week.to).to.deep.equal(new Date(NOW.getTime() - WEEK_MS));
  });

  it('shows what it found, and both days as far as they are counted, while more came than it counts', async () => {
    const { board, records, sweep, flood } = world();
    for (const one of [
      lead('1', '2026-11-22T06:00:00Z', 'ACCEPTED'),
      lead('2', '2026-11-22T16:14:00Z', 'DUPLICATE'),
      lead('not counted', '2026-11-22T16:16:00Z', 'ACCEPTED'),
    ])
      records.leads.set(one.id, one);
    await sweep();
    const to = new Date('2026-11-22T16:15:00Z');
    flood(to);
    const { attention, today, last_week } = await board.read();
    expect(attention.map(({ id }) => id)).to.deep.equal([FINDING.id]);
    expect(today).to.deep.include({ day: '2026-11-22', to, submits: 2, accepted: 1, revenue_cents: 5_000 });
    expect(last_week.to).to.deep.equal(new Date(to.getTime() - WEEK_MS));
  });

  it('shows what it found if nothing is counted, as without a sweeper', async () => {
    const { board, flood } = world();
    flood(new Date('2026-11-22T08:00:00Z'));
    const { attention, today } = await board.read();
    expect(attention).to.have.length(1);
    expect(today).to.deep.include({ to: new Date('2026-11-22T06:00:00Z'), searches: 0 });
  });

  it('takes a day with a clock change by its clock', async () => {
    const { board, wait } = world();
    // The Sunday before, clocks went back at 02:00: 10:40 was 16:40 UTC, but the day began at 05:00 UTC.
    wait(new Date('2026-11-08T16:40:00Z').getTime() - NOW.getTime());
    const { last_week } = await board.read();
    expect([last_week.from, last_week.to]).to.deep.equal([
      new Date('2026-11-01T05:00:00Z'),
      new Date('2026-11-01T16:40:00Z'),
    ]);
  });

  it('reads once for all viewers, and shows at once what somebody did', async () => {
    const { board, reads, wait } = world();
    await Promise.all([board.read(), board.read(), board.read()]);
    wait(1_000);
    await board.act(FINDING.id, { take: true, note: 'Calling Summit, ask jane@example.com' }, ANA);
    const { attention } = await board.read();
    expect(attention[0]?.taken_by).to.deep.equal(ANA);
    expect(attention[0]?.note?.text).to.equal('Calling Summit, ask');
    expect(reads(), 'of today and last week').to.equal(2);
    wait(5_000);
    await board.read();
    expect(reads()).to.equal(4);
  });

  it('belongs to one of two who take it at once', async () => {
    const { board } = world();
    const acted = await Promise.all([
      board.act(FINDING.id, { take: true }, ANA),
      board.act(FINDING.id, { take: true }, BEN),
    ]);
    expect(acted.map(({ outcome }) => outcome).sort()).to.deep.equal(['changed', 'taken']);
    await board.act(FINDING.id, { take: false }, BEN);
    expect((await board.act(FINDING.id, { take: true }, BEN)).outcome).to.equal('changed');
    expect((await board.item(FINDING.id))?.taken_by).to.deep.equal(BEN);
  });

  it('shows what still fires though its rule can say nothing of it now, and somebody can take it', async () => {
    const { board, store, wait } = world();
    store([
      { ...KEPT, id: 'resolved', state: 'resolved' },
      { ...KEPT, id: 'gone' },
      { ...KEPT, ...FINDING, sentence: 'An earlier one.' },
      KEPT,
    ]);
    const { state: _state, fired_at: _fired, version: _version, ...kept } = KEPT;
    const { attention } = await board.read();
    expect(attention).to.deep.equal(
      [FINDING, kept].map((one) => ({
        ...{ ...one, help: attention.find(({ id }) => id === one.id)?.help },
        ...{ taken_by: null, note: null, mute: null },
      })),
    );
    expect((await board.act(KEPT.id, { take: true }, ANA)).outcome).to.equal('changed');
    expect((await board.item(KEPT.id))?.taken_by).to.deep.equal(ANA);
    store([]);
    wait(6_000);
    expect((await board.act(KEPT.id, { take: false }, ANA)).outcome).to.equal('gone');
  });

  it('keeps what is not changed, and removes what is null', async () => {
    const { board, wait } = world();
    await board.act(FINDING.id, { take: true, note: 'Later' }, ANA);
    await board.act(FINDING.id, { note: null }, BEN);
    expect(await board.item(FINDING.id)).to.deep.include({ taken_by: ANA, note: null });
    wait(1);
    expect((await board.act('nothing', { take: true }, ANA)).outcome).to.equal('gone');
  });
});
