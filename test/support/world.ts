import type { Delivery, Offer } from '../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../src/core/search/search-record.js';
import type { Settings } from '../../src/platform/process/settings.js';
import {
  directBody,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type Answered,
  type Sent,
  type TestApi,
} from './api.js';
import { startBuyer, timesSent, type TestBuyer } from './buyer.js';
import { IDS, testCatalogue, type CatalogueOverrides } from './catalogue.js';
import { storedResult, storedSearch } from './stored-search.js';
import { startSweeper, startWorkers, type TestWorkers } from './workers.js';

/** The real app with real services, real workers and a buyer, for the contract's tables. */
export interface World {
  readonly api: TestApi;
  readonly buyer: TestBuyer;
  readonly workers: TestWorkers;
  /** The standard catalogue with these changes is in force in every process from now on; its buyer is the test's. */
  use(over?: CatalogueOverrides): void;
  search(over?: object): Promise<Answered>;
  /** Form A for a result of a search. */
  submit(of: Result, over?: object, sent?: Sent): Promise<Answered>;
  /** Form B. */
  post(over?: object, sent?: Sent): Promise<Answered>;
  /** A result in the database, with these terms: for cases in which the search is not the point. */
  result(
    terms?: Partial<SearchRecord['results'][number]['terms']>,
    search?: Partial<SearchRecord>,
  ): Promise<Result>;
  /** A result of a real search, by its offer. */
  found(search: Answered, offerId: string): Result;
  /** The lead that a submit created, as it is stored. */
  lead(answer: Answered): Promise<LeadRecord>;
  /** How many leads are stored. */
  count(): Promise<number>;
  /** How often the buyer was sent this lead. */
  sent(answer: Answered): number;
  close(): Promise<void>;
}

export interface Result {
  readonly search: string;
  readonly id: string;
}

export async function openWorld(
  settings: Partial<Settings> = {},
  over: CatalogueOverrides = {},
): Promise<World> {
  const buyer = await startBuyer();
  const waits = { searchWaitMs: 30_000, submitWaitMs: 30_000, outboundAllow: ['127.0.0.0/8'] };
  const api = await startApi({ ...waits, ...settings }, testCatalogue(atBuyer(buyer.url, over)));
  const workers = await startWorkers(api.platform.settings, api.platform.catalogue);
  const sweeper = startSweeper(workers);
  return {
    api,
    buyer,
    workers,
    use(next = {}) {
      api.setCatalogue(testCatalogue(atBuyer(buyer.url, next)));
    },
    search: (more) => api.post(PATHS.search, searchBody(more)),
    submit: ({ search, id }, more, sent) => api.post(PATHS.leads, resultBody(search, id, more), sent),
    post: (more, sent) => api.post(PATHS.leads, directBody(more), sent),
    async result(terms = {}, more = {}) {
      const plain = storedResult();
      const result = { ...plain, terms: { ...plain.terms, form_fields: [], ...terms } };
      const search = storedSearch({ results: [result], ...more });
      await api.storeSearch(search);
      return { search: search.id, id: result.id };
    },
    found({ body }, offerId) {
      const entry = body.offers.find(({ offer }) => (offer as { id: string }).id === offerId);
      if (!entry) throw new Error(`offer ${offerId} was not found`);
      return { search: body.svc_lead_id, id: entry['svc_result_id'] as string };
    },
    async lead({ body, text }) {
      const lead = await api.platform.leads.read(body.svc_lead_id);
      if (!lead) throw new Error(`no lead: ${text}`);
      return lead;
    },
    count: () => api.connection.collection('leads').countDocuments(),
    sent: ({ body }) => timesSent(buyer.received, body.svc_lead_id),
    async close() {
      await sweeper.drain();
      await workers.close();
      await api.close();
      await buyer.close();
    },
  };
}

const STANDARD = [IDS.shared, IDS.exclusive, IDS.trueExclusive, IDS.partner];

/** The changes, with every offer delivered to this buyer; offers that name a delivery themselves keep it. */
function atBuyer(url: string, over: CatalogueOverrides): CatalogueOverrides {
  const delivery: Delivery = {
    url: `${url}/leads`,
    method: 'POST',
    headers: {},
    timeout_ms: 20_000,
    insecure_http: true,
    window_ms: 60_000,
    idempotent: false,
  };
  const delivered = <T extends Partial<Offer>>(offer: T): T => ({
    ...offer,
    delivery: { ...delivery, ...(offer.delivery === undefined ? {} : offer.delivery) },
  });
  const offers = STANDARD.map((id) => {
    const change = over.offers?.[id];
    const search = { ...delivery, url: `${url}/match` };
    const partner = id === IDS.partner ? { partner: { search } } : {};
    return [id, change === null ? null : delivered({ ...partner, ...change })] as const;
  });
  return {
    ...over,
    offers: Object.fromEntries(offers),
    moreOffers: (over.moreOffers ?? []).map((offer) => ({ ...offer, delivery })),
  };
}
