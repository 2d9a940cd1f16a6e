import { nearestOf } from '../../core/catalogue/did-you-mean.js';
import type { KeyWarning } from '../../core/envelope.js';
import { FLAT_ALIASES, LEAD_FIELDS, LEAD_GROUPS, leafOf } from '../../core/lead/fields.js';
import { TRACKING_NAMES } from '../schemas/tracking-schema.js';

type Keys = Readonly<Record<string, unknown>>;

/** More than two letters apart is another word. */
const FARTHEST = 2;
/** A longer key is nobody's slip of the pen. */
const LONGEST = 64;
/** Objects of the caller's own are looked at as deep as a lead is. */
const DEEPEST = 3;
const MAX_WARNINGS = 20;

/** A place in a body: its path, and the keys that are known there. */
interface Place {
  readonly at: readonly string[];
  readonly keys: unknown;
  readonly known: readonly string[];
  /** What is known in the body itself. */
  readonly request: readonly string[];
}

const LEAVES = new Map<string, string>(LEAD_FIELDS.map(({ path }) => [leafOf(path), path]));
const ALIASES = Object.keys(FLAT_ALIASES);
const FLAT = [...LEAVES.keys(), ...ALIASES];
const FIELDS = [...LEAVES, ...Object.entries(FLAT_ALIASES)];

/** A key without what forms and frameworks write differently: case, and the signs between its words. */
const lettersOf = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Where a field belongs, by the letters of its name or of its path: `firstName`, `lead__personal__email`, `lead[email]`. */
const SPELLED = new Map<string, string>([
  ...TRACKING_NAMES.flatMap((name) =>
    ['', 'tracking'].map((before): [string, string] => [lettersOf(before + name), `tracking.${name}`]),
  ),
  ...FIELDS.flatMap(([name, path]) =>
    ['', 'lead', path.replace(/\..*/, ''), `lead${path.replace(/\..*/, '')}`].map(
      (before): [string, string] => [lettersOf(before + name), `lead.${path}`],
    ),
  ),
]);

/** The same for objects: a whole group, or the lead itself. */
const SPELLED_OBJECTS = new Map<string, string>([
  ['lead', 'lead'],
  ['tracking', 'tracking'],
  ...LEAD_GROUPS.flatMap((group): [string, string][] => [
    [group, `lead.${group}`],
    [`lead${group}`, `lead.${group}`],
  ]),
]);

/** Short names of what decides whether a lead is sold, by their letters. */
const SHORT = new Map<string, string>([
  ...['consent', 'tcpa'].map((name): [string, string] => [name, 'tcpa_consent']),
  ...['test', 'istest', 'testlead', 'istestlead', 'testmode'].map((name): [string, string] => [
    name,
    'svc_is_test_lead',
  ]),
]);

/** The key of the body itself that a key names, in whatever place and spelling: `svcIsTestLead`, `lead.tcpa_consent`. */
function requestKey(key: string, { request }: Place): string | undefined {
  const letters = lettersOf(key);
  const short = SHORT.get(letters);
  return request.find((name) => name === short || lettersOf(name) === letters);
}

const isObject = (value: unknown): value is Keys =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The keys of a body that no rule reads, and that are nearly a key that one does, or a key of the body, a lead or tracking
 * field, a whole group, or the lead itself in another place or spelling. `known` are the keys of the body itself, with the questions of its offer.
 */
export function similarKeys(body: Keys, known: readonly string[]): KeyWarning[] {
  const whole = { at: [], keys: body, known, request: known };
  if (!known.includes('lead'))
    return unknownIn(whole)
      .flatMap(([key]) => {
        const near = here(key, whole);
        return near.length > 0 ? near : warning(whole, key, requestKey(key, whole));
      })
      .slice(0, MAX_WARNINGS);
  const { lead, tracking } = body;
  const ofGroups = LEAD_GROUPS.map((group): Place => {
    const leaves = [...LEAVES].flatMap(([leaf, path]) => (path === `${group}.${leaf}` ? [leaf] : []));
    return {
      at: ['lead', group],
      keys: isObject(lead) ? lead[group] : undefined,
      known: leaves,
      request: known,
    };
  });
  const places: Place[] = [
    whole,
    { at: ['lead'], keys: lead, known: [...LEAD_GROUPS, ...FLAT], request: known },
    ...ofGroups,
    { at: ['tracking'], keys: tracking, known: TRACKING_NAMES, request: known },
  ];
  return places.flatMap(warningsAt).slice(0, MAX_WARNINGS);
}

const unknownIn = ({ keys, known }: Place): [string, unknown][] =>
  isObject(keys) ? Object.entries(keys).filter(([key]) => key.length <= LONGEST && !known.includes(key)) : [];

function warningsAt(place: Place): KeyWarning[] {
  return unknownIn(place).flatMap(([key, value]) => {
    const near = here(key, place);
    if (near.length > 0) return near;
    return isObject(value) ? inObject(key, value, place) : warning(place, key, fieldMeant(key, place));
  });
}

/** A key that is nearly one that is known in its place. */
function here(key: string, place: Place): KeyWarning[] {
  const near = nearestOf(key, place.known, FARTHEST);
  return warning(place, key, near && [...place.at, near].join('.'));
}

/** An object that the service does not know: fields inside it that belong elsewhere, or the object as a whole. */
function inObject(key: string, keys: Keys, { at, request }: Place): KeyWarning[] {
  const inside = at.length < DEEPEST ? warningsAt({ at: [...at, key], keys, known: [], request }) : [];
  const whole = SPELLED_OBJECTS.get(lettersOf(key));
  return whole !== undefined && inside.length > 0 ? warning({ at }, key, whole) : inside;
}

/** The path of the field that a key names. Tracking may have short names of its own. */
function fieldMeant(key: string, place: Place): string | undefined {
  const { at, known } = place;
  const isTracking = at[0] === 'tracking';
  if (isTracking && ALIASES.includes(key)) return undefined;
  const spelled = SPELLED.get(lettersOf(key)) ?? requestKey(key, place);
  if (spelled !== undefined || isTracking || known.length === 0) return spelled;
  // In another place a short word has too many neighbors.
  const leaf = nearestOf(key, [...LEAVES.keys()], Math.min(FARTHEST, Math.floor(key.length / 3)));
  return leaf && `lead.${LEAVES.get(leaf) ?? leaf}`;
}

function warning({ at }: Pick<Place, 'at'>, key: string, did_you_mean: string | undefined): KeyWarning[] {
  const field = [...at, key].join('.');
  // A key with dots in it is refused, and looks like the path.
  if (did_you_mean === undefined || did_you_mean === field) return [];
  const message = `${field} is not a field of this request, so nothing reads it; did you mean ${did_you_mean}?`;
  return [{ field, did_you_mean, message }];
}
