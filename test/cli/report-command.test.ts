import { expect } from 'chai';
import { migratedServices } from '../support/services.js';
import { attempt, storeTold, toldEntry, toldLead, toldSearch } from '../support/report-world.js';
import { runHere, runOk } from './run-cli.js';

const at = (time: string): Date => new Date(`2026-10-${time}Z`);
const ANSWERED = { p50: 120, p95: 120, p99: 120 };

interface Made {
  readonly rows: readonly Record<string, unknown>[];
  readonly total: Record<string, unknown>;
  readonly notes: readonly string[];
}

describe('leadkeep report', () => {
  const services = migratedServices();
  const { env } = services;

  const made = async (...args: string[]): Promise<Made> => {
    const { code, stdout, stderr } = await runHere(env, 'report', ...args, '--json');
    expect([code, stderr]).to.deep.equal([0, '']);
    return JSON.parse(stdout) as Made;
  };
  const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    const kept = toldLead('ACCEPTED', { received_at: at('05T23:30:00'), us_state: 'IL', subid: 'spring' });
    await storeTold(await services.connection(), {
      leads: [
        kept,
        toldLead('ACCEPTED', { received_at: at('06T03:00:00'), attempts: [attempt({ duration_ms: 121 })] }),
        toldLead('CAP_REACHED', { received_at: at('06T03:10:00') }),
        toldLead('CAP_REACHED', { received_at: at('06T03:20:00') }),
        toldLead('NOT_ELIGIBLE', { received_at: at('06T12:00:00'), program_id: 'rn', attempts: [] }),
        toldLead('ACCEPTED', {
          received_at: at('07T12:00:00'),
          state: 'unknown',
          attempts: [attempt({ outcome: 'unknown', duration_ms: 2_003 })],
        }),
        toldLead('ACCEPTED', {
          received_at: at('07T12:01:00'),
          state: 'pending',
          attempts: [attempt({ outcome: 'pending' })],
        }),
        toldLead('ACCEPTED', { received_at: at('07T12:02:00'), is_test: true }),
        toldLead('ACCEPTED', { received_at: new Date('2026-11-01T00:00:00Z') }),
      ],
      searches: [
        toldSearch(at('05T23:29:00'), 2),
        toldSearch(at('06T02:00:00'), 0),
        toldSearch(at('06T02:00:00'), 9, { is_test: true }),
      ],
      entries: [
        toldEntry('sale', '2026-10-05', [4_250, 3_000], { lead_id: kept.id, subids: { subid: 'spring' } }),
        toldEntry('sale', '2026-10-06', [null, 3_000]),
        toldEntry('return', '2026-10-20', [-4_250, -3_000], { lead_id: kept.id }),
        toldEntry('adjustment', '2026-10-21', [1_000, 0]),
        // Of a lead that was returned in September.
        toldEntry('return_reversal', '2026-10-22', [0, 0]),
        toldEntry('return_reversal', '2026-10-22', [0, 0]),
      ],
    });
  });
  after(() => services.close());

  it('adds up everything but test leads', async () => {
    const { total, rows } = await made(...OCTOBER);
    expect(rows).to.have.length(1);
    expect(total).to.deep.equal({
      ...{ searches: 2, results_shown: 2, submits: 7, accepted: 2, accept_rate: 0.2857 },
      ...{ pending: 1, unknown: 1, returned: 1, returns_undone: 2, return_rate: 0 },
      ...{ sales: 2, sold_cents: 4_250, returned_cents: 4_250, returns_undone_cents: 0 },
      ...{
        revenue_cents: 1_000,
        payout_cents: 3_000,
        margin_cents: -2_000,
        earnings_per_search_cents: -1_000,
      },
      ...{ without_price: 1, without_payout: 0 },
      top_reasons: [
        { reason: 'day', count: 2 },
        { reason: 'rn', count: 1 },
      ],
      answer_ms: { ...ANSWERED, p95: 121, p99: 121 },
      timeout_share: 0.25,
    });
  });

  const rowsOf = async (...args: string[]): Promise<unknown[][]> => {
    const by = args[args.indexOf('--by') + 1]?.split(',') ?? [];
    const { rows } = await made(...OCTOBER, ...args);
    // Days and hours in which nothing happened are left out here.
    return rows
      .filter(({ searches, submits, sales, returned, returns_undone, revenue_cents }) =>
        [searches, submits, sales, returned, returns_undone, revenue_cents].some(Boolean),
      )
      .map((row) => [...by, 'searches', 'submits', 'accepted', 'revenue_cents'].map((name) => row[name]));
  };

  it('counts a lead on its day of the zone, and money on the day of its entry', async () => {
    expect(await rowsOf('--by', 'day')).to.deep.equal([
      ['2026-10-05', 1, 1, 1, 4_250],
      ['2026-10-06', 1, 4, 1, 0],
      ['2026-10-07', 0, 2, 0, 0],
      ['2026-10-20', 0, 0, 0, -4_250],
      ['2026-10-21', 0, 0, 0, 1_000],
      ['2026-10-22', 0, 0, 0, 0],
    ]);
    expect((await rowsOf('--by', 'day', '--zone', 'America/Chicago')).slice(0, 2)).to.deep.equal([
      ['2026-10-05', 2, 4, 2, 4_250],
      ['2026-10-06', 0, 1, 0, 0],
    ]);
  });

  it('says nothing where nothing can be said', async () => {
    expect(await rowsOf('--by', 'buyer,offer')).to.deep.equal([
      ['lakeshore', 'lakeshore-nursing', null, 7, 2, 1_000],
    ]);
  });

  it('counts money in the hour of its entry, by the clock of the books', async () => {
    expect(await rowsOf('--by', 'hour')).to.deep.equal([
      ['02', 1, 0, 0, 0],
      ['03', 0, 3, 1, 0],
      ['12', 0, 3, 0, 1_000],
      ['23', 1, 1, 1, 0],
    ]);
    expect(await rowsOf('--by', 'hour', '--zone', 'America/Chicago')).to.deep.equal([
      ['07', 0, 3, 0, null],
      ['18', 1, 1, 1, null],
      ['19', 0, 1, 1, null],
      ['21', 1, 0, 0, null],
      ['22', 0, 3, 1, null],
    ]);
  });

  it('groups by code and reason, by state and by subid', async () => {
    expect(await rowsOf('--by', 'code,reason')).to.deep.equal([
      ['ACCEPTED', null, null, 2, 2, null],
      ['CAP_REACHED', 'day', null, 2, 0, null],
      ['NOT_ELIGIBLE', 'rn', null, 1, 0, null],
      ['PENDING', null, null, 1, 0, null],
      ['UNKNOWN', null, null, 1, 0, null],
    ]);
    expect(await rowsOf('--by', 'state')).to.deep.equal([
      ['WI', 2, 6, 1, 0],
      ['IL', 0, 1, 1, 0],
      [null, 0, 0, 0, 1_000],
    ]);
    expect(await rowsOf('--by', 'subid', '--only', 'affiliate=northwind')).to.deep.equal([
      [null, 2, 6, 1, -3_250],
      ['spring', 0, 1, 1, 4_250],
    ]);
  });

  it('sorts, and counts only what was asked for', async () => {
    expect(await rowsOf('--by', 'day', '--sort', 'revenue')).to.have.nested.property('[0][0]', '2026-10-05');
    expect(await rowsOf('--by', 'code', '--only', 'code=accepted', '--only', 'state=IL')).to.deep.equal([
      ['ACCEPTED', null, 1, 1, 0],
    ]);
  });

  it('prints a table, and what the numbers mean', async () => {
    const { stdout, stderr } = await runHere(env, 'report', ...OCTOBER, '--by', 'day');
    expect(stdout)
      .to.match(/^DAY +SEARCHES +SHOWN +SUBMITS/)
      .and.to.match(/\ntotal +2 +2 +7 +2 +28\.6%/);
    expect(stderr).to.match(/^Leads count in the hour in which they were received, in UTC\. Money/);
  });

  it('prints rows as CSV, in which no formula of a subid runs', async () => {
    const formula = toldLead('CAP_REACHED', { received_at: at('08T12:00:00'), subid: '=HYPERLINK("x")' });
    await storeTold(await services.connection(), { leads: [formula] });
    const day = ['--from', '2026-10-08', '--to', '2026-10-08'];
    const { stdout } = await runHere(env, 'report', ...day, '--by', 'subid', '--csv');
    const [head, row] = stdout.split('\n');
    expect(head).to.match(/^subid,searches,results_shown,submits,accepted,.*,revenue,.*,top_reasons$/);
    expect(row).to.match(
      /^"'=HYPERLINK\(""x""\)",0,0,1,0,0,0,0,0,0\.00,0,0\.00,0,0\.00,,0\.00,0\.00,0\.00,,0,0,,,,,day 1$/,
    );
  });

  it('puts the period before beside it', async () => {
    const { stdout } = await runHere(env, 'report', ...OCTOBER, '--by', 'affiliate', '--previous');
    expect(stdout)
      .to.match(/^AFFILIATE +SUBMITS +BEFORE +ACCEPTED +BEFORE/)
      .and.match(/\nnorthwind +\d+ +0 +2 +0/);
    const { stdout: csv } = await runHere(
      env,
      'report',
      ...OCTOBER,
      '--by',
      'affiliate',
      '--previous',
      '--csv',
    );
    expect(csv.split('\n')[0]).to.match(/,top_reasons,previous_searches,/);
  });

  const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['first after last', ['--from', '2026-10-02', '--to', '2026-10-01'], /from must be on or before to/],
    ['no day', ['--from', '2026-10-32', '--to', '2026-11-01'], /2026-10-32 is not a day like/],
    ['too long', ['--from', '2000-01-01', '--to', '2026-01-01'], /at most 3660 days, not 9498/],
    ['no zone', [...OCTOBER, '--zone', 'Mars/Olympus'], /no time zone Mars\/Olympus/],
    ['no group', [...OCTOBER, '--by', 'day,colour'], /no group colour; the groups are day, hour/],
    ['no filter', [...OCTOBER, '--only', 'affiliate'], /affiliate is not a filter like affiliate=acme/],
    ['unknown name', [...OCTOBER, '--only', 'buyer=acme'], /The catalogue has no buyer acme/],
    ['unknown state', [...OCTOBER, '--only', 'state=XX'], /no state XX/],
    ['test leads', [...OCTOBER, '--only', 'code=TEST_LEAD_HELD'], /no code TEST_LEAD_HELD/],
    ['time as filter', [...OCTOBER, '--only', 'day=2026-10-05'], /--from and --to choose the time/],
    [
      'no column',
      [...OCTOBER, '--by', 'day', '--sort', 'colour'],
      /no column colour to sort by; it has day, /,
    ],
    ['subid by buyer', [...OCTOBER, '--by', 'subid,buyer'], /by affiliate, day and hour, not by buyer/],
  ];
  for (const [what, args, sentence] of REFUSED)
    it(`refuses in one sentence: ${what}`, async () => {
      const { code, stdout, stderr } = await runHere(env, 'report', ...args);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr.trim())
        .to.match(sentence)
        .and.to.match(/^[^\n]+$/);
    });
});
