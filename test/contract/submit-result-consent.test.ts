import { expect } from 'chai';
import type { StoredResult } from '../../src/core/search/search-record.js';
import { IDS } from '../support/catalogue.js';
import { redactIds } from '../support/told-text.js';
import { openWorld, type World } from '../support/world.js';

type Terms = Partial<StoredResult['terms']>;
const MISSING = 'REQUIRED_FIELD_MISSING';
const INVALID = 'INVALID_FIELD';
const FREE: Terms = { consent_required: false };

const CONSENT: readonly (readonly [
  sent: object,
  code: string,
  field?: string | undefined,
  reason?: string | undefined,
  terms?: Terms,
])[] = [
  [{ tcpa_consent: true }, 'ACCEPTED'],
  [{ tcpa_consent: undefined }, MISSING, 'tcpa_consent', 'Consent is missing'],
  [{ tcpa_consent: null }, MISSING, 'tcpa_consent', 'Consent is missing'],
  [{ tcpa_consent: ' ' }, MISSING, 'tcpa_consent', 'Consent is missing'],
  [{ tcpa_consent: false }, INVALID, 'tcpa_consent', 'Consent was not given'],
  [{ tcpa_consent: 'true' }, INVALID, 'tcpa_consent', 'Invalid value'],
  [{ tcpa_consent: 1 }, INVALID, 'tcpa_consent', 'Invalid value'],
  [{ tcpa_consent: {} }, INVALID, 'tcpa_consent', 'Invalid value'],
  [{ tcpa_consent: [true] }, INVALID, 'tcpa_consent', 'Invalid value'],
  [{ tcpa_consent: undefined }, 'ACCEPTED', undefined, undefined, FREE],
  [{ tcpa_consent: false }, 'ACCEPTED', undefined, undefined, FREE],
  [{ tcpa_consent: 'no' }, INVALID, 'tcpa_consent', 'Invalid value', FREE],
  ...['consent_button_label', 'consent_cert_url', 'universal_lead_ref'].flatMap((name) => [
    ...[7, true, {}, ['x']].map((value) => [{ [name]: value }, INVALID, name, 'Invalid value'] as const),
    [{ [name]: null }, 'ACCEPTED'] as const,
    [{ [name]: ' ' }, 'ACCEPTED'] as const,
    [{ [name]: 7 }, INVALID, name, 'Invalid value', FREE] as const,
    [{ [name]: 'any text' }, 'ACCEPTED'] as const,
  ]),
  ...[
    'https://cert.example/1,https://cert.example/2',
    'https://cert.example/1 , http://cert.example/2',
    'https://cert.example/1;HTTPS://cert.example/2',
    'https://cert.example/1|https://cert.example/2',
    'https://cert.example/1\nhttps://cert.example/2',
    '["https://cert.example/1","https://cert.example/2"]',
    'https://cert.example/1,',
    'https://cert.example/1https://cert.example/2',
    'https://cert.example/1/https://cert.example/2',
    'https://cert.example/1&https://cert.example/2',
    'https://cert.example/1?a=b#https://cert.example/2',
    'https://cert.example/1?a=b&https://cert.example/2',
    'https://cert.example/1%0Ahttps://cert.example/2',
    'https://cert.example/1%2C%20https://cert.example/2',
    'https://cert.example/1%0d%0awww.cert.example/2',
    'https://cert.example/1,www.cert.example/2',
    'https://cert.example/1, cert.example/2',
    'https://cert.example/1;//cert.example/2',
    'www.cert.example/1 www.cert.example/2',
    'https://cert.example/1%2c',
  ].flatMap((consent_cert_url) => [
    [{ consent_cert_url }, INVALID, 'consent_cert_url', 'Invalid value'] as const,
    [{ consent_cert_url }, INVALID, 'consent_cert_url', 'Invalid value', FREE] as const,
  ]),
  ...[
    'https://cert.example/1?of=a,b&page=https://form.example/x',
    'https://cert.example/1?page=https://form.example/x?of=https://other.example',
    'https://cert.example/1?page=https%3A%2F%2Fform.example%2Cx',
    'https://cert.example/1?of=a,b.example/c',
    'https://cert.example/a,b.c',
  ].map((consent_cert_url) => [{ consent_cert_url }, 'ACCEPTED'] as const),
  [{ tcpa_consent: false, consent_button_label: 7 }, INVALID, 'tcpa_consent', 'Consent was not given'],
  [{ universal_lead_ref: 7, consent_cert_url: 7 }, INVALID, 'consent_cert_url', 'Invalid value'],
];

const PROGRAMS = {
  programs: [
    { value: 'bsn', label: 'BSN', payout_cents: 3_000 },
    { value: 'msn', label: 'MSN', payout_cents: 3_650 },
    { value: 'free', label: 'Free' },
  ],
  base_payout_cents: 2_525,
  payout_cents: 3_650,
};
const ONE = { programs: [{ value: 'bsn', label: 'BSN', payout_cents: 3_000 }] };
const NO_BASE = { programs: PROGRAMS.programs.slice(2) };

