import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import supertest from 'supertest';
import { LEADS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testLead } from '../support/records.js';

const CSV = `${LEADS}.csv`;
const COUNT = 1_203;
const START = Date.UTC(2026, 9, 1);
const idOf = (n: number): string => `20000000-0000-4000-8000-00000000${String(n).padStart(4, '0')}`;

describe('operator API: leads as CSV', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    const leads = Array.from({ length: COUNT }, (_, n) => {
      const { id, ...rest } = testLead({ id: idOf(n), received_at: new Date(START + n * 1_000) });
      return { _id: id, ...rest };
    });
    await api.connection.collection<{ _id: string }>('leads').insertMany(leads);
    await api.platform.leads.insert(
      testLead({
        id: idOf(9_000),
        received_at: new Date(START + 3_600_000),
        reference: '=HYPERLINK("http://evil")',
        lead: { personal: { first_name: '+cmd', last_name: '@x', email: 'ann@example.com' } },
      }),
    );
  });
  after(() => api.close());
  const rows = (text: string): Record<string, string>[] => parse(text, { columns: true });
  const entries = () =>
    api.connection.collection('audit_log').find({ action: 'lead.export', phase: 'intent' }).toArray();

  it('sends all of them, newest first, masked, and notes nothing', async () => {
    const { text, headers } = await supertest(api.url).get(CSV).set('X-API-Key', api.key);
    expect(headers['content-disposition']).to.equal('attachment; filename="leads.csv"');
    const found = rows(text);
    expect(found).to.have.length(COUNT + 1);
    expect([found[0]?.['lead'], found.at(-1)?.['lead']]).to.deep.equal([idOf(9_000), idOf(0)]);
    expect(found[1]).to.include({
      affiliate: 'northwind',
      email: 'a•••@e•••.com',
      phone: '•••••••100',
      state: 'WI',
    });
    expect(text)
      .to.not.contain('ann@example.com')
      .and.to.not.contain('6085550100')
      .and.to.not.contain('203.0.113.7');
    expect(await entries()).to.deep.equal([]);
  });

  it('has the filters of the list, and runs no formula', async () => {
    const to = new Date(START + 2_000).toISOString();
    const { text } = await supertest(api.url).get(`${CSV}?to=${to}`).set('X-API-Key', api.key);
    expect(rows(text).map(({ lead }) => lead)).to.deep.equal([idOf(1), idOf(0)]);
    const { text: odd } = await supertest(api.url)
      .post(`${CSV}?reference=${encodeURIComponent('=HYPERLINK("http://evil")')}`)
      .set('X-API-Key', api.key)
      .send({ why: 'For the lawyer' });
    expect(rows(odd)[0]).to.include({
      ...{ reference: '\'=HYPERLINK("http://evil")', first_name: "'+cmd", last_name: "'@x" },
      email: 'ann@example.com',
    });
  });

  it('notes who exports which leads unmasked, and why, 500 in one entry', async () => {
    const before = (await entries()).length;
    const { text } = await supertest(api.url)
      .post(CSV)
      .set('X-API-Key', api.key)
      .send({ why: 'A subject request' });
    expect(rows(text)[1]).to.include({ email: 'ann@example.com', phone: '6085550100' });
    const noted = (await entries()).slice(before);
    expect(noted.map(({ on }) => (on as { ids: string[] }).ids.length)).to.deep.equal([
      500,
      500,
      COUNT + 1 - 1_000,
    ]);
    expect(noted[0]).to.deep.include({ why: 'A subject request' });
  });

  it('needs a reason, and a time that is one', async () => {
    for (const [method, path, body, message] of [
      ['post', CSV, {}, 'Send why.'],
      ['get', `${CSV}?from=2999-01-01T00:00:00Z`, undefined, 'from must be before to.'],
      ['get', `${CSV}?limit=10`, undefined, 'There is no parameter limit'],
    ] as const) {
      const { status, body: answer } = await api.call(method, path, body && { body });
      expect(status, path).to.equal(400);
      expect(answer['message']).to.contain(message);
    }
  });
});
