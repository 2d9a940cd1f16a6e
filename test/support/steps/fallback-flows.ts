import type { Cap } from '../../../src/core/catalogue/types.js';
import { IDS, testOffer, type CatalogueOverrides } from '../catalogue.js';
import type { Client } from './client.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

const full = (id: string): { caps: Cap[] } => ({
  caps: [{ id, scope: 'offer', window: 'day', limit: 0, time_zone: 'America/New_York' }],
});
const { delivery } = testOffer();
const DOWN = {
  delivery: { ...delivery, breaker: { failures: 1, open_for_ms: 60_000, offer_while_open: false } },
};
const ONE: Cap = { id: 'one', scope: 'offer', window: 'day', limit: 1, time_zone: 'America/New_York' };

/** The consumer agreed to each of these offers. */
export const FALLBACKS = [
  {
    svc_offer_id: IDS.exclusive,
    tcpa_consent: true,
    program_id: 'bsn',
    answers: { campus_visit: 'yes' },
  },
  { svc_offer_id: IDS.trueExclusive, tcpa_consent: true, consent_button_label: 'Send' },
];

/** A campaign that allows fallbacks; the first offer is the shared one. */
export const fallingBack = (offers: NonNullable<CatalogueOverrides['offers']>): CatalogueOverrides => ({
  campaign: { allow_fallbacks: true },
  offers,
});

export const postWithFallbacks = (client: Client): Promise<unknown> =>
  client.direct('ann', { fallbacks: FALLBACKS });

/** Of the leads of one call, at most one was sold, and each was made once, in the order of the call. */
export function soldTwice({ leads, sales }: World): string[] {
  return [...leads.all.values()].flatMap(({ id, earlier_leads = [] }) => {
    const sold = [id, ...earlier_leads.map(({ lead_id }) => lead_id)].filter((one) =>
      sales.some(({ lead_id }) => lead_id === one),
    );
    const before = earlier_leads.at(-1);
    const isNamed = !before || leads.all.get(before.lead_id)?.next_fallback?.lead_id === id;
    return [
      ...(sold.length > 1 ? [`${sold.join(' and ')} are leads of one call, and both were sold`] : []),
      ...(isNamed ? [] : [`${id} follows a lead that did not fall back to it`]),
    ];
  });
}

/** Every try that a lead fell back to is stored. */
export const lostFallbacks = ({ leads }: World): string[] =>
  [...leads.all.values()].flatMap(({ id, next_fallback }) =>
    next_fallback && !leads.all.has(next_fallback.lead_id)
      ? [`${id} fell back to a lead that is not stored`]
      : [],
  );

export const FALLBACK_FLOWS: readonly Flow[] = [
  {
    name: 'fallbacks: a full cap, the next is sold',
    over: fallingBack({ [IDS.shared]: full('none'), [IDS.exclusive]: { caps: [ONE] } }),
    act: postWithFallbacks,
  },
  {
    name: 'fallbacks: paused and not eligible, the third is sold',
    over: fallingBack({
      [IDS.shared]: { status: 'paused' },
      [IDS.exclusive]: {
        eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['TX'] } }],
      },
    }),
    act: postWithFallbacks,
  },
  {
    name: 'fallbacks: the first buyer is down, the next is sold',
    over: fallingBack({ [IDS.shared]: DOWN }),
    script: { deliver: (_n, m) => (m === 1 ? 'never_sent' : 'accepted') },
    act: postWithFallbacks,
  },
  {
    name: 'fallbacks: the first buyer hangs up, and nothing follows',
    over: fallingBack({}),
    script: { deliver: () => 'hangs_up' },
    act: postWithFallbacks,
  },
];
