import { expect } from 'chai';
import { endAttempt, storeEnd, storeUnsavedEnds } from '../../../src/app/submit/end-attempt.js';
import type { UnstoredEnd } from '../../../src/app/ports/unfinished-runs.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import { newAttempt } from '../../../src/core/delivery/attempt.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testAttempt } from '../../support/records.js';
import { AWAY, awayWorld, BAD, later, NOW, thrown } from './away-world.js';

describe('the end of an attempt', () => {
  const offer = testCatalogue().offers.get(IDS.shared)!;
  const opened = (over: Partial<LeadRecord> = {}) => {
    const lead = testLead({
      state: 'sending',
      runs: 1,
      intent: { at: NOW, submission: 1, buyer_id: IDS.buyer },
      due_at: later(40_000),
      ...over,
    });
    const attempt = newAttempt(lead, offer, NOW, testAttempt().money);
    return { lead: { ...lead, attempts: [attempt] }, offer, attempt };
  };
  const answer = (outcome: 'accepted' | 'rejected' | 'pending') =>
    ({
      delivered: { kind: 'answered', status: 200, answer: { outcome, reason: 'x'.repeat(9_000) } },
      ...{ at: NOW, duration_ms: 5, payout_cents: 2_000 },
    }) as const;

  it('is written though the lead’s intent moved meanwhile, three times at most', async () => {
    for (const [moves, ends] of [
      [0, 'accepted'],
      [1, 'accepted'],
      [3, 'accepted'],
      [4, 'waiting'],
    ] as const) {
      const end = opened();
      const work = awayWorld();
      work.leads.all.set(end.lead.id, end.lead);
      let tries = 0;
      const leads: LeadStore = {
        ...work.leads,
        transition: (when, change) => {
          tries += 1;
          // Another worker has moved it, each time before this write.
          if (tries <= moves)
            work.leads.all.set(end.lead.id, {
              ...end.lead,
              state: 'waiting',
              intent: {
                at: later(tries * 3_600_000),
                submission: 1,
                kept: [{ at: NOW, attempts: 1, buyer_id: IDS.buyer }],
                buyer_id: IDS.buyer,
              },
            });
          return work.leads.transition(when, change);
        },
      };
      await endAttempt({ ...work.ports, leads }, end, answer('accepted'));
      const after = work.leads.all.get(end.lead.id)!;
      expect(after.state, `${moves} moves`).to.equal(ends);
      expect(tries).to.equal(Math.min(moves, 3) + 1);
      if (ends === 'waiting')
        expect(after.timeline.at(-1)?.reason).to.include({ why: 'too late', was: 'waiting' });
    }
  });

  const losers: readonly [
    string,
    (lead: LeadRecord) => LeadRecord | undefined,
    'accepted' | 'pending',
    number,
    boolean,
  ][] = [
    ['its lead is gone', () => undefined, 'accepted', 1, false],
    [
      'it has landed',
      (lead) => ({ ...lead, state: 'accepted', attempts: [{ ...lead.attempts[0]!, outcome: 'accepted' }] }),
      'accepted',
      1,
      false,
    ],
    ['an operator decided', (lead) => ({ ...lead, state: 'rejected' }), 'accepted', 1, true],
    [
      'it is sent again',
      (lead) => ({ ...lead, attempts: [lead.attempts[0]!, { ...lead.attempts[0]!, number: 2 }] }),
      'accepted',
      1,
      true,
    ],
    [
      'it is sent again for later',
      (lead) => ({
        ...lead,
        intent: { at: later(1), submission: 1, buyer_id: IDS.buyer },
        attempts: [lead.attempts[0]!, { ...lead.attempts[0]!, number: 2 }],
      }),
      'accepted',
      1,
      true,
    ],
    [
      'it is evaluated again',
      (lead) => ({ ...lead, submission: 2, intent: { at: later(1), submission: 2, buyer_id: IDS.buyer } }),
      'accepted',
      1,
      true,
    ],
    [
      '"later" comes for one that moved',
      (lead) => ({
        ...lead,
        state: 'rejected',
        intent: { at: later(1), submission: 1, buyer_id: IDS.buyer },
      }),
      'pending',
      1,
      true,
    ],
  ];
  for (const [name, now, outcome, tries, told] of losers)
    it(`is ${told ? 'noted once' : 'not told'} where ${name}`, async () => {
      const end = opened();
      const work = awayWorld();
      const stored = now(end.lead);
      if (stored) work.leads.all.set(end.lead.id, stored);
      let writes = 0;
      const leads: LeadStore = {
        ...work.leads,
        transition: () => {
          writes += 1;
          return Promise.resolve(false);
        },
      };
      const ended = await endAttempt({ ...work.ports, leads }, end, answer(outcome));
      expect(ended).to.deep.equal({});
      expect(writes).to.equal(tries);
      const notes = work.leads.all.get(end.lead.id)?.timeline ?? [];
      expect(notes.map(({ what, reason }) => [what, reason?.['why']])).to.deep.equal(
        told ? [['answered', 'too late']] : [],
      );
    });

  it('is looked at by its number where several ended alike', async () => {
    const end = opened();
    const work = awayWorld({ transition: () => Promise.resolve(false) });
    const first = { ...end.lead.attempts[0]!, outcome: 'accepted' as const };
    work.leads.all.set(end.lead.id, {
      ...end.lead,
      state: 'accepted',
      attempts: [
        { ...first, outcome: 'unknown' },
        { ...first, number: 2 },
      ],
    });
    await endAttempt(work.ports, end, answer('accepted'));
    expect(work.leads.all.get(end.lead.id)?.timeline).to.have.length(1);
    work.leads.all.set(end.lead.id, {
      ...end.lead,
      state: 'accepted',
      attempts: [first, { ...first, number: 2, outcome: 'unknown' }],
    });
    await endAttempt(work.ports, end, answer('accepted'));
    expect(work.leads.all.get(end.lead.id)?.timeline).to.have.length(0);
  });

  it('is kept while the database is away, without the person and with as much of the buyer’s words as anybody reads', async () => {
    const work = awayWorld({ transition: () => Promise.reject(AWAY) });
    const end: UnstoredEnd = { ...opened(), answer: answer('rejected') };
    expect(await thrown(storeEnd(work.ports, end))).to.equal(AWAY);
    const [kept] = work.unfinished.ends();
    expect(kept?.lead).to.not.have.any.keys('lead', 'tracking', 'answers', 'consent', 'timeline');
    expect(kept!.lead.id).to.equal(end.lead.id);
    expect(JSON.stringify(kept).length).to.be.below(6_000);
    expect(work.logged).to.have.length(1);
  });

  it('is not kept where its record is bad', async () => {
    const work = awayWorld({ transition: () => Promise.reject(BAD) });
    expect(await thrown(storeEnd(work.ports, { ...opened(), answer: answer('rejected') }))).to.equal(BAD);
    expect(work.unfinished.ends()).to.deep.equal([]);
    expect(work.logged).to.deep.equal([]);
  });

  it('is stored when the database answers: of one lead or of all, and a bad one keeps no other waiting', async () => {
    const work = awayWorld();
    const [one, two] = ['1', '2'].map((id): UnstoredEnd => ({
      ...opened({ id }),
      answer: answer('rejected'),
    }));
    for (const end of [one!, two!]) {
      work.leads.all.set(end.lead.id, end.lead as LeadRecord);
      work.unfinished.keepEnd(end);
    }
    await storeUnsavedEnds(work.ports, '2');
    expect(work.unfinished.ends()).to.deep.equal([one]);
    expect(work.leads.all.get('2')?.state).to.equal('rejected');
    const away = { ...work.ports, leads: { ...work.leads, transition: () => Promise.reject(AWAY) } };
    expect(await thrown(storeUnsavedEnds(away))).to.equal(AWAY);
    expect(work.unfinished.ends()).to.deep.equal([one]);
    const bad = { ...work.ports, leads: { ...work.leads, transition: () => Promise.reject(BAD) } };
    await storeUnsavedEnds(bad);
    expect([work.unfinished.ends(), work.logged.length]).to.deep.equal([[], 1]);
  });
});
