import { MissingDataKeyError } from '../../../app/outage.js';
import { SUBID_FIELDS } from '../../../core/money/entry.js';
import { kidOrUnnamed, type DataKeys } from '../../secrets/data-keys.js';

/** What a record seals: the members that name or reach a person, and those that an affiliate fills as it likes. */
export const SEALED = {
  leads: ['lead', 'tracking', 'extra', 'answers', 'consent', 'fallbacks'],
  searches: ['lead', 'tracking', 'extra', 'consent'],
  exchanges: [],
} as const;
export type SealedCollection = keyof typeof SEALED;
type Loose = Readonly<Record<string, unknown>>;

/** The stored members that hold the person. */
export interface SealedMembers {
  /** A compact JWE of the members in `SEALED`. Absent: the person was removed. */
  readonly sealed?: string;
  /** The name of the key. */
  readonly sealed_by?: string;
}

/** What a record whose person was removed has in clear, and a sealed one has not: the `$unset` where it gets a person again. */
export const NO_LONGER_CLEAR = { extra: 1, answers: 1, consent: 1 } as const;

/**
 * The members of a document with the person sealed. What reports, lists and statements need stays in clear, under the
 * same paths.
 */
export function sealPerson<Row extends object>(keys: DataKeys | undefined, row: Row): Row {
  if (!keys) throw new Error('a process without DATA_KEYS stores no person');
  const { lead, tracking, extra, answers, consent, fallbacks, ...rest } = row as Loose;
  const person = { lead, tracking, extra, answers, consent, fallbacks };
  return {
    ...rest,
    ...clearOf({ lead, tracking, fallbacks }),
    sealed: keys.seal(JSON.stringify(person)),
    sealed_by: keys.current,
  } as unknown as Row;
}

/** What stays in clear: the state, the subids, and which offers are tried next. */
export function clearOf({ lead, tracking, fallbacks }: Loose): object {
  const { state } = groupOf(groupOf(lead)['address']);
  const subids = SUBID_FIELDS.flatMap((name) => {
    const value = groupOf(tracking)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    lead: state === undefined ? {} : { address: { state } },
    tracking: Object.fromEntries(subids),
    ...(Array.isArray(fallbacks)
      ? { fallbacks: (fallbacks as Loose[]).map(({ lead_id, offer_id }) => ({ lead_id, offer_id })) }
      : {}),
  };
}

const groupOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {};

/**
 * The record with its person, which is opened when it is first looked at. `strict`: looking at it throws an
 * OutageError if no key has the name that it was sealed under, so the record waits for the key. `shown`: its clear
 * part is shown then, and `lacks_key` names the key.
 */
export function withPerson<Row extends object>(
  keys: DataKeys | undefined,
  record: Row,
  { sealed, of, how }: { readonly sealed: string; readonly of: SealedCollection; readonly how: Opening },
): Row {
  const row = record as Loose;
  const names = SEALED[of].filter((name) => name !== 'fallbacks' || name in row);
  const clear = Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
  let person: Loose | undefined;
  const open = (): Loose => (person ??= openPerson(keys, sealed) ?? unopened(clear, sealed, how));
  Object.defineProperty(record, OPEN, { value: open });
  for (const name of names)
    Object.defineProperty(record, name, { configurable: true, enumerable: true, get: GETTERS[name] });
  if (how !== 'shown') return record;
  const kid = kidOrUnnamed(sealed);
  return keys?.kids.has(kid) ? record : Object.assign(record, { lacks_key: kid });
}
export type Opening = 'strict' | 'shown';

/** Where a record keeps the function that opens its person. */
const OPEN = Symbol('open');
interface Openable {
  readonly [OPEN]: () => Loose;
}

/**
 * The same functions for all records: V8 puts a getter into its old generation at once. One of the record's own kept the
 * record until the next full collection.
 */
const GETTERS = Object.fromEntries(
  [...SEALED.leads, ...SEALED.searches].map((name) => [
    name,
    function (this: Openable): unknown {
      return this[OPEN]()[name];
    },
  ]),
) as Readonly<Record<(typeof SEALED)[keyof typeof SEALED][number], () => unknown>>;

function unopened(clear: Loose, sealed: string, how: Opening): Loose {
  if (how === 'shown') return { ...NOTHING, ...clear };
  throw new MissingDataKeyError(kidOrUnnamed(sealed));
}

const NOTHING = { lead: {}, tracking: {}, extra: {}, answers: {}, consent: {} };

/** The sealed members. Undefined: there is no key of this name. Throws if somebody changed them. */
export function openPerson(keys: DataKeys | undefined, sealed: string): Loose | undefined {
  const text = keys?.open(sealed);
  if (text === undefined) return undefined;
  const person = JSON.parse(text) as Loose;
  const { consent, fallbacks } = person;
  return {
    ...person,
    ...(consent === undefined ? {} : { consent: withTime(consent) }),
    ...(Array.isArray(fallbacks) ? { fallbacks: (fallbacks as Loose[]).map(withConsentTime) } : {}),
  };
}

/** JSON has no dates. */
function withTime(consent: unknown): unknown {
  const { at, ...rest } = groupOf(consent);
  return typeof at === 'string' ? { ...rest, at: new Date(at) } : consent;
}

const withConsentTime = (fallback: Loose): Loose => ({ ...fallback, consent: withTime(fallback['consent']) });
