import { expect } from 'chai';
import { applyReleaseNow, applyEffects } from '../../../src/app/submit/effects.js';
import { endRun, refuse, transitionLead } from '../../../src/app/submit/transition-lead.js';
import { OutageError } from '../../../src/app/outage.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { LeadRecord, ReservationEffect } from '../../../src/core/lead/lead-record.js';
import type { DecisionCode } from '../../../src/core/refusal.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const EARLIER = new Date('2026-11-20T17:00:00Z');
const AWAY = new OutageError('MongoDB', new Error('away'));
const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ id: 'day' })] } } });

const effect = (over: Partial<ReservationEffect> = {}): ReservationEffect => ({
  ...{
    kind: 'reservations',
    submission: 1,
    what: 'release',
    claim_action: 'release',
    since: AT,
    keys: ['e', 'p'],
    buyer_id: IDS.buyer,
  },
  ...{ offer_id: IDS.shared, campaign_id: IDS.campaign, search_id: 's', intent_at: AT, buyer_id: IDS.buyer },
  ...over,
});
const owed = (id: string, over: Partial<ReservationEffect> = {}) => ({ id, effect: effect(over) });

interface Faults {
  /** What the ledger answers, one after the other; then `done`. */
  readonly ledger?: ('done' | 'stale')[];
  readonly rebuilt?: boolean;
  readonly confirmSlots?: (count: number) => Error | undefined;
  readonly release?: Error;
}

/** All that is told to shared records, in its order. */
function watched({ ledger = [], rebuilt = true, confirmSlots, release }: Faults = {}) {
  const work = fakeWork(catalogue);
  const told: string[] = [];
  const warned: string[] = [];
  const tell = (...words: readonly unknown[]) => Promise.resolve(void told.push(words.join(' ')));
  const days = (buckets: readonly { window: string }[]) =>
    buckets.map(({ window }) => window.slice(8)).join('+');
  const settle =
    (action: string): WorkPorts['ledger']['confirm'] =>
    async (id, buckets) => {
      await tell(action, id, days(buckets));
      return ledger.shift() ?? 'done';
    };
  const ports: WorkPorts = {
    ...work.ports,
    rebuildLedger: async () => {
      await tell('rebuild');
      return rebuilt;
    },
    ledger: { ...work.ports.ledger, confirm: settle('confirm'), release: settle('give back') },
    searches: {
      ...work.searches,
      async confirmSlots(slots) {
        const fault = confirmSlots?.(slots.length);
        if (fault) throw fault;
        for (const { search, lead, submission } of slots) await tell('sold', search, lead, submission);
      },
      releaseSlot: (search, lead, submission) => tell('slot', search, lead, submission),
    },
    claims: {
      ...work.claims,
      release: (keys, lead, submission) =>
        release ? Promise.reject(release) : tell('claims', ...keys, lead, submission),
      renew: (keys, lead, submission, at) => tell('renew', ...keys, lead, submission, at.toISOString()),
    },
    leads: {
      ...work.leads,
      clearPending: (done) =>
        tell('clear', ...done.map(({ id, effects }) => `${id}:${effects[0]?.submission}`)),
    },
    log: { ...work.ports.log, warn: (_about: object, text: string) => void warned.push(text) },
  };
  return { ...work, ports, told, warned };
}

