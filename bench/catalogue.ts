import { stringify } from 'yaml';

/** Ids that requests name. */
export const AFFILIATE_ID = 'a1000000-0000-4000-8000-00000000be0c';
export const CAMPAIGN_ID = 'c1000000-0000-4000-8000-00000000be0c';
export const AFFILIATE_HANDLE = 'bench';
/** The submit body, the same for every offer. */
export const PROGRAM_ID = 'nursing';
export const ANSWERS = { campus_visit: 'yes' } as const;
/** Offers that every search must return. */
export const OFFER_COUNT = 10;

/** The highest number that a catalogue takes. */
const NO_LIMIT = 1_000_000_000;

/** The id of the offer with this index. */
export const offerId = (index: number): string =>
  `d1000000-0000-4000-8000-be0c${String(index).padStart(8, '0')}`;

/** Rules that the person of every request fulfils. */
const MATCHING: readonly Rule[] = [
  { field: 'address.state', in: ['IL', 'WI', 'MN', 'IA'] },
  { field: 'age', min: 18, max: 70 },
  { field: 'education.education_level', at_least: 'high_school' },
];
type Rule = Readonly<Record<string, unknown>>;

const offer = (index: number, buyerUrl: string, eligibility = MATCHING) => ({
  id: offerId(index),
  handle: `offer-${index}`,
  name: `Offer ${index}`,
  buyer: `buyer-${index % 3}`,
  school: { name: `School ${index}`, logo_url: `https://school-${index}.example/logo.png` },
  kind: 'direct',
  offer_type: index % 4 === 0 ? 'exclusive' : 'shared',
  price: 50 + index,
  tcpa_text: `By clicking Send I agree that School ${index} may call and e-mail me about its programs, also with automatic means.`,
  required_fields: [
    'personal.first_name',
    'personal.last_name',
    'personal.email',
    'personal.phone',
    'address.zip_code',
  ],
  eligibility,
  programs: [
    { value: PROGRAM_ID, label: 'Bachelor of Science in Nursing' },
    {
      value: 'business',
      label: 'Business Administration',
      eligibility: [{ field: 'background.us_citizen', in: ['yes'] }],
    },
  ],
  questions: [
    {
      name: 'campus_visit',
      label: 'Would you like to visit the campus?',
      type: 'select',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
  ],
  caps: [{ window: 'day', limit: 100_000_000 }],
  delivery: { url: buyerUrl, insecure_http: true, timeout: '10s' },
});

/** A catalogue file of one affiliate, three buyers and ten direct offers, each with rules, a question and a cap. */
export const benchCatalogue = (buyerUrl: string): string => manyOffers(buyerUrl, OFFER_COUNT, OFFER_COUNT);

const OTHER_STATES =
  'AL AZ CA CO CT FL GA ID IN KS KY LA MA MD ME MI MO MS MT NC ND NE NH NJ NM NV NY OH'.split(' ');
const [, AGE, EDUCATION] = MATCHING as [Rule, Rule, Rule];
/** What real offers ask for, in so many forms that few are the same. */
const RULES_OF_OTHERS: readonly ((n: number) => readonly Rule[])[] = [
  (n) => [{ field: 'address.state', in: OTHER_STATES.slice(n % 20, (n % 20) + 2 + (n % 7)) }, AGE, EDUCATION],
  (n) => [{ field: 'address.state', not_in: ['WI', ...OTHER_STATES.slice(n % 25, (n % 25) + 3)] }, AGE],
  (n) => [EDUCATION, { field: 'age', min: 35 + (n % 15) }],
  (n) => [AGE, { field: 'address.zip_code', within_miles: 10 + (n % 50), of: '90001' }, EDUCATION],
];

/** So many offers, of which these match the person of every request. The others fail one rule or another. */
export function manyOffers(buyerUrl: string, count: number, matching: number): string {
  const every = count / matching;
  const offers = Array.from({ length: count }, (_, n) =>
    offer(n, buyerUrl, n % every === 0 ? MATCHING : RULES_OF_OTHERS[n % RULES_OF_OTHERS.length]?.(n)),
  );
  const document = {
    version: 1,
    affiliates: [
      { id: AFFILIATE_ID, handle: AFFILIATE_HANDLE, name: 'Benchmark', dupe_checks_per_day: NO_LIMIT },
    ],
    buyers: [0, 1, 2].map((index) => ({ handle: `buyer-${index}`, name: `Buyer ${index}` })),
    offers,
    campaigns: [
      {
        id: CAMPAIGN_ID,
        handle: 'bench',
        affiliate: AFFILIATE_HANDLE,
        name: 'Benchmark',
        offers: offers.map(({ handle }, index) => ({
          offer: handle,
          payout: 20 + index,
          payouts: { business: 18 },
        })),
      },
    ],
  };
  return stringify(document, { aliasDuplicateObjects: false });
}
