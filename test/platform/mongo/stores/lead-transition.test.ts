import { IDS } from '../../../support/catalogue.js';
import { testAttempt } from '../../../support/records.js';
import { expect } from 'chai';
import { expectCommands, type OpenStores, STORE_KINDS } from '../../../support/store-kinds.js';
import {
  FINAL_STATES,
  LEAD_TRANSITIONS,
  NEXT_STATES,
  UNDECIDED_STATES,
} from '../../../../src/core/lead/lead-states.js';
import type { LeadStore } from '../../../../src/app/ports/lead-store.js';
import { MAX_CALLBACKS, type LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { aLead, minute, postedAgain } from '../../../support/stored-records.js';

for (const kind of STORE_KINDS)
  describe(`lead store: steps of a lead ${kind.name}`, () => {
    let stores: OpenStores;
    let leads: LeadStore;
    before(async () => {
      stores = await kind.open();
      ({ leads } = stores);
    });
    after(() => stores.close());

    async function stored(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
      const lead = aLead(over);
      await leads.insert(lead);
      return lead;
    }
    const now = minute(10);
    const until = minute(11);
    const entry = { at: now, what: 'received' } as const;
    const reason = { duration_ms: 1 };
    const asked = (outcome: string) =>
      ({ at: now, what: 'asked', offer_id: 'offer', outcome, reason }) as const;

    describe('note', () => {
      const noted = async (id: string) => {
        const lead = await leads.read(id);
        return { timeline: lead?.timeline.map(({ outcome }) => outcome), callbacks: lead?.callbacks };
      };

      it('tells each mark once, and no more than the most', async () => {
        const { id } = await stored({ state: 'accepted' });
        const { names } = await stores.during(() => leads.note(id, 'a', asked('a')));
        expectCommands(names, ['update']);
        await leads.note(id, 'a', asked('a'));
        await leads.note(id, 'b', asked('b'));
        expect(await noted(id)).to.deep.equal({ timeline: ['a', 'b'], callbacks: ['a', 'b'] });
        for (let i = 0; i < MAX_CALLBACKS; i += 1) await leads.note(id, `mark ${i}`, entry);
        expect((await noted(id)).callbacks).to.have.length(MAX_CALLBACKS);
        expect((await noted(id)).timeline).to.have.length(MAX_CALLBACKS);
      });

      it('does not tell again what a transition was made by', async () => {
        const { id } = await stored({ state: 'unknown' });
        const change = {
          state: 'pending',
          due_at: now,
          callback: 'a',
          entries: [asked('a')],
        } as const;
        await leads.transition({ id, submission: 1, states: ['unknown'] }, change);
        await leads.note(id, 'a', asked('again'));
        expect(await noted(id)).to.deep.equal({ timeline: ['a'], callbacks: ['a'] });
      });
    });

    describe('transition', () => {
      const attempt = testAttempt({ number: 1, submission: 1, at: now, timeout_ms: 1_000, outcome: 'open' });
      const working = {
        state: 'working',
        runs: 2,
        intent: { at: now, submission: 1, buyer_id: IDS.buyer },
      } as const;
      const cases: readonly [string, Parameters<LeadStore['transition']>[0], boolean][] = [
        ['as believed', { id: '', submission: 1, states: ['working'], runs: 2, attempts: 0 }, true],
        ['with fewer beliefs', { id: '', submission: 1, states: ['working', 'sending'] }, true],
        ['another submission', { id: '', submission: 2, states: ['working'] }, false],
        ['another state', { id: '', submission: 1, states: ['sending'] }, false],
        ['other runs', { id: '', submission: 1, states: ['working'], runs: 1 }, false],
        ['counted then', { id: '', submission: 1, states: ['working'], intent_at: now }, true],
        ['counted at another time', { id: '', submission: 1, states: ['working'], intent_at: until }, false],
        ['other attempts', { id: '', submission: 1, states: ['working'], attempts: 1 }, false],
      ];
      const leased: typeof cases = [
        ['within the lease', { id: '', submission: 1, states: ['working'], leased_at: minute(10) }, true],
        ['at the end of the lease', { id: '', submission: 1, states: ['working'], leased_at: until }, false],
        ['after the lease', { id: '', submission: 1, states: ['working'], leased_at: minute(12) }, false],
      ];
      for (const [what, when, won] of [...cases, ...leased])
        it(`${what}: ${won ? 'won' : 'lost'}`, async () => {
          const lead = await stored({ ...working, due_at: until });
          const change = { state: 'waiting', due_at: minute(20), entries: [entry] } as const;
          const { names, result } = await stores.during(() =>
            leads.transition({ ...when, id: lead.id }, change),
          );
          expect(result).to.equal(won);
          expectCommands(names, ['update']);
          const after = { ...lead, state: 'waiting', due_at: minute(20), timeline: [entry] };
          expect(await leads.read(lead.id)).to.deep.equal(won ? after : lead);
        });

      const states = [...UNDECIDED_STATES, ...FINAL_STATES];
      const writes = ({ by }: (typeof LEAD_TRANSITIONS)[number]) => by !== 'client';
      for (const from of states)
        it(`makes from ${from} every transition that is drawn, and no other`, async () => {
          const drawn = new Set(
            LEAD_TRANSITIONS.filter((one) => one.from === from && writes(one)).map(({ to }) => to),
          );
          for (const to of states.filter((state) => !NEXT_STATES[from].includes(state))) {
            const change = { state: to, due_at: null, entries: [] } as const;
            const thrown = await leads
              .transition({ id: 'any', submission: 1, states: [from] }, change)
              .catch(String);
            expect(thrown, to).to.contain(`no way leads from ${from} to ${to}`);
          }
          for (const to of drawn) {
            const { id } = await stored({ state: from });
            const change = { state: to, due_at: null, entries: [] } as const;
            expect(await leads.transition({ id, submission: 1, states: [from] }, change), to).to.equal(true);
            expect((await leads.read(id))?.state).to.equal(to);
          }
        });

      for (const from of states)
        it(`${LEAD_TRANSITIONS.some((one) => one.from === from && one.to === 'working') ? 'takes' : 'does not take'} a lead that is ${from} and due`, async () => {
          const { id } = await stored({ state: from, due_at: minute(1) });
          const taken = await leads.take(id, 1, now, until);
          expect(taken?.state).to.equal(NEXT_STATES[from].includes('working') ? 'working' : undefined);
        });

      it('throws where the state machine has no arrow', async () => {
        const { id } = await stored({ state: 'held' });
        const when = { id, submission: 1, states: ['working', 'held'] } as const;
        const thrown = await leads
          .transition(when, { state: 'accepted', due_at: null, entries: [] })
          .catch(String);
        expect(thrown).to.contain('no way leads from held to accepted');
      });

      it('begins and ends an attempt, decides, and owes', async () => {
        const { id } = await stored(working);
        const when = { id, submission: 1 };
        await leads.transition(
          { ...when, states: ['working'], attempts: 0 },
          { state: 'sending', due_at: until, new_attempt: attempt, entries: [] },
        );
        const end = { outcome: 'accepted', ended_at: until, duration_ms: 5, status: 200 } as const;
        const decision = { code: 'ACCEPTED', at: until, payout_cents: 3_000, source: 'buyer' } as const;
        const pendingEffect = {
          kind: 'reservations',
          submission: 1,
          what: 'confirm',
          claim_action: 'keep',
          since: until,
          keys: ['a'],
          offer_id: 'o',
          campaign_id: 'c',
          buyer_id: 'b',
        } as const;
        await leads.transition(
          { ...when, states: ['sending'], attempts: 1 },
          {
            state: 'accepted',
            due_at: null,
            attempt_end: { number: 1, ...end },
            decision,
            effect: pendingEffect,
            reference: 'r',
            entries: [],
          },
        );
        const lead = await leads.read(id);
        expect(lead?.attempts).to.deep.equal([{ ...attempt, ...end }]);
        expect(lead).to.not.have.property('due_at');
        expect(lead).to.deep.include({
          state: 'accepted',
          decision,
          pending_effects: [
            pendingEffect,
            { kind: 'news', what: 'decided', since: until, submission: 1, state: 'accepted', decision },
          ],
          reference: 'r',
        });
      });

      it('ends the attempt of the run that opened it alone, where one is named', async () => {
        const { id } = await stored({ state: 'sending', attempts: [{ ...attempt, run: 2 }] });
        const end = { number: 1, outcome: 'never_sent', ended_at: now, duration_ms: 1 } as const;
        const by = (run: number) =>
          leads.transition(
            { id, submission: 1, states: ['sending'], attempts: 1 },
            { state: 'waiting', due_at: until, attempt_end: { ...end, run }, entries: [] },
          );
        expect(await by(1)).to.equal(false);
        expect(await by(2)).to.equal(true);
        expect((await leads.read(id))?.attempts[0]).to.deep.equal({
          ...attempt,
          run: 2,
          outcome: 'never_sent',
          ended_at: now,
          duration_ms: 1,
        });
      });

      it('cannot end an attempt that was never begun', async () => {
        const { id } = await stored(working);
        const attempt_end = { number: 1, outcome: 'unknown', ended_at: now, duration_ms: 1 } as const;
        const change = { state: 'unknown', due_at: null, attempt_end, entries: [] } as const;
        expect(await leads.transition({ id, submission: 1, states: ['working'] }, change)).to.equal(false);
      });

      it('keeps the newest 200 entries of the timeline', async () => {
        const timeline = Array.from({ length: 199 }, (_, i) => ({ at: now, what: `entry ${i}` }));
        const { id } = await stored({ ...working, timeline });
        const entries = [1, 2, 3].map((i) => asked(`new ${i}`));
        await leads.transition(
          { id, submission: 1, states: ['working'] },
          { state: 'queued', due_at: now, entries },
        );
        const what = (await leads.read(id))?.timeline.map((kept) => kept.outcome ?? kept.what) ?? [];
        expect(what).to.have.length(200);
        expect([what[0], what[199]]).to.deep.equal(['entry 2', 'new 3']);
      });
    });

    describe('judgeAgain', () => {
      const known = [{ kind: 'email', key: 'of-ada' }] as const;
      const again = postedAgain(aLead(), {
        received_at: now,
        // Its quarter of an hour is still to come, so that the reports need no mark.
        received_before: new Date('2100-01-01'),
        due_at: now,
        data_hash: 'new',
        ...{ known, entry },
      });
      const { received_before: _b, known: _n, entry: _e, ...data } = again;
      const { offer_id, campaign_id, buyer_id } = data;
      const by = (source: 'service' | 'buyer') =>
        ({ decision: { code: 'DUPLICATE', at: now, source } }) as const;
      const cases: readonly [string, Partial<LeadRecord>, number | null][] = [
        ['rejected by the service', { state: 'rejected', ...by('service') }, 2],
        ['rejected by the buyer', { state: 'rejected', ...by('buyer') }, null],
        ['invalid', { state: 'invalid', ...by('service') }, 2],
        ['failed', { state: 'failed', ...by('service') }, 2],
        ['accepted', { state: 'accepted', ...by('buyer') }, null],
        ['pending', { state: 'pending' }, null],
        ['of another submission', { state: 'failed', submission: 2, ...by('service') }, null],
      ];
      for (const [what, over, submission] of cases)
        it(`${what}: ${submission === null ? 'stays' : 'again'}`, async () => {
          const { id } = await stored(over);
          const { names, result } = await stores.during(() => leads.resubmit(id, 1, again));
          expect(result).to.equal(submission);
          expectCommands(names, ['update']);
        });

      it('starts over, keeping attempts and pending effects', async () => {
        const attempts = [
          testAttempt({ number: 1, submission: 1, at: now, timeout_ms: 5, outcome: 'never_sent' }),
        ] as const;
        const pending_effects = [
          {
            kind: 'reservations',
            submission: 1,
            what: 'release',
            claim_action: 'release',
            since: now,
            keys: [],
            offer_id,
            campaign_id,
            buyer_id,
          },
        ] as const;
        const old = await stored({
          ...by('service'),
          state: 'failed',
          runs: 3,
          stalls: 1,
          program_id: 'bsn',
          tracking_keys: ['subid:spring'],
          intent: { at: now, submission: 1, buyer_id: IDS.buyer },
          pending_since: now,
          attempts,
          pending_effects,
        });
        await leads.resubmit(old.id, 1, again);
        const { decision: _d, intent: _i, pending_since: _p, program_id: _g, ...rest } = old;
        const { tracking_keys: _k, ...kept } = rest;
        expect(await leads.read(old.id)).to.deep.equal({
          ...kept,
          ...data,
          request_id: 'request-2',
          received_at: now,
          all_identities: known,
          data_hash: 'new',
          due_at: now,
          first_due_at: now,
          state: 'queued',
          submission: 2,
          runs: 0,
          stalls: 0,
          timeline: [entry],
          revision: 1,
          pending_effects: [
            ...pending_effects,
            { kind: 'news', what: 'changed', since: entry.at, submission: 2, state: 'queued' },
          ],
        });
      });
    });
  });
