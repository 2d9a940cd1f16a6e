import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { confirmEffect } from '../../../src/core/delivery/pending-effects.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { IdentityKey } from '../../../src/core/search/search-record.js';
import { expireOld } from '../../../src/app/upkeep/expire.js';
import { applyEffects } from '../../../src/app/submit/effects.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt } from '../../support/records.js';
import { nameOfEffect } from '../../../src/core/lead/pending-effect.js';
import type { OpenStores, StoreKind } from '../../support/memory-stores.js';

const DAY_MS = 86_400_000;
const NOTHING_LEFT: DeliveryResult = { kind: 'never_sent', detail: 'refused' };
const TRY_AGAIN: DeliveryResult = { kind: 'answered', status: 503, answer: { outcome: 'retry' } };
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'a time-out' };

const { delivery } = testCatalogue().offers.get(IDS.shared)!;

/** X counts every sale of the service and its buyer may be told twice; Y counts its own sales alone. */
const X = IDS.shared;
const Y = IDS.trueExclusive;
const LONG = IDS.exclusive;
const policy = { match: ['email', 'phone'], window_days: 30, scope: 'service' } as const;
const catalogue = testCatalogue({
  offers: {
    [X]: { duplicates: policy, delivery: { ...delivery, idempotent: true, window_ms: 600_000 } },
    [Y]: { duplicates: { ...policy, scope: 'offer' } },
    [LONG]: { duplicates: { ...policy, window_days: 90 } },
  },
});

