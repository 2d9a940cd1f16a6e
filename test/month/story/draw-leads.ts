import { seeded, type Random } from '../../../chaos/plan/random.js';
import { productIn } from './catalogue.js';
import { chapterAt, DAY_MS, daysOf, HOUR_MS, type Calendar } from './calendar.js';
import { CAMPAIGNS, PRODUCTS, ZONE } from './parties.js';
import type { Fate, PlannedLead } from './planned-lead.js';

/** How many leads come in an hour of the day, beside each other: few at night, most in the evening. */
const BY_HOUR = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 11, 10, 9, 9, 9, 10, 11, 12, 12, 10, 7, 4];
const WEEKEND = 0.6;

const local = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hour: 'numeric',
  hourCycle: 'h23',
  weekday: 'short',
});

function weightOf(at: Date): number {
  const parts = new Map(local.formatToParts(at).map(({ type, value }) => [type, value]));
  const isWeekend = ['Sat', 'Sun'].includes(parts.get('weekday') ?? '');
  return (BY_HOUR[Number(parts.get('hour'))] ?? 0) * (isWeekend ? WEEKEND : 1);
}

/** Draws the leads in the order in which they come. The same seed draws the same leads. */
export function drawLeads(seed: number, count: number, calendar: Calendar): PlannedLead[] {
  const random = seeded(seed, 'a month of leads');
  const moments = Array.from(
    { length: daysOf(calendar) * 24 },
    (_, hour) => new Date(calendar.begin.getTime() + hour * HOUR_MS),
  );
  const weights = moments.map(weightOf);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let due = 0;
  const times = moments.flatMap((hour, i) => {
    const before = Math.round(due);
    due += (count * (weights[i] ?? 0)) / all;
    const drawn = Array.from({ length: Math.round(due) - before }, () => random.between(0, HOUR_MS - 1));
    return drawn.sort((a, b) => a - b).map((ms) => new Date(hour.getTime() + ms));
  });
  const leads = times.map((at, n) => drawLead(random, seed, n, { at, chapter: chapterAt(calendar, at) }));
  return leads.filter(({ at }) => at < calendar.end);
}

function drawLead(
  random: Random,
  seed: number,
  n: number,
  { at, chapter }: Pick<PlannedLead, 'at' | 'chapter'>,
): PlannedLead {
  const product = random.between(0, PRODUCTS.length - 1);
  return {
    ...{ n, at, chapter, product },
    id: `1ead${String(seed % 10_000).padStart(4, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
    campaign: random.between(0, CAMPAIGNS.length - 1),
    program: random.chance(0.7) ? 0 : 1,
    subid: random.chance(0.8) ? `site-${random.between(1, 40)}` : undefined,
    fate: drawFate(random, at),
    said: productIn(chapter, product).says_price ? random.between(1_500, 4_999) : undefined,
  };
}

function drawFate(random: Random, at: Date): Fate {
  const drawn = random.next();
  const days = random.between(1, 12) + random.next();
  const then = new Date(at.getTime() + days * DAY_MS);
  const verdict = random.chance(0.7) ? 'accepted' : 'rejected';
  if (drawn < 0.6) return { is: 'accepted' };
  if (drawn < 0.8) return { is: 'refused' };
  if (drawn < 0.85) return { is: 'duplicate' };
  if (drawn < 0.9) return { is: 'ineligible' };
  return { is: drawn < 0.97 ? 'later' : 'lost', verdict, at: then };
}
