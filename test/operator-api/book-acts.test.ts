import { expect } from 'chai';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { ago, monthAgo, thisMonth } from '../support/audited-world.js';

describe('operator API: months, adjustments, entries', () => {
  let api: ActingApi;
  let eva: Acting;
  before(async () => {
    api = await startActingApi();
    eva = await api.operator('eva', 'statements:read', 'books:adjust', 'books:close', 'statements:mark');
    await api.connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at: new Date(`${monthAgo}-02T12:00:00Z`) } });
    await api.storeSold(ago(60_000));
  });
  after(() => api.close());
  const CREDIT = {
    ...{ kind: 'buyer', handle: 'lakeshore', amount_cents: -5_000, reference: 'CN-17' },
    why: 'Agreed discount',
  };

  it('books an adjustment once, and refuses its reference for another amount', async () => {
    const first = await eva.post('/adjustments', CREDIT);
    expect([first.status, first.body['outcome'], first.body['period']]).to.deep.equal([
      200,
      'booked',
      thisMonth,
    ]);
    expect((await eva.post('/adjustments', CREDIT)).body['outcome']).to.equal('already');
    const other = await eva.post('/adjustments', { ...CREDIT, amount_cents: -1 });
    expect([other.status, other.body['message']]).to.match(
      /409,The reference CN-17 of buyer lakeshore is taken/,
    );
    expect((await api.newest(2))[0]).to.deep.nested.include({ action: 'books.adjust', 'facts.cents': -1 });
  });

  for (const [what, more, field] of [
    ['nothing', { amount_cents: 0 }, 'amount_cents'],
    ['a fraction of a cent', { amount_cents: 1.5 }, 'amount_cents'],
    ['an unknown buyer', { handle: 'lakeshor' }, 'handle'],
    ['a reference with a line break', { reference: 'A\nB' }, 'reference'],
    ['a day that does not exist', { at: '2026-02-30T00:00:00Z' }, 'at'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { status, body } = await eva.post('/adjustments', { ...CREDIT, ...more });
      expect([status, body['field']]).to.deep.equal([400, field]);
    });

  it('exports entries as CSV, which the audit log has', async () => {
    const { status, text } = await eva.get(`/entries.csv?month=${thisMonth}`);
    expect(status).to.equal(200);
    const [head, ...lines] = text.trimEnd().split('\n');
    expect(head?.startsWith('id,kind,at,day,month,period')).to.equal(true);
    expect(lines.map((line) => line.split(',')[1]).sort()).to.deep.equal(['adjustment', 'sale']);
    expect((await eva.get('/entries.csv?affiliate=northwind')).text.trimEnd().split('\n').length).to.equal(2);
    expect((await api.newest(2))[0]).to.deep.include({ action: 'books.export', facts: { format: 'csv' } });
    expect((await eva.get('/entries.csv?buyer=a&affiliate=b')).status).to.equal(400);
  });

  it('exports the lines of a statement as CSV, which the audit log has', async () => {
    const { status, text } = await eva.get(`/statements/affiliate/northwind/${thisMonth}/lines.csv`);
    expect(status).to.equal(200);
    const [head, ...lines] = text.trimEnd().split('\n');
    expect(head).to.contain('amount');
    expect(lines.length).to.be.greaterThan(0);
    const [intent] = await api.newest(2);
    expect(intent).to.deep.include({ action: 'books.export', facts: { format: 'csv' } });
    expect((await eva.get(`/statements/affiliate/nobody/${thisMonth}/lines.csv`)).status).to.equal(404);
  });

  it('lists and closes months, in their order', async () => {
    const listed = (await eva.get('/periods')).body['periods'] as { month: string; state: string }[];
    expect([listed[0], listed.at(-1)?.month]).to.deep.equal([
      { month: monthAgo, state: 'open', at: null, by: null },
      thisMonth,
    ]);
    const early = await api.call('post', `/api/v1/operator/periods/${thisMonth}/close`);
    expect([early.status, early.body['message']]).to.match(
      /409,Months are closed in order|409,The month .* is not over/,
    );
    for (const outcome of ['closed', 'already']) {
      const { status, body } = await api.call('post', `/api/v1/operator/periods/${monthAgo}/close`);
      expect([status, body['outcome']]).to.deep.equal([200, outcome]);
    }
    expect(((await eva.get('/periods')).body['periods'] as object[])[0]).to.include({
      state: 'closed',
      by: 'test',
    });
  });

  it("marks a closed month's statements, takes marks back, and says what is wrong", async () => {
    const numbers = [`${monthAgo}-buyer-lakeshore`];
    const marked = await eva.post('/statements/mark', { mark: 'sent', numbers, reference: 'MAIL-1' });
    expect([marked.status, marked.body['changed']]).to.deep.equal([200, 1]);
    const other = await eva.post('/statements/mark', { mark: 'sent', numbers, reference: 'MAIL-2' });
    expect([other.status, other.body['message']]).to.match(
      /409,.* is already marked sent on .* by eva \(reference MAIL-1\)/,
    );
    const none = await eva.post('/statements/mark', {
      mark: 'sent',
      numbers: [`${thisMonth}-buyer-lakeshore`],
    });
    expect([none.status, none.body['field']]).to.deep.equal([404, 'numbers']);
    for (const [more, field] of [
      [{ numbers: [] }, 'numbers'],
      [{ numbers: [...numbers, ...numbers] }, 'numbers.1'],
      [{ on: '2026-02-30' }, 'on'],
      [{ on: '2999-01-01' }, 'on'],
      [{ mark: 'due' }, 'mark'],
    ] as const) {
      const { status, body } = await eva.post('/statements/mark', { mark: 'sent', numbers, ...more });
      expect([status, body['field']], JSON.stringify(more)).to.deep.equal([400, field]);
    }
    const taken = await eva.post('/statements/unmark', { mark: 'sent', numbers, why: 'Not sent' });
    expect(taken.body['sentence']).to.equal('Took the mark sent of 1 statement back.');
    const { status, body } = await eva.get(`/periods/${thisMonth}/statements`);
    expect([status, body['is_closed']]).to.deep.equal([200, false]);
    expect((body['statements'] as { handle: string }[]).map(({ handle }) => handle)).to.include('lakeshore');
  });
});
