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
    expect([status, body['done'], body['faults']]).to.deep.equal([
      200,
      1,
      [
        { line: 3, why: 'no lead has the reference B-9' },
        { line: 4, why: 'the outcome is "maybe", and must be accepted or rejected' },
      ],
    ]);
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
    expect((await settle({ file, only }, true)).body['faults']).to.deep.equal([
      { line: 2, why: 'the lead was not in the plan' },
    ]);
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

  const giveBack = (file: string, dry_run: boolean, more: object = {}) =>
    ana.post('/bulk/return', { file, dry_run, ...more });

  it('plans returns in money, carries them out, and can be sent again', async () => {
    const { id } = await api.storeSold(ago(3_600_000));
    const open = testLead({ id: unknownLead().id });
    await api.platform.leads.insert(open);
    const file = (...rows: string[]): string => ['id,reason', ...rows].join('\n');
    expect((await giveBack(file(`${open.id},bad_phone`), true)).body['faults']).to.deep.equal([
      { line: 2, why: 'the lead is queued: only an accepted lead can be returned' },
    ]);
    const plan = (await giveBack(file(`${id},bad_phone`), true)).body;
    expect(plan).to.deep.include({ done: 1 });
    expect((plan['rows'] as object[])[0]).to.deep.include({ price_cents: -4_500, payout_cents: -3_000 });
    expect((await giveBack(file(`${id},bad_phone`), false)).body).to.deep.include({ done: 1 });
    expect((await giveBack(file(`${id},bad_phone`), false)).body).to.deep.include({ done: 0, already: 1 });
  });

  it('takes a buyer’s file as it comes: its columns, its words, each row with an error left out', async () => {
    const sold = [];
    for (let i = 0; i < 4; i += 1) sold.push(await api.storeSold(ago(3_600_000)));
    const [a, b, c, d] = sold.map(({ id }) => id) as [string, string, string, string];
    const lines = [
      ...['Student;Lead ID;What happened', `"Ann; B";${a};The phone number is wrong`, `Bo;${b};Line dead`],
      ...[
        `Cy;${c};bad_phone`,
        `Cy;${c};BAD_PHONE`,
        `Di;${d};bad_phone`,
        `Di;${d};wrong_age`,
        `Ed;12;x`,
        'Flo;',
      ],
    ];
    const file = lines.join('\r\n');
    const first = (await giveBack(file, true, { destination: 'lakeshore' })).body;
    expect([first['done'], first['faults']]).to.deep.equal([
      0,
      [{ line: 1, why: 'there is no column reason' }],
    ]);
    expect(first['file']).to.deep.include({
      columns: ['Student', 'Lead ID', 'What happened'],
      fields: [
        { field: 'id', column: 'Lead ID', needed: false },
        { field: 'reference', column: null, needed: false },
        { field: 'reason', column: null, needed: true },
        { field: 'evidence', column: null, needed: false },
      ],
      remembered: null,
    });
    const columns = { id: 'Lead ID', reason: 'What happened' };
    const asked = { destination: 'lakeshore', mapping: { columns } };
    const mapped = (await giveBack(file, true, asked)).body;
    expect(mapped['done']).to.equal(2);
    expect(mapped['repeats']).to.deep.equal([{ line: 5, why: 'the same lead as in line 4' }]);
    const faults = (mapped['faults'] as { line: number; why: string }[]).map(
      ({ line, why }) => `${line} ${why}`,
    );
    expect(faults.map((fault) => fault.slice(0, 34))).to.deep.equal(
      [
        '3 the lead can\'t be returned for "L',
        '6 says bad_phone where line 7 says ',
        '7 says wrong_age where line 6 says ',
        '8 the id is a UUID; "12" is none',
        '9 has 2 of 3 columns: the row may b',
      ].map((fault) => fault.slice(0, 34)),
    );
    const { unknown_texts, reasons } = mapped['file'] as { unknown_texts: string[]; reasons: object[] };
    expect(unknown_texts).to.deep.equal(['Line dead']);
    expect(reasons[0]).to.have.keys('code', 'label');
    expect((await giveBack(file, false, asked)).status, 'without skip_errors').to.equal(400);
    const mapping = { columns, meanings: [{ text: 'Line dead', means: 'bad_phone' }] };
    const only = [a, b];
    const done = (await giveBack(file, false, { ...asked, mapping, skip_errors: true, only })).body;
    expect(done['done']).to.equal(2);
    const stored = await Promise.all(sold.map(({ id }) => api.platform.leads.read(id)));
    expect(stored.map((lead) => lead?.returns?.[0]?.code)).to.deep.equal([
      ...['bad_phone', 'bad_phone', undefined, undefined],
    ]);
    // The buyer's next file needs no mapping.
    const next = `Lead ID;What happened\n${c};line  DEAD`;
    const again = (await giveBack(next, true, { destination: 'lakeshore' })).body;
    expect([again['done'], again['faults']]).to.deep.equal([1, []]);
    expect((again['file'] as { remembered: string | null }).remembered).to.be.a('string');
  });
});
