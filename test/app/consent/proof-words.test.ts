import { expect } from 'chai';
import { factsOf } from '../../../src/app/consent/proof-words.js';
import type { Proof } from '../../../src/app/consent/prove-consent.js';
import { evidenceOf } from '../../../src/core/consent/evidence.js';
import { namesOf } from '../../../src/core/catalogue/names-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testLead } from '../../support/records.js';

const TEXT = 'I agree';

/** The names of the facts about the text, as the proof of the lead has them. */
function textFacts(over: Partial<LeadRecord>): string[] {
  const lead = testLead({ ...over, consent: { ...testLead().consent, text: TEXT } });
  const evidence = JSON.parse(JSON.stringify(evidenceOf(lead, []))) as Proof['evidence'];
  const proof: Proof = {
    ...{ id: 'l:1', kept_at: new Date(0), evidence, salt: '', text: '', digest: '', path: [] },
    standing: 'not_headed',
  };
  return factsOf(proof, namesOf(undefined))
    .map(([name]) => name)
    .filter((name) => /text/i.test(name));
}

describe('a proof of consent names the text', () => {
  it('as shown, where a result asked for it', () => {
    const terms = { tcpa_text: TEXT } as LeadRecord['terms'] & object;
    expect(textFacts({ form: 'A', terms })).to.deep.equal(['Text as shown', 'Text asked for']);
  });

  it('as the one of the offer, where a direct post had to have shown it', () => {
    expect(textFacts({ form: 'B' })).to.deep.equal(['Text of the offer', 'Known of the text']);
  });
});
