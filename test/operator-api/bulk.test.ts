import { expect } from 'chai';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { ago, unknownLead } from '../support/audited-world.js';
import { testLead } from '../support/records.js';

describe('operator API: many leads at once', () => {
  let api: ActingApi;
  let ana: Acting;
  const leads = Array.from({ length: 3 }, (_, i) => ({ ...unknownLead(), reference: `B-${i}` }));
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'settle', 'return');
    for (const lead of leads) await api.platform.leads.insert(lead);
  });
  after(() => api.close());
  const states = () => Promise.all(leads.map(async ({ id }) => (await api.platform.leads.read(id))?.state));
  const audited = () => api.connection.collection('audit_log').countDocuments();
  const csv = (...rows: string[]): string => ['reference,outcome', ...rows].join('\n');
  const settle = (more: object, dry_run: boolean) =>
    ana.post('/bulk/settle', { why: 'Their report', dry_run, ...more });

  it('a file with a fault is told by its lines, and changes nothing', async () => {
    const file = csv('B-0,accepted', 'B-9,accepted', 'B-1,maybe');
    const { status, body } = await settle({ file }, true);
    expect([status, body['rows'], body['faults']]).to.deep.equal([
      200,
      [],
      [{ line: 4, why: 'the outcome is "maybe", and must be accepted or rejected' }],
    ]);
    const unknown = await settle({ file: csv('B-0,accepted', 'B-9,accepted') }, true);
    expect(unknown.body['faults']).to.deep.equal([{ line: 3, why: 'no lead has the reference B-9' }]);
    const done = await settle({ file }, false);
    expect([done.status, done.body['field']]).to.deep.equal([400, 'file']);
    expect([await states(), await audited()]).to.deep.equal([['unknown', 'unknown', 'unknown'], 0]);
  });

  it('plans a file, carries it out, and can be sent again', async () => {
    const file = csv('B-0,accepted', 'B-1,rejected');
    const plan = await settle({ file, destination: 'lakeshore' }, true);
    expect(plan.body).to.deep.include({ dry_run: true, done: 2, already: 0, not_done: 0, is_cut: false });
    expect((plan.body['rows'] as object[])[0]).to.deep.include({
      ...{ line: 2, lead_id: leads[0]?.id, reference: 'B-0', was: 'unknown', asked: 'accepted' },
      ...{ outcome: 'done', text: 'would be accepted' },
    });
    expect([await states(), await audited()]).to.deep.equal([['unknown', 'unknown', 'unknown'], 0]);
    const done = await settle({ file }, false);
    expect(done.body).to.deep.include({ dry_run: false, done: 2, already: 0 });
    expect((await settle({ file }, false)).body).to.deep.include({ done: 0, already: 2 });
    expect(await states()).to.deep.equal(['accepted', 'rejected', 'unknown']);
    const [intent, outcome] = (await api.newest(4)) as [object, object];
    expect(intent).to.deep.include({
      ...{ action: 'lead.settle', why: 'Their report' },
      on: { kind: 'lead', ids: [leads[0]?.id, leads[1]?.id] },
    });
    expect(outcome).to.deep.include({ result: 'done', facts: { changed: 2, unchanged: 0 } });
  });

  it('settles what is unknown at a destination before a moment', async () => {
    const late = { ...unknownLead(), received_at: new Date() };
    await api.platform.leads.insert(late);
    const asked = { destination: 'lakeshore', outcome: 'rejected', before: ago(60_000).toISOString() };
    expect((await settle(asked, true)).body).to.deep.include({ done: 1 });
    expect((await settle(asked, false)).body).to.deep.include({ done: 1 });
    expect(await states()).to.deep.equal(['accepted', 'rejected', 'rejected']);
    expect((await api.platform.leads.read(late.id))?.state).to.equal('unknown');
  });

  it('settles only the leads of the plan, and none that became unknown since', async () => {
    const [seen, since] = [unknownLead(), unknownLead()];
    await api.platform.leads.insert(seen);
    const asked = { destination: 'lakeshore', outcome: 'rejected', before: ago(1_000).toISOString() };
    const plan = (await settle(asked, true)).body['rows'] as { lead_id: string; outcome: string }[];
    expect(plan.map(({ lead_id }) => lead_id)).to.deep.equal([seen.id]);
    await api.platform.leads.insert(since);
    const only = [seen.id.toUpperCase()];
    const done = await settle({ ...asked, only }, false);
    expect([done.status, done.body['done']]).to.deep.equal([200, 1]);
    const found = await Promise.all([seen, since].map(({ id }) => api.platform.leads.read(id)));
    expect(found.map((lead) => lead?.state)).to.deep.equal(['rejected', 'unknown']);
    expect((await settle({ ...asked, only }, false)).body).to.deep.include({ done: 0, rows: [] });
    expect((await settle({ ...asked, only: ['B-1'] }, true)).body['field']).to.equal('only.0');
    const file = csv('B-0,accepted');
    expect((await settle({ file, only }, true)).status).to.equal(400);
    expect((await settle(asked, false)).body).to.deep.include({ done: 1 });
  });

  for (const [what, more, field] of [
    ['no destination', { outcome: 'accepted', before: '2026-11-01T00:00:00Z' }, 'destination'],
    [
      'an unknown destination',
      { destination: 'lakeshor', outcome: 'accepted', before: '2026-11-01T00:00:00Z' },
      'destination',
    ],
    ['no moment', { destination: 'lakeshore', outcome: 'accepted' }, 'before'],
    ['a day', { destination: 'lakeshore', outcome: 'accepted', before: '2026-11-01' }, 'before'],
    ['no outcome', { destination: 'lakeshore', before: '2026-11-01T00:00:00Z' }, 'outcome'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { status, body } = await settle(more, true);
      expect([status, body['field']]).to.deep.equal([400, field]);
    });

  it('plans and carries out returns', async () => {
    const { id } = await api.storeSold(ago(3_600_000));
    const open = testLead({ id: unknownLead().id });
    await api.platform.leads.insert(open);
    const send = (rows: string[], dry_run: boolean) =>
      ana.post('/bulk/return', { file: ['id,reason', ...rows].join('\n'), dry_run });
    expect((await send([`${open.id},bad_phone`], true)).body['faults']).to.deep.equal([
      { line: 2, why: 'the lead is queued: only an accepted lead can be returned' },
    ]);
    expect((await send([`${id},bad_phone`], true)).body).to.deep.include({ done: 1 });
    expect((await send([`${id},bad_phone`], false)).body).to.deep.include({ done: 1 });
    expect((await send([`${id},bad_phone`], false)).body).to.deep.include({ done: 0, already: 1 });
  });
});
