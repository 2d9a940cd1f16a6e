import { nearestOf } from '../../core/catalogue/did-you-mean.js';
import type { KeyWarning } from '../../core/envelope.js';
import { FLAT_ALIASES, LEAD_FIELDS, LEAD_GROUPS, leafOf } from '../../core/lead/fields.js';
import { TRACKING_NAMES } from '../schemas/tracking-schema.js';

type Keys = Readonly<Record<string, unknown>>;

/** More than two letters apart is another word. */
const FARTHEST = 2;
const MAX_WARNINGS = 20;

/** A place in a body: its path, and the keys that are known there. */
interface Place {
  readonly at: readonly string[];
  readonly keys: unknown;
  readonly known: readonly string[];
}

const LEAVES = new Map<string, string>(LEAD_FIELDS.map(({ path }) => [leafOf(path), path]));
const FLAT = [...LEAVES.keys(), ...Object.keys(FLAT_ALIASES)];

const isObject = (value: unknown): value is Keys =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The keys of a body that no rule reads, and that are nearly a key that one does, or a lead field in another place.
 * `known` are the keys of the body itself, with the questions of its offer.
 */
export function nearKeys(body: Keys, known: readonly string[]): KeyWarning[] {
  const { lead, tracking } = body;
  const ofGroups = LEAD_GROUPS.map((group): Place => {
    const leaves = [...LEAVES].flatMap(([leaf, path]) => (path === `${group}.${leaf}` ? [leaf] : []));
    return { at: ['lead', group], keys: isObject(lead) ? lead[group] : undefined, known: leaves };
  });
  const places: Place[] = [
    { at: [], keys: body, known },
    { at: ['lead'], keys: lead, known: [...LEAD_GROUPS, ...FLAT] },
    ...ofGroups,
    { at: ['tracking'], keys: tracking, known: TRACKING_NAMES },
  ];
  return places.flatMap(warningsAt).slice(0, MAX_WARNINGS);
}

function warningsAt({ at, keys, known }: Place): KeyWarning[] {
  if (!isObject(keys)) return [];
  return Object.keys(keys)
    .filter((key) => !known.includes(key))
    .flatMap((key) => {
      const meant = nearest(key, at, known) ?? (isObject(keys[key]) ? undefined : aliasElsewhere(key, at));
      const field = [...at, key].join('.');
      const message = `${field} is not a field of this request, so nothing reads it; did you mean ${meant ?? ''}?`;
      return meant === undefined ? [] : [{ field, did_you_mean: meant, message }];
    });
}

/** The path of the lead field that a short name like `zip` stands for, which is read right below `lead` alone. */
function aliasElsewhere(key: string, at: readonly string[]): string | undefined {
  const alias = at[0] === 'tracking' ? undefined : nearestOf(key, Object.keys(FLAT_ALIASES), 0);
  return alias === undefined ? undefined : `lead.${FLAT_ALIASES[alias] ?? alias}`;
}

/** The path of the key that was meant. A lead field may also stand in another place than it should. */
function nearest(key: string, at: readonly string[], known: readonly string[]): string | undefined {
  const here = nearestOf(key, known, FARTHEST);
  if (here !== undefined) return [...at, here].join('.');
  if (at[0] === 'tracking' || (at.length === 0 && !known.includes('lead'))) return undefined;
  const leaf = nearestOf(key, [...LEAVES.keys()], FARTHEST);
  return leaf === undefined ? undefined : `lead.${LEAVES.get(leaf) ?? leaf}`;
}
