import { expect } from 'chai';
import type { LeadFilter, LeadOverview } from '../../../../src/app/ports/lead-overview.js';
import { byPosition, type LeadPosition } from '../../../../src/core/lead/lead-position.js';
import type { LeadRecord } from '../../../../src/core/lead/lead-record.js';
import { migrate } from '../../../../src/platform/mongo/migrations.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { createIdentities } from '../../../../src/platform/secrets/identity-secret.js';
import { MANY, partyId } from '../../../support/many/draw.js';
import { fillManyLeads } from '../../../support/many/fill.js';
import { manyLeads } from '../../../support/many/many-leads.js';
import { privateServices } from '../../../support/services.js';

const UNTIL = new Date('2026-11-22T00:00:00Z');
const MADE = { leads: 600, days: 90, until: UNTIL, seed: 1, zone: 'UTC' };

/** The same filters, plainly: one lead at a time. */
const PLAIN: readonly (readonly [Partial<LeadFilter>, (lead: LeadRecord) => boolean])[] = [
  [{}, () => true],
  [{ states: ['accepted'] }, ({ state }) => state === 'accepted'],
  [{ states: ['rejected', 'unknown'] }, ({ state }) => state === 'rejected' || state === 'unknown'],
  [{ code: 'DUPLICATE' }, ({ decision }) => decision?.code === 'DUPLICATE'],
  [{ code: 'PENDING' }, ({ due_at }) => due_at !== undefined],
  [{ returned: true }, ({ returns }) => returns !== undefined],
  ...[0, 1, MANY.stopped_campaign].flatMap((n) => {
    const [affiliate_id, campaign_id] = [partyId('affiliate', n), partyId('campaign', n)];
    const [offer_id, buyer_id] = [partyId('offer', n), partyId('buyer', n)];
    return [
      [{ affiliate_id }, (lead) => lead.affiliate_id === affiliate_id],
      [{ campaign_id }, (lead) => lead.campaign_id === campaign_id],
      [{ offer_ids: [offer_id] }, (lead) => lead.offer_id === offer_id],
      [{ buyer_id }, (lead) => lead.buyer_id === buyer_id],
      [{ buyer_id, states: ['accepted'] }, (lead) => lead.buyer_id === buyer_id && lead.state === 'accepted'],
      [{ program_id: `program-${n}` }, (lead) => lead.program_id === `program-${n}`],
      [{ subid: `src-${n}` }, (lead) => lead.tracking['subid'] === `src-${n}`],
    ] satisfies [Partial<LeadFilter>, (lead: LeadRecord) => boolean][];
  }),
];

/** Ids of all leads of a list, read in pages. */
async function idsOf(overview: LeadOverview, filter: LeadFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let after: LeadPosition | undefined; ;) {
    const { leads, next } = await overview.page(filter, 40, after);
    ids.push(...leads.map(({ id }) => id));
    if (!next) return ids;
    after = next;
  }
}

describe('the filters of a list of leads', () => {
  const services = privateServices();
  const all = [...manyLeads(MADE)].map(({ lead }) => lead);

  before(async () => {
    const connection = await services.connection();
    await fillManyLeads(connection, MADE);
    await migrate(connection, createIdentities(services.settings.identitySecret));
  });
  after(() => services.close());

  for (const [filter, matches] of PLAIN)
    it(`find what a look at each lead finds: ${JSON.stringify(filter)}`, async () => {
      const overview = createLeadOverview(await services.connection());
      const from = new Date(UNTIL.getTime() - 60 * 86_400_000);
      for (const range of [{ to: UNTIL }, { from, to: new Date('2026-11-01T00:00:00Z') }]) {
        const expected = all
          .filter((lead) => matches(lead) && lead.received_at < range.to)
          .filter((lead) => !('from' in range) || lead.received_at >= range.from)
          .sort(byPosition);
        expect(await idsOf(overview, { ...filter, ...range })).to.deep.equal(expected.map(({ id }) => id));
      }
    });
});
