import { compileCatalogue } from '../../src/core/catalogue/compile-catalogue.js';
import type { EntryKind } from '../../src/core/catalogue/document.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { applyDocument } from '../../src/app/catalogue/change-catalogue.js';
import { parseCatalogue } from '../../src/platform/catalogue-files/parse-catalogue.js';
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
import { startBuyer, type TestBuyer } from './buyer.js';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { IDS } from './catalogue.js';
import { expectClassified } from './stored-paths.js';
import { until } from './until.js';
import { startSweeper, startWorkers, type TestWorkers } from './workers.js';

/** A catalogue file as data; what is the same in every case is filled in by `contractFile`. */
export interface ContractFile {
  readonly affiliates?: Readonly<Record<string, object>>;
  readonly buyers?: Readonly<Record<string, object>>;
  /** By handle. A shared direct offer of `lakeshore` that every lead may have, where nothing else is said. */
  readonly offers?: Readonly<Record<string, object>>;
  /** By handle. Of `northwind`, where nothing else is said. */
  readonly campaigns?: Readonly<Record<string, object>>;
}

/** The whole service in one process, used as affiliates use it: app, workers, a buyer, and an operator's files. */
export interface Contract {
  readonly api: TestApi;
  readonly buyer: TestBuyer;
  readonly workers: TestWorkers;
  /** A search of a campaign, by its handle. */
  search(campaign: string, over?: object, sent?: Sent): Promise<Answered>;
  /** A search that has all its results. */
  searched(campaign: string, over?: object): Promise<Found>;
  results(searchId: string, sent?: Sent): Promise<Answered>;
  /** Form A: what a search found, by the offer's handle. */
  submit(found: Found, offer: string, over?: object, sent?: Sent): Promise<Answered>;
  /** Form B. */
  direct(campaign: string, offer: string, over?: object, sent?: Sent): Promise<Answered>;
  /** The submit answer as it now stands. */
  lead(id: string, sent?: Sent): Promise<Answered>;
  /** What an operator does: makes this file the next version, in force everywhere when it resolves. */
  apply(file: ContractFile): Promise<void>;
  close(): Promise<void>;
}

/** A results envelope as an affiliate reads it. */
export interface Found {
  /** The handle that was searched. */
  readonly campaign: string;
  readonly svc_lead_id: string;
  readonly processing_done: boolean;
  readonly offers: readonly ResultEntry[];
  readonly [reservationId: string]: unknown;
}

export interface ResultEntry {
  readonly svc_result_id: string;
  readonly offer: Readonly<Record<string, unknown>>;
  readonly programs: readonly Readonly<Record<string, unknown>>[];
  readonly form_fields: readonly Readonly<Record<string, unknown>>[];
  readonly [reservationId: string]: unknown;
}

/** The first result of an offer, by its handle. */
export const entryOf = ({ offers }: Pick<Found, 'offers'>, handle: string): ResultEntry | undefined =>
  offers.find(({ offer }) => offer['id'] === idOf('offer', handle));

/** The offers' names, which are their handles where the file says nothing else. */
export const namesOf = ({ offers }: Pick<Found, 'offers'>): unknown[] =>
  offers.map(({ offer }) => offer['name']);

/** The id that the catalogue gives to a handle. `northwind`, the affiliate of `api.key`, has a fixed one. */
export const idOf = (kind: EntryKind, handle: string): string =>
  kind === 'affiliate' && handle === 'northwind' ? IDS.affiliate : derivedId(kind, handle);

