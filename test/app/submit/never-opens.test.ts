import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const DAY_MS = 86_400_000;
// Mondays from 08:00, every one of which is a holiday for two years.
const HOURS = [{ days: [1], from: 480, to: 1200 }];
const FIRST_MONDAY = Date.UTC(2026, 10, 23);
const HOLIDAYS = Array.from({ length: 104 }, (_, week) =>
  new Date(FIRST_MONDAY + week * 7 * DAY_MS).toISOString().slice(0, 10),
);
const closed = { time_zone: 'UTC', delivery_hours: HOURS, holidays: HOLIDAYS };

describe('a lead of a buyer that never opens', () => {
  it('is held, looked at again each day, and sent when the calendar was mended', async () => {
    const work = fakeWork(testCatalogue({ buyer: closed }));
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    const now = () => work.leads.all.get(lead.id)!;
    for (let day = 0; day < 3; day += 1) {
      const due_at = new Date(work.ports.clock().getTime() + DAY_MS);
      expect(await run()).to.deep.equal({ again_at: due_at });
      expect(now()).to.deep.include({ state: 'saved', due_at });
      expect(work.sent).to.have.length(0);
      work.pass(DAY_MS);
    }
    const mended = testCatalogue({ buyer: { ...closed, delivery_hours: [] } });
    work.ports.catalogue = { current: () => mended };
    await run();
    expect(now().state).to.equal('accepted');
    expect(work.sent).to.have.length(1);
  });
});
