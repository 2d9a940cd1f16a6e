export type KeyKind = 'usual' | 'test' | 'limited' | 'results only' | 'wrong' | 'none';

/** One call as it is generated: nothing of it depends on what was answered before, but for the names below. */
export interface FuzzRequest {
  readonly method: string;
  /** May hold `SEARCH:n`, `RESULT:n` and `LEAD:n`: the n-th id that was answered so far, whatever that is. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly key: KeyKind;
  /** The key's header. */
  readonly by: 'Authorization' | 'X-API-Key';
  /** As it is sent; text may hold the same names. Undefined: none. */
  readonly body: string | Buffer | undefined;
  /** What is written on a socket of its own instead of all that. */
  readonly raw?: string;
  /** Requests that are sent together, by a client with bad manners, instead of all that. */
  readonly rude?: Rude;
}

/** What a client does with its connections beside sending requests on them. */
export const MANNERS = [
  'pipelines',
  'pipelines and leaves',
  'crowds',
  'reads slowly',
  'writes slowly',
  'half-closes',
] as const;
export type Manner = (typeof MANNERS)[number];

export interface Rude {
  readonly manner: Manner;
  readonly requests: readonly FuzzRequest[];
}

/** Ids that the service has answered, to call it with. */
export interface Ids {
  readonly searches: string[];
  readonly results: { readonly search: string; readonly result: string }[];
  readonly leads: string[];
}

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const pick = <T>(from: readonly T[], n: string): T | undefined => from[Number(n) % Math.max(1, from.length)];

/** Puts ids in the place of their names. A result's search and itself have the same number. */
export const withIds = (text: string, { searches, results, leads }: Ids): string =>
  text
    .replaceAll(/SEARCH-OF:(\d+)/g, (_, n: string) => pick(results, n)?.search ?? UNKNOWN)
    .replaceAll(/RESULT:(\d+)/g, (_, n: string) => pick(results, n)?.result ?? UNKNOWN)
    .replaceAll(/SEARCH:(\d+)/g, (_, n: string) => pick(searches, n) ?? UNKNOWN)
    .replaceAll(/LEAD:(\d+)/g, (_, n: string) => pick(leads, n) ?? UNKNOWN);
