import { IDS } from '../../../support/catalogue.js';
import { expect } from 'chai';
import type { LeadCounts } from '../../../../src/app/ports/lead-counts.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { confirmEffect } from '../../../../src/core/delivery/pending-effects.js';
import { createLeadCounts } from '../../../../src/platform/mongo/stores/lead-counts.js';
import { quarterOf } from '../../../../src/core/quarters.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { privateServices } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';

describe('lead counts', () => {
  const services = privateServices();
  let counts: LeadCounts;
  const stored = async (over: Partial<LeadRecord>): Promise<LeadRecord> => {
    const lead = aLead({ intent: { at: minute(10), submission: 1, buyer_id: IDS.buyer }, ...over });
    await createLeadStore(await services.connection()).insert(lead);
    return lead;
  };

  before(async () => {
    counts = createLeadCounts(await services.connection());
  });
  after(() => services.close());

  it('counts a span: settled acceptances by what was sold, what may hold a place one by one', async () => {
    expect(await counts.hasIntentBefore(minute(1_000))).to.equal(false);
    for (let i = 0; i < 3; i += 1) await stored({ state: 'accepted', program_id: 'bsn' });
    await stored({ state: 'accepted' });
    const owes = await stored({ state: 'accepted', pending_effects: [confirmEffect(aLead(), minute(11))] });
    const undecided = await stored({ state: 'unknown' });
    const again = await stored({ state: 'accepted', submission: 2 });
    const of = (buyer_id: string) => ({ at: minute(10), submission: 1, buyer_id });
    await stored({ state: 'accepted', intent: of('b-1') });
    await stored({ state: 'accepted', intent: of('b-2') });
    for (let i = 0; i < 2; i += 1)
      await stored({ state: 'accepted', intent: { ...of('b-2'), sold: { at: minute(0), buyer_id: 'b-1' } } });
    await stored({ state: 'rejected' });
    await stored({ state: 'accepted', is_test: true });
    await stored({ state: 'accepted', intent: { at: minute(20), submission: 1, buyer_id: IDS.buyer } });
    await stored({ state: 'queued', intent: { at: minute(9), submission: 1, buyer_id: IDS.buyer } });
    const { sold, others, leads } = await counts.countTimeRange({ from: minute(10), to: minute(20) });
    expect(leads).to.equal(13);
    const line = { campaign_id: 'campaign-1', offer_id: 'offer-1' };
    expect(sold).to.have.deep.members([
      { ...line, buyer_id: IDS.buyer, program_id: 'bsn', count: 3 },
      { ...line, buyer_id: IDS.buyer, count: 1 },
      { ...line, buyer_id: 'b-1', count: 1 },
      { ...line, buyer_id: 'b-2', count: 1 },
      { ...line, buyer_id: 'b-1', at: minute(0), count: 2 },
    ]);
    expect(others.map(({ id }) => id)).to.have.members([owes.id, undecided.id, again.id]);
    expect(others.find(({ id }) => id === undecided.id)).to.deep.equal({
      id: undecided.id,
      submission: 1,
      state: 'unknown',
      ...line,
      intent: { at: minute(10), submission: 1, buyer_id: IDS.buyer },
      pending_effects: [],
      attempts: [],
    });
    expect(await counts.countTimeRange({ from: minute(100), to: minute(200) })).to.deep.equal({
      sold: [],
      others: [],
      leads: 0,
    });
    expect((await counts.readCounted([owes.id, 'nobody', undecided.id])).map(({ id }) => id)).to.have.members(
      [owes.id, undecided.id],
    );
    expect(await counts.hasIntentBefore(minute(9))).to.equal(false);
    expect(await counts.hasIntentBefore(minute(10))).to.equal(true);
  });

  it('counts by quarters of an hour as it counts one by one', async () => {
    const at = (minutes: number) => ({ intent: { at: minute(minutes), submission: 1, buyer_id: IDS.buyer } });
    for (const minutes of [300, 314, 315, 316]) await stored({ state: 'accepted', ...at(minutes) });
    const open = await stored({ state: 'pending', ...at(317) });
    const { sold, others, leads } = await counts.countByQuarter({ from: minute(300), to: minute(360) });
    const line = { campaign_id: 'campaign-1', offer_id: 'offer-1', buyer_id: IDS.buyer, count: 2 };
    expect(sold).to.have.deep.members([
      { ...line, quarter: quarterOf(minute(300)) },
      { ...line, quarter: quarterOf(minute(315)) },
    ]);
    expect([others.map(({ id }) => id), leads]).to.deep.equal([[open.id], 5]);
  });

  it('keeps the counts of closed quarters, the last one of each, until they are dropped', async () => {
    const sold = [{ campaign_id: 'c', offer_id: 'o', buyer_id: 'b', at: minute(0), count: 1 }];
    const [first, second, third] = [0, 15, 30].map((minutes) => minute(minutes)) as [Date, Date, Date];
    await counts.rollUpQuarters([
      { from: third, sold: [], open: [] },
      { from: first, sold: [], open: ['a'] },
    ]);
    await counts.rollUpQuarters([
      { from: second, sold, open: ['b', 'c'] },
      { from: first, sold, open: [] },
    ]);
    const found = [];
    for await (const quarter of counts.quarters({ from: first, to: third })) found.push(quarter);
    expect(found).to.deep.equal([
      { from: first, sold, open: [] },
      { from: second, sold, open: ['b', 'c'] },
    ]);
    await counts.dropQuarters({ from: first, to: third });
    expect(await counts.rolledUpQuarters()).to.deep.equal([third]);
  });

  it('keeps the counts of closed days, the last one of each', async () => {
    const sold = [
      { campaign_id: 'c', offer_id: 'o', program_id: 'bsn', buyer_id: 'b', count: 3 },
      { campaign_id: 'c', offer_id: 'o', buyer_id: 'b', at: minute(0), count: 1 },
    ];
    await counts.rollUp({ day: '2026-11-02', sold: [] });
    await counts.rollUp({ day: '2026-11-01', sold: [] });
    await counts.rollUp({ day: '2026-11-02', sold });
    const found = [];
    for await (const day of counts.rollups()) found.push(day);
    expect(found).to.deep.equal([
      { day: '2026-11-01', sold: [] },
      { day: '2026-11-02', sold },
    ]);
    expect(await counts.rolledUpDays()).to.deep.equal(['2026-11-01', '2026-11-02']);
  });
});
