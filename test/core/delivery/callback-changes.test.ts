import { expect } from 'chai';
import { applyCallback, type Callback } from '../../../src/core/delivery/apply-callback.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { about, attempt, leadIn, NOW, said } from './callbacks.js';

describe('core: what a callback changes', () => {
  const changed = (lead: LeadRecord, callback: Callback) => {
    const hearing = applyCallback(lead, callback, about);
    if (hearing.kind !== 'change') throw new Error(hearing.kind);
    return hearing.change;
  };

  it('ends an open attempt at the moment of the call', () => {
    const { attempt_end } = changed(leadIn('sending', [attempt(1, 'open')]), said('accepted'));
    expect(attempt_end).to.deep.equal({ number: 1, outcome: 'accepted', ended_at: NOW, duration_ms: 60_000 });
  });

  it('pays what was agreed when the request left', () => {
    const sent = attempt(1, 'pending');
    const agreed = { ...sent, money: { ...sent.money, payout_cents: 3_100 } };
    expect(changed(leadIn('pending', [agreed]), said('accepted')).decision?.payout_cents).to.equal(3_100);
  });

  for (const [was, now, told] of [
    ['a', 'b', 'another than before'],
    ['a', 'a', undefined],
    ['a', undefined, undefined],
    [undefined, 'b', undefined],
    [undefined, undefined, undefined],
  ] as const)
    it(`names the lead ${now ?? 'not'} after ${was ?? 'nothing'}: ${told ?? 'nothing to tell'}`, () => {
      const lead = leadIn('pending', [attempt(1, 'pending')], was ? { reference: was } : {});
      const answer = { outcome: 'accepted', ...(now && { reference: now }) } as const;
      const { entries } = changed(lead, said('accepted', { answer }));
      expect(entries[0]).to.deep.equal({
        ...{ at: NOW, what: 'callback', offer_id: IDS.shared, outcome: 'accepted' },
        reason: { detail: 'rule 1', was: 'pending', mark: 'm1', ...(told && { reference: told }) },
      });
    });

  it('an answer that was read before keeps its end and its duration', () => {
    const ended = {
      ...attempt(1, 'unknown'),
      ended_at: new Date(NOW.getTime() - 50_000),
      duration_ms: 10_000,
    };
    const hearing = applyCallback(leadIn('unknown', [ended]), said('pending'), about);
    if (hearing.kind !== 'change') throw new Error(hearing.kind);
    expect(hearing.change).to.deep.include({
      state: 'pending',
      attempt_end: { number: 1, outcome: 'pending', ended_at: ended.ended_at, duration_ms: 10_000 },
    });
    expect(hearing.change.due_at).to.be.instanceOf(Date);
  });

  it('of two buyers that were sent it the one that signs is heard', () => {
    const { delivery } = testCatalogue().offers.get(IDS.shared)!;
    const callback = { secret: '${secret:LATER}' };
    const signed = testCatalogue({ offers: { [IDS.shared]: { delivery: { ...delivery, callback } } } });
    const heard = (...by: string[]) =>
      applyCallback(
        leadIn(
          'pending',
          by.map((buyer, i) => attempt(i + 1, i + 1 < by.length ? 'retry' : 'pending', 1, buyer)),
        ),
        said('accepted'),
        { ...about, catalogue: signed },
      ).kind;
    expect(heard('another', IDS.buyer)).to.equal('change');
    expect(heard('another', 'another', IDS.buyer)).to.equal('change');
    expect(heard(IDS.buyer, 'another')).to.equal('refused');
  });
});
