import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { priceOf } from '../../core/money/price.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { EarlierSale, EarlierSales } from '../ports/earlier-sales.js';

/** A row for the operator's review. Null: it is not known. */
export interface ProposedSale {
  readonly lead: EarlierSale;
  readonly buyer_id: string | null;
  readonly price_cents: number | null;
  readonly payout_cents: number | null;
  /** The version of the catalogue in which the price was looked up. */
  readonly catalogue_version: number | null;
}

export interface ProposePorts {
  readonly earlier: Pick<EarlierSales, 'unbooked'>;
  readonly catalogue: Pick<CatalogueStore, 'history' | 'read'>;
}

/**
 * The sales from before the books began, with what is known of their amounts: the price by the catalogue that was in
 * force at the attempt, and the payout that was decided.
 */
export async function* proposeImport(
  { earlier, catalogue }: ProposePorts,
  before: Date,
): AsyncGenerator<ProposedSale> {
  const inForce = await createInForce(catalogue);
  for await (const lead of earlier.unbooked(before)) {
    const attempt = reachedAttempt(lead);
    const version = await inForce(attempt?.at ?? lead.decision?.at ?? before);
    const offer = version?.campaigns.get(lead.campaign_id)?.offers.get(lead.offer_id);
    const price = offer
      ? priceOf({ terms: lead.terms, program: lead.program_id }, offer)
      : lead.terms?.bid_cents;
    yield {
      lead,
      buyer_id:
        attempt?.sent_to?.buyer_id ??
        lead.intent?.buyer_id ??
        lead.buyer_id ??
        version?.offers.get(lead.offer_id)?.buyer.id ??
        null,
      price_cents: price ?? null,
      payout_cents: lead.decision?.payout_cents ?? null,
      catalogue_version: version?.version ?? null,
    };
  }
}

const ALL = 1_000_000;

/** Finds the version in force at a moment. It keeps the last one compiled, because the leads come in order. */
async function createInForce({
  history,
  read,
}: ProposePorts['catalogue']): Promise<(at: Date) => Promise<Catalogue | undefined>> {
  const newestFirst = await history(ALL);
  let last: Catalogue | undefined;
  return async (at) => {
    const found = newestFirst.find((version) => version.at <= at);
    if (!found) return undefined;
    if (last?.version !== found.version) {
      const stored = await read(found.version);
      last = stored ? compileCatalogue(stored.document, stored.version) : undefined;
    }
    return last;
  };
}
