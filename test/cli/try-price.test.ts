import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './run-cli.js';

const DRAFT = `version: 1
affiliates: [{ handle: a, name: A }]
buyers: [{ handle: crm, name: C }]
offers:
  - handle: stating
    name: O
    buyer: crm
    offer_type: shared
    delivery:
      url: https://crm.example/leads
      answers: [{ when: 'true', outcome: accepted, price: body.pays }]
  - handle: own-shape
    name: P
    buyer: crm
    offer_type: shared
    price: 40
    delivery: { url: https://crm.example/leads }
  - handle: partner
    name: Q
    buyer: crm
    kind: partner
    offer_type: shared
    partner:
      search: { url: https://crm.example/match }
      submit: { url: https://crm.example/submit }
campaigns:
  - handle: c
    name: C
    affiliate: a
    offers: [{ offer: stating }, { offer: own-shape }, { offer: partner, price: 7 }]
`;

/** What, the offer, the answer, what is said of the price. */
const SALES: readonly (readonly [string, string, string, ...RegExp[]])[] = [
  ['the answer’s', 'stating', '{"pays":"12.345"}', /buyer pays +12\.35 \(by the answer\)\n/],
  [
    'none, where the answer gives no amount',
    'stating',
    '{"pays":"much"}',
    /buyer pays +no price is configured\n/,
    /left out +price does not return an amount\n/,
  ],
  [
    'the configured one, where the answer gives no amount',
    'own-shape',
    '{"result":"accepted","price":-1}',
    /buyer pays +40\.00 \(by the catalogue\)\n/,
    /left out +price is not an amount\n/,
  ],
  [
    'a partner’s bid',
    'partner',
    '{"result":"accepted"}',
    /buyer pays +the bid of the result, or 7\.00 without one\n/,
  ],
];

describe('leadkeep try --answer: the price of a sale', () => {
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-try-price-'));
    writeFileSync(join(dir, 'draft.yaml'), DRAFT);
  });
  after(() => rm(dir, { recursive: true }));

  const tryIt = (offer: string, answer: string) => {
    writeFileSync(join(dir, 'answer'), answer);
    const files = ['--file', join(dir, 'draft.yaml'), '--answer', join(dir, 'answer')];
    return runHere({}, 'try', offer, ...files, ...(offer === 'partner' ? ['--submit'] : []));
  };

  for (const [what, offer, answer, ...said] of SALES)
    it(`is ${what}`, async () => {
      const { code, stdout, stderr } = await tryIt(offer, answer);
      expect(code, stderr).to.equal(0);
      for (const sentence of said) expect(stdout).to.match(sentence);
    });

  it('is not told of a refusal', async () => {
    const { stdout } = await tryIt('own-shape', '{"result":"rejected","price":5}');
    expect(stdout)
      .to.match(/affiliate +BUYER_REJECTED/)
      .and.not.contain('buyer pays');
  });
});
