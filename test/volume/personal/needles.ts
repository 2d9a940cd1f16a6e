import { createHash } from 'node:crypto';
import { emailSpellings } from '../../../src/core/lead/email.js';
import { normalize, type PartKind } from '../../../src/core/lead/identity.js';
import { MARK, WORD_LENGTH, type Truth } from './truth.js';

/** What somebody sent: whose it is, and what. */
export interface Needle {
  readonly n: number;
  readonly what: string;
}

/** Everything that is looked for, by the forms that a text is searched for. */
export interface Needles {
  readonly words: ReadonlyMap<string, Needle>;
  readonly phones: ReadonlyMap<string, Needle>;
  readonly addresses: ReadonlyMap<string, Needle>;
  readonly dates: ReadonlySet<string>;
  readonly zips: ReadonlySet<string>;
  /** Of every form of a value: the first bytes of its plain hashes, as hex. */
  readonly hashes: ReadonlyMap<string, Needle & { readonly by: string }>;
  /** Looked for as they are: values of secrets. */
  readonly texts: ReadonlyMap<string, Needle>;
  readonly values: number;
}

const ALGORITHMS = ['md5', 'sha1', 'sha256'] as const;
/** By chance, one of 10^8 looked at begins like one of 10^6 once in 10^5 searches. */
export const HASH_HEX = 16;
const KINDS: Readonly<Record<string, PartKind>> = {
  ...{ email: 'email', phone: 'phone', first_name: 'name', last_name: 'name' },
  ...{ address_line_1: 'street', zip_code: 'zip', date_of_birth: 'dob' },
};

/** Every way in which somebody would write a value before hashing it. */
function formsOf(what: string, value: string): Set<string> {
  const digits = value.replace(/\D/g, '');
  const kind = KINDS[what];
  const lower = value.toLowerCase();
  return new Set(
    [
      ...[value, value.trim(), lower, value.toUpperCase(), value.normalize('NFKC').toLowerCase()],
      ...[
        lower.replace(/\s+/g, ''),
        lower.replace(/[^\p{L}\p{N}]/gu, ''),
        `"${value}"`,
        encodeURIComponent(value),
      ],
      kind === undefined ? undefined : normalize(kind, value),
      ...(what === 'email' ? [...emailSpellings(value), lower.split('@')[0], lower.split('@')[1]] : []),
      ...(what === 'phone'
        ? [`1${digits}`, `+1${digits}`, `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`]
        : []),
    ].filter((form): form is string => form !== undefined && form !== ''),
  );
}

/** Values that others share tell nobody by their hash. */
const SHARED = new Set(['zip_code', 'date_of_birth']);

/** Whose a secret is. */
const NOBODY = -3;

/** `bodies`: whole calls, of which a hash would tell a repeat. `secrets`: their values, by name. */
export function needlesOf(
  truths: readonly Truth[],
  bodies: ReadonlyMap<string, number> = new Map(),
  secrets: ReadonlyMap<string, string> = new Map(),
): Needles {
  const [words, phones, addresses] = [
    new Map<string, Needle>(),
    new Map<string, Needle>(),
    new Map<string, Needle>(),
  ];
  const [dates, zips] = [new Set<string>(), new Set<string>()];
  const hashes = new Map<string, Needle & { by: string }>();
  let values = 0;
  const hashed = (text: string, needle: Needle): void => {
    for (const by of ALGORITHMS)
      hashes.set(createHash(by).update(text, 'utf8').digest('hex').slice(0, HASH_HEX), { ...needle, by });
  };
  for (const { n, values: personal, labels } of truths) {
    for (const [what, value] of [...personal, ...labels]) {
      const needle = { n, what };
      values += 1;
      for (const at of placesOf(value.toLowerCase(), MARK))
        words.set(value.toLowerCase().slice(at, at + WORD_LENGTH), needle);
      if (what === 'phone') phones.set(value, needle);
      if (what === 'ip_address') addresses.set(value, needle);
      if (what === 'date_of_birth') dates.add(value);
      if (what === 'zip_code') zips.add(value);
      if (SHARED.has(what)) continue;
      for (const form of formsOf(what, value)) hashed(form, needle);
    }
    const get = (what: string): string => normalize(KINDS[what] ?? 'name', personal.get(what) ?? '') ?? '';
    const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
    const joined = (...parts: string[]): string => parts.map((part) => sha(get(part))).join(':');
    hashed(joined('first_name', 'last_name', 'address_line_1'), { n, what: 'name_address' });
    hashed(joined('first_name', 'last_name', 'date_of_birth', 'zip_code'), { n, what: 'name_dob_zip' });
  }
  for (const [body, n] of bodies) hashed(body, { n, what: 'whole call' });
  const texts = new Map([...secrets].map(([what, value]) => [value, { n: NOBODY, what }]));
  return { words, phones, addresses, dates, zips, hashes, texts, values: values + texts.size };
}

export function* placesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) yield at;
}