describe('what endings owe is paid', () => {
  it('a give-back: slot, claims, places', async () => {
    const { ports, told } = watched();
    expect(await applyEffects(ports, [owed('l')])).to.deep.equal([owed('l')]);
    expect(told).to.deep.equal(['slot s l 1', 'claims e p l 1', 'give back l:1 21']);
  });

  it('acceptances: all slots in one command, and each once', async () => {
    const { ports, told } = watched();
    const sold = { what: 'confirm', claim_action: 'keep' } as const;
    const many = [owed('l', sold), owed('m', { ...sold, search_id: undefined as never }), owed('n', sold)];
    expect(await applyEffects(ports, many)).to.have.length(3);
    expect(told).to.deep.equal([
      'sold s l 1',
      'sold s n 1',
      'confirm l:1 21',
      'confirm m:1 21',
      'confirm n:1 21',
    ]);
  });

  it('a decision long after its claim: the window begins with it', async () => {
    const { ports, told } = watched();
    await applyEffects(ports, [owed('l', { what: 'confirm', claim_action: 'renew' })]);
    expect(told).to.include(`renew e p l 1 ${AT.toISOString()}`);
    expect(told.join()).not.to.include('claims');
  });

  it('a lead that never asked for a place: the ledger is left alone', async () => {
    const { ports, told } = watched();
    const { intent_at: _, ...none } = effect();
    expect(await applyEffects(ports, [{ id: 'l', effect: none }])).to.have.length(1);
    expect(told).to.deep.equal(['slot s l 1', 'claims e p l 1']);
  });

  it('the places of other moments are given back after what is confirmed', async () => {
    const { ports, told } = watched();
    const sold = owed('l', {
      what: 'confirm',
      claim_action: 'keep',
      also_release: [{ at: EARLIER, buyer_id: IDS.buyer }],
    });
    expect(await applyEffects(ports, [sold])).to.have.length(1);
    expect(told).to.deep.equal(['sold s l 1', 'confirm l:1 21', 'give back l:1 20']);
  });

  const also_release = [{ at: EARLIER, buyer_id: IDS.buyer }];
  const stale: readonly [string, Partial<ReservationEffect>, ('done' | 'stale')[], boolean, number][] = [
    ['counted anew, then paid', {}, ['stale', 'done'], true, 1],
    ['another counts: it stays owed', {}, ['stale', 'done'], false, 0],
    ['stale twice: it stays owed', {}, ['stale', 'stale'], true, 0],
    [
      'stale for the other moments: paid again from the beginning',
      { also_release },
      ['done', 'stale', 'done', 'done'],
      true,
      1,
    ],
    ['stale for the other moments, another counts', { also_release }, ['done', 'stale'], false, 0],
  ];
  for (const [name, over, ledger, rebuilt, paid] of stale)
    it(`with a ledger that is ${name}`, async () => {
      const { ports, told } = watched({ ledger, rebuilt });
      expect(await applyEffects(ports, [owed('l', over)])).to.have.length(paid);
      expect(told.filter((line) => line === 'rebuild')).to.have.length(1);
    });

  it('those that could be paid, where one has to wait for the ledger', async () => {
    const { ports } = watched({ ledger: ['stale', 'done', 'stale'] });
    expect((await applyEffects(ports, [owed('l'), owed('m')])).map(({ id }) => id)).to.deep.equal(['m']);
    const all = watched({ ledger: ['stale', 'done', 'done'] });
    expect((await applyEffects(all.ports, [owed('l'), owed('m')])).map(({ id }) => id)).to.deep.equal([
      'm',
      'l',
    ]);
  });

  it('without counting anew where nothing is stale', async () => {
    const { ports, told } = watched();
    await applyEffects(ports, [owed('l')]);
    expect(told).not.to.include('rebuild');
  });

  it('one by one where slots cannot be confirmed together', async () => {
    const sold = { what: 'confirm', claim_action: 'keep' } as const;
    const { ports, told } = watched({ confirmSlots: (count) => (count > 1 ? new Error('bad') : undefined) });
    expect(await applyEffects(ports, [owed('l', sold), owed('m', sold)])).to.have.length(2);
    expect(told).to.deep.equal(['sold s l 1', 'sold s m 1', 'confirm l:1 21', 'confirm m:1 21']);
  });

  it('not at all while the database is away', async () => {
    const { ports, told } = watched({ confirmSlots: () => AWAY });
    const sold = owed('l', { what: 'confirm', claim_action: 'keep' });
    const thrown = await applyEffects(ports, [sold]).catch((error: unknown) => error);
    expect(thrown).to.equal(AWAY);
    expect(told).to.deep.equal([]);
  });

  it('at once where it gives back, and of a sale by the sweeper alone', async () => {
    const { ports, told } = watched();
    await applyReleaseNow(ports, { id: 'l' }, effect());
    expect(told).to.deep.equal(['slot s l 1', 'claims e p l 1', 'give back l:1 21', 'clear l:1']);
    told.length = 0;
    await applyReleaseNow(ports, { id: 'l' }, effect({ what: 'confirm', claim_action: 'keep' }));
    expect(told).to.deep.equal([]);
  });

  it('later, and that is told, where it cannot be paid at once', async () => {
    const failing = watched({ release: new Error('bad') });
    await applyReleaseNow(failing.ports, { id: 'l' }, effect());
    expect(failing.told).to.deep.equal(['slot s l 1']);
    expect(failing.warned).to.have.length(1);
    const stays = watched({ ledger: ['stale'] });
    await applyReleaseNow(stays.ports, { id: 'l' }, effect());
    expect(stays.told).not.to.include('clear l:1');
  });
});

