import type { AuditEntry } from '../../src/core/audit/audit-entry.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import type { Permission } from '../../src/core/operators/permissions.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { applyText } from './applied-catalogue.js';
import { BUYER, CATALOGUE, soldAt, thisMonth } from './audited-world.js';
import { bookedSale } from './returns.js';
import { startOperatorApi, type OperatorAnswer, type TestOperatorApi } from './operator-api.js';

export const OPERATOR = '/api/v1/operator';

/** An operator with a key of their own. */
export interface Acting {
  post(path: string, body: object): Promise<OperatorAnswer>;
  put(path: string, body: object): Promise<OperatorAnswer>;
  get(path: string): Promise<OperatorAnswer>;
  delete(path: string): Promise<OperatorAnswer>;
}

export interface ActingApi extends TestOperatorApi {
  operator(name: string, ...permissions: Permission[]): Promise<Acting>;
  /** The newest entries of the audit log, oldest first. */
  newest(count: number): Promise<AuditEntry[]>;
  /** Stores a lead that was sold at this moment, and its sale in the books. */
  storeSold(at: Date): Promise<LeadRecord>;
  readonly versions: ReturnType<typeof createCatalogueStore>;
}

/** The operator API on a catalogue that is stored and in force, for tests of what changes something. */
export async function startActingApi(
  text = CATALOGUE,
  settings: Parameters<typeof startOperatorApi>[0] = {},
): Promise<ActingApi> {
  const applied = applyText(text);
  const api = await startOperatorApi(settings, applied.catalogue);
  await applied.apply(api.connection);
  return {
    ...api,
    versions: createCatalogueStore(api.connection),
    async operator(name, ...permissions) {
      const key = await api.issueKey(permissions, { name });
      const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) =>
        api.call(method, `${OPERATOR}${path}`, body === undefined ? { key } : { key, body });
      return {
        post: (path, body) => call('post', path, body),
        put: (path, body) => call('put', path, body),
        get: (path) => call('get', path),
        delete: (path) => call('delete', path),
      };
    },
    async storeSold(at) {
      const lead = soldAt(at);
      await api.platform.leads.insert(lead);
      const entry = { kind: 'sale', lead_id: lead.id, at, written_at: at, by: 'buyer', period: thisMonth };
      await api.connection.collection<{ _id: string; [member: string]: unknown }>('entries').insertOne({
        ...{ _id: `sale:${lead.id}:0`, ...entry, day: `${thisMonth}-01` },
        affiliate_id: derivedId('affiliate', 'northwind'),
        ...bookedSale({ buyer_id: BUYER }),
        month: thisMonth,
      });
      return lead;
    },
    async newest(count) {
      const found = await api.connection
        .collection<AuditEntry & { _id: number }>('audit_log')
        .find({})
        .sort({ _id: -1 })
        .limit(count)
        .toArray();
      return found.reverse();
    },
  };
}
