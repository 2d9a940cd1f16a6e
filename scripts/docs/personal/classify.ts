import { BUSINESS } from './business-data-classes.js';
import { under, type DataClass, type StoredData } from './data-class.js';
import { BOUND_KEYS, CLAIMS, EARLIER_RESULTS, LEADS, SEARCHES } from './lead-data-classes.js';
import { SUPPRESSIONS } from './suppression-data-classes.js';
import { EVIDENCE } from './evidence-data-classes.js';
import { NOT_PERSONAL } from './not-personal.js';
import { STAFF_DATA } from './staff-data-classes.js';

/** What is stored of persons in MongoDB, by collection. docs/reference/personal-data.md is made from it. */
export const INVENTORY: readonly StoredData[] = [
  LEADS,
  SEARCHES,
  EARLIER_RESULTS,
  CLAIMS,
  BOUND_KEYS,
  ...SUPPRESSIONS,
  ...BUSINESS,
  ...EVIDENCE,
  ...STAFF_DATA,
];

export const COLLECTIONS: readonly string[] = [
  ...new Set([...INVENTORY.map(({ collection }) => collection), ...Object.keys(NOT_PERSONAL)]),
];

interface Classified {
  readonly class: DataClass;
  readonly paths: readonly string[];
}

/** All that is stored in a collection. */
export const rowsOf = (collection: string): readonly Classified[] => [
  ...(INVENTORY.find((stored) => stored.collection === collection)?.rows ?? []),
  { class: 'none', paths: pathsOf(NOT_PERSONAL[collection] ?? '') },
];

/** The class of a stored path (without the places of arrays). Undefined: nobody has classified it. */
export function classOf(collection: string, path: string): DataClass | undefined {
  const found = rowsOf(collection).flatMap(({ class: one, paths }) =>
    paths.filter((pattern) => fits(pattern, path)).map((pattern) => ({ class: one, pattern })),
  );
  return found.sort((a, b) => exactness(b.pattern) - exactness(a.pattern))[0]?.class;
}

const pathsOf = (text: string): string[] =>
  text.split(/\s+(?![^(]*\))/).flatMap((one) => {
    const [, group, names] = /^(.+)\.\(([^)]*)\)$/.exec(one) ?? [];
    return group === undefined || names === undefined ? one || [] : under(group, names);
  });

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('.');
  const parts = path.split('.');
  if (wanted.at(-1) === '**') {
    const group = wanted.slice(0, -1);
    return parts.length >= group.length && group.every((name, at) => name === '*' || name === parts[at]);
  }
  return wanted.length === parts.length && wanted.every((name, at) => name === '*' || name === parts[at]);
}

/** More names are more exact, and a name is more exact than a star. */
function exactness(pattern: string): number {
  const parts = pattern.split('.');
  return parts.filter((part) => !part.includes('*')).length * 2 + (parts.at(-1) === '**' ? 0 : 1);
}
