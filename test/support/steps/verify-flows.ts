import type { VerifyStep, WhenAway } from '../../../src/core/verification/verify-step.js';
import { IDS, testOffer, type CatalogueOverrides } from '../catalogue.js';
import { verifyStep } from '../verify-step.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

const { delivery } = testOffer();
const CAP = { id: 'one', scope: 'offer', window: 'day', limit: 1, time_zone: 'America/New_York' } as const;
const verified = (...verify: VerifyStep[]): CatalogueOverrides => ({
  offers: { [IDS.shared]: { verify, caps: [CAP], delivery: { ...delivery, window_ms: 8_000 } } },
});
const two = (when_away: WhenAway): CatalogueOverrides =>
  verified(verifyStep({ name: 'scrub', when_away }), verifyStep({ name: 'claim', when_away }));

/** Leads whose offer has verification steps. */
export const VERIFY_FLOWS: readonly Flow[] = [
  {
    name: 'two verifications pass, then sold',
    over: two('hold'),
    act: (client) => client.direct('ann'),
  },
  {
    name: 'the second verification refuses',
    over: two('hold'),
    script: { verify: (step) => (step === 'claim' ? 'refuse' : 'pass') },
    act: (client) => client.direct('ann'),
  },
  {
    name: 'a verification is away, then passes',
    over: two('hold'),
    script: { verify: (step, n) => (step === 'scrub' && n === 1 ? 'lost' : 'pass') },
    act: (client) => client.direct('ann'),
  },
  {
    name: 'a verification is away until the delivery window is over',
    over: two('hold'),
    script: { verify: () => 'lost' },
    act: (client) => client.direct('ann'),
  },
  {
    name: 'an answer is kept, and the next person with the same question is sold by it',
    over: { offers: { [IDS.shared]: { verify: [verifyStep({ cache_ms: 3_600_000 })] } } },
    act: async (client) => {
      await client.direct('ann');
      await client.direct('bert');
    },
  },
  {
    name: 'a verification gives what nobody can read, and may be passed while it is away',
    over: two('pass'),
    script: { verify: (step) => (step === 'scrub' ? 'lost' : 'unread') },
    act: (client) => client.direct('ann'),
  },
];

/** What was sold although a service of its offer had not passed it in that submission. */
export const soldUnverified = ({ sales, said, leads, catalogues }: World): string[] =>
  sales.flatMap(({ lead_id, offer_id }) => {
    const { verify = [] } = catalogues.current().offers.get(offer_id) ?? {};
    return verify
      .filter(({ when_away }) => when_away !== 'pass')
      .filter(({ name, cache_ms }) => {
        const isKept = [...said].some(
          ([key, says]) => key.endsWith(`:${offer_id}:${name}`) && says.includes('pass'),
        );
        if (cache_ms !== undefined) return !isKept;
        const rounds = leads.all.get(lead_id)?.submission ?? 0;
        const keys = Array.from({ length: rounds }, (_, i) => `${lead_id}:${i + 1}:${offer_id}:${name}`);
        return !keys.some((key) => said.get(key)?.includes('pass'));
      })
      .map(({ name }) => `lead ${lead_id} was sold, and ${name} had not passed it`);
  });
