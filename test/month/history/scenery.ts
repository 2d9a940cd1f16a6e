import type { Scenery } from '../story/catalogue.js';
import { isSince, PRODUCTS, ZONE, type Product } from '../story/parties.js';
import type { PlannedLead } from '../story/planned-lead.js';
import { dayIn } from '../tally.js';

/** The cap that somebody changes: how many leads of this offer are sold on a day. */
export const CHANGED_OFFER = 'mba';
/** The offer whose cap is nearly used up. */
const NEARLY_FULL = { offer: 'design', share: 0.85 };

const NAMES: Readonly<Record<string, string>> = {
  ...{ northwind: 'Northwind Media', adler: 'Adler Leads', brook: 'Brook Social' },
  ...{ lakeshore: 'Lakeshore University', summit: 'Summit College', harbor: 'Harbor Institute' },
};

/** The name of an affiliate or a buyer. */
export const nameOf = (handle: string): string => NAMES[handle] ?? handle;

/** One of the story's offers has a formula as its name, which is for statements. */
export const productName = ({ handle, name }: Pick<Product, 'handle' | 'name'>): string =>
  handle === 'law' ? 'Law' : name;

/** The limits of the caps. None of them is ever reached, so that the leads end as the story wants it. */
export interface Caps {
  readonly before: number;
  readonly after: number;
  readonly nearly_full: number;
}

export function capsOf(leads: readonly PlannedLead[]): Caps {
  const days = leads.filter(isOf(CHANGED_OFFER)).map(({ at }) => dayIn(ZONE, at));
  const most = Math.max(0, ...[...new Set(days)].map((day) => days.filter((one) => one === day).length));
  const after = 5 * Math.ceil((most + 4) / 5);
  const taken = leads.filter(isOf(NEARLY_FULL.offer)).filter(({ fate }) => mayBeSold(fate)).length;
  return { after, before: after + 20, nearly_full: Math.ceil(taken / NEARLY_FULL.share) };
}

const isOf =
  (offer: string) =>
  ({ product }: PlannedLead): boolean =>
    PRODUCTS[product]?.handle === offer;

const mayBeSold = (fate: PlannedLead['fate']): boolean =>
  fate.is === 'accepted' || ((fate.is === 'later' || fate.is === 'lost') && fate.verdict === 'accepted');

/** The affiliate that hears of its leads; the sandbox plays it. */
export const TOLD_AFFILIATE = 'northwind';

const webhookAt = (sandboxUrl: string): object => ({
  webhook: {
    url: `${sandboxUrl}/affiliates/${TOLD_AFFILIATE}/webhook`,
    secret: '${secret:SANDBOX_HOOK}',
    insecure_http: true,
  },
});

/** How the exchange of the history looks. Its buyers are those of the sandbox at `sandboxUrl`. */
export const sceneryOf = (caps: Caps, sandboxUrl: string): Scenery => ({
  ...{ affiliateName: nameOf, buyerName: nameOf, productName },
  told: (handle) => (handle === TOLD_AFFILIATE ? webhookAt(sandboxUrl) : {}),
  leadsUrl: (handle) => `${sandboxUrl}/buyers/${handle}/leads`,
  caps: (chapter, { handle }) => {
    if (handle === CHANGED_OFFER)
      return [{ window: 'day', limit: isSince(chapter, 'capped') ? caps.after : caps.before }];
    if (handle === NEARLY_FULL.offer) return [{ window: 'total', limit: caps.nearly_full }];
    return handle === 'nursing' ? [{ window: 'day', limit: 80, limit_range: [40, 200] }] : [];
  },
});
