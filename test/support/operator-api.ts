import type { AddressInfo } from 'node:net';
import type { Connection } from 'mongoose';
import type { Catalogue } from '../../src/core/catalogue/types.js';
import { PERMISSIONS, type Permission } from '../../src/core/operators/permissions.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { openApiDocument } from '../../src/operator-api/openapi/document.js';
import { openOperatorApi } from '../../src/operator-api/open-operator-api.js';
import { ROUTES } from '../../src/operator-api/routes.js';
import { createOperatorKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { openPlatform, type Platform } from '../../src/platform/process/platform.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { callApi, type Answered, type Method, type Sent } from './api.js';
import { captureLog, type CapturedLog } from './captured-log.js';
import { testCatalogue } from './catalogue.js';
import { describedApi } from './described-api.js';
import { TEST_ISSUER } from './records.js';
import { migratedServices } from './services.js';

const DAY_MS = 86_400_000;

/** The operator API, as its description is served, and without members that it does not name. */
export const OPERATOR_API = describedApi(openApiDocument(ROUTES));

export const LEADS = '/api/v1/operator/leads';
export const SEARCHES = '/api/v1/operator/searches';
export const PEOPLE = '/api/v1/operator/people';
export const SESSIONS = '/api/v1/operator/sessions';
export const REPORTS = '/api/v1/operator/reports';
export const STATEMENTS = '/api/v1/operator/statements';

/** An operator's answer: a document, or the envelope of a fault. */
export interface OperatorAnswer extends Omit<Answered, 'body'> {
  readonly body: Answered['body'] & Readonly<Record<string, unknown>>;
}

export interface TestOperatorApi {
  readonly url: string;
  readonly platform: Platform;
  readonly connection: Connection;
  readonly heard: CapturedLog;
  /** A key with every permission. */
  readonly key: string;
  issueKey(scopes: readonly Permission[], over?: { name?: string; expires_at?: Date }): Promise<string>;
  revokeKey(key: string): Promise<void>;
  /** With the key above, unless another one (or none: null) is given. Throws when the answer is not as documented. */
  call(method: Method, path: string, sent?: Sent): Promise<OperatorAnswer>;
  get(path: string, sent?: Sent): Promise<OperatorAnswer>;
  close(): Promise<void>;
}

/** The real app on a server of its own, with private services. */
export async function startOperatorApi(
  settings: Partial<Settings> = {},
  catalogue: Catalogue = testCatalogue(),
): Promise<TestOperatorApi> {
  const services = migratedServices(settings);
  const connection = await services.migrated();
  const opened = await openPlatform(services.settings, 'console', { monitorCommands: true });
  await opened.started;
  const heard = captureLog();
  const platform = {
    ...opened,
    log: heard.log,
    catalogue: { ...opened.catalogue, current: () => catalogue },
  };
  const server = createHttpServer(openOperatorApi(platform), heard.log);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = createOperatorKeyStore(connection);
  const ids = new Map<string, string>();
  const issueKey: TestOperatorApi['issueKey'] = async (scopes, over = {}) => {
    const grant = {
      name: 'test',
      scopes,
      expires_at: new Date(Date.now() + DAY_MS),
      issued_by: TEST_ISSUER,
      ...over,
    };
    const issued = await keys.issue(grant, new Date());
    ids.set(issued.key, issued.record.id);
    return issued.key;
  };
  const key = await issueKey(PERMISSIONS);
  const call: TestOperatorApi['call'] = (method, path, sent = {}) =>
    callApi(url, method, path, { key, ...sent }, OPERATOR_API);
  return {
    url,
    platform,
    connection,
    heard,
    key,
    issueKey,
    async revokeKey(issued) {
      await keys.revoke(ids.get(issued) ?? '', new Date());
    },
    call,
    get: (path, sent) => call('get', path, sent),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
      await services.close();
    },
  };
}
