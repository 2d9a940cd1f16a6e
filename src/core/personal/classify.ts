import { BUSINESS } from './business-data-classes.js';
import type { DataClass, StoredData } from './data-class.js';
import { BOUND_KEYS, CLAIMS, EARLIER_RESULTS, LEADS, RESULT_TERMS, SEARCHES } from './lead-data-classes.js';
import { SUPPRESSIONS } from './suppression-data-classes.js';
import { EVIDENCE } from './evidence-data-classes.js';
import { STAFF_DATA } from './staff-data-classes.js';

/** What is stored in MongoDB, by collection. docs/reference/personal-data.md is made from it. */
export const INVENTORY: readonly StoredData[] = [
  LEADS,
  SEARCHES,
  EARLIER_RESULTS,
  RESULT_TERMS,
  CLAIMS,
  BOUND_KEYS,
  ...SUPPRESSIONS,
  ...BUSINESS,
  ...EVIDENCE,
  ...STAFF_DATA,
];

/** The class of a stored path (without the places of arrays). Undefined: nobody has classified it. */
export function classOf(collection: string, path: string): DataClass | undefined {
  const rows = INVENTORY.find((stored) => stored.collection === collection)?.rows ?? [];
  const found = rows.flatMap(({ class: one, paths }) =>
    paths.filter((pattern) => fits(pattern, path)).map((pattern) => ({ class: one, pattern })),
  );
  return found.sort((a, b) => exactness(b.pattern) - exactness(a.pattern))[0]?.class;
}

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
