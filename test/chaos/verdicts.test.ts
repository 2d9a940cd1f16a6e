import { expect } from 'chai';
import { planOffers } from '../../chaos/plan/offers.js';
import { CAMPAIGN_IDS } from '../../chaos/plan/catalogue.js';
import type { Evidence, StoredLead } from '../../chaos/verdicts/evidence.js';
import { judge } from '../../chaos/verdicts/judge.js';
import type { Received } from '../../sandbox/memory.js';

const SUBMITS = 1_000;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const later = (seconds: number): Date => new Date(NOON + seconds * 1_000);

interface Sold {
  readonly id: string;
  readonly offer?: string;
  readonly person?: string;
  readonly phone?: string;
  readonly state?: string;
  readonly answer?: string;
  readonly taken?: boolean;
  readonly search?: string;
  readonly at?: number;
  readonly lead?: Partial<StoredLead>;
}

const buyerOf = (offer: string): string => offer.replace(/-\d$/, '');

function storedLead({ id, state = 'accepted', search, lead }: Sold): StoredLead {
  return {
    _id: id,
    state,
    offer_id: 'an offer',
    campaign_id: CAMPAIGN_IDS[0],
    received_at: later(0),
    lead: {},
    debts: [],
    idempotency: [{ key: `key-${id}` }],
    ...(search === undefined ? {} : { search_id: search }),
    ...lead,
  };
}

const received = ({ id, offer = 'summit-0', answer = 'accepted', taken = true, ...who }: Sold): Received => ({
  n: 1,
  at: later(who.at ?? 1).toISOString(),
  party: buyerOf(offer),
  what: 'lead',
  decided_by: '',
  idempotency_key: id,
  reference: `ref-${id}`,
  program: 'day',
  answer,
  status: 200,
  headers: {},
  taken,
  again: false,
  body: {
    offer: { handle: offer },
    lead: {
      personal: {
        email: `${who.person ?? id}@chaos.example`,
        phone: who.phone ?? `phone of ${who.person ?? id}`,
      },
    },
  },
});

/** Leads as we have them and as the sandbox received them, each acknowledged with its state. */
function evidence(sold: readonly Sold[], over: Partial<Evidence> = {}): Evidence {
  return {
    leads: new Map(sold.map((one) => [one.id, storedLead(one)])),
    searches: new Set(['s1']),
    received: sold.map(received),
    acknowledged: sold.map(({ id, state = 'accepted' }) => ({
      key: `key-${id}`,
      email: '',
      form: 'B',
      answers: [
        { lead_id: id, code: state === 'accepted' ? 'ACCEPTED' : 'PENDING', status: state, http: 200 },
      ],
    })),
    acknowledgedSearches: new Set(['s1']),
    ...over,
  };
}

const rulesIn = (found: Evidence): string[] => [
  ...new Set(judge(found, SUBMITS).violations.map(({ rule }) => rule)),
];

const answered = (lead_id: string, code: string) => ({ lead_id, code, status: '', http: 200 });
const ofKey = (...answers: ReturnType<typeof answered>[]) => [
  { key: 'key-a', email: '', form: 'B' as const, answers },
];
const many = (count: number, of: Partial<Sold>): Sold[] =>
  Array.from({ length: count }, (_, n) => ({ ...of, id: `lead-${n}` }));
const limitOf = (offer: string): number =>
  planOffers(SUBMITS).find(({ handle }) => handle === offer)?.caps[0]?.limit ?? 0;

