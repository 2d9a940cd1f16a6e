import { ConnectionString } from 'mongodb-connection-string-url';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { type KeyGrant } from '../../src/app/ports/key-store.js';
import { OPERATIONS } from '../../src/core/limits/limits.js';
import { isFigures, TELLS_FIGURES } from '../attack/support/figures.js';
import { IDS } from '../support/catalogue.js';
import type { TestProcess } from '../support/processes.js';
import { openStack } from '../support/stack.js';
import type { KeyKind } from './requests/request.js';

/** Where requests go, with keys of all kinds. */
export interface Aim {
  readonly webs: readonly { readonly url: string }[];
  readonly keys: Readonly<Record<KeyKind, string | null>>;
}

/** The whole service as real processes. */
export interface RunningService extends Aim {
  /** They tell their figures when they are asked. */
  readonly webs: readonly TestProcess[];
  /** What a process said in an error's line, or that it has ended. Empty when all is well. */
  faults(): string[];
  close(): Promise<void>;
}

const HIGH = { per_minute: 1_000_000, burst: 1_000_000 };
const LOW = { per_minute: 30, burst: 5 };
const all = (limit: typeof HIGH) => ({
  ...{ search: limit, results: limit, submit: limit, dupe_check: limit, reconcile: limit },
});
const ERROR_LEVEL = 50;

/** Connections to MongoDB, all of them open from the beginning: what a busy pool opens later would look like a leak. */
const POOL = '16';

function withPool(mongoUrl: string): string {
  // Of several hosts: no URL.
  const url = new ConnectionString(mongoUrl);
  url.searchParams.set('minPoolSize', POOL);
  url.searchParams.set('maxPoolSize', POOL);
  return url.href;
}

/** `issue`: a key that meets no limit and may do everything, but for what is given. */
export const keysOf = async (issue: (over: Partial<KeyGrant>) => Promise<string>): Promise<Aim['keys']> => ({
  usual: await issue({}),
  test: await issue({ is_test: true }),
  limited: await issue({ limits: all(LOW) }),
  'results only': await issue({ operations: ['results'] }),
  wrong: `svc_live_${'x'.repeat(38)}`,
  none: null,
});

export async function openPlace(): Promise<RunningService> {
  const stack = await openStack();
  try {
    await stack.migrate();
    await stack.apply();
    const store = createKeyStore(await stack.services.connection());
    const issue = async (over: Partial<KeyGrant>): Promise<string> => {
      const grant = {
        affiliate_id: IDS.affiliate,
        is_test: false,
        operations: OPERATIONS,
        limits: all(HIGH),
      };
      return (await store.issue({ ...grant, ...over }, new Date())).key;
    };
    const keys = await keysOf(issue);
    const env = { LOG_LEVEL: 'warn', SUBMIT_WAIT_MS: '3000' };
    const MONGO_URL = withPool(stack.services.mongoUrl);
    const names = ['web', 'web', 'search', 'partner', 'submit', 'sweeper'] as const;
    const processes = await Promise.all(
      names.map((name) => stack.start(name, name === 'web' ? { ...env, ...TELLS_FIGURES, MONGO_URL } : env)),
    );
    await Promise.all(processes.map((process) => process.ready()));
    return {
      webs: processes.filter(({ name }) => name === 'web'),
      keys,
      faults: () => processes.flatMap(faultsOf),
      close: () => stack.close(),
    };
  } catch (error) {
    await stack.close();
    throw error;
  }
}

const faultsOf = (process: TestProcess): string[] => [
  ...(process.isRunning() ? [] : [`${process.name} has ended: ${process.lines.slice(-3).join(' | ')}`]),
  ...process.lines
    .filter((line) => !isFigures(line) && levelOf(line) >= ERROR_LEVEL)
    .map((line) => `${process.name} says: ${line}`),
];

function levelOf(line: string): number {
  try {
    return (JSON.parse(line) as { level?: number }).level ?? 0;
  } catch {
    // Not of the logger: a warning of Node, or a crash.
    return line.startsWith('(') || line === '' ? 0 : ERROR_LEVEL;
  }
}
