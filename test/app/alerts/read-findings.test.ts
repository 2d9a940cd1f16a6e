import { expect } from 'chai';
import { createFindingsReader, type FindingsPorts } from '../../../src/app/alerts/read-findings.js';
import { OutageError } from '../../../src/app/outage.js';
import type { Progress, Rollup } from '../../../src/app/ports/rollup-store.js';
import { QUARTER_CUBES } from '../../../src/core/reports/cubes.js';
import { packFacts } from '../../../src/core/reports/pack-facts.js';
import { quarterWithId } from '../../../src/core/reports/rollup-ids.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { quietPorts } from '../../support/findings-ports.js';
import { verifyStep } from '../../support/verify-step.js';

const NOW = new Date('2026-11-20T15:10:00Z');
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const catalogue = testCatalogue({
  offers: {
    [IDS.shared]: { caps: [{ id: 'cap-a', scope: 'offer', window: 'day', limit: 10, time_zone: 'UTC' }] },
    [IDS.exclusive]: {
      status: 'paused',
      caps: [{ id: 'cap-b', scope: 'offer', window: 'day', limit: 10, time_zone: 'UTC' }],
    },
  },
});

/** Counted quarters: ten leads in each, all accepted but in the newest hours. */
function rollupsOf(progress: Progress | null, acceptedNow: number) {
  const reads: string[] = [];
  return {
    reads,
    progress: () => Promise.resolve(progress),
    between: (first: string, last: string): Promise<Rollup[]> => {
      reads.push(`${first} ${last}`);
      const isNow = NOW.getTime() - quarterWithId(first).getTime() < WEEK_MS / 2;
      const of = QUARTER_CUBES.facts.map((dimension) =>
        dimension === 'affiliate' ? IDS.affiliate : dimension === 'offer' ? IDS.shared : null,
      );
      const sums = { submits: 100, accepted: isNow ? acceptedNow : 60, pending: 1, unknown: 1 };
      return Promise.resolve([
        { id: first, version: 1, cubes: { facts: packFacts([{ of, counts: { sums } }]) } },
      ]);
    },
  };
}

const counted = (floor: Date): Progress => ({
  floor,
  to: new Date('2026-11-20T14:45:00Z'),
  zones: ['UTC'],
});

const EMERGENCY = {
  ...{ phase: 'intent', number: 7, at: NOW, action: 'catalogue.emergency' },
  who: { kind: 'os_user', id: 'ann' },
};

const auditLog = (...emergencies: readonly object[]): FindingsPorts['audit'] => ({
  intents: ({ action }) => Promise.resolve((action === 'catalogue.emergency' ? emergencies : []) as never),
  outcomes: () => Promise.resolve([]),
});

const portsOf = (over: Partial<FindingsPorts> = {}): FindingsPorts => quietPorts(catalogue, NOW, over);

const foundWith = async (over: Partial<FindingsPorts>): Promise<string[]> =>
  (await createFindingsReader(portsOf(over)).read()).findings.map(({ id }) => id);

