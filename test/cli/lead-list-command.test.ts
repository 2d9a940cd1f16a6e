import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { testLead, testAttempt } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const buyer_id = derivedId('buyer', 'lakeshore');
const IDS_OF = {
  affiliate_id: derivedId('affiliate', 'northwind'),
  campaign_id: derivedId('campaign', 'northwind-edu'),
  offer_id: derivedId('offer', 'lakeshore-nursing'),
};
const at = (text: string): Date => new Date(`2026-10-${text}Z`);
const back = { at: at('12T00:00'), code: 'bad_phone', by: 'callback', payout_reversed: true };
const attempts = [
  testAttempt({
    number: 1,
    submission: 1,
    at: at('05T12:00'),
    timeout_ms: 9,
    outcome: 'accepted',
    sent_to: { buyer_id },
  }),
] as const;

const LEADS: Readonly<Record<string, Partial<LeadRecord>>> = {
  sold: {
    ...{ received_at: at('05T12:00'), state: 'accepted', attempts, reference: '=HYPERLINK("x")' },
    ...{ intent: { at: at('05T12:00'), submission: 1, buyer_id }, program_id: 'bsn' },
    decision: { code: 'ACCEPTED', at: at('05T12:01'), payout_cents: 3_050, source: 'buyer' },
    tracking: { ip_address: '203.0.113.7', subid: 'spring', gclid: 'Click-1' },
  },
  back: {
    ...{ received_at: at('06T23:30'), state: 'accepted', returns: [back] },
    decision: { code: 'ACCEPTED', at: at('06T23:31'), payout_cents: 3_000, source: 'buyer' },
  },
  capped: {
    ...{ received_at: at('07T00:30'), state: 'rejected', affiliate_id: 'another' },
    decision: {
      ...{ code: 'CAP_REACHED', at: at('07T00:31'), source: 'service' },
      refusal: { check: 'cap', code: 'CAP_REACHED', why: 'day' },
    },
  },
  waiting: { received_at: at('08T00:00'), due_at: at('08T00:01') },
  unknown: { received_at: at('09T00:00'), state: 'unknown' },
};

describe('leadkeep lead list, by filters', () => {
  const services = migratedServices();
  const { env } = services;
  const ids = new Map(Object.keys(LEADS).map((name) => [randomUUID() as string, name]));

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    const store = createLeadStore(await services.connection());
    for (const [id, name] of ids) {
      const { due_at: _, ...lead } = testLead({ id, ...IDS_OF });
      await store.insert({ ...lead, ...LEADS[name] });
    }
  });
  after(() => services.close());

  const list = (...args: readonly string[]) => runHere(env, 'lead', 'list', ...args);
  const named = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await list(...args, '--json');
    expect(code, stderr).to.equal(0);
    return (JSON.parse(stdout) as LeadRecord[]).map(({ id }) => ids.get(id)).join(' ');
  };

  const ALL = 'unknown waiting capped back sold';
  for (const [args, expected] of [
    [['--from', '2026-01-01'], ALL],
    [['--accepted'], 'back sold'],
    [['--rejected'], 'capped'],
    [['--returned'], 'back'],
    [['--from', '2026-10-06', '--to', '2026-10-06'], 'back'],
    [['--from', '2026-10-06T23:30:00Z', '--to', '2026-10-08T00:00:00Z'], 'capped back'],
    [['--affiliate', 'northwind', '--to', '2026-10-07'], 'back sold'],
    [['--affiliate', IDS_OF.affiliate_id, '--limit', '1'], 'unknown'],
    [['--campaign', 'northwind-edu'], ALL],
    [['--buyer', 'lakeshore'], 'sold'],
    [['--offer', 'lakeshore-nursing', '--accepted'], 'back sold'],
    [['--code', 'cap_reached'], 'capped'],
    [['--code', 'PENDING'], 'waiting'],
    [['--unknown', '--affiliate', 'northwind'], 'unknown'],
    [['--undecided', '--from', '2026-10-01'], 'unknown waiting'],
    [['--destination', 'lakeshore', '--rejected'], 'capped'],
  ] as const)
    it(`shows the newest first: ${args.join(' ')}`, async () => {
      expect(await named(...args)).to.equal(expected);
    });

  it('masks personal data, and says when there is more', async () => {
    const { stdout, stderr } = await list('--accepted', '--limit', '1');
    expect(stdout).to.contain('a•••@e•••.com').and.to.contain('ACCEPTED').and.to.not.contain('ann@');
    expect(stderr).to.equal('More leads match. --limit 10 shows more, --csv shows all.\n');
    expect((await list('--code', 'DUPLICATE')).stdout).to.equal('No lead matches.\n');
  });

  it('writes CSV without personal data, in which no formula runs', async () => {
    const { stdout } = await list('--from', '2026-10-01', '--csv');
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).to.match(/^lead,received_at,state,code,decided_at,reason,affiliate,campaign,offer,/);
    expect(lines).to.have.length(5);
    expect(lines[4]).to.contain(',2026-10-05T12:00:00.000Z,accepted,ACCEPTED,').and.to.contain(',30.50,');
    expect(lines[4]).to.contain(`"'=HYPERLINK(""x"")"`).and.to.contain(',spring,');
    expect(lines[3]).to.contain('2026-10-12T00:00:00.000Z,bad_phone');
    for (const personal of ['ann', '6085550100', 'Click-1', '203.0.113.7', '53703'])
      expect(stdout.toLowerCase()).to.not.contain(personal.toLowerCase());
  });

  for (const [args, why] of [
    [['--from', '2026-10-02', '--to', '2026-10-01'], '--from 2026-10-02 is not before --to 2026-10-01'],
    [['--from', '2126-10-02'], '--from 2126-10-02 is not before now'],
    [['--from', 'yesterday'], '--from must be a day like 2026-10-31, or a time like 2026-10-31T17:00:00Z'],
    [['--to', '2026-02-30'], '--to must be a day like 2026-10-31, or a time like 2026-10-31T17:00:00Z'],
    [
      ['--affiliate', 'northwin'],
      'There is no affiliate northwin in the catalogue (did you mean "northwind"?)',
    ],
    [['--code', 'CAP_REACHT'], 'There is no code CAP_REACHT (did you mean "CAP_REACHED"?)'],
    [['--accepted', '--rejected'], "option '--accepted' cannot be used with option '--rejected'"],
    [['--stranded', '--from', '2026-10-01'], '--stranded cannot be used with --from'],
    [['--accepted', '--csv', '--json'], "option '--csv' cannot be used with option '--json'"],
  ] as const)
    it(`refuses in one sentence: ${args.join(' ')}`, async () => {
      const run = await list(...args);
      expect(run.code).to.not.equal(0);
      expect(run.stderr).to.contain(why);
    });
});
