import { expect } from 'chai';
import { keepEvidence } from '../../src/app/consent/keep-evidence.js';
import { proveConsent } from '../../src/app/consent/prove-consent.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { idOf, partnerOffer, startContract, type Contract } from '../support/contract.js';

describe('the evidence of a consent, of a lead whose search had partners', function () {
  this.timeout(60_000);
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: {
        direct: {},
        asked: partnerOffer(url),
        broken: partnerOffer(url, { url: `${url}/broken` }),
        secretless: partnerOffer(url, { headers: { 'X-Token': '${secret:NOWHERE}' } }),
        down: partnerOffer(url, { url: `${url}/down`, breaker: { failures: 1 } }),
      },
      campaigns: {
        tripping: { offers: [{ offer: 'down' }] },
        all: {
          offers: ['direct', 'asked', 'broken', 'secretless', 'down'].map((offer) => ({ offer, payout: 1 })),
        },
      },
    }));
  });
  after(() => world.close());

  async function partnersIn(id: string): Promise<string[]> {
    const { platform, connection } = world.api;
    const consents = createConsentStore(connection);
    const ports = { ...platform, consents, sealer: sealerOf(connection), clock: () => new Date() };
    await keepEvidence(ports, [(await platform.leads.read(id))!]);
    const [proof] = await proveConsent(ports, id);
    return proof!.evidence.partners.map(({ offer_id }) => offer_id);
  }

  it('names no partner to which nothing was sent', async () => {
    world.buyer.says('/broken', { nothing: 'that a rule reads' });
    world.buyer.answers(null);
    await world.searched('tripping');
    world.buyer.answers();
    const from = world.buyer.received.length;
    const found = await world.searched('all');
    const asked = world.buyer.received.slice(from).map(({ path }) => path);
    expect(asked).to.have.members(['/match', '/broken']);
    const { body } = await world.submit(found, 'direct');
    expect(body.code).to.equal('ACCEPTED');
    expect(await partnersIn(body.svc_lead_id)).to.have.members([
      idOf('offer', 'asked'),
      idOf('offer', 'broken'),
    ]);
  });
});
