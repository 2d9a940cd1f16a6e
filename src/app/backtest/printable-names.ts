import { TRACKING_TEXTS } from '../../core/lead/tracking-keys.js';
import type { Endpoint } from '../../core/catalogue/types.js';
import type { RequestReader } from '../ports/request-writer.js';

/** How the keys of two requests are printed. */
export interface PrintableNames {
  /** The key itself if it can't be a value of a lead. Otherwise a name with `*` in place of what may be one. */
  ofKey(key: string): string;
  /** A path whose keys are printable already: with `[*]` in place of an index that may be a value of a lead. */
  ofPath(path: string): string;
}

interface Mapping {
  readonly mapping: Pick<Endpoint, 'body'>;
  readonly input: object;
}

/**
 * Only the literal keys of the mappings and the keys of our own format are printed. The words of other literals are not:
 * the author of a mapping could list all values there and make keys of the data, to see which one is printed.
 */
export function printableNames(
  all: readonly Mapping[],
  { withExactNumbers }: Pick<RequestReader, 'withExactNumbers'>,
): PrintableNames {
  const literals = all.map(({ mapping }) => withExactNumbers(mapping.body ?? '""'));
  const longest = Math.max(...literals.map(({ longestList }) => longestList));
  const names = new Set([
    '#text',
    ...all.flatMap(({ input }) => ownKeys(input)),
    ...literals.flatMap(({ keys }) => keys.flatMap((key) => [key, withoutPrefix(key)])),
  ]);
  return {
    ofKey: (key) => (names.has(key) ? key : ofParts(key, names)),
    ofPath: (path) =>
      path
        .replaceAll('.[', '[')
        .replace(/\[(\d+)\]/g, (index, digits: string) => (Number(digits) < longest ? index : '[*]')),
  };
}

/** XML is read without the prefixes of its namespaces. */
const withoutPrefix = (key: string): string => key.replace(/^(@?)[^:]+:/, '$1');

/**
 * A key of a form with brackets consists of several names and indexes. Nobody can tell an index from a number that the
 * mapping made of the data.
 */
function ofParts(key: string, names: ReadonlySet<string>): string {
  const [, first = '', brackets] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(key) ?? [];
  if (brackets === undefined || !names.has(first)) return '*';
  return first + brackets.replace(/\[([^[\]]+)\]/g, (part, name: string) => (names.has(name) ? part : '[*]'));
}

/** Our own format's keys of an input. What else an affiliate sent in `tracking` has keys of the affiliate's making. */
const ownKeys = (input: object): string[] => [
  ...Object.entries(input).flatMap(([key, member]) => [key, ...(key === 'tracking' ? [] : keysOf(member))]),
  ...['ip_address', ...TRACKING_TEXTS],
];

function keysOf(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(keysOf);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, member]) => [key, ...keysOf(member)]);
}
