import { expect } from 'chai';
import { createFailures } from '../../../src/app/each-separately.js';
import { sweep, sweepDue } from '../../../src/app/upkeep/sweep.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const set = () => {
  const work = fakeWork(testCatalogue(), NOW);
  const calls: string[] = [];
  const { queues } = work.ports;
  const ports: WorkPorts = {
    ...work.ports,
    queues: {
      ...queues,
      submit: (jobs) => (calls.push('submit'), queues.submit(jobs)),
      search: (jobs) => (calls.push('search'), queues.search(jobs)),
    },
  };
  return { ...work, ports, calls };
};

describe('a sweep', () => {
  it('finds nothing where nothing is overdue, and asks no queue', async () => {
    const { ports, calls, leads, searches } = set();
    leads.all.set('punctual', testLead({ id: 'punctual', due_at: ago(2_000) }));
    searches.all.set('punctual', testSearch({ id: 'punctual', due_at: ago(2_000) }));
    expect(await sweep(ports)).to.deep.equal({
      searches: 0,
      closed: 0,
      leads: 0,
      effects: 0,
      adjustments: 0,
      requests: 0,
    });
    expect(calls).to.deep.equal([]);
  });

  it('brings back leads two seconds after they were due, by a job that is named by that', async () => {
    const { ports, jobs, leads } = set();
    const due_at = ago(2_001);
    leads.all.set('late', testLead({ id: 'late', due_at }));
    expect((await sweep(ports)).leads).to.equal(1);
    expect(jobs.submit).to.deep.equal([
      { lead_id: 'late', submission: 1, request_id: 'sweeper', due: due_at.getTime() },
    ]);
  });

  it('runs searches that are open, and closes those whose time is over', async () => {
    const { ports, jobs, searches } = set();
    const due_at = ago(3_000);
    const open = testSearch({ id: 'open', due_at });
    const over = testSearch({ id: 'over', due_at, closes_at: NOW });
    const asking = testSearch({ id: 'asking', due_at, state: 'asking' });
    for (const search of [open, over, asking]) searches.all.set(search.id, search);
    expect(await sweep(ports)).to.include({ searches: 1, closed: 2 });
    expect(jobs.search).to.deep.equal([
      { search_id: 'open', run: 1, request_id: 'sweeper', due: due_at.getTime() },
    ]);
    for (const id of ['over', 'asking']) {
      expect(searches.all.get(id)?.state).to.equal('done');
      expect(searches.all.get(id)?.timeline).to.deep.equal([
        { at: NOW, what: 'closed', reason: { why: 'open time is over' } },
      ]);
    }
  });

  it('of due work alone brings back leads and searches, and leaves what is owed', async () => {
    const { ports, jobs, leads, searches } = set();
    leads.all.set('late', testLead({ id: 'late', due_at: ago(3_000) }));
    const pending_effects = [releaseEffect(testLead({ id: 'owes' }), ago(9_000))];
    leads.all.set('owes', testLead({ id: 'owes', state: 'rejected', pending_effects, due_at: NOW }));
    searches.all.set('open', testSearch({ id: 'open', due_at: ago(3_000) }));
    await sweepDue(ports, createFailures(ports.log));
    expect(jobs.submit.map(({ lead_id }) => lead_id)).to.deep.equal(['late']);
    expect(jobs.search.map(({ search_id }) => search_id)).to.deep.equal(['open']);
    expect(leads.all.get('owes')?.pending_effects).to.deep.equal(pending_effects);
    const away = { ...searches, overdue: () => Promise.reject(new Error('away')) };
    const thrown = await sweepDue({ ...ports, searches: away }, createFailures(ports.log)).catch(String);
    expect(thrown).to.equal('Error: away');
    expect(jobs.submit).to.have.length(2);
  });

  it('applies what has been owed for five seconds, and clears it', async () => {
    const { ports, leads } = set();
    const owing = (id: string, ms: number) =>
      testLead({ id, state: 'rejected', pending_effects: [releaseEffect(testLead({ id }), ago(ms))] });
    leads.all.set('old', owing('old', 5_001));
    leads.all.set('young', owing('young', 5_000));
    expect((await sweep(ports)).effects).to.equal(1);
    expect(leads.all.get('old')?.pending_effects).to.deep.equal([]);
    expect(leads.all.get('young')?.pending_effects).to.have.length(1);
  });

  it('goes on with the other parts where one fails, and tells the first fault', async () => {
    const { ports, leads, jobs } = set();
    const bad = new Error('bad');
    leads.all.set('late', testLead({ id: 'late', due_at: ago(60_000) }));
    const searches = { ...ports.searches, overdue: () => Promise.reject(bad) };
    const thrown = await sweep({ ...ports, searches }).catch((error: unknown) => error);
    expect(thrown).to.equal(bad);
    expect(jobs.submit).to.have.length(1);
  });
});
