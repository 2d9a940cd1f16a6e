import { expect } from 'chai';
import { PERMISSIONS, type Permission } from '../../src/core/operators/permissions.js';
import { permissionsOf, ROLE_NAMES } from '../../src/core/operators/roles.js';
import type { OperatorRoute } from '../../src/operator-api/route.js';
import { ROUTES } from '../../src/operator-api/routes.js';
import {
  LEADS,
  PEOPLE,
  REPORTS,
  SEARCHES,
  SESSIONS,
  startOperatorApi,
  STATEMENTS,
  type TestOperatorApi,
} from '../support/operator-api.js';
import { createDraftStore } from '../../src/platform/mongo/catalogue/draft-store.js';
import { testDraft } from '../support/drafts.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import type { Method } from '../support/api.js';
import { testLead, testSearch } from '../support/records.js';

const BASE = '/api/v1/operator';
const SECRETS = `${BASE}/secrets`;
const VIEWS = `${BASE}/saved-views`;
const MAILED = { every: 'day', hour: 7, zone: 'UTC', to: ['ops@example.com'] };
const TIMED = `${BASE}/timed-changes`;
const LEAD = testLead();
const SEARCH = testSearch();
const OFFER = { kind: 'offer', handle: 'shared' };
const OPERATOR_KEY = { name: 'test', scopes: ['leads:read'], expires_in_days: 1 };
const [PERIODS, ADJUSTMENTS, ENTRIES] = [
  ...['/api/v1/operator/periods', '/api/v1/operator/adjustments', '/api/v1/operator/entries.csv'],
] as [string, string, string];
const ADJUSTMENT = { kind: 'buyer', handle: 'none', amount_cents: 1, reference: 'A-1', why: 'So' };
const CAP = { kind: 'offer', handle: 'none', window: 'day', limit: 1 };
const ENTRY = { revision: 9, kind: 'offer', handle: 'none', entry: null };
const ROLLBACK = { version: 1, why: 'So', dry_run: true };
const LISTED = { by: 'domain', value: 'example.com' };
const LIST = { by: 'domain', file: 'example.com', why: 'So', dry_run: true };
const CASE = { email: 'nobody@example.com', case: 'C-1' };
const [PERSONS, NOTICES] = ['/api/v1/operator/persons', '/api/v1/operator/buyer-notices'] as const;
const [BULK_STAGES, STAGE_REPORT] = [`${BASE}/bulk/stages`, `${BASE}/stage-report`];
const DRAFT = '50000000-0000-4000-8000-000000000001';
const [CATALOGUE, DRAFTS] = ['/api/v1/operator/catalogue', '/api/v1/operator/drafts'] as const;
const [BULK_SETTLE, BULK_RETURN, SWITCHES, KEYS, OPERATOR_KEYS] = [
  ...(['bulk/settle', 'bulk/return', 'switches', 'keys', 'operator-keys'] as const),
].map((path) => `/api/v1/operator/${path}`) as [string, string, string, string, string];

type Opens = Permission | readonly [Permission, Permission];
type Row = readonly [
  method: OperatorRoute['method'],
  route: string,
  call: string,
  opens: Opens,
  body?: object,
];

/** Personal data of leads, which only shows what somebody may read. */
const REVEALS = ['pii:read', 'leads:read'] as const;

/**
 * Every route, with the permission that opens it, or both that do. With it, an act may be refused by a rule (400, 404,
 * 409), but never by its permission.
 */