/** The same is held in memory, as fast as mutation testing needs it, and on the real store. */
export function claimsAreKept(kind: StoreKind): void {
  describe(`what a person's claims are worth, ${kind.name}`, () => {
    let stores: OpenStores;
    before(async () => (stores = await kind.open()));
    after(() => stores.close());

    const someone = (): { email: IdentityKey; phone: IdentityKey } => ({
      email: { kind: 'email', key: `1 ${randomUUID()}` },
      phone: { kind: 'phone', key: `2 ${randomUUID()}` },
    });

    function begin() {
      const work = fakeWork(catalogue);
      const ports: WorkPorts = { ...work.ports, leads: stores.leads, claims: stores.claims };
      const post = async (over: Partial<LeadRecord>): Promise<LeadRecord> => {
        const now = ports.clock();
        const lead = testLead({
          ...{ id: randomUUID(), received_at: now, due_at: now, first_due_at: now },
          ...over,
        });
        await stores.leads.insert(lead);
        return lead;
      };
      const run = ({ id, submission }: LeadRecord, with_: WorkPorts = ports) =>
        runSubmit(with_, { lead_id: id, submission, request_id: 'r' });
      const now = async ({ id }: LeadRecord): Promise<LeadRecord> => (await stores.leads.read(id))!;
      const outcome = async (over: Partial<LeadRecord>): Promise<string> => {
        const lead = await post(over);
        await run(lead);
        const { state, decision } = await now(lead);
        return decision?.code ?? state;
      };
      return { ...work, ports, post, run, now, outcome };
    }

    it('a second judging that is refused keeps what the first one claimed: the person is sold once', async () => {
      const { email, phone } = someone();
      const work = begin();
      work.answers.deliver.push(UNKNOWN);
      const first = await work.post({ offer_id: X, identities: [email, phone] });
      await work.run(first);
      expect((await work.now(first)).state).to.equal('waiting');
      expect(await work.outcome({ offer_id: Y, identities: [phone] })).to.equal('ACCEPTED');
      for (const _ of [1, 2]) {
        work.pass(60_000);
        await work.run(first);
        expect((await work.now(first)).state).to.equal('waiting');
      }
      expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal('DUPLICATE');
      expect(work.sent).to.have.length(2);
    });

    it('a run that slept and is refused leaves the claims of its lead, which was accepted meanwhile', async () => {
      const { email, phone } = someone();
      const work = begin();
      const lead = await work.post({ offer_id: X, identities: [email, phone] });
      let wake: () => void = () => undefined;
      const awake = new Promise<void>((resolve) => (wake = resolve));
      let asleep: () => void = () => undefined;
      const fell = new Promise<void>((resolve) => (asleep = resolve));
      const sleepy: WorkPorts = {
        ...work.ports,
        claims: {
          ...stores.claims,
          async take(request) {
            asleep();
            await awake;
            return stores.claims.take(request);
          },
        },
      };
      const sleeper = work.run(lead, sleepy);
      await fell;
      work.pass(31_000);
      await work.run(lead);
      expect((await work.now(lead)).state).to.equal('accepted');
      expect(await work.outcome({ offer_id: Y, identities: [phone] })).to.equal('ACCEPTED');
      wake();
      await sleeper;
      expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal('DUPLICATE');
    });

    const waiters: readonly [string, readonly DeliveryResult[], number, string][] = [
      ['nothing left', [NOTHING_LEFT], 2, 'DUPLICATE'],
      ['the buyer said "try again"', [TRY_AGAIN], 11, 'DELIVERY_FAILED'],
      ['it said so, and then nothing left', [TRY_AGAIN, NOTHING_LEFT], 11, 'DELIVERY_FAILED'],
    ];
    for (const [what, answers, turns, loses] of waiters)
      it(`two that took under a narrower policy do not wait for each other for ever, ${what}: one is sold`, async () => {
        const [one, other] = [someone(), someone()];
        const narrow = testCatalogue({ offers: { [X]: { duplicates: { ...policy, match: ['email'] } } } });
        const work = begin();
        let current = narrow;
        const ports: WorkPorts = { ...work.ports, catalogue: { current: () => current } };
        const leads = [
          await work.post({ offer_id: X, identities: [one.email, one.phone] }),
          await work.post({ offer_id: X, identities: [other.email, one.phone] }),
        ];
        for (const answer of answers) {
          work.answers.deliver.push(answer, answer);
          for (const lead of leads) await work.run(lead, ports);
          work.pass(1_000);
        }
        current = catalogue;
        for (let turn = 0; turn < turns; turn += 1) {
          work.pass(60_000);
          for (const lead of leads) await work.run(lead, ports);
        }
        const ends = (await Promise.all(leads.map(work.now))).map(({ decision }) => decision?.code);
        expect(ends).to.have.members(['ACCEPTED', loses]);
      });

    it('a run that gives way and slept takes nothing from the run that came after it', async () => {
      const { email, phone } = someone();
      const work = begin();
      const lead = await work.post({ offer_id: X, identities: [email, phone] });
      const rival = await work.post({ offer_id: Y, identities: [email], state: 'working' });
      const by = { ...policy, scope: 'offer' as const };
      const holds = { lead: rival.id, affiliate: IDS.affiliate, submission: 1, offer: Y, buyer: IDS.buyer };
      const at = work.ports.clock();
      await stores.claims.take({ identities: [email], policy: by, owner: { ...holds, at }, now: at, run: 2 });
      let meanwhile = async (): Promise<void> => {
        meanwhile = () => Promise.resolve();
        await stores.claims.release([email.key], rival.id, 1);
        work.pass(2_000);
        await work.run(lead);
      };
      const sleepy: WorkPorts = {
        ...work.ports,
        claims: {
          ...stores.claims,
          async giveBack(keys, run) {
            await meanwhile();
            await stores.claims.giveBack(keys, run);
          },
        },
      };
      await work.run(lead, sleepy);
      expect((await work.now(lead)).state).to.equal('accepted');
      expect(await work.outcome({ offer_id: X, identities: [phone] })).to.equal('DUPLICATE');
    });

    const attempt = (outcome: AttemptOutcome, at: Date) => ({
      ...testAttempt({
        number: 1,
        submission: 1,
        at,
        ended_at: at,
        timeout_ms: 2_000,
        outcome,
        duration_ms: 10,
      }),
    });
    const undecided: readonly [LeadState, AttemptOutcome | undefined, string][] = [
      ['unknown', 'unknown', 'DUPLICATE'],
      ['pending', 'pending', 'DUPLICATE'],
      ['saved', undefined, 'DUPLICATE'],
      ['waiting', 'unknown', 'DUPLICATE'],
      ['waiting', 'never_sent', 'queued'],
      ['queued', undefined, 'queued'],
    ];
    for (const [state, tried, met] of undecided)
      for (const expires of [false, true])
        it(`${state}${tried ? ` after ${tried}` : ''}, claimed before the window${expires ? 's, swept' : ''}: in the way (${met})`, async () => {
          const { email, phone } = someone();
          const work = begin();
          const at = work.ports.clock();
          const lead = testLead({ id: randomUUID(), state, identities: [email, phone], offer_id: X });
          const attempts = tried ? [attempt(tried, at)] : [];
          const { due_at: _, ...unknown } = lead;
          await stores.leads.insert({ ...(state === 'unknown' ? unknown : lead), attempts });
          await claim(lead, at);
          work.pass((expires ? 91 : 31) * DAY_MS);
          if (expires) await expireOld(work.ports);
          expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal(met);
          expect(await work.outcome({ offer_id: X, identities: [phone], is_test: true })).to.equal(
            'DUPLICATE',
          );
        });

    const claim = async ({ id, submission, identities }: LeadRecord, at: Date): Promise<void> => {
      const owner = { lead: id, affiliate: IDS.affiliate, submission, offer: X, buyer: IDS.buyer, at };
      const taken = await stores.claims.take({ identities, policy, owner, now: at, run: 2 });
      expect(taken).to.deep.equal({ won: true });
    };

    it('accepted after the window: the window counts from the acceptance, before that is written and after', async () => {
      const { email, phone } = someone();
      const work = begin();
      const at = work.ports.clock();
      const { due_at: _, ...lead } = testLead({
        ...{ id: randomUUID(), state: 'unknown', identities: [email, phone], offer_id: X },
        attempts: [attempt('unknown', at)],
      });
      await stores.leads.insert(lead);
      await claim(lead, at);
      work.pass(100 * DAY_MS);
      const accepted = work.ports.clock();
      const effect = confirmEffect(lead, accepted);
      await stores.leads.transition(
        { id: lead.id, submission: 1, states: ['unknown'] },
        {
          ...{ state: 'accepted', due_at: null, effect, entries: [] },
          decision: { code: 'ACCEPTED', at: accepted, source: 'buyer' },
        },
      );
      await expireOld(work.ports);
      expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal('DUPLICATE');
      await applyEffects(work.ports, [{ id: lead.id, effect }]);
      await stores.leads.clearPending([{ id: lead.id, effects: [nameOfEffect(effect)] }]);
      await expireOld(work.ports);
      work.pass(29 * DAY_MS);
      expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal('DUPLICATE');
      work.pass(2 * DAY_MS);
      expect(await work.outcome({ offer_id: X, identities: [email] })).to.equal('ACCEPTED');
    });

    it('sold, and the window is over: sold again, at the cost of one look', async () => {
      const { email, phone } = someone();
      const work = begin();
      const sale = { offer_id: X, identities: [email, phone] };
      expect(await work.outcome(sale)).to.equal('ACCEPTED');
      work.pass(29 * DAY_MS);
      expect(await work.outcome(sale)).to.equal('DUPLICATE');
      work.pass(2 * DAY_MS);
      expect(await work.outcome(sale)).to.equal('ACCEPTED');
    });

    it('claims expire by the longest window of the catalogue, not by a shorter one', async () => {
      const { email, phone } = someone();
      const work = begin();
      expect(await work.outcome({ offer_id: X, identities: [email, phone] })).to.equal('ACCEPTED');
      const keys = [email.key, phone.key];
      for (const [days, left] of [
        [31, 2],
        [58, 2],
        [2, 0],
      ] as const) {
        work.pass(days * DAY_MS);
        await expireOld(work.ports);
        expect(await stores.claims.owners(keys)).to.have.length(left);
      }
    });
  });
}
