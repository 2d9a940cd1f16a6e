import type { BuyerPlan, CapPlan, OfferPlan } from '../plan/offers.js';
import { salesOf, type Evidence, type Sale, type Violation } from './evidence.js';

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<CapPlan['window'], number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  month: 28 * 24 * HOUR_MS,
  total: Infinity,
};

export interface CapsPlan {
  readonly offers: readonly OfferPlan[];
  readonly buyers: readonly BuyerPlan[];
  readonly campaignCaps: ReadonlyMap<string, readonly CapPlan[]>;
}

/** What one cap was filled with. */
export interface Filled {
  readonly cap: string;
  readonly limit: number;
  readonly sold: number;
}

/**
 * What buyers took, counted for each cap by the sandbox's record alone. Where windows meet during the rehearsal each
 * of them may be filled.
 */
export function checkCaps(
  { leads, received }: Evidence,
  { offers, buyers, campaignCaps }: CapsPlan,
): { violations: Violation[]; filled: Filled[] } {
  const filled: Filled[] = [];
  const violations: Violation[] = [];
  const sales = [...salesOf(received).values()];
  const judge = (name: string, cap: CapPlan, counts: (sale: Sale) => boolean): void => {
    const counted = sales.filter(
      (sale) => counts(sale) && (cap.program === undefined || cap.program === sale.program),
    );
    const label = `${name} per ${cap.window}${cap.program === undefined ? '' : ` for ${cap.program}`}`;
    const limit = cap.limit * windowsTouched(counted, cap);
    filled.push({ cap: label, limit, sold: counted.length });
    if (counted.length > limit)
      violations.push({ rule: 'cap exceeded', what: `${label}: ${counted.length} of ${limit}` });
  };
  const campaignOf = ({ lead_id }: Sale): string => leads.get(lead_id)?.campaign_id ?? '';
  for (const { handle, caps } of offers)
    for (const cap of caps)
      if (cap.of === 'offer') judge(`offer ${handle}`, cap, ({ offer }) => offer === handle);
      else
        for (const campaign of campaignCaps.keys())
          judge(
            `offer ${handle} in campaign ${campaign}`,
            cap,
            (sale) => sale.offer === handle && campaignOf(sale) === campaign,
          );
  for (const { handle, caps } of buyers)
    for (const cap of caps) judge(`buyer ${handle}`, cap, ({ buyer }) => buyer === handle);
  for (const [campaign, caps] of campaignCaps)
    for (const cap of caps) judge(`campaign ${campaign}`, cap, (sale) => campaignOf(sale) === campaign);
  return { violations, filled };
}

/** Hours, days and months begin on the hour everywhere that the catalogue names; a rehearsal is shorter than two. */
function windowsTouched(sales: readonly Sale[], { window }: CapPlan): number {
  if (window === 'total' || sales.length === 0) return 1;
  const hours = new Set(sales.map(({ at }) => Math.floor(at.getTime() / HOUR_MS)));
  return LENGTH_MS[window] === HOUR_MS ? hours.size : Math.min(hours.size, 2);
}
