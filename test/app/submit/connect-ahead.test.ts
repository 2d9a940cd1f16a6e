import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { Suppression } from '../../../src/core/suppression/suppression.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const SUPPRESSED: Suppression = {
  ...{ id: 'key-email-ann', kind: 'email', scope: { of: 'all' }, reason: 'Asked to stop', source: 'desk' },
  ...{ added_at: new Date(0), added_by: 'ann' },
};

/** What a run of the lead does with its attempt and its buyer, in order. */
async function steps(change: Partial<WorkPorts> = {}) {
  const work = fakeWork(testCatalogue());
  const lead = testLead({ offer_id: IDS.shared });
  await work.leads.insert(lead);
  const done: string[] = [];
  const { leads, destinations } = work.ports;
  const ports: WorkPorts = {
    ...work.ports,
    leads: {
      ...leads,
      async transition(when, to) {
        if (to.new_attempt) done.push('stores the attempt');
        const won = await leads.transition(when, to);
        if (to.new_attempt) done.push('has stored it');
        return won;
      },
    },
    destinations: {
      ...destinations,
      connectAhead: ({ id }) => done.push(`connects to ${id === lead.offer_id ? 'its buyer' : id}`),
      deliver(...asked) {
        done.push('sends');
        return destinations.deliver(...asked);
      },
    },
    ...change,
  };
  await runSubmit(ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  return done;
}

describe('a run connects to the buyer', () => {
  it('while its attempt is being stored, and sends only after that', async () => {
    expect(await steps()).to.deep.equal([
      'stores the attempt',
      'connects to its buyer',
      'has stored it',
      'sends',
    ]);
  });

  it('only if the lead passed all checks', async () => {
    const suppressions = { find: () => Promise.resolve([SUPPRESSED]) };
    expect(await steps({ suppressions })).to.deep.equal([]);
  });
});
