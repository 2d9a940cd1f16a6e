import { expect } from 'chai';
import { PERMISSIONS, type Permission } from '../../src/core/operators/permissions.js';
import { ROUTES } from '../../src/operator-api/routes.js';
import {
  LEADS,
  REPORTS,
  SEARCHES,
  startOperatorApi,
  STATEMENTS,
  type TestOperatorApi,
} from '../support/operator-api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { testLead, testSearch } from '../support/records.js';

const LEAD = testLead();
const SEARCH = testSearch();

/** Every route, with the one scope that opens it. */
const TABLE: readonly (readonly [route: string, call: string, scope: Permission])[] = [
  [LEADS, LEADS, 'leads:read'],
  [`${LEADS}/:id`, `${LEADS}/${LEAD.id}`, 'leads:read'],
  [`${SEARCHES}/:id`, `${SEARCHES}/${SEARCH.id}`, 'searches:read'],
  [REPORTS, `${REPORTS}?from=2026-11-01&to=2026-11-30`, 'reports:read'],
  [`${STATEMENTS}/:kind/:handle/:month`, `${STATEMENTS}/buyer/lakeshore/2026-10`, 'statements:read'],
];

describe('operator API: scopes', function () {
  this.timeout(60_000);
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    await api.platform.leads.insert(LEAD);
    await api.platform.searches.insert(SEARCH);
    const catalogue = { buyerUrl: 'https://buyer.example', directOffers: 1, partner: false };
    await appliedCatalogue(catalogue).apply(api.connection);
    const begun_at = new Date('2026-10-01T00:00:00Z');
    await api.connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at } });
  });
  after(() => api.close());

  it('the table has every route', () => {
    expect(TABLE.map(([route]) => route)).to.have.members(ROUTES.map(({ path }) => path));
  });

  for (const [route, call, opens] of TABLE)
    for (const scope of PERMISSIONS)
      it(`${route} with ${scope}: ${scope === opens ? 200 : 403}`, async () => {
        const { status, body } = await api.get(call, { key: await api.issueKey([scope]) });
        expect(status).to.equal(scope === opens ? 200 : 403);
        if (status === 403)
          expect(body).to.include({
            code: 'FORBIDDEN',
            message: `Use a key with the scope ${opens}; this one lacks it.`,
          });
      });

  for (const [route, call, opens] of TABLE)
    it(`${route} with every scope but ${opens}: 403`, async () => {
      const others = PERMISSIONS.filter((permission) => permission !== opens);
      expect((await api.get(call, { key: await api.issueKey(others) })).status).to.equal(403);
    });
});
