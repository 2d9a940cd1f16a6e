import { expect } from 'chai';
import type { QuestionType } from '../../src/core/catalogue/types.js';
import type { FormField } from '../../src/core/search/search-record.js';
import type { Answered } from '../support/api.js';
import { openWorld, type Result, type World } from '../support/world.js';

const field = (name: string, type: QuestionType, over: Partial<FormField> = {}): FormField => ({
  name,
  label: null,
  type,
  required: true,
  ...(type === 'select' && {
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  }),
  ...over,
});
const LICENSE = { pattern: '^[0-9]{6,8}$' };

const GOOD: readonly (readonly [
  type: QuestionType,
  sent: unknown,
  delivered: unknown,
  over?: Partial<FormField>,
])[] = [
  ['select', 'yes', 'yes'],
  ['select', ' no ', 'no'],
  ['text', 'Because', 'Because'],
  ['text', '  two words ', 'two words'],
  ['text', '0042', '0042', { pattern: '^[0-9]{4}$' }],
  ['text', '1234567', '1234567', LICENSE],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '3026-01-01', '3026-01-01'],
  ['number', 5, 5],
  ['number', 0, 0],
  ['number', -1.5, -1.5],
  ['number', '5', 5],
  ['number', ' -1.50 ', -1.5],
  ['number', '007', 7],
  ['checkbox', true, true],
  ['checkbox', 'true', true],
  ['checkbox', false, false, { required: false }],
  ['checkbox', 'false', false, { required: false }],
  ['select', undefined, undefined, { required: false }],
  ['text', null, undefined, { required: false }],
  ['number', ' ', undefined, { required: false }],
  ['date', '', undefined, { required: false }],
  ['checkbox', undefined, undefined, { required: false }],
  ['text', undefined, undefined, { required: false, required_when: { program_ids: ['msn'] } }],
];

const MISSING = 'REQUIRED_FIELD_MISSING';
const INVALID = 'INVALID_FIELD';
const BAD: readonly (readonly [
  type: QuestionType,
  sent: unknown,
  code: string,
  over?: Partial<FormField>,
])[] = [
  ...(['select', 'text', 'date', 'number', 'checkbox'] as const).flatMap((type) => [
    ...[undefined, null, '', '  '].map((sent) => [type, sent, MISSING] as const),
    ...[{}, { a: 1 }, [], ['yes']].map((sent) => [type, sent, INVALID] as const),
    [type, undefined, MISSING, { required: false, required_when: { program_ids: ['bsn'] } }] as const,
  ]),
  ['select', 'maybe', INVALID],
  ['select', 'Yes', INVALID],
  ['select', true, INVALID],
  ['select', 1, INVALID],
  ['select', 'maybe', INVALID, { required: false }],
  ['text', 5, INVALID],
  ['text', true, INVALID],
  ['text', '12345', INVALID, LICENSE],
  ['text', '123456 7', INVALID, LICENSE],
  ['text', 123456, INVALID, LICENSE],
  ['text', '1'.repeat(1_001), INVALID, { pattern: '^1*$' }],
  ['date', '2026-02-30', INVALID],
  ['date', '2025-02-29', INVALID],
  ['date', '02/28/2026', INVALID],
  ['date', '2026-2-8', INVALID],
  ['date', '2026-02-28T00:00:00Z', INVALID],
  ['date', 20_260_228, INVALID],
  ['number', 'five', INVALID],
  ['number', '12345678901234567890', INVALID],
  ['number', '1e3', INVALID],
  ['number', '0x1F', INVALID],
  ['number', '1,000', INVALID],
  ['number', '.5', INVALID],
  ['number', 'NaN', INVALID],
  ['number', 'Infinity', INVALID],
  ['number', true, INVALID],
  ['checkbox', false, INVALID],
  ['checkbox', 'false', INVALID],
  ['checkbox', 'True', INVALID],
  ['checkbox', 'yes', INVALID],
  ['checkbox', 1, INVALID],
  ['checkbox', 'on', INVALID, { required: false }],
];

const show = (value: unknown): string => (JSON.stringify(value) ?? 'not sent').slice(0, 30);

