import type { Campaign, CampaignOffer, Offer, OfferType, Program } from '../catalogue/types.js';
import { ruleWords } from '../checks/rule-words.js';
import type { LeadField } from '../lead/fields.js';
import { partnerPayout, payoutFor, toMoney } from '../money/payout.js';
import { formFieldOf } from '../questions/questions.js';
import type { FormField } from '../search/search-record.js';
import { offerSchema } from './offer-schema.js';
import { ONLY_SUBMIT, patternsBeyond } from './only-submit.js';
import { sampleBody } from './sample-body.js';
import type { JsonSchema } from './schema-parts.js';

interface Requirements {
  readonly required_fields: readonly LeadField[];
  /** Rules in words. All must hold. */
  readonly eligibility: readonly string[];
}

interface PostingProgram extends Requirements {
  readonly value: string;
  readonly label: string;
  readonly payout?: number;
}

/** What an affiliate must know to post to one offer. */
export interface PostingOffer extends Requirements {
  readonly id: string;
  readonly name: string;
  readonly school: { readonly name: string; readonly logo_url: string | null } | null;
  readonly offer_type: OfferType;
  readonly is_exclusive: boolean;
  /** Whether it takes leads now. A paused offer may open again. */
  readonly is_active: boolean;
  /** `direct`: also posts without a search. `search`: results of a search alone. */
  readonly posting: 'direct' | 'search';
  readonly tcpa_text: string | null;
  readonly consent_required: boolean;
  readonly payout?: number;
  readonly programs: readonly PostingProgram[];
  readonly questions: readonly FormField[];
  /** Of a direct post; absent for an offer that takes results of a search alone. */
  readonly schema?: JsonSchema;
  readonly sample?: Readonly<Record<string, unknown>>;
  /** What this offer's schema can't hold. */
  readonly only_submit: readonly string[];
}

/** The posting specification of a campaign: every offer that it may post to, as the catalogue now has it. */
export interface PostingSpec {
  readonly campaign: {
    readonly id: string;
    readonly name: string;
    readonly is_active: boolean;
    readonly max_accepted_submissions: number;
    /** Whether a direct post may name other offers, for when this one can't take the lead. */
    readonly allow_fallbacks: boolean;
    readonly svc_affiliate_id: string;
  };
  readonly offers: readonly PostingOffer[];
  /** What only a submit can refuse, of any offer. */
  readonly only_submit: readonly string[];
}

/** `now` is when the sample is made: its person is of an age that the rules take. */
export function postingSpec(campaign: Campaign, now: Date): PostingSpec {
  const { id, name, status, max_accepted_submissions, affiliate } = campaign;
  const ids = { campaign_id: id, affiliate_id: affiliate.id };
  return {
    campaign: {
      ...{ id, name, max_accepted_submissions },
      is_active: status === 'active',
      allow_fallbacks: campaign.allow_fallbacks === true,
      svc_affiliate_id: affiliate.id,
    },
    offers: [...campaign.offers.values()]
      .filter(({ offer }) => offer.status !== 'retired')
      .map((item): PostingOffer => ({
        ...factsOf(item),
        ...(item.offer.kind === 'direct' && {
          schema: offerSchema(item.offer, ids, affiliate.accept_loose_formats === true),
          sample: sampleBody(item.offer, ids, now),
        }),
      })),
    only_submit: ONLY_SUBMIT,
  };
}

const paid = (cents: number | undefined): { payout?: number } =>
  cents === undefined ? {} : { payout: toMoney(cents) };

const requirementsOf = ({ required_fields, eligibility }: Offer | Program): Requirements => ({
  required_fields,
  eligibility: eligibility.map(ruleWords),
});

/** Of a partner's offer, what is known without a bid. */
const payoutOf = (item: CampaignOffer, program?: string): number | undefined =>
  item.offer.partner ? partnerPayout(item, undefined, program)?.cents : payoutFor(item, program);

function factsOf(item: CampaignOffer): PostingOffer {
  const { offer } = item;
  const { id, name, school, offer_type, kind, consent_required, status, buyer } = offer;
  return {
    ...{ id, name, offer_type, consent_required },
    school: school ? { name: school.name, logo_url: school.logo_url ?? null } : null,
    is_exclusive: offer_type !== 'shared',
    is_active: status === 'active' && buyer.status === 'active',
    posting: kind === 'direct' ? 'direct' : 'search',
    tcpa_text: offer.tcpa_text ?? null,
    ...paid(payoutOf(item)),
    ...requirementsOf(offer),
    programs: offer.programs.map((program) => ({
      value: program.value,
      label: program.label,
      ...paid(payoutOf(item, program.value)),
      ...requirementsOf(program),
    })),
    questions: offer.questions.map(formFieldOf),
    only_submit: patternsBeyond(offer),
  };
}
