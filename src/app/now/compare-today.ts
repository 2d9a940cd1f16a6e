import { quarterOf } from '../../core/quarters.js';
import { addCounts, newTotal, type Total } from '../../core/reports/counts.js';
import { tabulate } from '../../core/reports/tabulate.js';
import { sameHours, type PartOfDay } from '../../core/now/same-hours.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { MoneyOfDays } from '../ports/money-of-days.js';
import { countStored } from '../reports/count-stored.js';
import { countUpToNow, type RefusalMemory } from '../reports/count-up-to-now.js';
import { readCounts, type CountPorts, type Reach } from '../reports/read-counts.js';

export interface ComparePorts extends CountPorts {
  readonly money: MoneyOfDays;
  readonly catalogue: CatalogueSource;
}

/** What was sold in a part of a day. Money is in cents of the books' currency. */
export interface Figures extends PartOfDay {
  readonly searches: number;
  readonly submits: number;
  readonly accepted: number;
  /** 0 to 1; null without submits. */
  readonly accept_rate: number | null;
  readonly revenue_cents: number;
  readonly margin_cents: number;
}

export interface Comparison {
  readonly zone: string;
  readonly currency: string;
  readonly today: Figures;
  readonly last_week: Figures;
}

/**
 * Compares today with the same hours of last week, from the report rollups. If too much of today is not counted yet,
 * both end where the sweeper has counted. The whole quarters of last week are added up once for each quarter of an
 * hour. Call it with one `memory` for each process. Throws an outage.
 */
export async function compareToday(ports: ComparePorts, memory: PastMemory, now: Date): Promise<Comparison> {
  const { time_zone: zone, currency } = ports.catalogue.current().books;
  const { from } = sameHours(now, zone).today;
  return countUpToNow(ports, memory, { from, now }, async (to, reach) => {
    const { today, before } = sameHours(to, zone);
    const [counted, past] = await Promise.all([
      countPart(ports, today, zone, reach),
      countPast(ports, memory, before, zone, reach),
    ]);
    return {
      ...{ zone, currency },
      today: await figuresOf(ports, today, counted),
      last_week: await figuresOf(ports, before, past),
    };
  });
}

/** What was counted of last week up to a quarter. */
export interface PastMemory extends RefusalMemory {
  known?: { readonly to: number; readonly from: number; readonly total: Total };
}

async function countPast(
  ports: ComparePorts,
  memory: PastMemory,
  part: PartOfDay,
  zone: string,
  reach: Reach,
): Promise<Total> {
  const to = quarterOf(part.to);
  let { known } = memory;
  if (known?.to !== to.getTime() || known.from !== part.from.getTime()) {
    const total = to > part.from ? await countPart(ports, { ...part, to }, zone, reach) : newTotal();
    memory.known = known = { to: to.getTime(), from: part.from.getTime(), total };
  }
  const sum = newTotal();
  addCounts(sum, known.total);
  const rest = await countStored(ports.reports, [{ from: to, to: part.to }], Number.MAX_SAFE_INTEGER);
  for (const facts of rest?.quarters.values() ?? []) for (const { counts } of facts) addCounts(sum, counts);
  return sum;
}

/** Up to the end of the quarter that holds the end of the part. */
async function countPart(ports: CountPorts, part: PartOfDay, zone: string, reach: Reach): Promise<Total> {
  const times = { days: [part], first: part, last: part, zone, parts: true };
  const { segments } = await readCounts(ports, { by: [], only: [], ...times }, reach);
  return tabulate(segments, { by: [], only: [] }, 1)?.total ?? newTotal();
}

async function figuresOf({ money }: ComparePorts, part: PartOfDay, { sums }: Total): Promise<Figures> {
  const { buyer_cents, affiliate_cents } = await money.ofDay(part.day, part.to);
  const { searches = 0, submits = 0, accepted = 0 } = sums;
  return {
    ...part,
    ...{ searches, submits, accepted },
    accept_rate: submits === 0 ? null : Math.round((accepted / submits) * 10_000) / 10_000,
    revenue_cents: buyer_cents,
    margin_cents: buyer_cents - affiliate_cents,
  };
}
