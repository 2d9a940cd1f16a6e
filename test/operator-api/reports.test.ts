import { expect } from 'chai';
import { REPORTS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

describe('operator API: reports', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
  });
  after(() => api.close());

  it('has every day of a range up to today, and the period before beside it', async () => {
    const { status, body } = await api.get(`${REPORTS}?range=7d&by=day&compare=previous`);
    expect(status).to.equal(200);
    const rows = body['rows'] as readonly { readonly day: string; readonly previous: object }[];
    expect(rows.map(({ day }) => day)).to.have.length(7);
    expect(rows.at(-1)).to.deep.include({ day: body['to'], sold_cents: 0, returned_cents: 0 });
    expect(rows.at(-1)?.previous).to.include({ submits: 0, sold_cents: 0 });
    expect(body).to.deep.nested.include({ 'running.day': body['to'], 'previous.total.submits': 0 });
    const without = await api.get(`${REPORTS}?range=last-month`);
    expect(without.body).to.include({ previous: null, running: null });
  });

  const DAYS = 'Give the first and the last day, or a range.';
  for (const [query, message, field] of [
    ['', DAYS, undefined],
    ['from=2026-10-01', DAYS, undefined],
    ['range=7d&from=2026-10-01&to=2026-10-02', DAYS, undefined],
    ['from=2026-10-02&to=2026-10-01', 'from must be on or before to.', 'from'],
    ['range=7d&only=offer%3Dgone', 'The catalogue has no offer gone.', undefined],
    ['range=7d&compare=next', 'compare must be one of previous.', 'compare'],
  ] as const)
    it(`refuses ${query === '' ? 'no days' : query}`, async () => {
      const { status, body } = await api.get(`${REPORTS}?${query}`);
      expect([status, body.message, body['field']]).to.deep.equal([400, message, field]);
    });
});
