import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { countStagesOfDays } from '../../src/app/stages/count-stages.js';
import { identityForms } from '../../src/core/lead/identity.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { markDays } from '../../src/platform/mongo/reports/mark-days.js';
import { openStores } from '../../src/platform/process/stores.js';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { ago, DAY_MS, thisMonth, unknownLead } from '../support/audited-world.js';

/** Far from midnight in any zone that is used here. */
const day = (at: Date): string => at.toISOString().slice(0, 10);

describe('operator API: what became of sold leads', () => {
  let api: ActingApi;
  let ana: Acting;
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'stages:write', 'leads:read', 'reports:read');
  });
  after(() => api.close());

  const sold = (days: number): Promise<LeadRecord> => api.storeSold(ago(days * DAY_MS));
  const record = (id: string, body: object) => ana.post(`/leads/${id}/stages`, body);
  const stagesOf = async (id: string) =>
    ((await ana.get(`/leads/${id}`)).body['stages'] as Record<string, unknown>[]).map(
      ({ stage, on, value_cents, corrections }) => [stage, on, value_cents, corrections],
    );

  it('records stages in any order, once each, and keeps corrections', async () => {
    const { id } = await sold(20);
    const [first, later] = [day(ago(10 * DAY_MS)), day(ago(5 * DAY_MS))];
    const enrolled = { stage: 'enrolled', on: later, value_cents: 120_000 };
    expect((await record(id, enrolled)).body['outcome']).to.equal('recorded');
    expect((await record(id, enrolled)).body).to.include({
      ...{ outcome: 'already' },
      sentence: `Nothing changed: it was recorded before that the lead reached enrolled on ${later}.`,
    });
    expect((await record(id, { stage: 'contacted', on: first })).body['outcome']).to.equal('recorded');
    expect((await record(id, { stage: 'enrolled', on: first })).body['outcome']).to.equal('recorded');
    expect(await stagesOf(id)).to.have.deep.members([
      ['enrolled', first, null, 1],
      ['contacted', first, null, 0],
    ]);
    const withdrawn = await record(id, { stage: 'enrolled', withdrawn: true });
    expect(withdrawn.body['sentence']).to.match(/^Recorded: enrolled is withdrawn\./);
    expect(await stagesOf(id)).to.deep.include(['enrolled', null, null, 2]);
    const [intent, outcome] = await api.newest(2);
    expect(intent).to.deep.nested.include({ action: 'lead.stage', 'facts.stage': 'enrolled' });
    expect(outcome).to.include({ phase: 'outcome', result: 'done' });
  });

  it('two operators at the same moment leave one of their days, and the other as a correction', async () => {
    const { id } = await sold(20);
    const days = [12, 11, 10].map((ago_days) => day(ago(ago_days * DAY_MS)));
    const answers = await Promise.all(days.map((on) => record(id, { stage: 'contacted', on })));
    for (const { status } of answers) expect([200, 409]).to.include(status);
    const done = answers.filter(({ status }) => status === 200).length;
    expect((await stagesOf(id)).map(([, , , corrections]) => corrections)).to.deep.equal([done - 1]);
  });

  it('says which field is wrong, and stores nothing', async () => {
    const { id } = await sold(20);
    const unsold = unknownLead();
    await api.platform.leads.insert(unsold);
    const on = day(ago(5 * DAY_MS));
    const table: [string, string, object, number, string | null, RegExp][] = [
      [
        'an unknown stage',
        id,
        { stage: 'Ann Lee', on },
        400,
        'stage',
        /the stages of lakeshore are contacted, enrolled/,
      ],
      ['a day that is none', id, { stage: 'enrolled', on: '2026-02-30' }, 400, 'on', /day like/],
      ['the future', id, { stage: 'enrolled', on: day(ago(-2 * DAY_MS)) }, 400, 'on', /in the future/],
      ['before the sale', id, { stage: 'enrolled', on: day(ago(22 * DAY_MS)) }, 400, 'on', /was sold on/],
      ['nothing to withdraw', id, { stage: 'enrolled', withdrawn: true }, 409, null, /never reported/],
      ['an unknown lead', randomUUID(), { stage: 'enrolled', on }, 404, 'id', /no sold lead/],
      ['a lead that was not sold', unsold.id, { stage: 'enrolled', on }, 404, 'id', /no sold lead/],
      ['a sale of long ago', (await sold(401)).id, { stage: 'enrolled', on }, 409, null, /over 400 days ago/],
    ];
    for (const [what, lead, body, status, field, message] of table) {
      const answer = await record(lead, body);
      expect([answer.status, answer.body['field'] ?? null], what).to.deep.equal([status, field]);
      expect(answer.body['message'], what).to.match(message);
    }
    expect(await stagesOf(id)).to.deep.equal([]);
  });

  it('takes the right rows of a file, and answers unknown, unsold and foreign leads alike', async () => {
    const [one, two] = [await sold(20), await sold(20)];
    const unsold = unknownLead();
    await api.platform.leads.insert(unsold);
    const on = day(ago(5 * DAY_MS));
    const file = [
      'id,stage,on,value',
      `${one.id},contacted,${on},`,
      `${one.id},enrolled,${on},1200.50`,
      `${two.id},contacted,${on},7`,
      `${two.id},contacted,${on},8`,
      `${two.id},contacted,soon,`,
      `${two.id},enrolled,${on},`,
      `${randomUUID()},enrolled,${on},`,
      `${unsold.id},enrolled,${on},`,
      `${two.id},enrol,,`,
      `${unsold.id},contacted,${on},7`,
      `${unsold.id},contacted,${on},8`,
      `${unsold.id},enrolled,${on},`,
    ].join('\n');
    const send = (dry_run: boolean) => ana.post('/bulk/stages', { file, buyer: 'lakeshore', dry_run });
    const plan = await send(true);
    expect([plan.status, plan.body['done']]).to.deep.equal([200, 3]);
    expect(plan.body['faults']).to.deep.equal([
      { line: 4, why: `says contacted on ${on} for 7 where line 5 says contacted on ${on} for 8` },
      { line: 5, why: `says contacted on ${on} for 8 where line 4 says contacted on ${on} for 7` },
      { line: 6, why: '"soon" is no day like 2026-10-31 or 10/31/2026' },
      { line: 8, why: 'the lead is not one that this buyer bought' },
      { line: 9, why: 'the lead is not one that this buyer bought' },
      { line: 10, why: '"enrol" is none of the stages of this buyer: contacted, enrolled' },
      ...[11, 12, 13].map((line) => ({ line, why: 'the lead is not one that this buyer bought' })),
    ]);
    expect(plan.body['repeats']).to.deep.equal([]);
    expect(await stagesOf(one.id)).to.deep.equal([]);
    expect((await send(false)).body['done']).to.equal(3);
    expect((await send(false)).body).to.include({ done: 0, already: 3 });
    expect(await stagesOf(one.id)).to.have.deep.members([
      ['contacted', on, null, 0],
      ['enrolled', on, 120_050, 0],
    ]);
    expect((await ana.post('/bulk/stages', { file, buyer: 'nobody', dry_run: true })).body['field']).to.equal(
      'buyer',
    );
  });

  it("reads a buyer's own columns, words, days and persons, and remembers them for its next file", async () => {
    const [one, two] = [await sold(20), await sold(20)];
    const person = { email: 'zoe.q@example.org', phone: '6085550177' };
    const three = { ...(await sold(20)), id: randomUUID() };
    const keys = api.platform.identities.keysOf(identityForms({ personal: person }));
    await api.platform.leads.insert({ ...three, identities: keys });
    await api.platform.leads.insert({ ...three, id: randomUUID(), identities: keys, is_test: true });
    const at = ago(5 * DAY_MS);
    const us = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
    const file = [
      'Student No;E-mail;Status;Status date;Tuition;',
      `${one.id};;Contacted;${us};;a note without a column`,
      `${two.id};;Reg. complete;${day(at)} 14:05;"$1,200.50";`,
      `;Zoe.Q@example.org;reg. COMPLETE;${us};;her sister, too`,
      `;nobody@example.org;Contacted;${us};;`,
      `${one.id};;Ann Lee called;${us};;`,
    ].join('\n');
    const mapping = {
      columns: { id: 'Student No', email: 'E-mail', stage: 'Status', on: 'Status date', value: 'Tuition' },
      meanings: [{ text: 'Reg. complete', means: 'enrolled' }],
    };
    const plan = await ana.post('/bulk/stages', { file, buyer: 'lakeshore', dry_run: true });
    expect(plan.body['done']).to.equal(0);
    const send = async (body: object) =>
      (await ana.post('/bulk/stages', { file, buyer: 'lakeshore', ...body })).body;
    const done = await send({ mapping, dry_run: false });
    expect(done['done']).to.equal(3);
    expect(done['faults']).to.deep.equal([
      { line: 5, why: 'the lead is not one that this buyer bought' },
      { line: 6, why: '"Ann Lee called" is none of the stages of this buyer: contacted, enrolled' },
    ]);
    expect(await stagesOf(two.id)).to.deep.equal([['enrolled', day(at), 120_050, 0]]);
    expect(await stagesOf(three.id)).to.deep.equal([['enrolled', day(at), null, 0]]);
    expect(await send({ dry_run: true })).to.include({ done: 0, already: 3 });
    const stored = JSON.stringify(await api.connection.collection('lead_stages').find({}).toArray());
    expect(stored).to.not.match(/example\.org|Ann Lee/);
  });

  it('reports rates of the leads that were sold, with how sure they are', async () => {
    await markDays(api.connection, [`${thisMonth}-01`]);
    const stores = openStores(api.connection);
    while (
      (await countStagesOfDays({ stages: stores.stages, rollups: stores.rollups, newId: randomUUID })) > 0
    );
    const report = async (query: string) => (await ana.get(`/stage-report?${query}`)).body as unknown;
    const range = `from=${day(ago(60 * DAY_MS))}&to=${day(ago(-DAY_MS))}`;
    const { total, rows } = (await report(`${range}&by=buyer,month`)) as {
      total: { sold: number; stages: Record<string, unknown>[] };
      rows: Record<string, unknown>[];
    };
    const [contacted, enrolled] = total.stages;
    expect(contacted).to.include({ stage: 'contacted', leads: 4 });
    expect(enrolled).to.include({ stage: 'enrolled', leads: 4, value_cents: 240_100, is_young: true });
    expect(Number(enrolled?.['low'])).to.be.lessThan(4 / total.sold);
    expect(Number(enrolled?.['high'])).to.be.greaterThan(4 / total.sold);
    expect(new Set(rows.map(({ buyer }) => buyer))).to.deep.equal(new Set(['lakeshore']));
    expect((await ana.get(`/stage-report?${range}&only=state=WI`)).body['message']).to.match(
      /filtered by state/,
    );
  });
});
