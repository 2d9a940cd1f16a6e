import type { CampaignOffer } from '../../core/catalogue/types.js';
import { campaignNamed, LINK_DAYS, makePostingLink } from '../../app/posting-spec/make-posting-link.js';
import { moneyOf } from '../../core/operators/offer-terms.js';
import { namesIn } from '../../core/operators/names.js';
import { postingSpec, type PostingSpec } from '../../core/posting-spec/posting-spec.js';
import type { MakeLinkBody } from '../bodies/campaigns.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { changesNow } from './timed-changes.js';

interface CampaignValues {
  readonly handle: string;
}

/** What the campaign's affiliate must know to post, in the terms of this API. */
export async function readPosting(ports: OperatorPorts, { values, now }: OperatorCall<CampaignValues>) {
  const current = ports.catalogue.current();
  const campaign = campaignNamed(current, values.handle);
  const spec = postingSpec(campaign, now);
  const name = namesIn(current);
  return {
    campaign: { ...name('campaigns', campaign.id), status: campaign.status },
    affiliate: { ...name('affiliates', campaign.affiliate.id), status: campaign.affiliate.status },
    max_accepted_submissions: campaign.max_accepted_submissions,
    allow_fallbacks: spec.campaign.allow_fallbacks,
    base_url: ports.publicUrl ?? null,
    currency: current.books.currency,
    offers: spec.offers.flatMap((offer) => {
      const own = campaign.offers.get(offer.id);
      return own ? { ...offerAnswer(offer, own), handle: name('offers', offer.id).handle } : [];
    }),
    timed_changes: await changesNow(ports, ({ entry_id }) => entry_id === campaign.id),
    only_submit: spec.only_submit,
  };
}

/** Prices are for operators alone: the affiliates' own specification does not have them. */
function offerAnswer(offer: PostingSpec['offers'][number], own: CampaignOffer) {
  const { programs: paid, ...without } = moneyOf(own);
  return {
    ...{ id: offer.id, name: offer.name, posting: offer.posting, is_active: offer.is_active },
    ...{ is_exclusive: offer.is_exclusive, ...without },
    ...{ tcpa_text: offer.tcpa_text, consent_required: offer.consent_required },
    ...{ required_fields: offer.required_fields, eligibility: offer.eligibility },
    programs: offer.programs.map(({ value, label, required_fields, eligibility }, at) => ({
      ...{ value, label, required_fields, eligibility },
      ...{ price_cents: paid[at]?.price_cents ?? null, payout_cents: paid[at]?.payout_cents ?? null },
    })),
    questions: offer.questions.map(({ name: question, label, type, required, options, pattern }) => ({
      ...{ name: question, label, type, required },
      ...{ options: options ?? [], pattern: pattern ?? null },
    })),
    sample: offer.sample ?? null,
    only_submit: offer.only_submit,
  };
}

/** Makes a link. Who has it sends test leads, so it is a small key. */
export async function makeLink(
  { catalogue, identities, publicUrl }: OperatorPorts,
  { values, body, audit }: OperatorCall<CampaignValues, MakeLinkBody>,
) {
  const ports = { identities, publicUrl, audit, catalogue: catalogue.current() };
  return makePostingLink(ports, { campaign: values.handle, days: body.days ?? LINK_DAYS });
}
