import { expect } from 'chai';
import { runTask } from '../../../src/platform/mapping/run-task.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { MappingEvaluator } from '../../../src/app/ports/mapping-evaluator.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { localDestinations } from '../../platform/outbound/fixtures.js';
import { json, replyServer } from '../../platform/outbound/reply-server.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const inline: MappingEvaluator = { run: (_owner, task) => runTask(task), close: () => Promise.resolve() };
const none: MappingEvaluator = {
  run: () => Promise.resolve({ ok: false, fault: 'could not be evaluated', internal_fault: 'evaluator' }),
  close: () => Promise.resolve(),
};

/** What is wrong with one worker, and nothing with the buyer. */
const FAULTS: readonly [string, object, MappingEvaluator][] = [
  ['lacks a secret', { headers: { 'X-Token': '${secret:NOWHERE}' } }, inline],
  ['fails at the mapping', { body: '{ "a": $number("x") }' }, inline],
  ['has no process to evaluate the mapping', { body: '{ "a": 1 }' }, none],
  ['may not reach the address', { url: 'https://[fe80::1]/' }, inline],
  ['is told an address that is none', { url: 'nowhere' }, inline],
];

describe('one worker at fault closes a healthy buyer to nobody', () => {
  for (const [what, delivery, evaluator] of FAULTS)
    it(`that ${what}`, async () => {
      const server = await replyServer();
      server.reply = json({ result: 'accepted' });
      const endpoint = { ...testCatalogue().offers.get(IDS.shared)!.delivery, url: server.url };
      const breaker = { failures: 1, open_for_ms: 600_000, offer_while_open: false };
      const healthy = { ...endpoint, insecure_http: true, breaker };
      const catalogueOf = (over: object) =>
        testCatalogue({ offers: { [IDS.shared]: { delivery: { ...healthy, ...over } } } });
      const work = fakeWork(catalogueOf({}));
      const [bad, good] = [localDestinations({}, evaluator), localDestinations({}, inline)];
      const put = (n: number) => {
        const id = `20000000-0000-4000-8000-00000000000${n}`;
        const lead = testLead({ id, identities: testIdentities(id) });
        work.leads.all.set(id, lead);
        return { lead_id: id, submission: 1, request_id: 'r' };
      };
      const atFault = { current: () => catalogueOf(delivery) };
      await runSubmit({ ...work.ports, destinations: bad, catalogue: atFault }, put(1));
      expect(work.leads.all.get('20000000-0000-4000-8000-000000000001')?.attempts[0]?.outcome).to.equal(
        'never_sent',
      );
      await runSubmit({ ...work.ports, destinations: good }, put(2));
      expect(work.leads.all.get('20000000-0000-4000-8000-000000000002')?.state).to.equal('accepted');
      await Promise.all([bad.close(), good.close(), server.close()]);
    });
});

describe('a permit that was not used', () => {
  /** A worker loses its lead right before its attempt, as `meanwhile` says. Returns what becomes of the next lead. */
  async function nextAfter(meanwhile: (lead: LeadRecord) => LeadRecord): Promise<string | undefined> {
    const { delivery } = testCatalogue().offers.get(IDS.shared)!;
    const one = { ...delivery, max_in_flight: 1 };
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery: one } } }));
    const [first, second] = [1, 2].map((n) => {
      const id = `20000000-0000-4000-8000-00000000000${n}`;
      work.leads.all.set(id, testLead({ id, identities: testIdentities(id) }));
      return { lead_id: id, submission: 1, request_id: 'r' };
    });
    const { leads } = work;
    const overtaken = {
      ...leads,
      transition(...asked: Parameters<typeof leads.transition>) {
        const [{ id }, { state }] = asked;
        if (state !== 'sending') return leads.transition(...asked);
        leads.all.set(id, meanwhile(leads.all.get(id)!));
        return Promise.resolve(false);
      },
    };
    await runSubmit({ ...work.ports, leads: overtaken }, first!);
    expect(work.sent).to.deep.equal([]);
    await runSubmit(work.ports, second!);
    return work.leads.all.get(second!.lead_id)?.state;
  }
  const taken = { by: 'another', submission: 1, run: 2, at: new Date(0), from: 'queued' } as const;

  it('is left at once, for the next lead', async () => {
    expect(await nextAfter((lead) => lead)).to.equal('accepted');
    expect(await nextAfter((lead) => ({ ...lead, taken, state: 'rejected' }))).to.equal('accepted');
  });

  it('stays with a worker that has the lead since, and enters with it', async () => {
    for (const state of ['working', 'sending'] as const)
      expect(await nextAfter((lead) => ({ ...lead, taken, state }))).to.equal('queued');
  });
});
