import { expect } from 'chai';
import { evidenceOf, type AskOfPartner } from '../../../src/core/consent/evidence.js';
import { aLead, minute } from '../../support/stored-records.js';

const partnersIn = (...asked: readonly AskOfPartner[]): unknown[] =>
  evidenceOf(aLead(), asked).partners.map(({ offer_id, at }) => [offer_id, at]);

describe('the evidence of a consent', () => {
  it('names the partners to which a request may have left, and no other', () => {
    expect(
      partnersIn(
        { offer_id: 'asked', asked_at: minute(1) },
        { offer_id: 'down', asked_at: minute(1), unsent: true },
        { offer_id: 'asked-too', asked_at: minute(2) },
      ),
    ).to.deep.equal([
      ['asked', minute(1)],
      ['asked-too', minute(2)],
    ]);
  });
});
