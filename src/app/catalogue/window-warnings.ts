import type { CatalogueDocument, OfferEntry } from '../../core/catalogue/document.js';
import type { LeadOverview, Sales } from '../ports/lead-overview.js';

const DAY_MS = 86_400_000;

/** Counting stops at this number, because the warning needs no exact number above it. */
const MAX_COUNTED = 1_000;

type Offers = Pick<CatalogueDocument, 'offers'>;

/**
 * Warns about longer duplicate windows. Claims are kept for the longest window of the catalogue in force. An offer that
 * now looks back further does not find people whose claims have expired. Each warning says how many sales it misses.
 */
export async function windowWarnings(
  before: Offers | undefined,
  after: Offers,
  overview: Pick<LeadOverview, 'countSales'>,
  now: Date,
): Promise<string[]> {
  if (!before || before.offers.length === 0) return [];
  const kept = Math.max(...before.offers.map(({ duplicates }) => duplicates.window_days));
  const until = daysBefore(now, kept);
  const longer = after.offers.filter(
    ({ status, duplicates }) => status !== 'retired' && duplicates.window_days > kept,
  );
  return Promise.all(
    longer.map(async (offer) => {
      const { window_days } = offer.duplicates;
      const since = daysBefore(now, window_days);
      const count = await overview.countSales({ ...through(offer, after), since, until }, MAX_COUNTED);
      const sales =
        count === MAX_COUNTED ? `${count} or more sales` : count === 1 ? '1 sale' : `${count} sales`;
      return (
        `${offer.handle} looks back ${window_days} days for duplicates, but claims were kept for only ${kept} days so far. ` +
        `Expired claims do not come back, so ${sales} from before ${until.toISOString().slice(0, 10)} ` +
        'will not be found'
      );
    }),
  );
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** A filter for the sales in which the offer looks for duplicates. */
function through({ id, buyer_id, duplicates }: OfferEntry, { offers }: Offers): Pick<Sales, 'offer_ids'> {
  switch (duplicates.scope) {
    case 'service':
      return {};
    case 'buyer':
      return { offer_ids: offers.filter((one) => one.buyer_id === buyer_id).map((one) => one.id) };
    case 'offer':
      return { offer_ids: [id] };
  }
}
