import { expect } from 'chai';
import { keepEvidence } from '../../src/app/consent/keep-evidence.js';
import { proveConsent } from '../../src/app/consent/prove-consent.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { newPerson } from '../support/api.js';
import {
  deliveryTo,
  idOf,
  partnerOffer,
  startContract,
  type Contract,
  type Found,
} from '../support/contract.js';

const STATES = ['il', 'mn', 'wi'] as const;
type State = (typeof STATES)[number];
const inState = (state: string) => ({
  eligibility: [{ field: 'address.state', in: [state.toUpperCase()] }],
});

describe('the evidence of a consent, of a lead whose search had partners', () => {
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: {
        direct: {},
        rejecting: deliveryTo(url, '/rejects'),
        ...Object.fromEntries(STATES.map((state) => [state, { ...partnerOffer(url), ...inState(state) }])),
        asked: partnerOffer(url),
        broken: partnerOffer(url, { url: `${url}/broken` }),
        secretless: partnerOffer(url, { headers: { 'X-Token': '${secret:NOWHERE}' } }),
        down: partnerOffer(url, { url: `${url}/down`, breaker: { failures: 1 } }),
      },
      campaigns: {
        states: { offers: ['direct', 'rejecting', ...STATES].map((offer) => ({ offer, payout: 1 })) },
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

  const { personal } = newPerson();
  /** A search for a person in this state, whose partner alone is asked; under the id of an earlier one if that is given. */
  const searchedIn = (state: State, before?: Found): Promise<Found> =>
    world.searched('states', {
      ...(before && { svc_lead_id: before.svc_lead_id }),
      lead: { personal, address: { state: state.toUpperCase() } },
    });

  it('names those of the run that the result is of, and of the run whose data the lead has, and no other', async () => {
    const first = await searchedIn('mn');
    const shown = await searchedIn('wi', first);
    await searchedIn('il', shown);
    const { body } = await world.submit(shown, 'direct');
    expect(body.code).to.equal('ACCEPTED');
    expect(await partnersIn(body.svc_lead_id)).to.deep.equal([idOf('offer', 'wi'), idOf('offer', 'il')]);
  });

  it('names none of a run that began after the lead was sent', async () => {
    world.buyer.says('/rejects', { result: 'rejected' });
    const shown = await searchedIn('wi');
    const { body } = await world.submit(shown, 'rejecting');
    await searchedIn('il', shown);
    expect(await partnersIn(body.svc_lead_id)).to.deep.equal([idOf('offer', 'wi')]);
  });
});
