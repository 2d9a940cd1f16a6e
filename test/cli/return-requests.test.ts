import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createFailures } from '../../src/app/each-separately.js';
import { decideOverdue, decideReturnRequest } from '../../src/app/money/decide-request.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { effectsOf } from '../../src/core/lead/pending-effect.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createReturnStore } from '../../src/platform/mongo/money/return-store.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { testCatalogue } from '../support/catalogue.js';
import { bookedSale, soldLead, soldTo, testReturns } from '../support/returns.js';
import { migratedServices } from '../support/services.js';
import { runAt, runOk, type CliRun } from './run-cli.js';

const OFFER = derivedId('offer', 'lakeshore-nursing');
const BUYER = derivedId('buyer', 'lakeshore');
const NOW = new Date('2026-11-25T12:00:00Z');
const DAY_MS = 86_400_000;
const REVIEWED = testReturns({
  max_share_bp: 5_000,
  review: {
    ...{ decide_within_ms: 3 * DAY_MS, past_deadline: 'decline', accept_at_once: ['wrong_age'] },
    show_evidence: false,
  },
});

describe('leadkeep lead return, where returns are reviewed', () => {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
    const store = createCatalogueStore(await services.connection());
    const { document, version, ...info } = (await store.current())!;
    const buyers = document.buyers.map((buyer) => ({ ...buyer, returns: REVIEWED }));
    await store.append({ ...info, version: version + 1, document: { ...document, buyers } });
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
  const sold = async (): Promise<LeadRecord> => {
    const lead = soldLead({ offer_id: OFFER, decision: soldTo(BUYER) });
    const connection = await services.connection();
    await createLeadStore(connection).insert(lead);
    await connection.collection<{ _id: string; [member: string]: unknown }>('entries').insertOne({
      ...{ _id: `sale:${lead.id}:0`, kind: 'sale', lead_id: lead.id },
      ...{ ...bookedSale({ buyer_id: BUYER }), month: '2026-11' },
    });
    return lead;
  };
  const read = async (id: string): Promise<LeadRecord> =>
    (await createLeadStore(await services.connection()).read(id))!;
  const taken = async (): Promise<number | undefined> => {
    const connection = await services.connection();
    const share = await connection.collection<{ taken: number }>('return_shares').findOne({});
    return share?.taken;
  };
  const refused = async (why: RegExp, ...args: string[]): Promise<void> => {
    const done = await run(...args);
    expect(done.code, done.stdout).to.equal(1);
    expect(done.stderr).to.match(why);
  };
  const ask = (id: string, ...more: string[]): Promise<CliRun> => run(id, '--reason', 'bad_phone', ...more);

  it('reserves the share and books nothing until it is accepted; then it is a return of that day', async () => {
    const [{ id }] = [await sold(), await sold()];
    const asked = await ask(id, '--evidence', 'Rang out 3 times, see https://crm.example/calls/17.');
    expect(asked.stdout).to.contain(
      'The return for bad_phone is under review until 2026-11-28 12:00:00 UTC.',
    );
    expect((await ask(id)).stdout).to.contain(
      'Nothing changed: you requested this return for bad_phone before.',
    );
    const open = await read(id);
    expect(open.return_requests).to.have.length(1);
    expect(open.return_evidence).to.deep.equal({
      0: { text: 'Rang out 3 times, see.', links: ['https://crm.example/calls/17'] },
    });
    expect([open.returns, open.pending_effects, await taken()]).to.deep.equal([undefined, [], 1]);
    await refused(
      /has a return request, made at .* \(bad_phone\), that is decided by/,
      id,
      '--reason',
      'wrong_age',
    );

    const listed = await runAt(NOW, env, 'lead', 'requests');
    expect(listed.stdout).to.contain(id).and.to.contain('-45.00');
    const accepted = await run(id, '--accept', '--why', 'Their log proves it', '--by', 'ann');
    expect(accepted.stdout).to.contain('The return is accepted. It is booked within seconds.');
    const lead = await read(id);
    expect(lead.returns?.[0]).to.deep.include({ at: NOW, code: 'bad_phone', by: 'ann', request: 0 });
    expect(effectsOf(lead, 'entry').map(({ what, buyer_cents }) => [what, buyer_cents])).to.deep.equal([
      ['return', -4_500],
    ]);
    expect(lead).to.not.have.property('request_due_at');
    await refused(
      /has no open return request: the last one was accepted by ann/,
      id,
      '--decline',
      '--why',
      'No',
    );
    expect((await runAt(NOW, env, 'lead', 'show', id)).stdout).to.contain('accepted by ann');
    expect((await run(id, '--undo', '--why', 'A mistake')).stdout).to.contain('The return is undone.');
    expect(await taken()).to.equal(0);
  });

  it('asks for a declined one once more, with new evidence', async () => {
    const [{ id }] = [await sold(), await sold()];
    await ask(id, '--evidence', 'Rang out');
    await refused(/With --decline, give the reason/, id, '--decline');
    expect((await run(id, '--decline', '--why', 'It works', '--by', 'ann')).stdout).to.contain('is declined');
    expect(await taken()).to.equal(0);
    for (const evidence of [[], ['--evidence', 'Rang out']])
      await refused(
        /had its return declined .* by ann: it can be asked for once more/,
        ...[id, '--reason'],
        'bad_phone',
        ...evidence,
      );
    expect((await ask(id, '--evidence', 'Disconnected')).code).to.equal(0);
    await run(id, '--decline', '--why', 'It works');
    await refused(/declined twice, which is final/, id, '--reason', 'bad_phone', '--evidence', 'Really');
    const over = await ask(id, '--override', '--why', 'Agreed with Jo');
    expect(over.stdout).to.contain('is returned for bad_phone, over review');
  });

  it('stands below the statement of each month at whose end it was open', async () => {
    const connection = await services.connection();
    const begun_at = new Date('2026-11-02T12:00:00Z');
    await connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at } }, { upsert: true });
    const [{ id }] = [await sold(), await sold()];
    await ask(id);
    const statement = async (days: number): Promise<string> => {
      const at = new Date(NOW.getTime() + days * DAY_MS);
      return (await runAt(at, env, 'statement', 'buyer', 'lakeshore', '--month', '2026-11')).stdout;
    };
    expect(await statement(1)).to.contain(
      `1 return request is open, and not in the net: ${id} 2026-11-25 bad_phone 45.00.`,
    );
    await runAt(new Date(NOW.getTime() + 2 * DAY_MS), env, 'lead', 'return', id, '--accept');
    expect(await statement(1)).to.contain('1 return request is open');
    expect(await statement(3)).to.not.contain('return request');
  });

  it('acts at once for the reasons that nobody reviews', async () => {
    const [{ id }] = [await sold(), await sold()];
    expect((await run(id, '--reason', 'wrong_age')).stdout).to.contain('The lead is returned for wrong_age.');
  });

  it('takes a file, whose rows wait for the review too', async () => {
    const [one, two] = [await sold(), await sold(), await sold()];
    const path = dir.write(
      `${randomUUID()}.csv`,
      ['id,reason,evidence', `${one.id},bad_phone,"=cmd|' /C calc'!A0"`, `${two.id},bad_phone,`].join('\n'),
    );
    // Two of three are over the share: the open request counts.
    const over = await run('--file', path, '--yes');
    expect(over.stderr).to.match(
      /is over the share of returns: .* are 1, and as many were returned or requested/,
    );
    await sold();
    const done = await run('--file', path, '--yes');
    expect([done.code, done.stdout]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && text.includes('under review 2'),
      done.stdout,
    );
    expect((await run('--file', path, '--yes')).stdout).to.contain('already under review 2');
    expect(await taken()).to.equal(2);
  });

  it('is decided once: by one of two operators, or past its deadline by what the catalogue said', async () => {
    const [{ id }, other] = [await sold(), await sold()];
    await ask(id);
    const connection = await services.connection();
    const [leads, returns] = [createLeadStore(connection), createReturnStore(connection)];
    const ports = { leads, returns, catalogue: testCatalogue(), clock: () => NOW };
    const both = await Promise.all(
      (['accepted', 'declined'] as const).map((outcome) =>
        decideReturnRequest(ports, id, { outcome, by: outcome, why: 'So' }),
      ),
    );
    expect(both.filter(({ outcome }) => outcome === 'refused')).to.have.length(1);
    const lead = await read(id);
    const [{ ended } = {}] = lead.return_requests ?? [];
    expect(lead.returns?.length ?? 0).to.equal(ended?.outcome === 'accepted' ? 1 : 0);
    await connection.collection('return_shares').deleteMany({});

    await ask(other.id);
    const sweepAt = (days: number): Promise<number> => {
      const source = { current: () => testCatalogue() };
      const later = { ...ports, catalogue: source, clock: () => new Date(NOW.getTime() + days * DAY_MS) };
      return decideOverdue(later, createFailures({ error: () => undefined } as never), 10);
    };
    expect(await sweepAt(3)).to.equal(0);
    const late = { ...ports, clock: () => new Date(NOW.getTime() + 3.1 * DAY_MS) };
    const refusal = await decideReturnRequest(late, other.id, { outcome: 'accepted', by: 'ann' });
    expect(refusal)
      .to.include({ outcome: 'refused' })
      .and.have.property('why')
      .that.matches(/deadline passed/);
    expect([await sweepAt(3.1), await sweepAt(3.1)]).to.deep.equal([1, 0]);
    const [declined] = (await read(other.id)).return_requests ?? [];
    expect(declined?.ended).to.include({ outcome: 'declined', by: 'deadline' });
    expect(await taken()).to.equal(0);
  });
});
