import type { Envelope } from '../../../src/core/envelope.js';
import type { StoredResult } from '../../../src/core/search/search-record.js';
import { IDS } from '../catalogue.js';
import type { World } from './world.js';

/** What the service said about a lead or a search: it must be true ever after. */
export interface Acknowledged {
  readonly kind: 'lead' | 'search';
  readonly id: string;
  readonly code: string;
}

export type Client = ReturnType<typeof createClient>;

const OWNER = { svc_campaign_id: IDS.campaign, svc_affiliate_id: IDS.affiliate };
const TRACKING = { ip_address: '203.0.113.7' };
const CONSENT = { tcpa_consent: true, consent_button_label: 'Send' };

/** A consumer; no two of different names share an identity. */
export const personOf = (name: string, over: object = {}): Record<string, unknown> => ({
  personal: {
    first_name: name,
    last_name: 'Lee',
    email: `${name}@example.com`,
    phone: `60855501${String(name.length).padStart(2, '0')}`,
    ...over,
  },
  address: { state: 'WI', zip_code: '53703' },
});

/** An affiliate that repeats a call without an answer under the same Idempotency-Key, as the documents tell it to. */
export function createClient(world: World) {
  const acknowledged = new Map<string, Acknowledged>();
  let keys = 0;

  const insist = async (
    kind: Acknowledged['kind'],
    call: () => Promise<Envelope | undefined>,
  ): Promise<Acknowledged | undefined> => {
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = (await call()) as (Envelope & { svc_lead_id: string }) | undefined;
      if (!answer) continue;
      const said = { kind, id: answer.svc_lead_id, code: answer.code };
      acknowledged.set(said.id, said);
      return said;
    }
    return undefined;
  };
  const newKey = (): string => `key-${(keys += 1)}`;
  const post = (body: object, key = newKey()): Promise<Acknowledged | undefined> =>
    insist('lead', () => world.submit({ ...OWNER, ...CONSENT, ...body }, key));

  return {
    acknowledged,
    /** Form B. */
    direct: (person: string, over: object = {}, key = newKey()) =>
      post({ svc_offer_id: IDS.shared, lead: personOf(person), tracking: TRACKING, ...over }, key),
    search: (person: string, over: object = {}) =>
      insist('search', () => world.search({ ...OWNER, lead: personOf(person), tracking: TRACKING, ...over })),
    /** Polls until the search is done; its results. */
    async results(found: Acknowledged | undefined): Promise<readonly StoredResult[]> {
      if (!found) return [];
      await world.settle();
      return world.searches.all.get(found.id)?.results ?? [];
    },
    /** Form A. */
    result: (found: Acknowledged | undefined, result: StoredResult | undefined, over: object = {}) =>
      found && result
        ? post({ svc_result_id: result.id, search_lead_id: found.id, ...over })
        : Promise.resolve(undefined),
  };
}

export const resultOf = (results: readonly StoredResult[], offerId: string): StoredResult | undefined =>
  results.findLast(({ offer_id }) => offer_id === offerId);
