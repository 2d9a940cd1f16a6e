import { AS_PLANNED, offersIn, statesWithin } from '../plan/catalogue-state.js';
import type { BuyerPlan, CapPlan } from '../plan/offers.js';
import { BEHIND_MS, salesOf, type Evidence, type Sale, type Violation } from './evidence.js';

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<CapPlan['window'], number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  month: 28 * 24 * HOUR_MS,
  total: Infinity,
};

export interface CapsPlan {
  readonly submits: number;
  readonly buyers: readonly BuyerPlan[];
  readonly campaignCaps: ReadonlyMap<string, readonly CapPlan[]>;
}

/** The sales that fill one cap. */
export interface Filled {
  readonly cap: string;
  readonly limit: number;
  readonly sold: number;
}

/**
 * Counts the leads that buyers took for each cap, from the sandbox's record alone: for the buyer that really got the lead,
 * whatever the catalogue says today. If windows meet during the rehearsal, each may be filled.
 *
 * The limit in force at the reservation counts. We know two moments: the lead was received before the reservation, and
 * sold after it. So, sale by sale: the last reservation so far was made after the last of these leads was received, and
 * by then all others were counted.
 */
export function checkCaps(
  { leads, received, history }: Pick<Evidence, 'leads' | 'received' | 'history'>,
  { submits, buyers, campaignCaps }: CapsPlan,
): { violations: Violation[]; filled: Filled[] } {
  const filled: Filled[] = [];
  const violations: Violation[] = [];
  const sales = [...salesOf(received).values()].sort((one, other) => one.at.getTime() - other.at.getTime());
  const planned = new Map(history.map(({ state }) => [state, offersIn(submits, state)]));
  type LimitAt = (from: Date, to: Date) => number;
  const judge = (name: string, cap: CapPlan, counts: (sale: Sale) => boolean, limitAt?: LimitAt): void => {
    const counted = sales.filter(
      (sale) => counts(sale) && (cap.program === undefined || cap.program === sale.program),
    );
    const label = `${name} per ${cap.window}${cap.program === undefined ? '' : ` for ${cap.program}`}`;
    filled.push({ cap: label, limit: cap.limit * windowsTouched(counted, cap), sold: counted.length });
    let latest = 0;
    for (const [n, sale] of counted.entries()) {
      latest = Math.max(latest, leads.get(sale.lead_id)?.received_at.getTime() ?? 0);
      const limit =
        (limitAt?.(new Date(latest - BEHIND_MS), sale.at) ?? cap.limit) *
        windowsTouched(counted.slice(0, n + 1), cap);
      if (n < limit) continue;
      const what = `${label}: ${n + 1} of ${limit} with lead ${sale.lead_id}`;
      violations.push({ rule: 'cap exceeded', what });
      return;
    }
  };
  const campaignOf = ({ lead_id }: Sale): string => leads.get(lead_id)?.campaign_id ?? '';
  for (const [o, { handle, caps }] of (planned.get(history[0]?.state ?? AS_PLANNED) ?? []).entries())
    for (const [c, cap] of caps.entries()) {
      const limitAt: LimitAt = (from, to) =>
        Math.max(
          ...statesWithin(history, from, to).map((state) => planned.get(state)?.[o]?.caps[c]?.limit ?? 0),
        );
      if (cap.of === 'offer') judge(`offer ${handle}`, cap, ({ offer }) => offer === handle, limitAt);
      else
        for (const campaign of campaignCaps.keys())
          judge(
            `offer ${handle} in campaign ${campaign}`,
            cap,
            (sale) => sale.offer === handle && campaignOf(sale) === campaign,
          );
    }
  for (const { handle, caps } of buyers)
    for (const cap of caps) judge(`buyer ${handle}`, cap, ({ buyer }) => buyer === handle);
  for (const [campaign, caps] of campaignCaps)
    for (const cap of caps) judge(`campaign ${campaign}`, cap, (sale) => campaignOf(sale) === campaign);
  return { violations, filled };
}

/** Hours, days and months start on the hour in every time zone of the catalogue; a rehearsal is shorter than two hours. */
function windowsTouched(sales: readonly Sale[], { window }: CapPlan): number {
  if (window === 'total' || sales.length === 0) return 1;
  const hours = new Set(sales.map(({ at }) => Math.floor(at.getTime() / HOUR_MS)));
  return LENGTH_MS[window] === HOUR_MS ? hours.size : Math.min(hours.size, 2);
}
