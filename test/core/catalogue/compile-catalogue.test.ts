import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { buyer, campaign, document, offer } from './documents.js';

const capIds = (doc = document()): string[] => {
  const { buyers, offers, campaigns } = compileCatalogue(doc, 1);
  const campaignOffer = campaigns.get('C')?.offers.get('O');
  return [buyers.get('B'), offers.get('O'), campaigns.get('C'), campaignOffer].flatMap(
    (it) => it?.caps.map(({ id }) => id) ?? [],
  );
};

describe('compileCatalogue', () => {
  it('links entries of one version', () => {
    const { version, affiliates, buyers, offers, campaigns } = compileCatalogue(document(), 7);
    expect(version).to.equal(7);
    expect(campaigns.get('C')?.affiliate).to.equal(affiliates.get('A'));
    expect(campaigns.get('C')?.offers.get('O')?.offer).to.equal(offers.get('O'));
    expect(offers.get('O')?.buyer).to.equal(buyers.get('B'));
    expect(offers.get('O')).to.not.have.property('buyer_id');
  });

  it('counts offer and buyer caps in the buyer’s zone, the others in the campaign’s', () => {
    expect(capIds()).to.deep.equal([
      'buyer/B/day/America%2FChicago',
      'offer/O/day/America%2FChicago/m%2Fs%20n',
      'campaign/C/hour/America%2FNew_York',
      'campaign_offer/C%2BO/total/America%2FNew_York',
    ]);
  });

  it('keeps a cap’s id when its limit changes, and only then', () => {
    const [before] = capIds();
    const of = (over: Parameters<typeof buyer>[0]) => capIds(document({ buyers: [buyer(over)] }))[0];
    expect(of({ caps: [{ window: 'day', limit: 1 }] })).to.equal(before);
    expect(of({ caps: [{ window: 'week', limit: 200 }] })).to.not.equal(before);
    expect(of({ time_zone: 'America/Denver' })).to.not.equal(before);
  });

  for (const [what, damaged] of [
    ['buyer', document({ offers: [offer({ buyer_id: 'gone' })] })],
    ['affiliate', document({ campaigns: [campaign({ affiliate_id: 'gone' })] })],
    ['offer', document({ offers: [] })],
  ] as const)
    it(`refuses a document that lacks its ${what}`, () => {
      expect(() => compileCatalogue(damaged, 1)).to.throw(`refers to ${what}`);
    });
});