/** `payout` undefined: it must be absent. */
const CHOICES: readonly (readonly [
  what: string,
  sent: unknown,
  terms: Terms,
  program: string | undefined,
  payout: number | undefined,
])[] = [
  ['chosen', 'msn', PROGRAMS, 'msn', 36.5],
  ['chosen, with blanks around', ' bsn ', PROGRAMS, 'bsn', 30],
  ['left out, of several: the campaign’s payout for the offer', undefined, PROGRAMS, undefined, 25.25],
  ['null, of several', null, PROGRAMS, undefined, 25.25],
  ['blank, of several', '', PROGRAMS, undefined, 25.25],
  ['left out, with exactly one', undefined, ONE, 'bsn', 30],
  ['of no payout of its own: the campaign’s', 'free', PROGRAMS, 'free', 25.25],
  ['of no payout at all', 'free', NO_BASE, 'free', undefined],
  [
    'left out, a result without programs',
    undefined,
    { programs: [], base_payout_cents: 2_000 },
    undefined,
    20,
  ],
];

const REFUSED: readonly (readonly [sent: unknown, terms: Terms])[] = [
  ...['law', 'BSN', 5, true, {}, ['bsn'], ['[5]']].map((sent): [unknown, Terms] => [sent, PROGRAMS]),
  ['law', ONE],
  ['bsn', { programs: [] }],
];

describe('contract: submit, form A, consent and program', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  for (const [sent, code, field, reason, terms] of CONSENT)
    it(`${JSON.stringify(sent)}${terms ? ', no consent needed' : ''} → ${code} ${field ?? ''}`, async () => {
      const answer = await world.submit(await world.result(terms), sent);
      const { body } = answer;
      expect([answer.status, body.code, body.field]).to.deep.equal([200, code, field]);
      if (reason === undefined) return;
      expect(body).to.deep.include({
        status: 'invalid',
        reason,
        accepted: false,
        payout: 0,
        source: 'service',
      });
      expect(world.sent(answer)).to.equal(0);
    });

  it('keeps the evidence: text as shown, decision, label, certificates, address, time', async () => {
    const before = Date.now();
    const result = await world.result({ tcpa_text: 'As shown to Ann.' });
    const answer = await world.submit(result, {
      consent_button_label: ' Send ',
      consent_cert_url: 'https://cert.example/1',
      universal_lead_ref: 'U-1',
    });
    const { at, ...consent } = (await world.lead(answer)).consent;
    const evidence = {
      decision: true,
      text: 'As shown to Ann.',
      button_label: 'Send',
      cert_url: 'https://cert.example/1',
      universal_lead_ref: 'U-1',
      ip_address: '203.0.113.7',
    };
    expect(consent).to.deep.equal(evidence);
    expect(at.getTime()).to.be.within(before, Date.now());
    const delivered = world.buyer.received.find(
      ({ idempotencyKey }) => idempotencyKey === answer.body.svc_lead_id,
    );
    expect(delivered?.body['consent']).to.deep.include(evidence);
  });

  it('keeps what was said when it is refused, too', async () => {
    const answer = await world.submit(await world.result(), { tcpa_consent: false, consent_cert_url: 5 });
    expect((await world.lead(answer)).consent).to.deep.include({
      decision: false,
      cert_url: null,
      malformed: ['consent_cert_url'],
    });
  });

  for (const [what, sent, terms, program, payout] of CHOICES)
    it(`program ${what} → payout ${payout ?? 'absent'}`, async () => {
      const answer = await world.submit(await world.result(terms), { program_id: sent });
      expect(answer.body.code).to.equal('ACCEPTED');
      expect(answer.body['payout']).to.equal(payout);
      expect((await world.lead(answer)).program_id).to.equal(program);
      expect(redactIds(answer.text)).to.not.match(/9999|99\.99/);
    });

  for (const [sent, terms] of REFUSED)
    it(`program ${JSON.stringify(sent)} of ${terms.programs?.length ?? 0} others → INVALID_FIELD program_id`, async () => {
      const { status, body } = await world.submit(await world.result(terms), { program_id: sent });
      expect([status, body.status, body.code, body.field, body.reason]).to.deep.equal([
        200,
        'invalid',
        INVALID,
        'program_id',
        'Unknown program',
      ]);
    });

  it('a program that the result has and the lead is no longer eligible for → NOT_ELIGIBLE', async () => {
    const programs = ['bsn', 'rn-to-msn'].map((value) => ({ value, label: value }));
    const search = await world.result({ programs });
    // The catalogue's exclusive offer has a rule for this program.
    await world.api.connection
      .collection<{ _id: string }>('searches')
      .updateOne({ _id: search.search }, { $set: { 'results.0.offer_id': IDS.exclusive } });
    expect((await world.submit(search, { program_id: 'rn-to-msn' })).body).to.include({
      code: 'NOT_ELIGIBLE',
      payout: 0,
    });
    expect((await world.submit(search, { program_id: 'bsn' })).body.code).to.equal('ACCEPTED');
  });
});
