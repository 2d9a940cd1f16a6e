import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import type { Returns } from '../../src/core/catalogue/returns.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { bookedSale, soldLead, testReturns, soldTo } from '../support/returns.js';
import { migratedServices } from '../support/services.js';
import { effectsOf } from '../../src/core/lead/pending-effect.js';
import { runAt, runOk, type CliRun } from './run-cli.js';

const OFFER = derivedId('offer', 'lakeshore-nursing');
const BUYER = derivedId('buyer', 'lakeshore');
const NOW = new Date('2026-11-25T12:00:00Z');

describe('leadkeep lead return', () => {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();

  /** The catalogue with these rules for returns. */
  const configure = async (returns: Returns): Promise<void> => {
    const store = createCatalogueStore(await services.connection());
    const current = await store.current();
    if (!current) throw new Error('no catalogue');
    const { document, version, ...info } = current;
    const buyers = document.buyers.map((buyer) => ({ ...buyer, returns }));
    await store.append({ ...info, version: version + 1, document: { ...document, buyers } });
  };

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    await configure(testReturns());
  });
  beforeEach(async () => {
    const connection = await services.connection();
    for (const name of ['leads', 'entries', 'return_shares'])
      await connection.collection(name).deleteMany({});
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const run = (...args: string[]): Promise<CliRun> => runAt(NOW, env, 'lead', 'return', ...args);
  const sold = async (over: Partial<LeadRecord> = {}): Promise<LeadRecord> => {
    const lead = soldLead({ offer_id: OFFER, decision: soldTo(BUYER), ...over });
    const connection = await services.connection();
    await createLeadStore(connection).insert(lead);
    await connection.collection<{ _id: string; [member: string]: unknown }>('entries').insertOne({
      _id: `sale:${lead.id}:0`,
      kind: 'sale',
      lead_id: lead.id,
      ...bookedSale({ buyer_id: BUYER }),
      month: '2026-11',
    });
    return lead;
  };
  const read = async (id: string): Promise<LeadRecord> =>
    (await createLeadStore(await services.connection()).read(id))!;
  const fileOf = (...lines: string[]): string => dir.write(`${randomUUID()}.csv`, lines.join('\n'));
  const refused = async (why: RegExp, ...args: string[]): Promise<void> => {
    const done = await run(...args);
    expect(done.code, done.stdout).to.equal(1);
    expect(done.stderr).to.match(why);
  };

  it('returns a lead once, owes its entry, and shows it', async () => {
    const { id } = await sold();
    const done = await run(id.toUpperCase(), '--reason', 'bad_phone', '--by', 'ann');
    expect(done.code, done.stderr).to.equal(0);
    expect(done.stdout).to.match(/^The lead is returned for bad_phone\./);
    const lead = await read(id);
    expect(lead).to.deep.include({ state: 'accepted' });
    const owed = effectsOf(lead, 'entry');
    expect(owed).to.have.length(1);
    expect(owed[0]).to.include({ what: 'return', number: 0, buyer_cents: -4_500, by: 'ann' });
    await refused(
      /was returned before, at 2026-11-25 12:00:00 UTC by ann \(bad_phone\); nothing was changed/,
      id,
      '--reason',
      'wrong_age',
    );
    expect((await read(id)).returns).to.have.length(1);
    const shown = await runAt(NOW, env, 'lead', 'show', id);
    expect(shown.stdout)
      .to.contain('Returned for bad_phone by ann')
      .and.to.contain('the payout is taken back');
  });

  it('undoes a return, after which the lead can be returned again', async () => {
    const { id } = await sold();
    await refused(/was never returned; nothing was changed/, id, '--undo', '--why', 'A mistake');
    expect((await run(id, '--reason', 'bad_phone')).code).to.equal(0);
    const undone = await run(id, '--undo', '--why', 'The wrong lead', '--by', 'bob');
    expect(undone.stdout).to.contain('The return is undone.');
    expect((await run(id, '--reason', 'wrong_age')).code).to.equal(0);
    const again = await read(id);
    expect(effectsOf(again, 'entry').map(({ what, number }) => `${what}:${number}`)).to.deep.equal([
      'return:0',
      'return_reversal:0',
      'return:1',
    ]);
    expect(again.returns?.[0]?.undone).to.include({ by: 'bob', why: 'The wrong lead' });
  });

  it('says in a sentence what refuses a return', async () => {
    const lead = await sold();
    const rejected = await sold({ state: 'rejected' });
    const late = await sold({ decision: soldTo(BUYER, { at: new Date('2026-11-01T00:00:00Z') }) });
    await refused(/is rejected: only an accepted lead/, rejected.id, '--reason', 'bad_phone');
    await refused(/is too old: .* until 2026-11-15 00:00:00 UTC; nothing/, late.id, '--reason', 'bad_phone');
    await refused(/the reasons of lakeshore are bad_phone, wrong_age/, lead.id, '--reason', 'ugly');
    await refused(/There is no lead/, randomUUID(), '--reason', 'bad_phone');
    await refused(/must be a UUID/, 'x', '--reason', 'bad_phone');
    const over = await run(late.id, '--reason', 'bad_phone', '--override', '--why', 'Agreed with Jo');
    expect(over.stdout).to.contain('over within');
    expect((await read(late.id)).returns?.[0]?.overrode).to.deep.equal({
      rules: ['within'],
      why: 'Agreed with Jo',
    });
  });

  it('asks for the options that belong together', async () => {
    const id = randomUUID();
    for (const [why, ...args] of [
      [/Give an ID, or --file/],
      [/--reason CODE/, id],
      [/With --override, give the reason/, id, '--reason', 'bad_phone', '--override'],
      [/With --undo, give the reason/, id, '--undo'],
      [/--why goes with/, id, '--reason', 'bad_phone', '--why', 'Because'],
      [/give no ID/, id, '--file', 'x.csv'],
      [/go with --file/, id, '--reason', 'bad_phone', '--yes'],
      [/--skip-errors go with --file/, id, '--reason', 'bad_phone', '--skip-errors'],
      [/give no --reason/, id, '--undo', '--reason', 'bad_phone', '--why', 'x'],
    ] as const)
      await refused(why, ...args);
  });

  it('returns no more than the share of a month, over it only with an override', async () => {
    await configure(testReturns({ max_share_bp: 2_000 }));
    const leads = [];
    for (let i = 0; i < 10; i += 1) leads.push(await sold());
    const [a, b, c] = leads.map(({ id }) => id) as [string, string, string];
    for (const id of [a, b]) expect((await run(id, '--reason', 'bad_phone')).code).to.equal(0);
    await refused(
      /is over the share of returns: 20% of the 10 leads of lakeshore accepted in 2026-11 are 2, and/,
      c,
      '--reason',
      'bad_phone',
    );
    const file = fileOf('id,reason', `${c},bad_phone`);
    await refused(/:2: the lead is over the share/, '--file', file, '--yes');
    const over = await run('--file', file, '--yes', '--override', '--why', 'Agreed');
    expect(over.stdout).to.contain('returned, over max_share');
    // It uses up nothing of the share, which grows with what is sold.
    for (let i = 0; i < 10; i += 1) leads.push(await sold());
    const [d, e, f] = leads.slice(3).map(({ id }) => id) as [string, string, string];
    for (const id of [d, e]) expect((await run(id, '--reason', 'bad_phone')).code).to.equal(0);
    await refused(/20% of the 20 leads of lakeshore/, f, '--reason', 'bad_phone');
    await configure(testReturns());
  });

  it("shows a file's plan, then returns its leads, and goes on where it was stopped", async () => {
    const [a, b, c] = [await sold(), await sold({ reference: 'L-2' }), await sold({ reference: 'L-3' })];
    const file = fileOf(
      '\uFEFFid,reference,reason,note',
      `${a.id},,bad_phone,x`,
      `,L-2,wrong_age,y`,
      '',
      `,L-3,bad_phone,z`,
    );
    const plan = await run('--file', file);
    expect(plan.stdout).to.contain('would be returned').and.to.contain('Dry run');
    expect((await read(a.id)).returns).to.equal(undefined);
    expect((await run(c.id, '--reason', 'bad_phone')).code).to.equal(0);
    const done = await run('--file', file, '--yes', '--by', 'ann');
    expect(done.code, done.stderr).to.equal(0);
    const results = done.stdout
      .split('\n')
      .flatMap((line) => /(?:already )?returned$/.exec(line.trimEnd())?.[0] ?? []);
    expect(results).to.deep.equal(['returned', 'returned', 'already returned']);
    expect((await read(b.id)).returns?.[0]).to.include({ code: 'wrong_age', by: 'ann' });
    const again = await run('--file', file, '--yes');
    expect(again.code, again.stderr).to.equal(0);
    expect((await read(a.id)).returns).to.have.length(1);
    expect(again.stdout).to.contain('Leads: already returned 3.');
  });

  it('does not return again what was undone, when the same file is run again', async () => {
    const lead = await sold();
    const file = fileOf('id,reason', `${lead.id},bad_phone`);
    expect((await run('--file', file, '--yes')).stdout).to.contain('Leads: returned 1.');
    expect((await run(lead.id, '--undo', '--why', 'A mistake', '--by', 'ann')).code).to.equal(0);
    await refused(/:2: the lead was returned by mistake, which ann undid at/, '--file', file, '--yes');
    expect((await read(lead.id)).returns).to.have.length(1);
    expect((await run(lead.id, '--reason', 'bad_phone')).code).to.equal(0);
  });

  it('refuses a file as a whole, and names the lines', async () => {
    const lead = await sold();
    const file = fileOf(
      'id,reason',
      `${lead.id},bad_phone`,
      `${lead.id},wrong_age`,
      'x,bad_phone',
      `${randomUUID()},bad_phone`,
      `${lead.id},`,
    );
    const done = await run('--file', file, '--yes');
    expect(done.code).to.equal(1);
    expect(done.stderr)
      .to.match(/:2: says bad_phone where line 3 says wrong_age/)
      .and.to.match(/:3: says wrong_age where line 2 says bad_phone/)
      .and.to.match(/:4: the id is a UUID/)
      .and.to.match(/:5: there is no lead/)
      .and.to.match(/:6: there is no reason/);
    expect(done.stderr).to.contain('errors in lines 2, 3, 4, 5, 6; nothing was changed');
    expect((await read(lead.id)).returns).to.equal(undefined);
    const bytes = dir.write(`${randomUUID()}.csv`, 'x');
    truncateSync(bytes, 33 * 1024 * 1024);
    await refused(/has over 32 MiB: split it/, '--file', bytes);
    const twins = [await sold({ reference: 'T-7' }), await sold({ reference: 'T-7' })].map(({ id }) => id);
    const both = new RegExp(
      `several leads of the destination have the reference T-7: give the id, one of (${twins.join(', ')}|${twins.toReversed().join(', ')})$`,
      'm',
    );
    await refused(both, '--file', fileOf('reference,reason', 'T-7,bad_phone'), '--destination', 'lakeshore');
    await refused(
      /Find each with leadkeep lead find/,
      '--file',
      fileOf('email,reason', 'a@example.com,bad_phone'),
    );
  });

  it('skips rows with errors if asked to, and takes a buyer’s own columns and words, which it remembers', async () => {
    const [a, b] = [await sold({ reference: 'Ö-1' }), await sold({ reference: 'Ö-2' })];
    const write = (...lines: string[]): string => {
      const file = fileOf();
      writeFileSync(file, Buffer.from(lines.join('\r\n'), 'latin1'));
      return file;
    };
    const file = write(
      'Order;Call result',
      'Ö-1;Disconnected',
      'Ö-1;disconnected',
      'Ö-9;Disconnected',
      'Ö-2',
    );
    const columns = ['--column', 'reference=Order', '--column', 'reason=Call result'];
    const own = ['--destination', 'lakeshore', ...columns, '--meaning', 'Disconnected=bad_phone'];
    const done = await run('--file', file, ...own, '--skip-errors', '--yes');
    expect(done.code, done.stderr).to.equal(0);
    expect(done.stdout).to.contain('Leads: returned 1.').and.to.contain('Buyers: -45.00 USD.');
    expect(done.stderr)
      .to.contain('it was read as Windows-1252')
      .and.to.contain(':3: the same lead as in line 2')
      .and.to.contain(':4: no lead has the reference Ö-9')
      .and.to.contain(':5: has 1 of 2 columns');
    expect((await read(a.id)).returns?.[0]).to.include({ code: 'bad_phone' });
    const next = write('Order;Call result', 'Ö-2;DISCONNECTED');
    const again = await run('--file', next, '--destination', 'lakeshore', '--yes');
    expect(again.stdout, again.stderr).to.contain('Leads: returned 1.');
    expect((await read(b.id)).returns?.[0]).to.include({ code: 'bad_phone' });
  });

  it('takes files as spreadsheets write them', async () => {
    for (const [mark, separator, encoding] of [
      ['\ufeff', '\t', 'utf16le'],
      ['', ';', 'utf16le'],
      ['\ufeff', ';', 'utf8'],
    ] as const) {
      const lead = await sold();
      const rows = [
        ['id', 'reason', 'note'],
        [lead.id, 'bad_phone', '"Zoë\r\ncalled"'],
      ];
      const text = `${mark}sep=${separator}\r\n${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`;
      const file = fileOf();
      writeFileSync(file, Buffer.from(text, encoding));
      const done = await run('--file', file, '--yes');
      expect(done.stdout, done.stderr).to.contain('Leads: returned 1.');
    }
  });
});