describe('chaos verdicts', () => {
  const sound: readonly (readonly [string, Evidence])[] = [
    ['an accepted lead', evidence([{ id: 'a' }])],
    ['an unknown lead that the buyer took', evidence([{ id: 'a', state: 'unknown', answer: 'garbage' }])],
    ['a refused lead', evidence([{ id: 'a', state: 'rejected', answer: 'duplicate', taken: false }])],
    [
      'an idempotent repeat',
      evidence([{ id: 'a' }], { received: [received({ id: 'a' }), received({ id: 'a', taken: false })] }),
    ],
    [
      'one person at two offers',
      evidence([
        { id: 'a', person: 'ann' },
        { id: 'b', person: 'ann', offer: 'summit-1' },
      ]),
    ],
    ['a cap that is just full', evidence(many(limitOf('summit-1'), { offer: 'summit-1' }))],
    [
      'a sale that began before the offer for which everything counts was sold',
      evidence([
        { id: 'a', person: 'ann', offer: 'lakeshore-5' },
        { id: 'b', person: 'ann' },
      ]),
    ],
  ];
  for (const [what, found] of sound)
    it(`finds nothing wrong with ${what}`, () => {
      expect(judge(found, SUBMITS).violations).to.deep.equal([]);
    });

  const planted: readonly (readonly [string, Evidence, string])[] = [
    [
      'an acknowledged lead is gone',
      evidence([], { acknowledged: ofKey(answered('a', 'PENDING')) }),
      'acknowledged and missing',
    ],
    [
      'an acknowledged search is gone',
      evidence([], { acknowledgedSearches: new Set(['s2']) }),
      'acknowledged and missing',
    ],
    [
      'a key was answered with two leads',
      evidence([{ id: 'a' }, { id: 'b' }], {
        acknowledged: ofKey(answered('a', 'ACCEPTED'), answered('b', 'ACCEPTED')),
      }),
      'one key, two leads',
    ],
    [
      'a key has two leads',
      evidence([{ id: 'a' }, { id: 'b', lead: { idempotency: [{ key: 'key-a' }] } }]),
      'one key, two leads',
    ],
    [
      'ACCEPTED became something else',
      evidence([{ id: 'a', state: 'unknown' }], { acknowledged: ofKey(answered('a', 'ACCEPTED')) }),
      'a final answer changed',
    ],
    [
      'we say accepted alone',
      evidence([{ id: 'a', taken: false, answer: 'duplicate' }]),
      'accepted, and the buyer did not',
    ],
    ['we say no alone', evidence([{ id: 'a', state: 'failed' }]), 'the buyer has it, and we say no'],
    [
      'a lead was sold that nobody has',
      evidence([], { received: [received({ id: 'a' })] }),
      'sold without a record',
    ],
    [
      'a lead was taken twice',
      evidence([{ id: 'a' }], { received: [received({ id: 'a' }), received({ id: 'a' })] }),
      'sold twice',
    ],
    [
      'one e-mail at one offer',
      evidence([
        { id: 'a', person: 'ann', phone: '1' },
        { id: 'b', person: 'ann', phone: '2' },
      ]),
      'one person, sold twice',
    ],
    [
      'one phone at two offers of one place',
      evidence([
        { id: 'a', phone: '1', offer: 'harbor-0' },
        { id: 'b', phone: '1', offer: 'harbor-1' },
      ]),
      'one person, sold twice',
    ],
    [
      'one person, sold before to anybody',
      evidence([
        { id: 'a', person: 'ann', offer: 'lakeshore-5', lead: { received_at: later(5) }, at: 6 },
        { id: 'b', person: 'ann' },
      ]),
      'one person, sold twice',
    ],
    ['a cap was exceeded', evidence(many(limitOf('summit-1') + 1, { offer: 'summit-1' })), 'cap exceeded'],
    [
      'a search sold four times',
      evidence(['0', '1', '3', '5'].map((n) => ({ id: n, offer: `summit-${n}`, search: 's1' }))),
      'search sold too often',
    ],
    [
      'two exclusive ones',
      evidence(['summit-2', 'lakeshore-2'].map((offer) => ({ id: offer, offer, search: 's1' }))),
      'two exclusive offers of one search',
    ],
    [
      'a true exclusive one beside another',
      evidence(['summit-4', 'summit-0'].map((offer) => ({ id: offer, offer, search: 's1' }))),
      'true exclusive, and not alone',
    ],
    ['a lead stands halfway', evidence([{ id: 'a', state: 'sending' }]), 'not settled'],
    ['a debt is unpaid', evidence([{ id: 'a', lead: { debts: [{}] } }]), 'debt unpaid'],
  ];
  for (const [what, found, rule] of planted)
    it(`finds: ${what}`, () => {
      expect(rulesIn(found)).to.include(rule);
    });
});