describe('contract: submit, form A, answers', () => {
  let world: World;
  let good: Answered;
  before(async () => {
    world = await openWorld();
    const form_fields = GOOD.map(([type, , , over], index) => field(`q${index}`, type, over));
    const sent = Object.fromEntries(GOOD.map(([, value], index) => [`q${index}`, value]));
    good = await world.submit(await world.result({ form_fields }), sent);
  });
  after(() => world.close());

  for (const [index, [type, sent, delivered, over]] of GOOD.entries())
    it(`${type} ${show(sent)} is delivered as ${show(delivered)}${over ? ` (${show(over)})` : ''}`, () => {
      expect(good.body.code).to.equal('ACCEPTED');
      const { body } = world.buyer.received.find(
        ({ idempotencyKey }) => idempotencyKey === good.body.svc_lead_id,
      )!;
      expect((body['answers'] as Record<string, unknown>)[`q${index}`]).to.equal(delivered);
    });

  describe('at fault', () => {
    const results = new Map<string, Promise<Result>>();
    /** One result for each question is enough: nothing is taken from it. */
    const resultOf = (asked: FormField): Promise<Result> => {
      const key = JSON.stringify(asked);
      const known = results.get(key) ?? world.result({ form_fields: [asked] });
      results.set(key, known);
      return known;
    };
    for (const [type, sent, code, over] of BAD)
      it(`${type} ${show(sent)} → ${code}${over ? ` (${show(over)})` : ''}`, async () => {
        const answer = await world.submit(await resultOf(field('asked', type, over)), { asked: sent });
        const { body } = answer;
        expect([answer.status, body.status, body.code, body.field]).to.deep.equal([
          200,
          'invalid',
          code,
          'asked',
        ]);
        expect(body.reason).to.equal(code === MISSING ? 'Required answer is missing' : 'Invalid answer');
        expect(body).to.deep.include({ accepted: false, payout: 0, source: 'service', disposition: {} });
        expect(await world.lead(answer)).to.include({ state: 'invalid' });
      });

    it('the first question at fault is named, in the order of the form', async () => {
      const form_fields = [field('one', 'text'), field('two', 'number'), field('three', 'date')];
      const answer = await world.submit(await world.result({ form_fields }), {
        one: 'x',
        two: 'y',
        three: 'z',
      });
      expect(answer.body.field).to.equal('two');
    });
  });

  describe('lead fields that a result asks for', () => {
    const asked = (name: string, over: Partial<FormField> = {}) => field(name, 'text', over);
    const ASKED: readonly (readonly [what: string, over: object, http: number, code: string, at?: string])[] =
      [
        ['missing', {}, 200, MISSING, 'city'],
        ['blank', { city: ' ' }, 200, MISSING, 'city'],
        ['at the top', { city: 'Madison' }, 200, 'ACCEPTED'],
        ['flat in lead', { lead: { city: 'Madison' } }, 200, 'ACCEPTED'],
        ['nested in lead', { lead: { address: { city: 'Madison' } } }, 200, 'ACCEPTED'],
        ['malformed at the top', { city: 5 }, 400, INVALID, 'city'],
        ['malformed in lead', { lead: { city: 5 } }, 400, INVALID, 'lead.city'],
        ['malformed, nested', { lead: { address: { city: 5 } } }, 400, INVALID, 'lead.address.city'],
      ];
    for (const [what, over, http, code, at] of ASKED)
      it(`${what} → ${http} ${code} ${at ?? ''}`, async () => {
        const answer = await world.submit(await world.result({ form_fields: [asked('city')] }), over);
        expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([http, code, at]);
        if (code === 'ACCEPTED') expect((await world.lead(answer)).lead.address?.city).to.equal('Madison');
      });

    it('what is sent in lead wins over the same field at the top', async () => {
      const answer = await world.submit(await world.result({ form_fields: [asked('city')] }), {
        city: 'Chicago',
        lead: { city: 'Madison' },
      });
      expect((await world.lead(answer)).lead.address?.city).to.equal('Madison');
    });

    it('one that only another program needs may be left out', async () => {
      const needed = asked('city', { required: false, required_when: { program_ids: ['msn'] } });
      const programs = ['bsn', 'msn'].map((value) => ({ value, label: value }));
      const result = await world.result({ form_fields: [needed], programs });
      const msn = await world.submit(result, { program_id: 'msn' });
      expect([msn.body.code, msn.body.field]).to.deep.equal([MISSING, 'city']);
      expect((await world.submit(result, { program_id: 'bsn' })).body.code).to.equal('ACCEPTED');
    });

    it('one that was not asked for is an extra key at the top', async () => {
      const answer = await world.submit(await world.result(), { city: 5, own: { key: [1] } });
      expect(answer.body.code).to.equal('ACCEPTED');
      expect((await world.lead(answer)).extra).to.deep.equal({ city: 5, own: { key: [1] } });
    });
  });
});
