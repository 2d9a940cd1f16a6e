import { expect } from 'chai';
import fc from 'fast-check';
import { ApiFault } from '../../../src/http/api-fault.js';
import { shapeFault } from '../../../src/http/read-body.js';
import { BEYOND_SCHEMA } from '../../../src/core/posting-spec/beyond-schema.js';
import { usableParts } from '../../../src/app/duplicates/pre-check.js';
import { withoutShadowed } from '../../../src/core/lead/lead-data.js';
import { ROUTES } from '../../../src/api/routes.js';
import { document, faultsOf, validatorAt } from '../../support/api-document.js';
import { arbitraryOf } from '../../support/arbitrary-of.js';
import { mutated } from '../../support/mutations.js';
import { directBody, resultBody, searchBody } from '../../support/api.js';

type Body = Record<string, unknown>;

const TODAY = '2026-09-28';
const NOW = new Date(`${TODAY}T12:00:00Z`);
const RUNS = 1_000;

interface Refusal {
  /** The field at fault as it was sent, trimmed. */
  readonly value: string;
  readonly field: string;
  readonly message: string;
}

/** What the service alone refuses, by the rules of the document's own list (`BEYOND_SCHEMA`). */
const BEYOND: readonly (readonly [rule: string, holds: (refusal: Refusal) => boolean])[] = [
  [
    'a public address',
    ({ field, value }) => field === 'tracking.ip_address' && /^[0-9A-Fa-f:.]+$/.test(value),
  ],
  [
    'a date that is not in the future',
    ({ field, value }) =>
      /(date_of_birth|dob)$/.test(field) && /^20\d{2}-\d{2}-\d{2}$/.test(value) && value > TODAY,
  ],
  [
    'at most 254 characters',
    ({ field, value }) => /email$/.test(field) && (value.length > 254 || /[^\x20-\x7e]/.test(value)),
  ],
  ['keys that can be stored', ({ message }) => message.includes('keys do not start with $')],
  ['text without NUL', ({ message }) => message.includes('without NUL characters')],
  ['text without unpaired surrogates', ({ message }) => message.includes('without unpaired surrogates')],
  ['at most 8 levels', ({ message }) => message.includes('levels of nesting')],
  ['at most 500 keys', ({ message }) => message.includes('500 keys')],
];

const BODIES = ROUTES.flatMap(({ path, method, input: { body } }) =>
  body ? [{ path, method, ...body }] : [],
);

function refusalOf(body: Body, check: (raw: Body, now: Date) => unknown): Refusal | undefined {
  const shape = shapeFault(body);
  if (shape !== undefined) return { value: '', field: '', message: shape };
  try {
    const read = check(body, NOW) as Body;
    const isPreCheck = !('svc_campaign_id' in read);
    if (!isPreCheck || Object.keys(usableParts(read)).length > 0) return undefined;
    return { value: '', field: '', message: 'no usable field' };
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    const field = error.members.field ?? '';
    return { field, value: textAt(body, field), message: error.words.message };
  }
}

/** The schemas describe bodies without flat keys that nothing looks at. */
const asLookedAt = (body: Body): Body =>
  'lead' in body ? { ...body, lead: withoutShadowed(body['lead']) } : body;

const textAt = (body: unknown, field: string): string => {
  const found = field
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Body)[key] : undefined),
      body,
    );
  return typeof found === 'string' ? found.trim() : '';
};

const VALID: Readonly<Record<string, readonly Body[]>> = {
  SearchRequest: [searchBody(), searchBody({ lead: { email: 'a@example.com', zip: '53703', age: 30 } })],
  ResultSubmit: [resultBody('0b6f0a5e-5b1c-4f0e-9d5a-2f8f6d1c7a10', 'r', { lead: { dob: '1990-02-28' } })],
  DirectSubmit: [directBody({ svc_lead_id: null, tcpa_consent: 'yes' })],
  DupeCheckRequest: [
    { email: 'a@example.com', hashed: {} },
    {},
    { hashed: { zip: 'x' }, zip: 5 },
    { dob: '02/28/1990' },
  ],
};

for (const { path, method, forms, check } of BODIES)
  describe(`api: what ${method} ${path} accepts is what the document accepts`, () => {
    const validate = validatorAt(
      'paths',
      path,
      method.toLowerCase(),
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    const schemas = (document['components']?.['schemas'] ?? {}) as Record<string, unknown>;
    const generated = Object.keys(forms).flatMap((name) => [
      arbitraryOf(schemas[name] as Body),
      mutated(arbitraryOf(schemas[name] as Body)),
      mutated(fc.constantFrom(...(VALID[name] as never[]))),
    ]);

    it(`${RUNS} bodies, seeded`, () => {
      const seen = { both: 0, neither: 0, joi: new Map<string, number>() };
      fc.assert(
        fc.property(fc.oneof(...generated), (json) => {
          const body = JSON.parse(JSON.stringify(json)) as Body;
          const refusal = refusalOf(body, check);
          const faults = faultsOf(validate, asLookedAt(body));
          if (!refusal) {
            expect(faults, 'the document accepts all that joi accepts').to.deep.equal([]);
            seen.both += 1;
          } else if (faults.length > 0) seen.neither += 1;
          else {
            const rule = BEYOND.find(([, holds]) => holds(refusal))?.[0];
            if (rule === undefined) throw new Error(`joi alone: ${JSON.stringify(refusal)}`);
            seen.joi.set(rule, (seen.joi.get(rule) ?? 0) + 1);
          }
        }),
        { numRuns: RUNS, seed: 20_260_928 },
      );
      // Neither side may win by what was generated.
      expect(seen.both, 'accepted by both').to.be.above(RUNS / 20);
      expect(seen.neither, 'refused by both').to.be.above(RUNS / 20);
    });
  });

describe('api: what no schema can hold', () => {
  it('is in the list of the document, rule by rule', () => {
    const told = BEYOND_SCHEMA.map(({ rule }): string => rule);
    for (const [rule] of BEYOND)
      expect(
        told.some((each) => each.startsWith(rule)),
        rule,
      ).to.equal(true);
    const text = (document['info'] as unknown as { description: string }).description;
    for (const rule of told) expect(text).to.include(`| ${rule} |`);
  });

  it('flat keys and the pre-check are held by the schema', () => {
    const refused = (name: string, body: Body): boolean =>
      faultsOf(validatorAt('components', 'schemas', name), body).length > 0;
    const lead = { lead: { has_internet_access: 5 } };
    expect(refused('DupeCheckRequest', {})).to.equal(true);
    expect(refused('DupeCheckRequest', { email: 'no address', gender: 'male' })).to.equal(true);
    for (const dob of ['1990-02-28', ' 1850-12-31 ', '02/28/1990', '02/29/2000', '12/31/2150'])
      expect([dob, refused('DupeCheckRequest', { dob })]).to.deep.equal([dob, false]);
    for (const dob of ['1990-02-30', '28/02/1990', '2/28/1990', '02/29/1900', '02-28-1990'])
      expect([dob, refused('DupeCheckRequest', { dob })]).to.deep.equal([dob, true]);
    expect(refused('DupeCheckRequest', { phone: '６０８5550123' })).to.equal(false);
    expect(refused('SearchRequest', searchBody(lead))).to.equal(true);
    expect(refused('DirectSubmit', directBody(lead))).to.equal(true);
  });
});