describe('a worker that was not first', () => {
  const duplicate = {
    decision: {
      ...{ code: 'DUPLICATE', at: AT, source: 'buyer' },
      refusal: { check: 'delivery', code: 'DUPLICATE', why: 'buyer_duplicate' },
    },
  } satisfies Partial<LeadRecord>;
  const GIVEN = ['claims key-email-ann key-phone-ann', 'give back'];
  const rows: readonly [string, LeadRecord | undefined, readonly string[]][] = [
    ['undecided', testLead({ state: 'working' }), []],
    ['accepted', testLead({ state: 'accepted' }), []],
    ['gone', undefined, []],
    ['rejected', testLead({ state: 'rejected' }), GIVEN],
    ['failed', testLead({ state: 'failed' }), GIVEN],
    ['its buyer’s duplicate', testLead({ state: 'rejected', ...duplicate }), ['give back']],
    ['evaluated again', testLead({ submission: 2 }), GIVEN],
    ['accepted in a later submission', testLead({ submission: 2, state: 'accepted' }), GIVEN],
    [
      'its buyer’s duplicate of a later submission',
      testLead({ submission: 2, state: 'rejected', ...duplicate }),
      GIVEN,
    ],
    [
      'refused, with a decision that no refusal explains',
      testLead({ state: 'rejected', decision: { code: 'BUYER_REJECTED', at: AT, source: 'buyer' } }),
      GIVEN,
    ],
  ];
  for (const [name, now, given] of rows)
    it(`gives back ${given.length} things of a lead that is ${name}`, async () => {
      const { ports, told, leads } = watched();
      if (now) leads.all.set(now.id, now);
      const mine = testLead({ intent: { at: AT, submission: 1, buyer_id: IDS.buyer } });
      const when = { id: mine.id, submission: 1, states: ['working'], runs: 9 } as const;
      const change = { state: 'queued', due_at: AT, entries: [] } as const;
      expect(await transitionLead(ports, mine, change, when)).to.equal(false);
      expect(told.map((line) => given.find((start) => line.startsWith(start)))).to.deep.equal(given);
    });
});

describe('a lead that the service refuses', () => {
  const codes: readonly [DecisionCode, string][] = [
    ['TEST_LEAD_HELD', 'held'],
    ['REQUIRED_FIELD_MISSING', 'invalid'],
    ['INVALID_FIELD', 'invalid'],
    ['DUPLICATE', 'rejected'],
    ['CAP_REACHED', 'rejected'],
    ['NOT_ELIGIBLE', 'rejected'],
    ['OFFER_UNAVAILABLE', 'rejected'],
  ];
  for (const [code, state] of codes)
    for (const took of [true, false])
      it(`by ${code} is ${state}, and gives back ${took ? 'what it took' : 'nothing'}`, async () => {
        const { ports, told, leads } = watched();
        const lead = testLead({ state: 'working', due_at: AT, is_test: !took });
        leads.all.set(lead.id, lead);
        const refusal = { check: 'x', code, why: 'y' } as const;
        await endRun(ports, refuse(ports, lead, undefined, { refusal, step: 'lead' }));
        const after = leads.all.get(lead.id);
        expect(after).to.deep.include({ state, decision: { code, at: AT, refusal, source: 'service' } });
        expect(told.some((line) => line.startsWith('claims'))).to.equal(took);
      });
});
