import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { confirmEffect } from '../../src/core/delivery/pending-effects.js';
import type { WorkPorts } from '../../src/app/ports/work-ports.js';
import { createFailures } from '../../src/app/each-separately.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { OutageError } from '../../src/app/outage.js';
import { testCatalogue } from '../support/catalogue.js';
import { fakeWork } from '../support/fakes/fake-work.js';
import { testLead } from '../support/records.js';
import { aSearch } from '../support/stored-records.js';

const HOUR_MS = 3_600_000;

/**
 * Attack: a client makes a search that can't be written any more (at MongoDB's 16 MB), and no lead of anybody is
 * brought back by the sweeper from then on.
 */
describe('attack: records that the sweeper can not write', () => {
  function world(bad: number, error: Error = new Error('BSONObjectTooLarge')) {
    const work = fakeWork(testCatalogue());
    const told: object[] = [];
    const at = work.ports.clock();
    const due = (ms: number) => new Date(at.getTime() - HOUR_MS + ms);
    const isBad = new Set<string>();
    for (let i = 0; i < bad; i += 1) {
      const search = aSearch({ state: 'asking', due_at: due(i), closes_at: due(i) });
      work.searches.all.set(search.id, search);
      isBad.add(search.id);
    }
    const good = aSearch({ state: 'asking', due_at: due(10_000), closes_at: due(10_000) });
    work.searches.all.set(good.id, good);
    const lead = testLead({ due_at: due(0) });
    work.leads.all.set(lead.id, lead);
    const ports: WorkPorts = {
      ...work.ports,
      log: { ...work.ports.log, error: (fields) => told.push(fields) },
      searches: {
        ...work.ports.searches,
        close: (id, ...rest) =>
          isBad.has(id) ? Promise.reject(error) : work.ports.searches.close(id, ...rest),
        confirmSlots: (slots) =>
          slots.some(({ search }) => isBad.has(search))
            ? Promise.reject(error)
            : work.ports.searches.confirmSlots(slots),
      },
    };
    return { ...work, ports, told, good, lead, isBad, at };
  }

  it('one search that can not be closed: the others are, and every lead is brought back', async () => {
    const { ports, searches, jobs, good, lead, told } = world(1);
    expect(await sweep(ports)).to.deep.include({ closed: 1, leads: 1 });
    expect(searches.all.get(good.id)?.state).to.equal('done');
    expect(jobs.submit.map(({ lead_id }) => lead_id)).to.deep.equal([lead.id]);
    expect(told).to.have.length(1);
  });

  it('its failure is told once, however many sweeps meet it', async () => {
    const { ports, told } = world(1);
    const failures = createFailures(ports.log);
    for (let i = 0; i < 5; i += 1) await sweep(ports, failures);
    expect(told).to.have.length(1);
  });

  it('more of them than a sweep takes at once do not hide the rest', async () => {
    const { ports, searches, good } = world(501);
    const failures = createFailures(ports.log);
    for (let i = 0; i < 2; i += 1) await sweep(ports, failures);
    expect(searches.all.get(good.id)?.state).to.equal('done');
  });

  it('a call that always runs out of time is a bad record, too', async () => {
    const { ports, searches, good, jobs } = world(1, new OutageError('MongoDB', new Error('no answer')));
    await sweep(ports);
    expect(searches.all.get(good.id)?.state).to.equal('done');
    expect(jobs.submit).to.have.length(1);
  });

  it('while the database is away a sweep is told as one, and leads are looked for all the same', async () => {
    const { ports, jobs } = world(10, new OutageError('MongoDB', new Error('away')));
    const thrown = await sweep(ports).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(OutageError);
    expect(jobs.submit).to.have.length(1);
  });

  it('a slot that can not be confirmed: the effects of other leads are applied', async () => {
    const { ports, leads, isBad, good, at } = world(1);
    const [bad = ''] = isBad;
    const owing = [bad, good.id].map((search_id) => {
      const sold = testLead({ id: randomUUID(), state: 'accepted', search_id });
      const lead = { ...sold, pending_effects: [confirmEffect(sold, new Date(at.getTime() - HOUR_MS))] };
      const { due_at: _, ...ended } = lead;
      leads.all.set(lead.id, ended);
      return lead.id;
    });
    expect((await sweep(ports)).effects).to.equal(1);
    expect(owing.map((id) => leads.all.get(id)?.pending_effects.length)).to.deep.equal([1, 0]);
  });
});
