import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { directBody, PATHS, resultBody, searchBody, startApi, type TestApi } from '../support/api.js';
import { expectAnswer } from '../support/envelope.js';
import { LEAD, TRACKING_TEXTS } from './spec-tables.js';

/** Fields of the request that hold nothing that any of them takes. */
const BAD = { a: [] };
const LEAF = Object.keys(LEAD).map((path) => path.slice(path.indexOf('.') + 1));
const TRACKING = ['tracking.ip_address', ...TRACKING_TEXTS.map((name) => `tracking.${name}`)];
const nested = Object.keys(LEAD).map((path) => `lead.${path}`);
const flat = LEAF.map((leaf) => `lead.${leaf}`);
/** Every other field of the table nested, the others flat: the table's order holds all the same. */
const mixed = nested.map((path, index) => (index % 2 === 0 ? path : (flat[index] ?? '')));

/** docs/contract.md#order-of-the-fields, inside step 7. */
const ORDERS: Readonly<
  Record<string, { readonly fields: readonly string[]; readonly path: string; readonly good: object }>
> = {
  'search, lead nested': { path: PATHS.search, good: searchBody(), fields: searchOrder(nested) },
  'search, lead flat': { path: PATHS.search, good: searchBody(), fields: searchOrder(flat) },
  'search, lead nested and flat': { path: PATHS.search, good: searchBody(), fields: searchOrder(mixed) },
  'submit, neither form': {
    path: PATHS.leads,
    good: resultBody(randomUUID(), 'x'),
    fields: ['svc_campaign_id', 'svc_affiliate_id', 'svc_is_test_lead', 'svc_result_id'],
  },
  'submit, form A': {
    path: PATHS.leads,
    good: resultBody(randomUUID(), 'x'),
    fields: [
      ...['svc_campaign_id', 'svc_affiliate_id', 'svc_is_test_lead', 'svc_result_id', 'svc_lead_id'],
      ...['search_lead_id', ...mixed, ...TRACKING],
    ],
  },
  'submit, form B': {
    path: PATHS.leads,
    good: directBody(),
    fields: [
      ...['svc_campaign_id', 'svc_affiliate_id', 'svc_is_test_lead', 'svc_offer_id'],
      ...[...mixed, ...TRACKING, 'svc_lead_id'],
    ],
  },
};

function searchOrder(lead: readonly string[]): string[] {
  return [
    ...['svc_campaign_id', 'svc_affiliate_id', ...lead, ...TRACKING],
    ...['tcpa_consent', 'consent_cert_url', 'universal_lead_ref', 'svc_is_test_lead', 'svc_lead_id'],
  ];
}

/** The good body with all of these at fault. What its own lead says is left out, so that no nested value shadows a flat one. */
function faulty(good: object, fields: readonly string[]): object {
  const body: Record<string, unknown> = { ...good, ...('lead' in good && { lead: { personal: {} } }) };
  for (const path of fields) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let holder = body;
    for (const key of keys) holder = holder[key] = { ...(holder[key] as object | undefined) };
    holder[last] = BAD;
  }
  return body;
}

describe('contract: order of the fields', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0 });
  });
  after(() => api.close());

  for (const [what, { path, good, fields }] of Object.entries(ORDERS))
    it(`${what}: the first of ${fields.length} is answered, then the next, …`, async () => {
      for (const [index, field] of fields.entries()) {
        const rest = fields.slice(index);
        // Without a usable one of the two ids a submit has neither form.
        const without = what === 'submit, neither form' ? { ...good, svc_result_id: undefined } : good;
        const body = faulty(without, what === 'submit, neither form' ? rest.slice(0, -1) : rest);
        const missing = field === 'svc_result_id' && what === 'submit, neither form';
        expectAnswer(await api.post(path, body), {
          http: 400,
          code: missing ? 'REQUIRED_FIELD_MISSING' : 'INVALID_FIELD',
          field,
        });
      }
    });

  /** Required fields, not sent. */
  const REQUIRED: readonly (readonly [
    what: string,
    path: string,
    good: object,
    fields: readonly string[],
  ])[] = [
    ['search', PATHS.search, searchBody(), ['svc_campaign_id', 'svc_affiliate_id', 'lead', 'tracking']],
    ['form A', PATHS.leads, resultBody(randomUUID(), 'x'), ['svc_campaign_id', 'svc_affiliate_id']],
    ['form B', PATHS.leads, directBody(), ['svc_campaign_id', 'svc_affiliate_id', 'lead', 'tracking']],
  ];
  for (const [what, path, good, fields] of REQUIRED)
    it(`${what}: the first that is missing, and a missing one before a wrong one behind it`, async () => {
      for (const [index, field] of fields.entries()) {
        const rest = fields.slice(index);
        const missing = Object.fromEntries(rest.map((name) => [name, null]));
        const answer = await api.post(path, { ...good, svc_is_test_lead: false, ...missing });
        expectAnswer(answer, { http: 400, code: 'REQUIRED_FIELD_MISSING', field });
        expect(answer.body['message']).to.equal(`Send ${field}.`);
        const wrong = Object.fromEntries(rest.slice(1).map((name) => [name, 5]));
        expectAnswer(await api.post(path, { ...good, ...wrong, [field]: '' }), {
          http: 400,
          code: 'REQUIRED_FIELD_MISSING',
          field,
        });
      }
    });

  /** What may not be stored comes after the fields of the object that holds it, and speaks for that object. */
  const UNCLEAN: readonly (readonly [over: object, field: string | undefined])[] = [
    [{ lead: { $x: 1, has_internet_access: 'x' } }, 'lead.has_internet_access'],
    [{ lead: { $x: 1 }, tracking: { ip_address: 'x' } }, 'lead'],
    [{ lead: { personal: { 'a.b': 1, gender: 'x' } } }, 'lead.personal.gender'],
    [{ lead: { personal: { 'a.b': 1 } } }, 'lead.personal'],
    [{ tracking: { ip_address: '8.8.8.8', $x: 1 }, svc_is_test_lead: 'x' }, 'tracking'],
    [{ $x: 1, svc_is_test_lead: 'x' }, 'svc_is_test_lead'],
    [{ $x: 1 }, undefined],
  ];
  for (const [over, field] of UNCLEAN)
    it(`${JSON.stringify(over)}: ${field ?? 'the body'}`, async () => {
      expectAnswer(await api.post(PATHS.search, searchBody(over)), {
        ...{ http: 400, code: 'INVALID_FIELD' },
        ...(field !== undefined && { field }),
      });
    });
});
