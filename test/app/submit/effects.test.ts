import { expect } from 'chai';
import type { Cap } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import { pendingOf } from '../../../src/app/apply-pending.js';
import { applyEffects } from '../../../src/app/submit/effects.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const cap = (scope: Cap['scope']): Cap => ({ id: scope, scope, window: 'day', limit: 3, time_zone: 'UTC' });
const OVER: CatalogueOverrides = {
  buyer: { caps: [cap('buyer')] },
  offers: { [IDS.shared]: { caps: [cap('offer')] } },
};

describe('pending effects, when the line of the lead has left the catalogue', () => {
  const later = testCatalogue({ ...OVER, version: 2, lines: { [IDS.shared]: null } });
  const answered = (outcome: 'accepted' | 'rejected'): DeliveryResult => ({
    kind: 'answered',
    status: 200,
    answer: { outcome, reference: 'ref' },
  });

  for (const [outcome, confirmed] of [
    ['accepted', 1],
    ['rejected', 0],
  ] as const)
    it(`pays the caps of offer and buyer: ${outcome}`, async () => {
      const work = fakeWork(testCatalogue(OVER));
      const lead = testLead();
      work.leads.all.set(lead.id, lead);
      work.answers.deliver.push(answered(outcome));
      // The line leaves while the request is at the buyer.
      let line = true;
      const ports = {
        ...work.ports,
        catalogue: { current: () => (line ? work.ports.catalogue.current() : later) },
        destinations: {
          ...work.ports.destinations,
          deliver: async (...args: Parameters<typeof work.destinations.deliver>) => {
            const delivered = await work.destinations.deliver(...args);
            line = false;
            return delivered;
          },
        },
      };
      await runSubmit(ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      const owed = pendingOf([work.leads.all.get(lead.id)!], 'reservations');
      expect(await applyEffects(ports, owed)).to.deep.equal(owed);
      expect(work.leads.all.get(lead.id)?.state).to.equal(outcome);
      const places = work.ledger.places().map(({ cap_id, ...of }) => [cap_id, of.confirmed, of.members]);
      expect(places).to.have.deep.members([
        ['offer', confirmed, []],
        ['buyer', confirmed, []],
      ]);
    });
});
