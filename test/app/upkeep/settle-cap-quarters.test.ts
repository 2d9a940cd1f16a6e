import { expect } from 'chai';
import { countLeads } from '../../../src/app/caps/count-leads.js';
import { rollUpCaps } from '../../../src/app/upkeep/roll-up-caps.js';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';
import { quarterOf } from '../../../src/core/quarters.js';
import { countedLead, testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { countedLeads } from '../../support/counted-leads.js';

const NOW = new Date('2026-11-21T17:30:00Z');
const AT = new Date('2026-11-16T17:30:00Z');
const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ window: 'total' })] } } });

describe('a day with a lead that nobody settles', () => {
  it('is counted without reading again those of its leads that were settled since', async () => {
    const all = ['sold', 'refused', 'moved', 'open'].map((id) =>
      countedLead({
        id,
        offer_id: IDS.shared,
        state: 'pending',
        intent: { at: AT, submission: 1, buyer_id: IDS.buyer },
      }),
    );
    const store = countedLeads(all);
    const becomes = (nth: number, over: Partial<CountedLead>): void => {
      all[nth] = { ...all[nth]!, ...over };
    };
    const rollUp = async () =>
      (await rollUpCaps({ counts: store.counts, clock: () => NOW, random: () => 0 })).days;
    const open = () => store.quarters.get(quarterOf(AT).getTime())?.open;
    const counted = async () => {
      const [total] = (await countLeads({ ...store, catalogue, now: NOW }))?.usage.buckets() ?? [];
      return [total?.confirmed, [...(total?.reservations ?? [])].sort()];
    };
    await rollUp();
    becomes(0, { state: 'accepted' });
    await rollUp();
    expect(open(), 'more than half are open').to.have.length(4);
    becomes(1, { state: 'rejected' });
    becomes(2, { state: 'saved', intent: { at: NOW, submission: 1, buyer_id: IDS.buyer } });
    await rollUp();
    expect(open()).to.deep.equal(['open']);
    expect(await counted()).to.deep.equal([1, ['moved:1', 'open:1']]);
    becomes(3, { state: 'accepted' });
    expect(await rollUp()).to.deep.equal(['2026-11-16']);
    expect(await counted()).to.deep.equal([2, ['moved:1']]);
  });
});
