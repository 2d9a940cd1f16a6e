import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { countBelow, keepsOwn, losingCampaigns } from '../../core/timed-changes/foresee-amount.js';
import { withChanges } from '../../core/timed-changes/in-force.js';
import { isAmount, isInForce } from '../../core/timed-changes/timed-change.js';
import type { OpenResultsReader } from '../ports/open-results.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import { asChange, type Planned } from './add-change.js';

interface Ports {
  readonly timedChanges: Pick<TimedChangeStore, 'toCome'>;
  readonly openResults: OpenResultsReader;
  readonly clock: () => Date;
}

/**
 * What another price or payout would do: `below` counts the results that were shown before, can still be submitted when it
 * begins, and would then sell below their payout.
 */
export async function foreseeAmount(
  { timedChanges, openResults, clock }: Ports,
  planned: Planned,
): Promise<{ readonly below: number; readonly sentences: readonly string[] }> {
  const { field, from, document } = planned;
  if (!isAmount(field)) return { below: 0, sentences: [] };
  const now = clock();
  const then = (await timedChanges.toCome(now)).filter((change) => isInForce(change, from));
  const added = asChange(planned, { id: 0, at: now, by: '' });
  const catalogue = compileCatalogue(withChanges(document, [...then, added]), 0);
  const offerId = field.offer_id ?? field.entry_id;
  const ttl = catalogue.offers.get(offerId)?.result_ttl_ms ?? 0;
  const open = await openResults.ofOffer(offerId, { since: new Date(now.getTime() - ttl), at: from });
  const below = countBelow(catalogue, offerId, open);
  const losing = losingCampaigns(catalogue, field);
  const own = keepsOwn(document, field);
  return {
    below,
    sentences: [
      ...(own.length === 0 ? [] : [`${own.join(', ')}: their own ${field.what}s stay.`]),
      ...(losing.length === 0
        ? []
        : [`The price is then below the payout on campaign ${losing.join(', ')}.`]),
      belowSentence(below),
    ],
  };
}

function belowSentence(below: number): string {
  if (below === 0) return 'No open result would then sell below its payout.';
  return below === 1
    ? '1 open result would then sell below its payout.'
    : `${below} open results would then sell below their payout.`;
}
