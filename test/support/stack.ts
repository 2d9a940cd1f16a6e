import { OPERATIONS } from '../../src/core/limits/limits.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { appliedCatalogue } from './applied-catalogue.js';
import { callApi, type Answered, type Sent } from './api.js';
import { startBuyer, timesSent, type TestBuyer } from './buyer.js';
import { IDS } from './catalogue.js';
import { flakyProxy, type FlakyProxy } from './flaky-proxy.js';
import { processesWith, type Processes, type TestProcess } from './processes.js';
import { privateServices, type PrivateServices } from './services.js';

const NO_LIMIT = { per_minute: 1_000_000, burst: 1_000_000 };
const NO_LIMITS = {
  search: NO_LIMIT,
  results: NO_LIMIT,
  submit: NO_LIMIT,
  dupe_check: NO_LIMIT,
  reconcile: NO_LIMIT,
};

/** Ways of one process to its services, and the environment that leads over them. */
export interface Ways {
  readonly mongo: FlakyProxy;
  readonly redis: FlakyProxy;
  readonly env: NodeJS.ProcessEnv;
}

/** Private services, a buyer, and real processes on them. */
export interface Stack {
  readonly services: PrivateServices;
  readonly buyer: TestBuyer;
  readonly start: Processes['start'];
  /** Services that can be taken away from those that use these ways. */
  ways(start?: 'there' | 'away'): Promise<Ways>;
  /** What the release step and the operator do. */
  migrate(): Promise<void>;
  apply(): Promise<void>;
  /** A key of the catalogue's affiliate that meets no limit and that no process has seen. */
  issueKey(): Promise<string>;
  /** The lead as it is stored. */
  lead(id: string): Promise<LeadRecord>;
  /** How often the buyer was sent a lead. */
  sent(id: string): number;
  close(): Promise<void>;
}

export async function openStack(): Promise<Stack> {
  const services = privateServices();
  const buyer = await startBuyer();
  const processes = processesWith({ ...services.env, OUTBOUND_ALLOW: '127.0.0.0/8', REFRESH_MS: '200' });
  const proxies: FlakyProxy[] = [];
  const connection = await services.connection();
  const leads = createLeadStore(connection);
  return {
    services,
    buyer,
    start: (name, env) => processes.start(name, { ...withoutSecret(name), ...env }),
    async ways(start) {
      const mongo = await flakyProxy(services.mongoUrl, start);
      const redis = await flakyProxy(services.redisUrl, start);
      proxies.push(mongo, redis);
      return { mongo, redis, env: { MONGO_URL: mongo.url, REDIS_URL: redis.url } };
    },
    migrate: () => migrate(connection, createIdentities(services.settings.identitySecret)),
    apply: () => appliedCatalogue({ buyerUrl: buyer.url, directOffers: 3, partner: true }).apply(connection),
    async issueKey() {
      const grant = {
        affiliate_id: IDS.affiliate,
        is_test: false,
        operations: OPERATIONS,
        limits: NO_LIMITS,
      };
      return (await createKeyStore(connection).issue(grant, new Date())).key;
    },
    async lead(id) {
      const found = await leads.read(id);
      if (!found) throw new Error(`no lead ${id}`);
      return found;
    },
    sent: (id) => timesSent(buyer.received, id),
    async close() {
      await processes.killAll();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await buyer.close();
      await services.close();
    },
  };
}

/** Workers that hash no identity have no IDENTITY_SECRET. */
const withoutSecret = (name: string): NodeJS.ProcessEnv =>
  name === 'web' || name === 'submit' ? {} : { IDENTITY_SECRET: '' };

/** The API of a `web` process as one affiliate uses it. */
export const apiOf = (web: TestProcess, key: string) => ({
  post: (path: string, body: object, headers: Sent['headers'] = {}): Promise<Answered> =>
    callApi(web.url, 'post', path, { key, body, headers }),
  get: (path: string): Promise<Answered> => callApi(web.url, 'get', path, { key }),
});
export type Client = ReturnType<typeof apiOf>;
