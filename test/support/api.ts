import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Connection } from 'mongoose';
import supertest from 'supertest';
import { openApi } from '../../src/api/open-api.js';
import { createHttpServer } from '../../src/http/http-server.js';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { OPERATIONS } from '../../src/core/limits/limits.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../src/core/search/search-record.js';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { type KeyGrant } from '../../src/app/ports/key-store.js';
import { openPlatform, type Platform } from '../../src/platform/process/platform.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { IDS, testCatalogue } from './catalogue.js';
import { requireDocumented } from './documented.js';
import type { DescribedApi } from './described-api.js';
import { migratedServices } from './services.js';

const NO_LIMIT = { per_minute: 1_000_000, burst: 1_000_000 };
const NO_LIMITS = {
  search: NO_LIMIT,
  results: NO_LIMIT,
  submit: NO_LIMIT,
  dupe_check: NO_LIMIT,
  reconcile: NO_LIMIT,
};

export type Method = 'get' | 'post' | 'put' | 'delete' | 'options';

export interface Sent {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** An answer's JSON; members are checked by the tests themselves. */
export interface AnswerBody {
  readonly [reservationId: string]: unknown;
  readonly code: string;
  readonly status: string;
  readonly reason: string;
  readonly field?: string;
  readonly request_id: string;
  readonly svc_lead_id: string;
  readonly offers: readonly Readonly<Record<string, unknown>>[];
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: AnswerBody;
}

/** One call of an app or of a server at a URL. Throws when the answer is not as `/openapi.json` says. */
export async function callApi(
  at: Express | string,
  method: Method,
  path: string,
  { key, headers, body }: Sent,
  api?: DescribedApi,
): Promise<Answered> {
  const call = supertest(at)[method](path);
  if (key !== undefined && key !== null) call.set('Authorization', `Bearer ${key}`);
  if (body !== undefined) call.set('Content-Type', 'application/json');
  if (headers) call.set(headers);
  if (Buffer.isBuffer(body)) call.serialize(() => body as unknown as string).send({});
  else if (body !== undefined) call.send(body as object);
  const answered: Answered = await call;
  requireDocumented(method, path, answered, api);
  return answered;
}

export interface TestApi {
  readonly url: string;
  readonly platform: Platform;
  readonly processId: string;
  readonly connection: Connection;
  /** A live key of the catalogue's affiliate that meets no limit. */
  readonly key: string;
  issueKey(over?: Partial<KeyGrant>): Promise<string>;
  revokeKey(key: string): Promise<void>;
  /** What the app sees as the catalogue from now on. */
  setCatalogue(catalogue: Catalogue): void;
  /** With the key above, unless another one (or none: null) or other headers of authentication are given. */
  call(method: Method, path: string, sent?: Sent): Promise<Answered>;
  post(path: string, body: unknown, sent?: Sent): Promise<Answered>;
  get(path: string, sent?: Sent): Promise<Answered>;
  storeSearch(search: SearchRecord): Promise<void>;
  /** Changes a stored lead as a worker would have. */
  changeLead(id: string, change: Partial<LeadRecord>): Promise<void>;
  close(): Promise<void>;
}

/** The real app on a server of its own, with private services and no worker. */
export async function startApi(
  settings: Partial<Settings> = {},
  first: Catalogue = testCatalogue(),
): Promise<TestApi> {
  const services = migratedServices({ searchWaitMs: 50, submitWaitMs: 50, ...settings });
  const connection = await services.migrated();
  const opened = await openPlatform(services.settings, 'web', {
    monitorCommands: true,
    patience: 'operator',
  });
  await opened.started;
  let catalogue = first;
  const platform: Platform = { ...opened, catalogue: { ...opened.catalogue, current: () => catalogue } };
  const processId = randomUUID();
  const api = openApi(platform, processId);
  await api.ready;
  const server = createHttpServer(api.app, platform.log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = createKeyStore(connection);
  const ids = new Map<string, string>();
  const issueKey = async (over: Partial<KeyGrant> = {}): Promise<string> => {
    const grant = {
      affiliate_id: IDS.affiliate,
      is_test: false,
      operations: OPERATIONS,
      limits: NO_LIMITS,
      ...over,
    };
    const issued = await keys.issue(grant, new Date());
    ids.set(issued.key, issued.record.id);
    return issued.key;
  };
  const key = await issueKey();
  const call: TestApi['call'] = (method, path, sent = {}) => callApi(url, method, path, { key, ...sent });
  return {
    url,
    platform,
    processId,
    connection,
    key,
    issueKey,
    async revokeKey(issued) {
      await keys.revoke(ids.get(issued) ?? '', new Date());
    },
    setCatalogue(next) {
      catalogue = next;
    },
    call,
    post: (path, body, sent) => call('post', path, { ...sent, body }),
    get: (path, sent) => call('get', path, sent),
    storeSearch: (search) => platform.searches.insert(search),
    async changeLead(id, change) {
      await connection.collection<{ _id: string }>('leads').updateOne({ _id: id }, { $set: change });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await api.close();
      await opened.close();
      await services.close();
    },
  };
}

export const PATHS = {
  search: '/api/v1/engine/search',
  results: '/api/v1/engine/results',
  leads: '/api/v1/engine/leads',
  statements: '/api/v1/engine/statements',
  dupeCheck: '/api/v1/engine/dupe-check',
} as const;

const PEOPLE = 10_000_000;
let people = Math.floor(Math.random() * PEOPLE);

/** A lead nobody else has: counted, because two of a few hundred random ones are the same now and then. */
export const newPerson = () => {
  const number = String((people += 1) % PEOPLE).padStart(7, '0');
  return {
    personal: {
      email: `ann.${number}@example.com`,
      phone: `608${number}`,
      first_name: 'Ann',
      last_name: 'Lee',
    },
    address: { state: 'WI', zip_code: '53703' },
  };
};

const owner = { svc_campaign_id: IDS.campaign, svc_affiliate_id: IDS.affiliate };
const tracking = { ip_address: '203.0.113.7' };

export const searchBody = (over: object = {}): Record<string, unknown> => ({
  ...owner,
  lead: newPerson(),
  tracking,
  ...over,
});

/** Form B. */
export const directBody = (over: object = {}): Record<string, unknown> => ({
  ...owner,
  svc_offer_id: IDS.shared,
  lead: newPerson(),
  tracking,
  tcpa_consent: true,
  ...over,
});

/** Form A. */
export const resultBody = (
  searchId: string,
  resultId: string,
  over: object = {},
): Record<string, unknown> => ({
  ...owner,
  svc_result_id: resultId,
  search_lead_id: searchId,
  tcpa_consent: true,
  ...over,
});
