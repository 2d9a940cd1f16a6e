import fc from 'fast-check';
import type { Offer, Program, Question } from '../../../src/core/catalogue/types.js';
import { LEAD_FIELDS, leafOf, type LeadField } from '../../../src/core/lead/fields.js';

const PATHS: readonly LeadField[] = LEAD_FIELDS.map(({ path }) => path);
const PROGRAMS = ['bsn', 'msn', 'a.b', 'x|y'];
const PATTERNS = [
  undefined,
  '^[0-9]{7}$',
  '[A-Z]{2}',
  '^(a|b)$',
  '^ab|cd$',
  '\\d+-?\\d',
  '^.{2,5}$',
  '\\bok\\b',
];

const fields = fc.subarray([...PATHS], { maxLength: 4 });

const question = (name: string): fc.Arbitrary<Question> =>
  fc
    .record({
      type: fc.constantFrom('select', 'text', 'date', 'number', 'checkbox'),
      required: fc.boolean(),
      program_ids: fc.subarray(PROGRAMS, { maxLength: 2 }),
      pattern: fc.constantFrom(...PATTERNS),
    })
    .map(({ type, required, program_ids, pattern }) => ({
      ...{ name, type, required },
      ...(type === 'select' && {
        options: ['yes', 'no', '1-3', 'a.b', 'C++ (x)'].map((value) => ({ value, label: value })),
      }),
      ...(program_ids.length > 0 && { required_when: { program_ids } }),
      ...(type === 'text' && pattern !== undefined && { pattern }),
    }));

/** A direct offer with other requirements than the given one. */
export const offerLike = (offer: Offer): fc.Arbitrary<Offer> =>
  fc
    .record({
      consent_required: fc.boolean(),
      required_fields: fields,
      programs: fc.subarray(PROGRAMS).chain((values) =>
        fc.tuple(
          ...values.map((value) =>
            fields.map((required_fields): Program => ({
              value,
              label: value,
              eligibility: [],
              required_fields,
            })),
          ),
        ),
      ),
      questions: fc.tuple(question('visit'), question('note'), question('q3')),
    })
    .map((over) => ({ ...offer, eligibility: [], ...over }));

const JUNK = [null, '', ' ', 5, -1, true, false, {}, [], 'x', { a: 1 }];
const GOOD = [
  ...[
    'yes',
    ' yes ',
    'no',
    '1-3',
    'true',
    ' 12.5',
    '2026-02-28',
    '2026-02-30',
    '1234567',
    ' 1234567 ',
    'ab',
    'a',
    'AB1',
  ],
  ...[
    'bsn',
    ' msn',
    'x|y',
    'x',
    30,
    1999,
    'WI',
    'wi',
    'YES',
    '(608) 555-0123',
    '53703-1234',
    '19900228',
    53_703,
    '53703',
    'ann@example.com',
    '6085550123',
    'not_sure',
    'rn',
  ],
];
const value = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...JUNK) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...GOOD) },
);

const groups = ['personal', 'address', 'education', 'background', 'zip', 'dob'];
const place = fc.oneof(
  fc.constantFrom(...PATHS).map((path) => `lead.${path}`),
  fc.constantFrom(...PATHS).map((path) => `lead.${leafOf(path)}`),
  fc.constantFrom(...groups, 'other').map((key) => `lead.${key}`),
  fc.constantFrom('program_id', 'visit', 'note', 'q3', 'tcpa_consent', 'consent_cert_url', 'extra'),
  fc.constantFrom(
    'svc_is_test_lead',
    'svc_lead_id',
    'lead',
    'tracking',
    'tracking.ip_address',
    'tracking.subid',
    'fallbacks',
  ),
);

/** How a body differs from the sample: values set, and members removed. */
export const changes = fc.array(fc.tuple(place, fc.oneof(value, fc.constant(undefined))), { maxLength: 5 });

/** The body with the changes; where there is no object to change, nothing happens. */
export function changed(
  body: object,
  list: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  const copy = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  for (const [path, next] of list) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const at = keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], copy);
    if (typeof at !== 'object' || at === null || Array.isArray(at)) continue;
    if (next === undefined) Reflect.deleteProperty(at, last);
    else (at as Record<string, unknown>)[last] = next;
  }
  return copy;
}
