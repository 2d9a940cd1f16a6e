import type { AdjustAct, Dated } from './acts.js';
import { DAY_MS, HOUR_MS, dayOf, daysOf, type Calendar } from './calendar.js';
import { AFFILIATES, BUYERS } from './parties.js';
import { acceptedAt, bargainOf, type PlannedLead } from './planned-lead.js';

/**
 * An adjustment of each party each few days. Some are asked for twice, some die between owing and booking, some happened
 * long before they are entered. After October is closed, one for October is entered.
 */
export function planAdjustments(leads: readonly PlannedLead[], calendar: Calendar): Dated[] {
  const day = (n: number): Date => dayOf(calendar, n);
  const acts: Dated[] = [];
  for (let n = 1; n < daysOf(calendar); n += 3) {
    const isDiscount = n % 2 === 0;
    const buyer: AdjustAct = {
      ...{ what: 'adjust', party: { kind: 'buyer', handle: BUYERS[n % BUYERS.length] ?? 'harbor' } },
      ...{ cents: isDiscount ? -12_345 - n : 5_000 + n, reference: `NOTE-${n}` },
      why: isDiscount ? 'a discount' : 'a fee for setting up their integration',
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
  acts.push([new Date(calendar.end.getTime() - DAY_MS), afterTheClose(calendar)]);
  return acts;
}

const about = (lead: PlannedLead): AdjustAct => ({
  ...{ what: 'adjust', party: { kind: 'buyer', handle: 'summit' }, lead },
  ...{ cents: -700, reference: 'GOODWILL-1', why: 'goodwill' },
});

const afterTheClose = ({ closed }: Calendar): AdjustAct => ({
  ...{ what: 'adjust', party: { kind: 'affiliate', handle: 'northwind' }, cents: -4_321 },
  ...{
    reference: 'LATE-1',
    why: 'found after the close',
    happened: new Date(closed.ends.getTime() - 41 * HOUR_MS),
  },
});