const TABLE: readonly Row[] = [
  ['GET', LEADS, LEADS, 'leads:read'],
  ['GET', `${LEADS}/:id`, `${LEADS}/${LEAD.id}`, 'leads:read'],
  ['GET', `${BASE}/return-requests`, `${BASE}/return-requests`, 'leads:read'],
  ['GET', `${SEARCHES}/:id`, `${SEARCHES}/${SEARCH.id}`, 'searches:read'],
  ['POST', `${LEADS}/:id/settle`, `${LEADS}/${LEAD.id}/settle`, 'settle', { outcome: 'accepted', why: 'So' }],
  ['POST', `${LEADS}/:id/return`, `${LEADS}/${LEAD.id}/return`, 'return', { reason: 'bad_phone' }],
  [
    ...(['POST', `${LEADS}/:id/decide-return`, `${LEADS}/${LEAD.id}/decide-return`, 'return'] as const),
    { outcome: 'accepted' },
  ],
  ['POST', `${LEADS}/:id/undo-return`, `${LEADS}/${LEAD.id}/undo-return`, 'return', { why: 'So' }],
  ['POST', `${LEADS}/:id/reveal`, `${LEADS}/${LEAD.id}/reveal`, REVEALS, { why: 'So' }],
  ['GET', `${LEADS}/:id/exchanges`, `${LEADS}/${LEAD.id}/exchanges`, 'leads:read'],
  [
    ...(['POST', `${LEADS}/:id/exchanges/reveal`, `${LEADS}/${LEAD.id}/exchanges/reveal`] as const),
    ...([REVEALS, { why: 'So' }] as const),
  ],
  ['POST', `${BASE}/offers/:handle/test-post`, `${BASE}/offers/shared/test-post`, 'settle', { send: false }],
  ['POST', `${LEADS}/:id/test-post`, `${LEADS}/${LEAD.id}/test-post`, 'settle', { send: false }],
  [
    'POST',
    `${SEARCHES}/:id/reveal`,
    `${SEARCHES}/${SEARCH.id}/reveal`,
    ['pii:read', 'searches:read'],
    { why: 'So' },
  ],
  ['POST', BULK_SETTLE, BULK_SETTLE, 'settle', { file: 'id,outcome', why: 'So', dry_run: true }],
  ['POST', BULK_RETURN, BULK_RETURN, 'return', { file: 'id,reason', dry_run: true }],
  [
    'POST',
    `${LEADS}/:id/stages`,
    `${LEADS}/${LEAD.id}/stages`,
    'stages:write',
    { stage: 'enrolled', withdrawn: true },
  ],
  ['POST', BULK_STAGES, BULK_STAGES, 'stages:write', { file: 'id,stage,on', buyer: 'none', dry_run: true }],
  ['GET', STAGE_REPORT, `${STAGE_REPORT}?from=2026-11-01&to=2026-11-30`, 'reports:read'],
  ['POST', SWITCHES, SWITCHES, 'pause', { action: 'resume', entries: [OFFER], why: 'So', dry_run: true }],
  ['GET', TIMED, TIMED, 'catalogue:read'],
  [
    'POST',
    `${TIMED}/pause`,
    `${TIMED}/pause`,
    'pause',
    { ...OFFER, until: '17:00', why: 'So', dry_run: true },
  ],
  [
    ...(['POST', `${TIMED}/limit`, `${TIMED}/limit`, 'limit'] as const),
    { ...CAP, until: 'midnight', why: 'So', dry_run: true },
  ],
  [
    ...(['POST', `${TIMED}/price`, `${TIMED}/price`, 'price'] as const),
    { ...OFFER, price_cents: 1, until: 'midnight', why: 'So', dry_run: true },
  ],
  [
    ...(['POST', `${TIMED}/payout`, `${TIMED}/payout`, 'price'] as const),
    { campaign: 'c', offer: 'o', payout_cents: 1, until: 'midnight', why: 'So', dry_run: true },
  ],
  ['POST', `${TIMED}/:id/approve`, `${TIMED}/9/approve`, 'catalogue:apply'],
  ['POST', `${TIMED}/price/:id/end`, `${TIMED}/price/9/end`, 'price', { why: 'So' }],
  ['POST', `${TIMED}/payout/:id/end`, `${TIMED}/payout/9/end`, 'price', { why: 'So' }],
  ['POST', `${TIMED}/limit/:id/end`, `${TIMED}/limit/9/end`, 'limit', { why: 'So' }],
  ['GET', SECRETS, SECRETS, 'catalogue:read'],
  ['PUT', `${SECRETS}/:name`, `${SECRETS}/TOKEN`, 'catalogue:apply', { value: 'it', why: 'So' }],
  ['POST', `${SECRETS}/:name/remove`, `${SECRETS}/TOKEN/remove`, 'catalogue:apply', { why: 'So' }],
  ['POST', `${TIMED}/pause/:id/end`, `${TIMED}/pause/9/end`, 'pause', { why: 'So' }],
  ['GET', PERIODS, PERIODS, 'statements:read'],
  ['POST', `${PERIODS}/:month/close`, `${PERIODS}/2030-01/close`, 'books:close'],
  ['POST', ADJUSTMENTS, ADJUSTMENTS, 'books:adjust', ADJUSTMENT],
  ['GET', ENTRIES, `${ENTRIES}?month=2026-10`, 'statements:read'],
  ['GET', CATALOGUE, CATALOGUE, 'catalogue:read'],
  ['GET', `${CATALOGUE}/entries`, `${CATALOGUE}/entries?kind=buyer`, 'catalogue:read'],
  ['GET', `${CATALOGUE}/forms`, `${CATALOGUE}/forms`, 'catalogue:read'],
  ['GET', `${CATALOGUE}/entry`, `${CATALOGUE}/entry?kind=buyer`, 'catalogue:read'],
  ['GET', `${CATALOGUE}/versions`, `${CATALOGUE}/versions`, 'catalogue:read'],
  ['GET', `${CATALOGUE}/versions/:version`, `${CATALOGUE}/versions/1`, 'catalogue:read'],
  ['GET', `${CATALOGUE}/diff`, `${CATALOGUE}/diff?from=1&to=1`, 'catalogue:read'],
  ['POST', `${CATALOGUE}/rollback`, `${CATALOGUE}/rollback`, 'catalogue:apply', ROLLBACK],
  ['GET', DRAFTS, DRAFTS, 'catalogue:read'],
  ['POST', DRAFTS, DRAFTS, 'catalogue:draft', { title: 'More' }],
  ['POST', `${DRAFTS}/cap`, `${DRAFTS}/cap`, 'catalogue:draft', CAP],
  ['GET', `${DRAFTS}/:id`, `${DRAFTS}/${DRAFT}`, 'catalogue:read'],
  ['PUT', `${DRAFTS}/:id`, `${DRAFTS}/${DRAFT}`, 'catalogue:draft', { revision: 9 }],
  ['DELETE', `${DRAFTS}/:id`, `${DRAFTS}/${DRAFT}?revision=9`, 'catalogue:draft'],
  ['GET', `${DRAFTS}/:id/entries`, `${DRAFTS}/${DRAFT}/entries?kind=offer&handle=shared`, 'catalogue:read'],
  ['POST', `${DRAFTS}/:id/entries`, `${DRAFTS}/${DRAFT}/entries`, 'catalogue:draft', ENTRY],
  ['POST', `${DRAFTS}/:id/validate`, `${DRAFTS}/${DRAFT}/validate`, 'catalogue:draft'],
  ['POST', `${DRAFTS}/:id/backtest`, `${DRAFTS}/${DRAFT}/backtest`, 'catalogue:draft', { records: 1 }],
  ['POST', `${DRAFTS}/:id/test-post`, `${DRAFTS}/${DRAFT}/test-post`, 'catalogue:draft', { offer: 'shared' }],
  ['GET', `${BASE}/destination-templates`, `${BASE}/destination-templates`, 'catalogue:read'],
  [
    ...(['POST', `${DRAFTS}/:id/sample-answer`, `${DRAFTS}/${DRAFT}/sample-answer`] as const),
    ...(['catalogue:draft', { offer: 'shared', status: 200 }] as const),
  ],
  [
    ...(['POST', `${BASE}/sample-answer`, `${BASE}/sample-answer`] as const),
    ...(['catalogue:draft', { entry: {}, status: 200 }] as const),
  ],
  ['POST', `${DRAFTS}/:id/propose`, `${DRAFTS}/${DRAFT}/propose`, 'catalogue:draft', { revision: 9 }],
  ['POST', `${DRAFTS}/:id/approve`, `${DRAFTS}/${DRAFT}/approve`, 'catalogue:apply', { revision: 9 }],
  ['POST', `${DRAFTS}/:id/apply`, `${DRAFTS}/${DRAFT}/apply`, 'catalogue:apply', { revision: 9 }],
  ['GET', KEYS, KEYS, 'keys:read'],
  ['POST', KEYS, KEYS, 'keys:write', { affiliate: 'northwind' }],
  ['POST', `${KEYS}/:prefix/rotate`, `${KEYS}/svc_live_none/rotate`, 'keys:write', { overlap_hours: 1 }],
  ['DELETE', `${KEYS}/:prefix`, `${KEYS}/svc_live_none`, 'keys:write'],
  ['GET', OPERATOR_KEYS, OPERATOR_KEYS, 'people:read'],
  ['POST', OPERATOR_KEYS, OPERATOR_KEYS, 'people:write', OPERATOR_KEY],
  [
    ...(['POST', `${OPERATOR_KEYS}/:prefix/rotate`, `${OPERATOR_KEYS}/lko_none/rotate`] as const),
    ...(['people:write', { overlap_hours: 1 }] as const),
  ],
  ['DELETE', `${OPERATOR_KEYS}/:prefix`, `${OPERATOR_KEYS}/lko_none`, 'people:write'],
  ['GET', `${BASE}/leads.csv`, `${BASE}/leads.csv`, 'leads:read'],
  ['POST', `${BASE}/leads.csv`, `${BASE}/leads.csv`, REVEALS, { why: 'So' }],
  ['GET', `${BASE}/now`, `${BASE}/now`, 'traffic:read'],
  ['POST', `${BASE}/now/:id`, `${BASE}/now/x`, 'alerts:write', { take: true }],
  ['POST', `${BASE}/find`, `${BASE}/find`, 'leads:read', { q: 'order-4711' }],
  ['GET', `${BASE}/audit-log`, `${BASE}/audit-log`, 'audit:read'],
  ...['offers', 'buyers', 'partners', 'caps', 'affiliates', 'campaigns', 'refused-calls'].map((name): Row => [
    'GET',
    `${BASE}/${name}`,
    `${BASE}/${name}`,
    'traffic:read',
  ]),
  ['GET', `${BASE}/offers/:handle`, `${BASE}/offers/shared`, 'traffic:read'],
  ['GET', `${BASE}/partners/:handle`, `${BASE}/partners/partner`, 'traffic:read'],
  ['GET', `${BASE}/buyers/:handle`, `${BASE}/buyers/lakeshore`, 'traffic:read'],
  ['GET', `${BASE}/affiliates/:handle`, `${BASE}/affiliates/northwind`, 'traffic:read'],
  [
    ...(['GET', `${BASE}/campaigns/:handle/posting`] as const),
    ...([`${BASE}/campaigns/northwind-edu/posting`, 'catalogue:read'] as const),
  ],
  ['POST', `${BASE}/campaigns/:handle/links`, `${BASE}/campaigns/northwind-edu/links`, 'keys:write', {}],
  ['GET', `${BASE}/alerts`, `${BASE}/alerts`, 'alerts:read'],
  [
    ...(['POST', `${BASE}/alerts/mutes`, `${BASE}/alerts/mutes`, 'alerts:write'] as const),
    { rule: 'none', until: '2020-01-01T00:00:00Z', why: 'So' },
  ],
  ['DELETE', `${BASE}/alerts/mutes/:id`, `${BASE}/alerts/mutes/${LEAD.id}`, 'alerts:write'],
  ['POST', `${BASE}/alerts/test`, `${BASE}/alerts/test`, 'alerts:write', { channel: 'none' }],
  ['GET', `${BASE}/suppressions`, `${BASE}/suppressions`, 'suppress'],
  ['POST', `${BASE}/suppressions`, `${BASE}/suppressions`, 'suppress', { ...LISTED, why: 'So' }],
  ['POST', `${BASE}/suppressions/import`, `${BASE}/suppressions/import`, 'suppress', LIST],
  ['POST', `${PERSONS}/find`, `${PERSONS}/find`, 'persons', CASE],
  ['POST', `${PERSONS}/export`, `${PERSONS}/export`, 'persons', CASE],
  ['POST', `${PERSONS}/erase`, `${PERSONS}/erase`, 'persons', { ...CASE, keep_evidence: true, leads: 7 }],
  ['GET', NOTICES, NOTICES, 'persons'],
  ['POST', `${NOTICES}/told`, `${NOTICES}/told`, 'persons', { id: 'none' }],
  ['POST', `${NOTICES}/again`, `${NOTICES}/again`, 'persons', { id: 'none' }],
  ['POST', `${LEADS}/:id/consent-proof`, `${LEADS}/${LEAD.id}/consent-proof`, REVEALS, { why: 'So' }],
  ['GET', `${BASE}/retention`, `${BASE}/retention`, 'catalogue:read'],
  ['POST', `${BASE}/suppressions/find`, `${BASE}/suppressions/find`, 'suppress', LISTED],
  [
    ...(['POST', `${BASE}/suppressions/remove`, `${BASE}/suppressions/remove`, 'suppress'] as const),
    { ...LISTED, why: 'So' },
  ],
  ['GET', `${BASE}/webhooks`, `${BASE}/webhooks`, 'traffic:read'],
  ['GET', `${BASE}/webhooks/messages`, `${BASE}/webhooks/messages?about=${LEAD.id}`, 'traffic:read'],
  [
    ...(['POST', `${BASE}/webhooks/pause`, `${BASE}/webhooks/pause`, 'pause'] as const),
    { endpoint: 'none', paused: false },
  ],
  ['POST', `${BASE}/webhooks/replay`, `${BASE}/webhooks/replay`, 'pause', { about: 'none' }],
  ['POST', `${BASE}/webhooks/test`, `${BASE}/webhooks/test`, 'pause', { endpoint: 'none' }],
  ['GET', REPORTS, `${REPORTS}?from=2026-11-01&to=2026-11-30`, 'reports:read'],
  ['GET', VIEWS, VIEWS, 'reports:read'],
  ['POST', VIEWS, VIEWS, 'reports:read', { screen: 'leads', name: 'All', query: '' }],
  ['PUT', `${VIEWS}/:id/mail`, `${VIEWS}/${LEAD.id}/mail`, 'reports:read', MAILED],
  ['DELETE', `${VIEWS}/:id/mail`, `${VIEWS}/${LEAD.id}/mail`, 'reports:read'],
  ['DELETE', `${VIEWS}/:id`, `${VIEWS}/${LEAD.id}`, 'reports:read'],
  ['GET', `${STATEMENTS}/:kind/:handle/:month`, `${STATEMENTS}/buyer/lakeshore/2026-10`, 'statements:read'],
  [
    'GET',
    '/api/v1/operator/periods/:month/statements',
    '/api/v1/operator/periods/2026-10/statements',
    'statements:read',
  ],
  ['POST', `${STATEMENTS}/mark`, `${STATEMENTS}/mark`, 'statements:mark'],
  ['POST', `${STATEMENTS}/unmark`, `${STATEMENTS}/unmark`, 'statements:mark'],
  [
    'GET',
    `${STATEMENTS}/:kind/:handle/:month/lines.csv`,
    `${STATEMENTS}/buyer/lakeshore/2026-10/lines.csv`,
    'statements:read',
  ],
  [
    'GET',
    `${STATEMENTS}/:kind/:handle/:month/statement.pdf`,
    `${STATEMENTS}/buyer/lakeshore/2026-10/statement.pdf`,
    'statements:read',
  ],
  ['GET', PEOPLE, PEOPLE, 'people:read'],
  ['POST', `${PEOPLE}/invitations`, `${PEOPLE}/invitations`, 'people:write', { roles: ['viewer'] }],
  ['DELETE', `${BASE}/invitations/:id`, `${BASE}/invitations/${LEAD.id}`, 'people:write'],
  ['PUT', `${PEOPLE}/:id/roles`, `${PEOPLE}/${LEAD.id}/roles`, 'people:write', { roles: [] }],
  ['DELETE', `${PEOPLE}/:id`, `${PEOPLE}/${LEAD.id}`, 'people:write'],
  ['GET', SESSIONS, SESSIONS, 'people:read'],
  ['DELETE', `${SESSIONS}/:id`, `${SESSIONS}/${LEAD.id}`, 'people:write'],
];