/** `file` is called with the buyer's address, which its offers deliver to. */
export async function startContract(
  file: (buyerUrl: string) => ContractFile,
  settings: Partial<Settings> = {},
): Promise<Contract> {
  const buyer = await startBuyer();
  const api = await startApi(
    {
      // Longer than the sweeper takes to bring back what a busy machine has dropped.
      searchWaitMs: 30_000,
      submitWaitMs: 30_000,
      outboundAllow: ['127.0.0.0/8'],
      refreshMs: 100,
      ...settings,
    },
    EMPTY_CATALOGUE,
  );
  const workers = await startWorkers(api.platform.settings);
  const sweeper = startSweeper(workers);
  const store = createCatalogueStore(api.connection);
  const apply = async (next: ContractFile): Promise<void> => {
    const parsed = parseCatalogue([
      { name: 'contract.yaml', text: JSON.stringify(contractFile(next, buyer.url)) },
    ]);
    if (!parsed.ok) throw new Error(parsed.faults.map(({ message }) => message).join('; '));
    const note = { at: new Date(), by: 'test', how: 'apply' } as const;
    const { version } = (await applyDocument(store, parsed.document, note)) as { readonly version: number };
    const stored = await store.read(version);
    if (!stored) throw new Error(`version ${version} was not stored`);
    api.setCatalogue(compileCatalogue(stored.document, version));
    await until(
      () => workers.platform.catalogue.current().version === version,
      `version ${version} is in force`,
    );
  };
  await apply(file(buyer.url));
  const results: Contract['results'] = (id, sent) => api.get(`${PATHS.results}/${id}`, sent);
  const search: Contract['search'] = (campaign, over, sent) =>
    api.post(PATHS.search, searchBody({ svc_campaign_id: idOf('campaign', campaign), ...over }), sent);
  return {
    search,
    results,
    async searched(campaign, over) {
      const { body: first } = await search(campaign, over);
      let last = first;
      const done = async (): Promise<boolean> => {
        last = (await results(first.svc_lead_id)).body;
        return last['processing_done'] === true;
      };
      await until(done, `the search is done: ${first.code}`);
      return { ...(last as unknown as Found), campaign };
    },
    submit: (found, offer, over, sent) =>
      api.post(
        PATHS.leads,
        resultBody(found.svc_lead_id, entryOf(found, offer)?.svc_result_id ?? 'none', {
          svc_campaign_id: idOf('campaign', found.campaign),
          ...over,
        }),
        sent,
      ),
    direct: (campaign, offer, over, sent) =>
      api.post(
        PATHS.leads,
        directBody({
          svc_campaign_id: idOf('campaign', campaign),
          svc_offer_id: idOf('offer', offer),
          ...over,
        }),
        sent,
      ),
    lead: (id, sent) => api.get(`${PATHS.leads}/${id}`, sent),
    api,
    buyer,
    workers,
    apply,
    async close() {
      await sweeper.drain();
      await workers.close();
      // Whatever the file's flows have stored.
      try {
        await expectClassified(api.connection);
      } finally {
        await api.close();
        await buyer.close();
      }
    },
  };
}

/** Of a buyer: as long as there is, so that one that a test holds is never given up. */
const TIMEOUT = '20s';

const entries = (of: Readonly<Record<string, object>> = {}, common: object = {}): object[] =>
  Object.entries(of).map(([handle, over]) => ({ handle, name: handle, ...common, ...over }));

function contractFile({ affiliates, buyers, offers, campaigns }: ContractFile, buyerUrl: string): object {
  const northwind = { id: IDS.affiliate, ...affiliates?.['northwind'] };
  return {
    version: 1,
    affiliates: entries({ ...affiliates, northwind }),
    buyers: entries({ lakeshore: {}, ...buyers }),
    offers: entries(offers, {
      buyer: 'lakeshore',
      offer_type: 'shared',
      tcpa_text: 'I agree that Lakeshore may call me.',
      delivery: { url: `${buyerUrl}/leads`, insecure_http: true, timeout: TIMEOUT },
    }),
    campaigns: entries(campaigns, { affiliate: 'northwind' }),
  };
}

/** `kind: partner` with its two addresses. */
export const partnerOffer = (buyerUrl: string, search: object = {}, over: object = {}): object => ({
  kind: 'partner',
  delivery: undefined,
  partner: {
    search: { url: `${buyerUrl}/match`, insecure_http: true, timeout: TIMEOUT, ...search },
    submit: { url: `${buyerUrl}/leads`, insecure_http: true, timeout: TIMEOUT },
    ...over,
  },
});

/** Where leads are posted whose buyer answers otherwise (`TestBuyer.says`). */
export const deliveryTo = (buyerUrl: string, path: string, over: object = {}): object => ({
  delivery: { url: `${buyerUrl}${path}`, insecure_http: true, timeout: TIMEOUT, ...over },
});
