import { expect } from 'chai';
import { subjectOf } from '../../../src/core/checks/index.js';
import type { Candidate } from '../../../src/app/submit/candidate.js';
import { releaseClaimsWhileWaiting } from '../../../src/app/submit/transition-lead.js';
import { READ, RESERVE } from '../../../src/app/submit/reserve.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { ClaimOwner } from '../../../src/core/duplicates/claim-owner.js';
import { releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import type { AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Slot } from '../../../src/core/search/search-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead, testSearch, testAttempt } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const DAY_MS = 86_400_000;
const CAP = testCap({ id: 'day', limit: 1, time_zone: 'UTC' });
const catalogue = testCatalogue({
  offers: { [IDS.shared]: { caps: [CAP, testCap({ id: 'week', window: 'week', limit: 9 })] } },
});
const KEYS = testIdentities('ann').map(({ key }) => key);

function taking(over: Partial<LeadRecord> = {}): Candidate {
  const lead = testLead({ state: 'working', due_at: new Date(NOW.getTime() + 30_000), ...over });
  const subject = subjectOf(lead, catalogue, { miles: () => 1 }, NOW);
  const { campaign, campaign_offer } = subject;
  return { lead, subject, campaign: campaign!, campaign_offer: campaign_offer!, catalogue, send_at: NOW };
}
const owner = (over: Partial<ClaimOwner> = {}): ClaimOwner => ({
  ...{ lead: 'other', affiliate: 'a', submission: 1, offer: IDS.shared, buyer: IDS.buyer, at: NOW },
  ...over,
});

describe('taking a slot', () => {
  const SOLD: Slot = { lead: 'x', submission: 1, offer_id: 'o', offer_type: 'true_exclusive', state: 'sold' };
  /** What the store answers, one after the other: won, or what was in the way when it was read. */
  const takes = async (...answers: readonly (true | readonly Slot[])[]) => {
    const { ports } = fakeWork(catalogue, NOW);
    let asked = 0;
    const takeSlot: WorkPorts['searches']['takeSlot'] = () => {
      const answer = answers[(asked += 1) - 1] ?? true;
      return Promise.resolve(answer === true ? { won: true } : { won: false, slots: answer });
    };
    const searches = { ...ports.searches, takeSlot };
    return { met: await RESERVE.slot({ ...ports, searches }, taking({ search_id: 's' })), asked };
  };

  it('is won, or tells what is in the way', async () => {
    expect(await takes(true)).to.deep.equal({ met: [], asked: 1 });
    expect(await takes([SOLD])).to.deep.equal({ met: [SOLD], asked: 1 });
  });

  it('is tried again where what was in the way is gone, three times at most', async () => {
    expect(await takes([], true)).to.deep.equal({ met: [], asked: 2 });
    expect(await takes([], [], [SOLD])).to.deep.equal({ met: [SOLD], asked: 3 });
    expect(await takes([], [], [], true)).to.deep.equal({ met: 'wait', asked: 3 });
  });

  it('is no matter of a direct post', async () => {
    const { ports } = fakeWork(catalogue, NOW);
    const never = () => Promise.reject(new Error('asked'));
    expect(
      await RESERVE.slot({ ...ports, searches: { ...ports.searches, takeSlot: never } }, taking()),
    ).to.deep.equal([]);
  });

  it('takes nothing any more once its time with the lead is over', async () => {
    const { ports } = fakeWork(catalogue, NOW);
    const late: WorkPorts = { ...ports, clock: () => new Date(NOW.getTime() + 30_000) };
    for (const step of ['slot', 'claims', 'caps'] as const)
      expect(await RESERVE[step](late, taking({ search_id: 's' })), step).to.equal('wait');
  });
});

describe('taking places in caps: a lead that is refused leaves them in the last call, if it may', () => {
  const at = NOW;
  const intent = { at, submission: 1, buyer_id: IDS.buyer };
  const tried = (outcome: AttemptOutcome) => [
    testAttempt({ number: 1, submission: 1, at, timeout_ms: 2_000, outcome }),
  ];
  const soon = new Date(NOW.getTime() + 2_000);
  const rows: readonly [string, Partial<LeadRecord>, readonly (Date | undefined)[]][] = [
    ['without places', {}, [undefined]],
    ['held for its buyer', { intent }, [undefined, soon]],
    [
      'near the end of its lease',
      { intent, due_at: new Date(NOW.getTime() + 11_000) },
      [undefined, new Date(NOW.getTime() + 1_000)],
    ],
    ['that never left', { intent, attempts: tried('never_sent') }, [undefined, soon]],
    ['that its buyer wants again', { intent, attempts: tried('retry') }, [undefined]],
    ['that a buyer may have', { intent, attempts: tried('unknown') }, [undefined]],
  ];
  for (const [name, over, calls] of rows)
    it(name, async () => {
      const { ports } = fakeWork(catalogue, NOW);
      const asked: (Date | undefined)[] = [];
      const reserve: WorkPorts['ledger']['reserve'] = (_id, _to, _counted, until) => {
        asked.push(until);
        return Promise.resolve({ outcome: 'full', cap_id: 'day' });
      };
      const ledger = {
        ...ports.ledger,
        reserve,
        move: (id, _from, to, counted, until) => reserve(id, to, counted, until),
      } satisfies WorkPorts['ledger'];
      const leads = { ...ports.leads, transition: () => Promise.resolve(true) };
      const met = await RESERVE.caps({ ...ports, ledger, leads }, taking(over));
      expect(met).to.deep.include({ full_caps: [CAP] });
      expect(asked).to.deep.equal(calls);
    });
});

describe('taking claims', () => {
  type Answer = true | readonly ClaimOwner[];
  const claims = async (leads: readonly LeadRecord[], ...answers: readonly Answer[]) => {
    const { ports } = fakeWork(catalogue, NOW);
    const requests: (readonly string[])[] = [];
    const released: string[] = [];
    const met = await RESERVE.claims(
      {
        ...ports,
        leads: {
          ...ports.leads,
          standings: (ids) => Promise.resolve(leads.filter(({ id }) => ids.includes(id))),
        },
        claims: {
          ...ports.claims,
          take({ over = [], run }) {
            expect(run).to.equal(3);
            requests.push(over);
            const answer = answers[requests.length - 1] ?? true;
            return Promise.resolve(answer === true ? { won: true } : { won: false, owners: answer });
          },
          release: (keys, lead, submission) =>
            Promise.resolve(void released.push([...keys, lead, submission].join(' '))),
        },
      },
      taking({ runs: 3 }),
    );
    return { met, requests, released };
  };
  const other = (over: Partial<LeadRecord> = {}) => testLead({ id: 'other', ...over });
  const OLD = owner({ at: new Date(NOW.getTime() - 30 * DAY_MS) });

  it('is won at once', async () => {
    expect(await claims([], true)).to.deep.equal({ met: [], requests: [[]], released: [] });
  });

  it('meets a sale', async () => {
    const { met, requests } = await claims([other({ state: 'accepted' })], [owner()]);
    expect(met).to.deep.equal([owner()]);
    expect(requests).to.have.length(1);
  });

  it('waits for one whose fate is open', async () => {
    const { met, requests } = await claims([other({ state: 'working' })], [owner()]);
    expect([met, requests.length]).to.deep.equal(['wait', 1]);
  });

  it('meets a sale beside one whose fate is open', async () => {
    const two = [owner({ lead: 'open' }), owner()];
    const leads = [other({ id: 'open', state: 'working' }), other({ state: 'accepted' })];
    expect((await claims(leads, two)).met).to.deep.equal([owner()]);
  });

  it('pays what an ended one owes, and tries again', async () => {
    const ended = other({ state: 'rejected' });
    const effect = releaseEffect({ ...ended, identities: [{ kind: 'email', key: 'its own' }] }, NOW);
    const former = { ...effect, submission: 0, keys: ['of another submission'] };
    const { met, requests, released } = await claims(
      [{ ...ended, pending_effects: [former, effect] }],
      [owner()],
      true,
    );
    expect([met, requests.length]).to.deep.equal([[], 2]);
    expect(released).to.deep.equal(['its own other 1']);
  });

  it('takes away what nobody owes', async () => {
    const { met, released } = await claims([other({ state: 'rejected' })], [owner()], true);
    expect(met).to.deep.equal([]);
    expect(released).to.deep.equal([[...KEYS, 'other', 1].join(' ')]);
  });

  it('looks past one from before the window whose lead is over, from the moment on in which that began', async () => {
    const { met, requests, released } = await claims([other({ state: 'accepted' })], [OLD], true);
    expect([met, requests, released]).to.deep.equal([[], [[], ['other']], []]);
    const since = owner({ at: new Date(OLD.at.getTime() + 1) });
    expect((await claims([other({ state: 'accepted' })], [since])).met).to.deep.equal([since]);
  });

  it('waits after three tries', async () => {
    const ended = other({ state: 'rejected' });
    const { met, requests } = await claims([ended], [owner()], [owner()], [owner()], true);
    expect([met, requests.length]).to.deep.equal(['wait', 3]);
  });

  const gives: readonly [string, readonly AttemptOutcome[], number, boolean][] = [
    ['that was not tried', [], 1, true],
    ['of which nothing left', ['never_sent', 'never_sent'], 1, true],
    ['that a buyer has had', ['never_sent', 'retry'], 1, false],
    ['that may have left', ['unknown', 'never_sent'], 1, false],
    ['that a buyer had in an earlier submission', ['retry'], 2, true],
  ];
  for (const [name, outcomes, submission, given] of gives)
    it(`one ${name} ${given ? 'gives its claims back' : 'keeps its claims'} while it waits for another`, async () => {
      const { ports } = fakeWork(catalogue, NOW);
      const told: unknown[] = [];
      const attempts = outcomes.map((outcome, i) =>
        testAttempt({
          number: i + 1,
          submission: 1,
          at: NOW,
          timeout_ms: 1,
          outcome,
        }),
      );
      await releaseClaimsWhileWaiting(
        { claims: { ...ports.claims, giveBack: (...asked) => Promise.resolve(void told.push(asked)) } },
        testLead({ submission, runs: 3, attempts }),
      );
      expect(told).to.deep.equal(given ? [[KEYS, { lead: testLead().id, submission, run: 3 }]] : []);
    });
});

describe('what a test lead meets', () => {
  const reading = (over: Partial<WorkPorts> = {}, lead: Partial<LeadRecord> = {}) => {
    const work = fakeWork(catalogue, NOW);
    const asked = [{ ...work.ports, ...over }, taking({ is_test: true, ...lead })] as const;
    return {
      ...work,
      shared: {
        slot: () => READ.slot(...asked),
        claims: () => READ.claims(...asked),
        caps: () => READ.caps(...asked),
      },
    };
  };

  it('the slots of its search', async () => {
    const { shared, searches } = reading({}, { search_id: testSearch().id });
    const slot: Slot = { lead: 'x', submission: 1, offer_id: 'o', offer_type: 'shared', state: 'sold' };
    searches.all.set(testSearch().id, testSearch({ slots: [slot] }));
    expect(await shared.slot()).to.deep.equal([slot]);
    expect(await reading({}, { search_id: 'gone' }).shared.slot()).to.deep.equal([]);
    const never = { ...fakeWork(catalogue).ports.searches, read: () => Promise.reject(new Error('read')) };
    expect(await reading({ searches: never }).shared.slot()).to.deep.equal([]);
  });

  it('who of its own affiliate holds its person at this offer, and no other', async () => {
    const { ports } = fakeWork(catalogue, NOW);
    const own = owner({ affiliate: IDS.affiliate });
    const owners = [
      own,
      { ...own, lead: 'elsewhere', offer: 'x' },
      owner({ lead: 'of another affiliate' }),
      // Not read either: not even the time that the answer takes tells of it.
      owner({ lead: 'of another, long ago', at: new Date(NOW.getTime() - 31 * DAY_MS) }),
    ];
    const readOwners = () => Promise.resolve([{ key: KEYS[0]!, owners }]);
    const standings = () => Promise.reject(new Error('a lead of another affiliate was read'));
    const { shared } = reading({
      claims: { ...ports.claims, owners: readOwners },
      leads: { ...ports.leads, standings },
    });
    expect(await shared.claims()).to.deep.equal([own]);
  });

  const used = (...answers: (readonly number[] | 'stale')[]) => {
    let rebuilds = 0;
    const { ports } = fakeWork(catalogue);
    const over = (rebuilt: boolean): Partial<WorkPorts> => ({
      ledger: { ...ports.ledger, used: () => Promise.resolve(answers.shift() ?? 'stale') },
      rebuildLedger: () => Promise.resolve(((rebuilds += 1), rebuilt)),
    });
    return { over, rebuilds: () => rebuilds };
  };
  const rows: readonly [
    string,
    (readonly number[] | 'stale')[],
    boolean,
    readonly string[] | 'wait',
    number,
  ][] = [
    ['room', [[0, 8]], true, [], 0],
    ['a full one', [[1, 0]], true, ['day'], 0],
    ['two full ones', [[2, 9]], true, ['day', 'week'], 0],
    ['nothing counted', [[]], true, [], 0],
    ['a ledger that is counted anew', ['stale', [1, 0]], true, ['day'], 1],
    ['a ledger that another counts', ['stale', [1, 0]], false, 'wait', 1],
    ['a ledger that stays stale', ['stale', 'stale'], true, 'wait', 1],
  ];
  for (const [name, answers, rebuilt, full, rebuilds] of rows)
    it(`caps with ${name}: ${full === 'wait' ? full : full.join(' and ') || 'passes'}`, async () => {
      const ledger = used(...answers);
      const met = await reading(ledger.over(rebuilt)).shared.caps();
      expect(met === 'wait' ? met : met.full_caps.map(({ id }) => id)).to.deep.equal(full);
      expect(ledger.rebuilds()).to.equal(rebuilds);
    });
});
