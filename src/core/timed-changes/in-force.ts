import type { CampaignEntry, CapEntry, CatalogueDocument } from '../catalogue/document.js';
import { SWITCHES } from '../catalogue/switch-entry.js';
import { isCap } from '../drafts/change-cap.js';
import type { TimedChange } from './timed-change.js';

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
      return { ...document, offers: document.offers.map((entry) => changed(entry, change)) };
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
  }
}

function changedCampaign(entry: CampaignEntry, change: TimedChange): CampaignEntry {
  if (change.offer_id === undefined) return changed(entry, change);
  if (entry.id !== change.entry_id || change.what !== 'limit') return entry;
  const offers = entry.offers.map((line) =>
    line.offer_id === change.offer_id ? { ...line, caps: withLimit(line.caps, change) } : line,
  );
  return { ...entry, offers };
}

const withLimit = (
  caps: readonly CapEntry[],
  change: Extract<TimedChange, { what: 'limit' }>,
): readonly CapEntry[] => caps.map((cap) => (isCap(cap, change) ? { ...cap, limit: change.value } : cap));
