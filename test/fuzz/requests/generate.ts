import fc from 'fast-check';
import { PATHS } from '../../support/api.js';
import { BODIES } from './bodies.js';
import { HOSTILE_BODY, HOSTILE_HEADERS, HOSTILE_PATH, METHODS, RAW } from './hostile.js';
import { MANNERS, type FuzzRequest, type KeyKind } from './request.js';

const KEYS: readonly KeyKind[] = [
  ...Array.from({ length: 30 }, () => 'usual' as const),
  ...(['test', 'test', 'limited', 'results only', 'wrong', 'none'] as const),
];
const who = fc.record({
  key: fc.constantFrom(...KEYS),
  by: fc.constantFrom('Authorization', 'Authorization', 'X-API-Key'),
} as const);

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const idempotency = fc.nat(200).map((n) => (n < 40 ? [['Idempotency-Key', `key-${n}`] as const] : []));

const calls: fc.Arbitrary<FuzzRequest> = fc
  .oneof(
    ...BODIES.map(([path, body]) => ({
      weight: path === PATHS.leads ? 3 : 2,
      arbitrary: body.map((json) => ({ path, body: JSON.stringify(json) })),
    })),
  )
  .chain((call) =>
    fc
      .tuple(who, idempotency)
      .map(([by, headers]) => ({ ...call, ...by, method: 'POST', headers: [JSON_TYPE, ...headers] })),
  );

const id = fc.oneof(
  fc.nat(100_000).map((n) => `SEARCH:${n}`),
  fc.nat(100_000).map((n) => `LEAD:${n}`),
  fc.uuid(),
);
const reads: fc.Arbitrary<FuzzRequest> = fc
  .tuple(who, fc.constantFrom(PATHS.results, PATHS.leads), id, fc.constantFrom('GET', 'GET', 'GET', 'HEAD'))
  .map(([by, path, of, method]) => ({ ...by, method, path: `${path}/${of}`, headers: [], body: undefined }));

const hostile: fc.Arbitrary<FuzzRequest> = fc
  .record({
    call: calls,
    by: who,
    method: fc.option(fc.constantFrom(...METHODS), { nil: undefined }),
    path: fc.option(HOSTILE_PATH, { nil: undefined }),
    headers: HOSTILE_HEADERS,
    body: fc.option(HOSTILE_BODY, { nil: undefined }),
  })
  .map(({ call, by, method, path, headers, body }) => ({
    ...by,
    method: method ?? call.method,
    path: path ?? call.path,
    headers: [JSON_TYPE, ...headers],
    body: body ?? call.body,
  }));

const raw: fc.Arbitrary<FuzzRequest> = fc.tuple(fc.constantFrom(...RAW), fc.nat(4)).map(([text, cut]) => ({
  method: 'RAW',
  path: '',
  headers: [],
  key: 'none',
  by: 'Authorization',
  body: undefined,
  raw: cut === 0 ? text.slice(0, text.length / 2) : text,
}));

/** The bundle is a megabyte, more than a socket buffers: an answer that waits for its reader. */
const pages: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom('/docs/swagger-ui-bundle.js', '/openapi.json', '/docs/', '/readyz')
  .map((path) => ({
    ...{ method: 'GET', path, headers: [], key: 'none', by: 'Authorization', body: undefined },
  }));
const polite = fc.oneof(
  { weight: 2, arbitrary: calls },
  { weight: 3, arbitrary: reads },
  { weight: 2, arbitrary: pages },
);

const rude: fc.Arbitrary<FuzzRequest> = fc
  .record({
    manner: fc.constantFrom(...MANNERS),
    requests: fc.array(polite, { minLength: 2, maxLength: 30, size: 'max' }),
  })
  .map((sent) => ({
    ...{ method: 'RUDE', path: sent.manner, headers: [], key: 'none', by: 'Authorization', body: undefined },
    rude: sent,
  }));

const requests = fc.oneof(
  { weight: 69, arbitrary: calls },
  { weight: 15, arbitrary: reads },
  { weight: 14, arbitrary: hostile },
  { weight: 1, arbitrary: raw },
  { weight: 1, arbitrary: rude },
);

const BATCH = 250;

/** The requests of a seed, in order; made in batches, because all at once would be a gigabyte. */
export function* requestsOf(seed: number, count: number): Generator<FuzzRequest> {
  for (let made = 0; made < count; made += BATCH)
    yield* fc.sample(requests, { seed: seed + made, numRuns: Math.min(BATCH, count - made) });
}
