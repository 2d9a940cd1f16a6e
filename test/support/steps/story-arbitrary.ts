import fc from 'fast-check';
import type { Called } from './calling-buyers.js';
import type { Fault } from './fate.js';
import { OUTAGES } from './outage.js';
import type { Act, RandomStory } from './random-story.js';
import type { Behaviour } from './recording-buyers.js';
import { CHANGES, STORY_OFFERS, type StoryOffer } from './story-catalogue.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const change = fc.constantFrom(...CHANGES);
const storyOffer: fc.Arbitrary<StoryOffer> = fc.record({
  scope: fc.constantFrom('offer', 'buyer', 'service'),
  window_days: fc.constantFrom(1, 30),
  idempotent: fc.boolean(),
  follow_up: fc.boolean(),
});

const behaviour = fc.constantFrom<Behaviour>(
  ...([
    'accepted',
    'accepted',
    'rejected',
    'duplicate',
    'pending',
    'retry',
    'never_sent',
    'hangs_up',
    'lost',
  ] as const),
);
const answerLater = fc.constantFrom<Behaviour>('accepted', 'rejected', 'pending', 'lost', 'retry');

const post: fc.Arbitrary<Act> = fc.record({
  what: fc.constant('post'),
  email: fc.nat(1),
  phone: fc.nat(1),
  offer: fc.nat(STORY_OFFERS.length - 1),
  consent: fc.constantFrom(true, true, true, true, true, false),
});
const lead = fc.nat(3);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: post },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('pass' as const),
      ms: fc.constantFrom(1_000, 40_000, 10 * MINUTE_MS, 26 * HOUR_MS, 31 * DAY_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('change' as const), change }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('call back' as const),
      lead,
      outcome: fc.constantFrom<Called>('accepted', 'rejected', 'pending'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('settle' as const), lead }) },
);

const HOWS = ['dies', 'sleeps', 'fails', 'flush', 'snapshot', 'failback', 'change'] as const;

/** Where in the story; a blow that never comes strikes nothing. */
const point = {
  n: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 150 })),
  when: fc.constantFrom('before', 'after'),
} as const;
const lasting = fc.record({
  what: fc.constantFrom(...OUTAGES.map(([what]) => what)),
  ms: fc.constantFrom(5_000, 45_000, 6 * MINUTE_MS, 6 * MINUTE_MS, HOUR_MS),
});
const blow: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: HOWS.length,
    arbitrary: fc.record({ ...point, how: fc.constantFrom(...HOWS), lag: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ ...point, how: fc.constant('outage'), outage: lasting }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...point, how: fc.constant('pause'), ms: fc.constantFrom(25_000, 600_000) }),
  },
);

/** The catalogue changes while a worker that has evaluated by the former one stands still, and nobody else comes. */
const stoodStill: fc.Arbitrary<Fault[]> = fc
  .tuple(fc.integer({ min: 3, max: 60 }), fc.nat(5))
  .map(([n, more]) => [
    { n, when: 'before', how: 'change' },
    { n: n + more, when: 'after', how: 'pause', ms: 600_000 },
  ]);

/** Stories of up to seven acts, struck by none, one or two blows. */
export const randomStory: fc.Arbitrary<RandomStory> = fc.record({
  offers: fc.array(storyOffer, { minLength: STORY_OFFERS.length, maxLength: STORY_OFFERS.length }),
  limit: fc.integer({ min: 1, max: 3 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 6 }),
  laterSays: fc.array(answerLater, { minLength: 1, maxLength: 3 }),
  acts: fc.array(act, { minLength: 1, maxLength: 7 }),
  faults: fc.oneof(
    { weight: 1, arbitrary: stoodStill },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.tuple(blow) },
    { weight: 5, arbitrary: fc.tuple(blow, blow) },
  ),
  change,
  workers: fc.constantFrom('one', 'one', 'two after the blow', 'two'),
});
