import type {
  CampaignEntry,
  CampaignOfferEntry,
  CapEntry,
  CatalogueDocument,
  OfferEntry,
} from '../catalogue/document.js';
import { SWITCHES } from '../catalogue/switch-entry.js';
import type { TimedAmounts } from '../catalogue/types.js';
import { isCap } from '../drafts/change-cap.js';
import { amountName } from '../money/amount.js';
import { isAmount, type AmountField, type LimitField, type TimedChange } from './timed-change.js';

/**
 * The catalogue under timed changes, all of which are in force. A change of what the document does not have, or has retired,
 * means nothing, and a pause of what is paused without end changes nothing.
 */
export const withChanges = (
  document: CatalogueDocument,
  changes: readonly TimedChange[],
): CatalogueDocument => changes.reduce(withChange, document);

function withChange(document: CatalogueDocument, change: TimedChange): CatalogueDocument {
  switch (change.kind) {
    case 'offer':
      return {
        ...document,
        offers: document.offers.map((entry) =>
          isAmount(change) && entry.id === change.entry_id && entry.status !== 'retired'
            ? withPrice(entry, change)
            : changed(entry, change),
        ),
      };
    case 'buyer':
      return { ...document, buyers: document.buyers.map((entry) => changed(entry, change)) };
    case 'campaign':
      return { ...document, campaigns: document.campaigns.map((entry) => changedCampaign(entry, change)) };
  }
}

/** What all entries that a timed change may be of have. */
interface Entry {
  readonly id: string;
  readonly status: string;
  readonly caps: readonly CapEntry[];
}

function changed<One extends Entry>(entry: One, change: TimedChange): One {
  if (entry.id !== change.entry_id || entry.status === 'retired') return entry;
  switch (change.what) {
    case 'pause': {
      const { from, until, kind } = change;
      if (entry.status !== SWITCHES[kind].resume) return entry;
      return { ...entry, status: SWITCHES[kind].pause, timed_pause: { from, until } };
    }
    case 'limit':
      return { ...entry, caps: withLimit(entry.caps, change) };
    case 'price':
    case 'payout':
      return entry;
  }
}

function changedCampaign(entry: CampaignEntry, change: TimedChange): CampaignEntry {
  if (change.offer_id === undefined) return changed(entry, change);
  if (entry.id !== change.entry_id) return entry;
  const offers = entry.offers.map((line) =>
    line.offer_id === change.offer_id ? changedLine(line, change) : line,
  );
  return { ...entry, offers };
}

function changedLine(line: CampaignOfferEntry, change: TimedChange): CampaignOfferEntry {
  if (change.what === 'pause') return line;
  if (change.what === 'limit') return { ...line, caps: withLimit(line.caps, change) };
  const { what, program, value } = change;
  const timed_amounts = withName(line, change);
  if (program === undefined) return { ...line, [`${what}_cents`]: value, timed_amounts };
  const amounts = what === 'price' ? 'program_prices_cents' : 'program_payouts_cents';
  return { ...line, [amounts]: { ...line[amounts], [program]: value }, timed_amounts };
}

function withPrice(entry: OfferEntry, change: TimedChange & AmountField): OfferEntry {
  const { program, value } = change;
  const timed_amounts = withName(entry, change);
  if (program === undefined) return { ...entry, price_cents: value, timed_amounts };
  const programs = entry.programs.map((one) =>
    one.value === program ? { ...one, price_cents: value } : one,
  );
  return { ...entry, programs, timed_amounts };
}

/** An attempt names the change by whose amount it is booked. */
const withName = (
  { timed_amounts }: { readonly timed_amounts?: TimedAmounts },
  { what, program, id }: TimedChange & AmountField,
): TimedAmounts => ({ ...timed_amounts, [amountName(what, program)]: id });

const withLimit = (caps: readonly CapEntry[], change: LimitField): readonly CapEntry[] =>
  caps.map((cap) => (isCap(cap, change) ? { ...cap, limit: change.value } : cap));
