import type { Received } from '../memory.js';

const EXACT = ['party', 'what', 'decided_by', 'answer', 'reference', 'program'] as const;

/**
 * The records that a query selects by `party`, `what`, `decided_by`, `answer`, `reference`, `program`, `key`,
 * `taken`, `again`, `status`; `q` matches anywhere in the record; `since`: after this number; `limit`: only the newest.
 */
export function filterReceived(
  all: readonly Received[],
  query: Readonly<Record<string, unknown>>,
): readonly Received[] {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const tests: ((entry: Received) => boolean)[] = [];
  const want = (name: string, of: (entry: Received) => unknown): void => {
    const wanted = text(name);
    if (wanted !== undefined) tests.push((entry) => String(of(entry)) === wanted);
  };
  for (const name of EXACT) want(name, (entry) => entry[name]);
  want('key', (entry) => entry.idempotency_key);
  want('taken', (entry) => entry.taken);
  want('again', (entry) => entry.again);
  want('status', (entry) => entry.status);
  const since = Number(text('since') ?? 0);
  if (since > 0) tests.push(({ n }) => n > since);
  const anywhere = text('q')?.toLowerCase();
  if (anywhere !== undefined) tests.push((entry) => JSON.stringify(entry).toLowerCase().includes(anywhere));
  const found = tests.length === 0 ? all : all.filter((entry) => tests.every((test) => test(entry)));
  const limit = Number(text('limit') ?? 0);
  return limit > 0 ? found.slice(-limit) : found;
}

/** One record per line. */
export const jsonLines = (entries: readonly Received[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
