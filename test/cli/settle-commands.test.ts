import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { testLead, testAttempt, testSentTo } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { effectsOf } from '../../src/core/lead/pending-effect.js';
import { runHere, runOk, type CliRun } from './run-cli.js';

const OFFER = derivedId('offer', 'lakeshore-nursing');
const CAMPAIGN = derivedId('campaign', 'northwind-edu');
const HOUR_MS = 3_600_000;
const BUYER = derivedId('buyer', 'lakeshore');
/** An attempt that may still be answered, however slow the machine is. */
const FRESH = testAttempt({
  number: 1,
  submission: 1,
  timeout_ms: HOUR_MS,
  outcome: 'unknown',
  sent_to: testSentTo(BUYER),
});

describe('leadkeep lead list, lead settle', () => {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();
  const at = (hoursAgo: number): Date => new Date(Date.now() - hoursAgo * HOUR_MS);

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  beforeEach(async () => {
    await (await services.connection()).collection('leads').deleteMany({});
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const ok = async (...args: string[]): Promise<CliRun> => {
    const run = await runHere(env, ...args);
    expect(run.code, run.stderr).to.equal(0);
    return run;
  };
  const stored = async (hoursAgo: number, over: Partial<LeadRecord> = {}): Promise<LeadRecord> => {
    const { due_at: _due, ...rest } = testLead({
      ...{ id: randomUUID(), offer_id: OFFER, campaign_id: CAMPAIGN },
      affiliate_id: derivedId('affiliate', 'northwind'),
    });
    const lead: LeadRecord = {
      ...rest,
      state: 'unknown',
      received_at: at(hoursAgo),
      attempts: [
        testAttempt({
          number: 1,
          submission: 1,
          at: at(hoursAgo),
          timeout_ms: 10_000,
          outcome: 'unknown',
          sent_to: testSentTo(BUYER),
          detail: 'timeout',
        }),
      ],
      ...over,
    };
    await createLeadStore(await services.connection()).insert(lead);
    return lead;
  };
  const read = async (id: string): Promise<LeadRecord> =>
    (await createLeadStore(await services.connection()).read(id))!;
  const stateOf = async ({ id }: LeadRecord): Promise<string> => (await read(id)).state;
  const fileOf = (...lines: string[]): string => {
    return dir.write(`${randomUUID()}.csv`, lines.join('\n'));
  };
  const idsIn = (run: CliRun): string[] =>
    run.stdout.split('\n').flatMap((line) => /^[0-9a-f]{8}-[0-9a-f-]{27}/.exec(line)?.[0] ?? []);

  it('lists each kind, oldest first, masked, with a word about the rest and what to do', async () => {
    const old = await stored(5);
    const young = await stored(1);
    const pending = await stored(3, { state: 'pending', due_at: at(-1), reference: 'T-1' });
    const failed = await stored(2, { state: 'failed' });
    await stored(4, { state: 'accepted' });

    const unknown = await runOk(env, 'lead', 'list', '--unknown');
    expect(idsIn(unknown)).to.deep.equal([old.id, young.id]);
    expect(unknown.stdout).to.contain('lakeshore-nursing').and.to.contain('a•••@e•••.com');
    expect(unknown.stdout).to.contain('unknown: timeout').and.to.contain('leadkeep lead settle ID');
    expect(unknown.stdout).to.not.contain('ann@');

    const list = (...args: string[]) => runHere(env, 'lead', 'list', ...args);
    expect(idsIn(await list('--undecided', '--newest'))).to.deep.equal([young.id, pending.id, old.id]);
    expect(idsIn(await list('--failed'))).to.deep.equal([failed.id]);
    expect(idsIn(await list('--unknown', '--older', '2h'))).to.deep.equal([old.id]);
    expect(idsIn(await list('--unknown', '--destination', 'lakeshore'))).to.have.length(2);
    const some = await list('--undecided', '--limit', '1');
    expect(idsIn(some)).to.deep.equal([old.id]);
    expect(some.stdout).to.contain('2 more are not shown: --limit 3 shows all of them.');
    const json = JSON.parse((await list('--unknown', '--json')).stdout) as LeadRecord[];
    expect(json.map(({ id }) => id)).to.deep.equal([old.id, young.id]);
    expect(json[0]?.lead.personal?.['email']).to.equal('a•••@e•••.com');
    await (await services.connection()).collection('leads').deleteMany({});
    expect((await list('--failed')).stdout).to.equal('No lead has failed.\n');
    expect((await list('--unknown', '--destination', 'lakeshore', '--older', '1h')).stdout).to.equal(
      'No lead of lakeshore that was received more than 1 h ago is unknown.\n',
    );
  });

  it('refuses lists that it cannot give, in one sentence', async () => {
    for (const [args, why] of [
      [[], 'Give --unknown, --undecided, --failed or --stranded, or another filter like --accepted'],
      [['--unknown', '--failed'], "option '--unknown' cannot be used with option '--failed'"],
      [['--unknown', '--older', 'long'], 'It must be a duration like 30m, 12h or 90d, at most 36500d.'],
      [
        ['--failed', '--destination', 'lakeshor'],
        'There is no buyer or offer lakeshor in the catalogue (did you mean "lakeshore"?)',
      ],
    ] as const) {
      const run = await runHere(env, 'lead', 'list', ...args);
      expect(run.code).to.not.equal(0);
      expect(run.stderr).to.contain(why);
    }
  });

  it('settles one lead as the buyer’s answer would, once', async () => {
    const lead = await stored(1);
    const args = [
      'lead',
      'settle',
      lead.id.toUpperCase(),
      'accepted',
      '--by',
      'ann',
      '--reason',
      'Told by phone 608 555 0100',
    ];
    expect((await ok(...args)).stdout).to.contain('The lead is accepted.');
    const settled = await read(lead.id);
    expect(settled.decision).to.include({ code: 'ACCEPTED', source: 'buyer', payout_cents: 3_000 });
    expect(effectsOf(settled, 'reservations').map(({ what }) => what)).to.deep.equal(['confirm']);
    const { reason } = settled.timeline.find(({ what }) => what === 'settled')!;
    expect(reason).to.deep.equal({ by: 'ann', why: 'Told by phone', was: 'unknown' });
    expect((await ok(...args)).stdout).to.contain('Nothing changed');
    expect((await read(lead.id)).timeline).to.have.length(settled.timeline.length);
    expect((await ok('lead', 'show', lead.id)).stdout).to.contain('by ann, why Told by phone');
  });

  it('says of a database that was never prepared that it is none, and lists nothing', async () => {
    const elsewhere = { ...env, MONGO_URL: services.mongoUrl.replace(/lk_test_\w+/, '$&_nothere') };
    for (const args of [
      ['lead', 'list', '--unknown'],
      ['lead', 'show', randomUUID()],
      ['lead', 'settle', randomUUID(), 'accepted', '--reason', 'Told so'],
      ['caps'],
      ['destinations'],
      ['ledger', 'check'],
    ]) {
      const run = await runHere(elsewhere, ...args);
      expect([run.code, run.stdout], args.join(' ')).to.deep.equal([1, '']);
      expect(run.stderr).to.contain('was never prepared (leadkeep migrate); is MONGO_URL right?');
    }
  });

  it('refuses what cannot be settled, changing nothing', async () => {
    const final = await stored(1, { state: 'rejected' });
    const fresh = await stored(0, { attempts: [{ ...FRESH, at: new Date() }] });
    const saved = await stored(1, { state: 'saved', due_at: at(-1), attempts: [] });
    for (const [args, code, why] of [
      [[final.id, 'accepted'], 1, 'is rejected, which is final; nothing was changed'],
      [[final.id, 'rejected'], 1, 'is rejected, which is final; nothing was changed'],
      [[fresh.id, 'accepted'], 1, 'may still be answered: it can be settled from'],
      [[saved.id, 'accepted'], 1, 'is saved: the workers are still processing it'],
      [[randomUUID(), 'accepted'], 1, 'There is no lead'],
      [['12', 'accepted'], 1, 'ID must be a UUID; "12" is not one'],
      [[final.id], 1, 'Give an ID and an outcome'],
      [[final.id, 'acepted'], 1, 'acepted: must be accepted or rejected (did you mean "accepted"?)'],
      [['accepted', '--destination', 'lakeshore'], 1, 'give an outcome, --destination and --before'],
      [['accepted', '--destination', 'lakeshore', '--before', 'noon'], 2, 'It must be a time like'],
      [['accepted', '--destination', 'lakeshore', '--before', '17:00'], 2, 'It must be a time like'],
      [
        ['accepted', '--destination', 'lakeshore', '--before', '5m'],
        2,
        'select the same leads: 5m ago is 20',
      ],
    ] as [string[], number, string][]) {
      const run = await runHere(env, 'lead', 'settle', ...args, '--reason', 'Told so');
      expect([run.code, run.stderr.includes(why)], `${args.join(' ')}: ${run.stderr}`).to.deep.equal([
        code,
        true,
      ]);
    }
    const without = await runHere(env, 'lead', 'settle', fresh.id, 'accepted');
    expect([without.code, without.stderr]).to.satisfy(([, said]: [number, string]) =>
      said.includes('--reason'),
    );
    for (const lead of [final, fresh, saved]) expect(await read(lead.id)).to.deep.equal(lead);
  });

  it('settles a buyer’s file by ids and references: first dry, then once', async () => {
    const a = await stored(1);
    const b = await stored(1, { state: 'pending', due_at: at(-1), reference: 'T-7' });
    const done = await stored(1, { state: 'accepted' });
    const file = fileOf(
      'id,reference,outcome,reason',
      `${a.id},,rejected,Wrong number`,
      ',T-7,accepted,',
      `${done.id},,accepted,`,
      `${a.id},,rejected,`,
    );
    const args = ['lead', 'settle', '--file', file, '--reason', 'File of the buyer'];
    const dry = await ok(...args);
    expect(dry.stdout)
      .to.contain('would be rejected')
      .and.to.contain('would be accepted')
      .and.to.contain('already accepted');
    expect(dry.stdout).to.contain('Dry run: nothing was changed.');
    expect([await stateOf(a), await stateOf(b)]).to.deep.equal(['unknown', 'pending']);
    await ok(...args, '--yes');
    expect([await stateOf(a), await stateOf(b)]).to.deep.equal(['rejected', 'accepted']);
    expect((await read(a.id)).decision?.buyer_reason).to.equal('Wrong number');
    const before = [await read(a.id), await read(b.id)];
    expect((await ok(...args, '--yes')).stdout).to.contain('already rejected');
    expect([await read(a.id), await read(b.id)]).to.deep.equal(before);
  });

  it('refuses a whole file for any row that is wrong, with its lines', async () => {
    const a = await stored(1);
    const b = await stored(1, { state: 'rejected' });
    await stored(1, { reference: 'T-2' });
    await stored(2, { reference: 'T-2' });
    const nobody = randomUUID();
    const file = fileOf(
      'id,reference,outcome',
      `${a.id},,accepted`,
      `${a.id},,rejected`,
      `${nobody},,accepted`,
      `${b.id},,accepted`,
      ',T-2,accepted',
      ',T-9,accepted',
    );
    const run = await runHere(
      env,
      'lead',
      'settle',
      '--file',
      file,
      '--reason',
      'File of the buyer',
      '--yes',
    );
    expect(run.code).to.equal(1);
    for (const said of [
      `${file}:2: says accepted where line 3 says rejected`,
      `${file}:3: says rejected where line 2 says accepted`,
      `${file}:4: there is no lead ${nobody}`,
      `${file}:5: the lead is rejected, which is final`,
      `${file}:6: several leads have the reference T-2`,
      `${file}:7: no lead has the reference T-9`,
      'in lines 2, 3, 4, 5, 6, 7; nothing was changed',
    ])
      expect(run.stderr).to.contain(said);
    expect(await read(a.id)).to.deep.equal(a);
    const broken = await runHere(
      env,
      'lead',
      'settle',
      '--file',
      fileOf('id,outcome', '12,so'),
      '--reason',
      'x y',
    );
    expect([broken.code, broken.stderr.includes('in line 2; nothing was changed')]).to.deep.equal([1, true]);
    const gone = await runHere(env, 'lead', 'settle', '--file', 'no-such.csv', '--reason', 'x y');
    expect(gone.stderr).to.contain('there is no such file');
  });

  it('settles a destination’s unknown leads by time, and says which must wait', async () => {
    const old = await stored(3);
    const young = await stored(1);
    const pending = await stored(3, { state: 'pending', due_at: at(-1) });
    const fresh = await stored(2.5, { attempts: [{ ...FRESH, at: new Date() }] });
    const args = [
      'lead',
      'settle',
      'rejected',
      '--destination',
      'lakeshore',
      '--before',
      at(2).toISOString(),
      '--reason',
      'Never arrived',
    ];
    expect((await ok(...args)).stdout)
      .to.contain('would be rejected')
      .and.to.contain('Dry run');
    expect(await stateOf(old)).to.equal('unknown');
    const run = await runHere(env, ...args, '--yes');
    expect([run.code, run.stderr]).to.deep.equal([
      1,
      'leadkeep: 1 of 2 could not be settled; if you run it again, only those change\n',
    ]);
    const states = await Promise.all([old, young, pending, fresh].map(stateOf));
    expect(states).to.deep.equal(['rejected', 'unknown', 'pending', 'unknown']);
  });
});
