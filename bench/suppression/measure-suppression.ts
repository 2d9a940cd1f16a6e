import { randomBytes } from 'node:crypto';
import { createConnection } from 'mongoose';
import { FINGERPRINT_BYTES } from '../../src/core/suppression/filter.js';
import { suppressionId, type Suppression } from '../../src/core/suppression/suppression.js';
import { createSuppressionCache } from '../../src/platform/mongo/suppressions/suppression-cache.js';
import { createSuppressionLog } from '../../src/platform/mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../../src/platform/mongo/suppressions/suppression-store.js';
import { openPlace } from '../workspace.js';

const SIZES = [1_000, 10_000_000];
const PIECE = 65_536;

/** A lead has about this many keyed hashes. */
const KEYS_OF_A_LEAD = 4;
const LOOKS = 50_000;
const HITS = 500;
const PARTIES = { affiliate_id: 'a', buyer_ids: ['b'] };

interface Measured {
  readonly entries: number;
  /** To read the log and fill the filter, as a process does when it starts. */
  readonly load_ms: number;
  /** One look for a person who is not on the list. */
  readonly look_us: number;
  /** Of these people, how many cost a command all the same, in a million. */
  readonly false_in_million: number;
  /** One look for a person who is on the list: one command. */
  readonly hit_us: number;
}

/** Times the check of the suppression list with few and with many entries. */
export async function measureSuppression(say: (line: string) => void): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const entries of SIZES) {
    say(`${entries} entries`);
    measured.push(await measure(entries));
  }
  return measured;
}

async function measure(entries: number): Promise<Measured> {
  const place = await openPlace(process.env);
  const connection = await createConnection(place.mongoUrl).asPromise();
  try {
    const log = createSuppressionLog(connection);
    const store = createSuppressionStore(connection, log);
    const listed = Array.from({ length: HITS }, (): string => randomBytes(32).toString('hex'));
    await store.put(listed.map(entryOf));
    for (let left = entries - HITS; left > 0; left -= PIECE)
      await log.append([randomBytes(FINGERPRINT_BYTES * Math.min(left, PIECE))]);
    const cache = createSuppressionCache(log, store, { refreshMs: 2_000, clock: () => new Date() });
    const load_ms = await timed(() => cache.load());
    const people = Array.from({ length: LOOKS }, () =>
      Array.from({ length: KEYS_OF_A_LEAD }, () => randomBytes(32).toString('hex')),
    );
    const look = await timed(async () => {
      for (const keys of people) await cache.find(keys, PARTIES);
    });
    const falsely = people.filter((keys) => keys.some((key) => cache.maybe(key))).length;
    const hit = await timed(async () => {
      for (const key of listed) await cache.find([key], PARTIES);
    });
    return {
      ...{ entries, load_ms: Math.round(load_ms), look_us: (look / LOOKS) * 1_000 },
      ...{ false_in_million: (falsely / LOOKS) * 1e6, hit_us: (hit / HITS) * 1_000 },
    };
  } finally {
    await connection.close();
    await place.clear();
  }
}

const entryOf = (key: string): Suppression => ({
  ...{ id: suppressionId(key, { of: 'all' }), kind: 'email', scope: { of: 'all' } },
  ...{ reason: 'Benchmark', source: 'bench', added_at: new Date(), added_by: 'bench' },
});

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** One line for each size. */
export const tableOfSuppression = (all: readonly Measured[]): string =>
  all
    .map(
      ({ entries, load_ms, look_us, false_in_million, hit_us }) =>
        `${entries} entries: load ${load_ms} ms, not on the list ${look_us.toFixed(1)} µs ` +
        `(${Math.round(false_in_million)} in a million cost a command), on the list ${hit_us.toFixed(0)} µs`,
    )
    .join('\n');
