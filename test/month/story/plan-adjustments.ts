import type { AdjustAct, Dated } from './acts.js';
import { BEGIN, DAY_MS, END } from './draw-leads.js';
import { AFFILIATES, BUYERS } from './parties.js';
import { acceptedAt, bargainOf, type PlannedLead } from './planned-lead.js';

const day = (n: number): Date => new Date(BEGIN.getTime() + n * DAY_MS);

/**
 * An adjustment of each party each few days. Some are asked for twice, some die between owing and booking, some happened
 * long before they are entered. After October is closed, one for October is entered.
 */
export function planAdjustments(leads: readonly PlannedLead[]): Dated[] {
  const acts: Dated[] = [];
  for (let n = 1; n < 30; n += 3) {
    const buyer: AdjustAct = {
      ...{ what: 'adjust', party: { kind: 'buyer', handle: BUYERS[n % BUYERS.length] ?? 'harbor' } },
      ...{ cents: n % 2 === 0 ? -12_345 - n : 5_000 + n, reference: `NOTE-${n}`, why: 'a discount' },
    };
    const affiliate: AdjustAct = {
      ...{
        what: 'adjust',
        party: { kind: 'affiliate', handle: AFFILIATES[n % AFFILIATES.length] ?? 'brook' },
      },
      ...{ cents: 1_001 * n, reference: `BONUS-${n}`, why: 'a bonus', happened: day(n - 1) },
    };
    acts.push([day(n + 0.3), n % 4 === 0 ? { ...buyer, dies: true } : buyer]);
    if (n % 4 === 0) acts.push([day(n + 0.5), buyer]);
    acts.push([day(n + 0.4), affiliate], [day(n + 0.6), affiliate]);
  }
  const sold = leads.find((lead) => acceptedAt(lead) === lead.at && bargainOf(lead).buyer === 'summit');
  if (sold) acts.push([day(20), about(sold)]);
  acts.push([new Date(END.getTime() - DAY_MS), afterTheClose]);
  return acts;
}

const about = (lead: PlannedLead): AdjustAct => ({
  ...{ what: 'adjust', party: { kind: 'buyer', handle: 'summit' }, lead },
  ...{ cents: -700, reference: 'GOODWILL-1', why: 'goodwill' },
});

const afterTheClose: AdjustAct = {
  ...{ what: 'adjust', party: { kind: 'affiliate', handle: 'northwind' }, cents: -4_321 },
  ...{ reference: 'LATE-1', why: 'found after the close', happened: new Date('2026-10-30T12:00:00Z') },
};
