import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Suppression, SuppressionScope } from '../../../src/core/suppression/suppression.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { testLead } from '../../support/records.js';

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 9, time_zone: 'UTC' } as const;
const BUCKET = { cap: CAP, window: '2026-11-21', resets_at: null };
const entry = (scope: SuppressionScope): Suppression => ({
  ...{ id: 'key-email-ann', kind: 'email', scope, reason: 'Asked to stop', source: 'desk' },
  ...{ added_at: new Date(0), added_by: 'ann' },
});
const ALL = entry({ of: 'all' });

type Look = readonly Suppression[] | 'away';

/** What each look at the list finds, one after the other; the last one stays. */
const suppressing = (...looks: readonly Look[]) => suppressingLead(testLead(), looks);

/** `ms`: how long a look takes. */
function suppressingLead(lead: LeadRecord, looks: readonly Look[], ms = 5_000) {
  const delivery = { ...testCatalogue().offers.get(IDS.shared)!.delivery, idempotent: true };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery, caps: [CAP] } } }));
  work.leads.all.set(lead.id, lead);
  let looked = 0;
  const find = () => {
    const found = looks[Math.min(looked, looks.length - 1)] ?? [];
    looked += 1;
    work.pass(ms);
    return found === 'away'
      ? Promise.reject(new OutageError('MongoDB', new Error()))
      : Promise.resolve(found);
  };
  const ports = { ...work.ports, suppressions: { find } };
  const run = () => runSubmit(ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  const held = async () => ({
    claims: (await work.claims.owners(['key-email-ann'])).length,
    places: work.ledger.usedOf(BUCKET),
    effects: effectsOf(work.leads.all.get(lead.id)!, 'reservations').length,
  });
  return { ...work, run, held, looked: () => looked, now: () => work.leads.all.get(lead.id)! };
}

describe('a person on the suppression list', () => {
  it('is refused before anything is reserved', async () => {
    const { run, now, sent, held } = suppressing([ALL]);
    await run();
    expect(now().decision).to.deep.include({ code: 'NOT_ELIGIBLE', source: 'service' });
    expect(now().decision!.refusal).to.deep.equal({
      ...{ check: 'suppressed', code: 'NOT_ELIGIBLE', why: 'suppressed' },
      detail: { by: 'email', scope: 'all', reason: 'Asked to stop', source: 'desk' },
    });
    expect([sent, await held()]).to.deep.equal([[], { claims: 0, places: 0, effects: 0 }]);
  });

  it('who was added while the lead was evaluated is not sent, and all that was reserved is given back', async () => {
    const { run, now, sent, held, passages } = suppressing([], [ALL]);
    await run();
    expect(now().decision!.refusal!.why).to.equal('suppressed');
    expect(now().attempts).to.deep.equal([]);
    expect([sent, await held()]).to.deep.equal([[], { claims: 0, places: 0, effects: 0 }]);
    expect(passages.map(({ passage }) => passage)).to.deep.equal(['unused']);
  });

  it('is sent to nobody while the list cannot be looked at', async () => {
    for (const looks of [['away'], [[], 'away']] as const) {
      const { run, now, sent } = suppressing(...looks);
      await run().catch(() => undefined);
      expect([now().state, now().decision, sent]).to.deep.equal(['queued', undefined, []]);
    }
  });

  it('who was added while the attempt was stored is not sent, and is refused in the next run', async () => {
    for (const third of [[ALL], 'away'] as const) {
      const { run, now, sent, held, pass } = suppressing([], [], third, [ALL]);
      await run();
      expect([now().state, now().attempts.at(-1)!.outcome, sent]).to.deep.equal([
        'waiting',
        'never_sent',
        [],
      ]);
      pass(60_000);
      await run();
      expect(now().decision!.refusal!.why).to.equal('suppressed');
      expect([sent, await held()]).to.deep.equal([[], { claims: 0, places: 0, effects: 0 }]);
    }
  });

  it('is looked for once if everything takes a moment', async () => {
    const { run, sent, looked } = suppressingLead(testLead(), [[]], 1_000);
    await run();
    expect([sent.length, looked()]).to.deep.equal([1, 1]);
  });

  it('whom the buyer may have already stays with that buyer', async () => {
    const unknown: DeliveryResult = { kind: 'unknown', detail: 'time-out' };
    const { run, now, answers, pass, held } = suppressing([], [], [], [ALL]);
    answers.deliver.push(unknown);
    await run();
    pass(2_000);
    await run();
    expect([now().state, now().waiting]).to.deep.equal([
      'waiting',
      { run: 2, why: 'refused', by: 'suppressed' },
    ]);
    expect(await held()).to.deep.include({ claims: 1, places: 1 });
  });

  for (const [name, scope, isRefused] of [
    ['the buyer', { of: 'buyer', party_id: IDS.buyer }, true],
    ['another buyer', { of: 'buyer', party_id: 'other' }, false],
    ['the affiliate', { of: 'affiliate', party_id: IDS.affiliate }, true],
    ['another affiliate', { of: 'affiliate', party_id: 'other' }, false],
  ] as const)
    it(`for ${name}: ${isRefused ? 'refused' : 'sold'}`, async () => {
      const { run, now } = suppressing([entry(scope)]);
      await run();
      expect(now().decision!.code).to.equal(isRefused ? 'NOT_ELIGIBLE' : 'ACCEPTED');
    });

  for (const [name, scope, code] of [
    ['all', { of: 'all' }, 'TEST_LEAD_HELD'],
    ['the buyer', { of: 'buyer', party_id: IDS.buyer }, 'TEST_LEAD_HELD'],
    ['the affiliate', { of: 'affiliate', party_id: IDS.affiliate }, 'NOT_ELIGIBLE'],
    ['another affiliate', { of: 'affiliate', party_id: 'other' }, 'TEST_LEAD_HELD'],
  ] as const)
    it(`for ${name}, and only tested: ${code}, so that nobody can try whom the list has`, async () => {
      const { run, now } = suppressingLead(testLead({ is_test: true }), [[entry(scope)]]);
      await run();
      expect(now().decision!.code).to.equal(code);
    });
});