/** The keys of all permissions and of all roles, with what they may do. */
const GRANTS: readonly (readonly [name: string, permissions: readonly Permission[]])[] = [
  ...PERMISSIONS.map((permission) => [permission, [permission]] as const),
  ...ROLE_NAMES.map((role) => [`the role ${role}`, permissionsOf([role])] as const),
];

describe('operator API: scopes', function () {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    await api.platform.leads.insert(LEAD);
    await api.platform.searches.insert(SEARCH);
    const catalogue = { buyerUrl: 'https://buyer.example', directOffers: 1, partner: false };
    await appliedCatalogue(catalogue).apply(api.connection);
    const files = [{ name: 'a.yaml', text: 'version: 1\noffers: [{ handle: shared }]' }];
    await createDraftStore(api.connection).insert(testDraft({ id: DRAFT, files }));
    const begun_at = new Date('2026-10-01T00:00:00Z');
    await api.connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at } });
  });
  after(() => api.close());

  const sent = (body: object | undefined, key: string) => (body === undefined ? { key } : { key, body });

  it('the table has every route', () => {
    expect(TABLE.map(([method, route]) => `${method} ${route}`)).to.have.members(
      ROUTES.map(({ method, path }) => `${method} ${path}`),
    );
  });

  for (const [name, permissions] of GRANTS)
    it(`${name} opens what it should, and nothing else`, async () => {
      let key = await api.issueKey(permissions);
      for (const [method, route, call, opens, body] of TABLE) {
        const ask = () => api.call(method.toLowerCase() as Method, call, sent(body, key));
        let answered = await ask();
        // A key may act only so often in a minute; the table has more acts for some roles.
        if (answered.status === 429) {
          key = await api.issueKey(permissions);
          answered = await ask();
        }
        const { status, body: answer } = answered;
        const about = `${method} ${route}`;
        const lacks = [opens].flat().find((needed) => !permissions.includes(needed));
        if (lacks === undefined) {
          expect(status, about).to.be.oneOf(method === 'GET' ? [200] : [200, 400, 404, 409]);
          continue;
        }
        expect(status, about).to.equal(403);
        expect(answer, about).to.include({
          code: 'FORBIDDEN',
          message: `You need the permission ${lacks} for this.`,
        });
      }
    });
});
