import type { CampaignOffer, Offer } from '../catalogue/types.js';
import {
  downRefusal,
  partnerTestRefusal,
  programsOut,
  refusalOf,
  type ProgramOut,
  type SearchFacts,
} from './offer-refusals.js';
import { directResult } from './results.js';
import { allVerdicts } from './stored-verdicts.js';
import type { OfferVerdict, RuledOut, StoredResult } from './search-record.js';
import { filterOffers, type SearchContext, type FilteredOffers } from './filter-offers.js';

export interface Evaluated {
  readonly results: readonly StoredResult[];
  readonly verdicts: readonly OfferVerdict[];
  /** The offers that have no verdict because a rule ruled them out. */
  readonly ruled_out?: RuledOut;
  /** Partner offers that passed the checks and will be asked. */
  readonly partners: readonly CampaignOffer[];
}

/** Runs the checks over every offer of the campaign and its programs. Has a verdict for each offer. */
export function evaluateWithVerdicts(context: SearchContext, facts: SearchFacts): Evaluated {
  const { ruled_out, verdicts, ...evaluated } = evaluateSearch(context, facts, filterOffers(context));
  return { ...evaluated, verdicts: allVerdicts(verdicts, ruled_out, context.campaign) };
}

/** The same, without verdicts for the offers that were ruled out. */
export function evaluateSearch(
  context: SearchContext,
  facts: SearchFacts,
  { left, ruled_out }: FilteredOffers,
): Evaluated {
  const { search, campaign, now, newId } = context;
  const results: StoredResult[] = [];
  const verdicts: OfferVerdict[] = [];
  const partners: CampaignOffer[] = [];
  for (const line of left) {
    const { offer } = line;
    const refusal =
      refusalOf(context, facts, line) ?? partnerTestRefusal(context, offer) ?? downRefusal(facts, offer);
    if (refusal) {
      verdicts.push({ offer_id: offer.id, returned: false, refusal });
      continue;
    }
    if (offer.kind === 'partner') {
      partners.push(line);
      continue;
    }
    const out = programsOut(context, facts, line);
    const verdict = verdictOf(offer, out);
    verdicts.push(verdict);
    if (!verdict.returned) continue;
    const programs = offer.programs.filter(({ value }) => out.every(({ program }) => program !== value));
    const { run, lead } = search;
    results.push(directResult({ id: newId(), run, campaign, campaign_offer: line, programs, lead, now }));
  }
  return { results, verdicts, partners, ...(ruled_out && { ruled_out }) };
}

/** The offer is returned if it has no programs, or one is left. */
function verdictOf({ id, programs }: Offer, out: readonly ProgramOut[]): OfferVerdict {
  const [first] = out;
  if (!first) return { offer_id: id, returned: true };
  const refused = out.length === programs.length && { refusal: first.refusal };
  return { offer_id: id, returned: !refused, ...refused, programs_out: out };
}
