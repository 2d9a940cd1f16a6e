import type { CampaignOffer, Offer, Program } from '../catalogue/types.js';
import type { LeadField } from '../lead/fields.js';
import { lackedOf, lackingIn, type PlannedOffer } from './campaign-plan.js';
import {
  downRefusal,
  partnerTestRefusal,
  refusalsBy,
  type ProgramOut,
  type SearchFacts,
} from './offer-refusals.js';
import { firstResultId, resultIdAt } from './result-ids.js';
import { directResult } from './results.js';
import { allVerdicts } from './ruled-out.js';
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
export function evaluateSearch(context: SearchContext, facts: SearchFacts): Evaluated {
  const { ruled_out, verdicts, ...evaluated } = evaluateFiltered(context, facts, filterOffers(context));
  return { ...evaluated, verdicts: allVerdicts(verdicts, ruled_out, context.campaign) };
}

/** The same, without verdicts for the offers that were ruled out. */
export function evaluateFiltered(
  context: SearchContext,
  facts: SearchFacts,
  filtered: FilteredOffers,
): Evaluated {
  const results: StoredResult[] = [];
  const verdicts: OfferVerdict[] = [];
  const partners: CampaignOffer[] = [];
  const refusalsOf = refusalsBy(context, facts, filtered);
  const firstId = firstResultId(context.newId);
  const lacking = lackingIn(context.campaign, context.search.lead);
  for (const planned of filtered.left) {
    const { line } = planned;
    const { offer } = line;
    const refusals = refusalsOf(planned);
    const refusal =
      refusals.refusal(planned) ?? partnerTestRefusal(context, offer) ?? downRefusal(facts, offer);
    if (refusal) {
      verdicts.push({ offer_id: offer.id, returned: false, refusal });
      continue;
    }
    if (offer.kind === 'partner') {
      partners.push(line);
      continue;
    }
    const out = refusals.programsOut(planned);
    const verdict = out.length === 0 ? planned.returned : verdictOf(offer, out);
    verdicts.push(verdict);
    if (!verdict.returned) continue;
    const id = resultIdAt(firstId, results.length);
    results.push(resultOf(id, context, planned, out, lacking));
  }
  const { ruled_out } = filtered;
  return { results, verdicts, partners, ...(ruled_out && { ruled_out }) };
}

/** The offer is returned if a program is left. */
function verdictOf({ id, programs }: Offer, out: readonly ProgramOut[]): OfferVerdict {
  const [first] = out;
  const refused = first && out.length === programs.length && { refusal: first.refusal };
  return { offer_id: id, returned: !refused, ...refused, programs_out: out };
}

const programsLeft = ({ programs }: Offer, out: readonly ProgramOut[]): readonly Program[] =>
  out.length === 0 ? programs : programs.filter(({ value }) => out.every(({ program }) => program !== value));

/** `lacking`: `lackingIn` the campaign. */
function resultOf(
  id: string,
  { search, campaign, now }: SearchContext,
  planned: PlannedOffer,
  out: readonly ProgramOut[],
  lacking: ReadonlySet<LeadField>,
): StoredResult {
  return directResult({
    id,
    run: search.run,
    campaign,
    campaign_offer: planned.line,
    programs: programsLeft(planned.line.offer, out),
    lacked: lackedOf(planned, lacking),
    lead: search.lead,
    now,
  });
}