describe('what needs somebody now', () => {
  it('is nothing when nothing is wrong, and everything is known', async () => {
    const { findings, known } = await createFindingsReader(
      portsOf({ rollups: rollupsOf(counted(new Date(0)), 60) }),
    ).read();
    expect([findings, known.size]).to.deep.equal([[], 23]);
  });

  it('the accept rate comes from counted hours and the same hours of the weeks before', async () => {
    const rollups = rollupsOf(counted(new Date(0)), 20);
    expect(await foundWith({ rollups })).to.deep.equal([
      `accept_rate|affiliate|${IDS.affiliate}`,
      'accept_rate|exchange|exchange',
      `accept_rate|offer|${IDS.shared}`,
    ]);
    expect(rollups.reads.map((read) => read.slice(0, 24))).to.deep.equal([
      'quarter|2026-11-20T11:45',
      'quarter|2026-11-13T11:45',
      'quarter|2026-11-06T11:45',
      'quarter|2026-10-30T11:45',
      'quarter|2026-10-23T11:45',
    ]);
  });

  it('the same hours are those of the clock in the accounting zone', async () => {
    const rollups = rollupsOf(counted(new Date(0)), 60);
    const chicago = { ...catalogue, books: { currency: 'USD', time_zone: 'America/Chicago' } };
    await foundWith({ rollups, catalogue: { current: () => chicago } });
    // The clocks were put back on 1 November.
    expect(rollups.reads.map((read) => read.slice(19, 24))).to.deep.equal([
      '11:45',
      '11:45',
      '11:45',
      '10:45',
      '10:45',
    ]);
  });

  it('weeks that are not counted yet are left out', async () => {
    const rollups = rollupsOf(counted(new Date(NOW.getTime() - 2 * WEEK_MS - 4 * HOUR_MS)), 60);
    await foundWith({ rollups });
    expect(rollups.reads).to.have.length(3);
  });

  it('counts that are hours old say nothing', async () => {
    const old = { ...counted(new Date(0)), to: new Date('2026-11-20T13:00:00Z') };
    const reader = createFindingsReader(portsOf({ rollups: rollupsOf(old, 0) }));
    const { findings, known } = await reader.read();
    expect([findings, known.has('accept_rate')]).to.deep.equal([[], false]);
  });

  it('weeks are read again only when more is counted', async () => {
    let now = NOW;
    const rollups = rollupsOf(counted(new Date(0)), 60);
    const reader = createFindingsReader(portsOf({ rollups, clock: () => now }));
    await Promise.all([reader.read(), reader.read()]);
    now = new Date(now.getTime() + 60_000);
    await reader.read();
    expect(rollups.reads).to.have.length(5);
  });

  it('what lasted while this process did not look began when others saw it first', async () => {
    let now = NOW;
    const queues = {
      depth: () => {
        const oldest = new Date(now.getTime() - 90_000);
        return Promise.resolve({ submit: { waiting: 1, active: 0, delayed: 0, oldest } });
      },
    };
    const known = [new Map<string, Date>(), new Map([['queue_lag|queue|submit', NOW]])];
    const asked = () => Promise.resolve(known.shift() ?? expect.fail('asked once more'));
    const reader = createFindingsReader(portsOf({ queues, clock: () => now }), asked);
    const since = [];
    for (const minutes of [0, 1, 10, 11]) {
      now = new Date(NOW.getTime() + minutes * 60_000);
      since.push((await reader.read()).findings[0]?.since);
    }
    const first = new Date(NOW.getTime() - 90_000);
    expect(since).to.deep.equal([first, first, NOW, NOW]);
  });

  it('only entries in force have caps and breakers, and only the open window fills', async () => {
    const gates = [IDS.shared, `${IDS.exclusive}:search`, 'gone'].map((destination) => ({
      ...{ destination, failing_since: new Date(NOW.getTime() - HOUR_MS) },
    }));
    const sources = {
      ...portsOf().sources,
      brokenGates: () => Promise.resolve(gates),
      capUses: (caps: readonly { readonly id: string }[]) =>
        Promise.resolve(
          caps.flatMap((cap) =>
            ['today', 'tomorrow'].map((window) => ({
              ...{ cap: cap as never, window, resets_at: NOW },
              ...{ reserved: window === 'today' ? 2 : 10, confirmed: 7 },
            })),
          ),
        ),
    };
    const { findings } = await createFindingsReader(portsOf({ sources })).read();
    expect(findings.map(({ id, value }) => [id, value])).to.deep.equal([
      [`breaker_open|offer|${IDS.shared}:delivery`, HOUR_MS],
      ['cap_use|cap|cap-a', 0.9],
    ]);
  });

  it('breakers of verification services are found, those of a campaign, too', async () => {
    const verify = ['scrub', 'claim'].map((name) => verifyStep({ name }));
    const withSteps = testCatalogue({
      offers: { [IDS.shared]: { verify } },
      campaign: { verify: verify.slice(0, 1) },
    });
    const gates = [
      `${IDS.shared}:verify:scrub`,
      `${IDS.shared}:verify:claim`,
      `${IDS.campaign}:verify:scrub`,
    ];
    const others = ['verify:former', 'verify:scrub:test', 'follow-up'].map((what) => `${IDS.shared}:${what}`);
    const broken = [...gates, ...others].map((destination) => ({ destination }));
    const sources = { ...portsOf().sources, brokenGates: () => Promise.resolve(broken) };
    const found = await foundWith({ sources, catalogue: { current: () => withSteps } });
    expect(found.sort()).to.deep.equal([
      `breaker_open|campaign|${IDS.campaign}:verification:scrub`,
      `breaker_open|offer|${IDS.shared}:verification:claim`,
      `breaker_open|offer|${IDS.shared}:verification:scrub`,
    ]);
  });

  it('unknown leads are found once they are old enough, at each buyer', async () => {
    const asked: Date[] = [];
    const oldest = new Date(NOW.getTime() - 2 * HOUR_MS);
    const sources = {
      ...portsOf().sources,
      unknownLeads: (by: Date) => {
        asked.push(by);
        return Promise.resolve([
          {
            offer_id: IDS.exclusive,
            buyer_id: IDS.buyer,
            count: 2_001,
            oldest: new Date(oldest.getTime() - 1),
          },
          { offer_id: IDS.exclusive, buyer_id: IDS.buyer, count: 2, oldest },
          { offer_id: 'gone', buyer_id: 'gone', count: 1, oldest },
        ]);
      },
    };
    const { findings } = await createFindingsReader(portsOf({ sources })).read();
    expect(asked).to.deep.equal([new Date(NOW.getTime() - HOUR_MS)]);
    expect(findings.map(({ id, count, since }) => [id, count, since.getTime()])).to.deep.equal([
      [`unknown_leads|buyer|${IDS.buyer}`, 2_003, oldest.getTime() - 1],
      ['unknown_leads|buyer|gone', 1, oldest.getTime()],
    ]);
  });

  it('a catalogue applied in an emergency is found in the audit log', async () => {
    expect(await foundWith({ audit: auditLog(EMERGENCY) })).to.deep.equal(['emergency_apply|catalogue|7']);
  });

  it('is looked for, and goes on, after the clock was set back', async () => {
    let now = NOW;
    let listed: readonly object[] = [{ name: 'sweeper', at: NOW, missing_secrets: [] }];
    const board = { list: () => Promise.resolve(listed as never) };
    const reader = createFindingsReader(portsOf({ clock: () => now, audit: auditLog(EMERGENCY), board }));
    const ids = async () => (await reader.read()).findings.map(({ id }) => id);
    expect(await ids()).to.deep.equal(['emergency_apply|catalogue|7']);
    now = new Date(NOW.getTime() - HOUR_MS);
    listed = [];
    expect(await ids()).to.deep.equal(['emergency_apply|catalogue|7']);
    now = new Date(now.getTime() + 2 * 60_000);
    expect(await ids()).to.have.members(['emergency_apply|catalogue|7', 'no_sweeper|process|sweeper']);
  });

  it('a service that is away hides what it knows, and is told of', async () => {
    let now = NOW;
    const away = () => Promise.reject(new OutageError('Redis', new Error('gone')));
    const reader = createFindingsReader(
      portsOf({ clock: () => now, board: { list: away }, queues: { depth: away } }),
    );
    expect((await reader.read()).findings).to.deep.equal([]);
    now = new Date(now.getTime() + 60_000);
    const { findings, known } = await reader.read();
    expect(findings.map(({ id }) => id)).to.deep.equal(['service_away|service|Redis']);
    expect(['no_sweeper', 'queue_lag', 'cap_use'].map((rule) => known.has(rule))).to.deep.equal([
      false,
      false,
      true,
    ]);
  });

  it('what another process saw did not begin anew, also if that can only be read later', async () => {
    const seen = new Date(NOW.getTime() - HOUR_MS);
    const id = 'no_sweeper|process|sweeper';
    let [now, isAway] = [NOW, true];
    const known = () =>
      isAway
        ? Promise.reject(new OutageError('MongoDB', new Error('gone')))
        : Promise.resolve(new Map([[id, seen]]));
    const board = { list: () => Promise.resolve([]) };
    const reader = createFindingsReader(portsOf({ clock: () => now, board }), known);
    expect((await reader.read()).findings).to.deep.equal([]);
    [now, isAway] = [new Date(NOW.getTime() + 5_000), false];
    for (const _ of [1, 2]) {
      const { findings } = await reader.read();
      expect(findings.map((one) => [one.id, one.since])).to.deep.equal([[id, seen]]);
      now = new Date(now.getTime() + 5_000);
    }
  });

  it('a fault of a source is logged, and hides nothing else', async () => {
    const logged: object[] = [];
    const reader = createFindingsReader(
      portsOf({
        board: { list: () => Promise.reject(new TypeError('a fault')) },
        log: { error: (fields) => logged.push(fields) },
      }),
    );
    expect((await reader.read()).known.has('cap_use')).to.equal(true);
    expect(logged).to.have.length(1);
  });
});
