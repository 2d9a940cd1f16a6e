import { expect } from 'chai';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { OutageError } from '../../../src/app/outage.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { Program } from '../../../src/core/catalogue/types.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const program = (value: string, over: Partial<Program> = {}): Program => ({
  ...{ value, label: value, eligibility: [], required_fields: [] },
  ...over,
});
const NURSES = { field: 'background.rn_license', when_missing: 'fail', test: { in: ['rn'] } } as const;
const PROGRAMS = [program('msn', { eligibility: [NURSES] }), program('full'), program('open')];
const result = (reference: string, ...values: string[]) => ({
  ...{ reference, name: 'BA', questions: [] },
  programs: values.map((value) => ({ value, label: value })),
});

/** The results that are shown, each with its programs, and what the timeline tells. */
async function shown(over: (ports: WorkPorts) => Partial<WorkPorts> = () => ({})) {
  const caps = [testCap({ program: 'full', limit: 0 })];
  const work = fakeWork(testCatalogue({ offers: { [IDS.partner]: { programs: PROGRAMS, caps } } }));
  const at = testSearch().created_at;
  const partners = [{ offer_id: IDS.partner, run: 1, state: 'asked', asked_at: at }] as const;
  const search = testSearch({ state: 'asking', due_at: testSearch().closes_at, partners });
  work.searches.all.set(search.id, search);
  const results = [result('some', 'msn', 'full', 'open', 'theirs'), result('none', 'msn'), result('bare')];
  work.answers.askPartner.push({ kind: 'answered', results, faults: [] });
  const job = { search_id: search.id, run: 1, offer_id: IDS.partner, request_id: 'r' };
  await runPartnerSearch({ ...work.ports, ...over(work.ports) }, job);
  const after = work.searches.all.get(search.id);
  return {
    programs: after?.results.map(({ terms }) => [
      terms.reference,
      ...terms.programs.map(({ value }) => value),
    ]),
    told: after?.timeline.find(({ what }) => what === 'partner')?.reason,
  };
}

describe("a partner's result", () => {
  it('lacks the programs that the lead may not take and those that are full; without any other it is left out', async () => {
    const { programs, told } = await shown();
    expect(programs).to.deep.equal([['some', 'open', 'theirs'], ['bare']]);
    expect(told).to.deep.include({
      results: 2,
      programs_out: ['msn: background.rn_license', 'full: day'],
    });
  });

  it('does not get lost where no cap can be looked at', async () => {
    const away = () => Promise.reject(new OutageError('Redis', new Error('away')));
    const { programs } = await shown((ports) => ({ ledger: { ...ports.ledger, used: away } }));
    expect(programs).to.deep.equal([['some', 'full', 'open', 'theirs'], ['bare']]);
  });
});
