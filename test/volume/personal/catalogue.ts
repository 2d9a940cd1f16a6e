import { stringify } from 'yaml';

/** How each buyer behaves: `parties.ts` plays it. Each has one offer of the same handle. */
export const BUYERS = [
  ...[
    'accepts',
    'echoes',
    'rejects',
    'later',
    'refuses-later',
    'calls-back',
    'revokes',
    'hangs-up',
    'garbage',
    'busy',
  ],
  ...['duplicate', 'sends-back', 'closed', 'full', 'choosy', 'stopped', 'fallen', 'slow', 'scrubbed'],
] as const;
export type Behaviour = (typeof BUYERS)[number];

/** Buyers whose service is asked about a lead first. */
const VERIFIED: ReadonlySet<string> = new Set<Behaviour>(['accepts', 'scrubbed']);
/** Buyers with an address for revocations and erasures. */
const TOLD: ReadonlySet<string> = new Set<Behaviour>(['accepts', 'echoes', 'garbage']);

/** The catalogue of a rehearsal, whose buyers, partner and affiliates are at `url`. */
export function personalCatalogue(url: string): string {
  const delivery = (handle: string): object => ({
    url: `${url}/buyers/${handle}`,
    ...{ insecure_http: true, timeout: '2s', window: '5s' },
    headers: { authorization: 'Bearer ${secret:BUYER}' },
    callback: { secret: '${secret:CALLBACK}' },
    ...(handle.endsWith('later')
      ? { follow_up: { url: `${url}/status/${handle}/\${reference}`, every: '1s', for: '1h' } }
      : {}),
  });
  const step = (handle: string): object => ({
    ...{ name: 'scrub', url: `${url}/verify/${handle}`, insecure_http: true, timeout: '2s' },
    headers: { authorization: 'Bearer ${secret:SCRUB}' },
    body: '{ "lead": lead, "tracking": tracking }',
    answers: [
      { when: 'body.listed = false', outcome: 'pass', reason: 'body.said', reference: 'body.claim' },
      { when: 'body.listed = true', outcome: 'refuse', reason: 'body.said', reference: 'body.claim' },
    ],
    ...{ when_away: 'hold', cache: '30d' },
  });
  const notice = (handle: string): object => ({
    ...{ url: `${url}/notices/${handle}`, insecure_http: true, timeout: '2s' },
    headers: { authorization: 'Bearer ${secret:BUYER}' },
  });
  const questions = [{ name: 'why_now', label: 'Why now?', type: 'text' }];
  const common = {
    offer_type: 'shared',
    tcpa_text: 'By clicking Send I agree that they may call me.',
    questions,
    price: 50,
  };
  const tomorrow = [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  return stringify(
    {
      version: 1,
      affiliates: [
        {
          ...{ handle: 'northwind', name: 'Northwind' },
          webhook: { url: `${url}/hooks/northwind`, secret: '${secret:HOOK}', insecure_http: true },
          postback: {
            url: `${url}/postbacks/northwind?cid={{click_id}}&sub={{subid}}&payout={{payout}}&txid={{transaction_id}}&st={{status}}`,
            ...{ on: ['accepted', 'returned'], insecure_http: true },
          },
        },
        {
          ...{ handle: 'southwind', name: 'Southwind' },
          webhook: { url: `${url}/hooks/fails`, secret: '${secret:HOOK}', insecure_http: true },
        },
      ],
      buyers: [...BUYERS, 'partner'].map((handle) => ({
        ...{ handle, name: `Buyer ${handle}`, time_zone: 'Etc/UTC' },
        returns: { within: '14d', reasons: [{ code: 'bad_phone', label: 'Wrong number' }] },
        ...(handle === 'closed' ? { holidays: tomorrow } : {}),
        ...(handle === 'full' ? { caps: [{ window: 'total', limit: 1 }] } : {}),
        ...(TOLD.has(handle) ? { revocation: notice(handle), erasure: notice(handle) } : {}),
      })),
      offers: [
        ...BUYERS.map((handle) => ({
          ...{ handle, name: `Offer ${handle}`, buyer: handle, ...common, delivery: delivery(handle) },
          ...(handle === 'choosy' ? { eligibility: [{ field: 'address.state', in: ['CA'] }] } : {}),
          ...(handle === 'stopped' ? { status: 'paused' } : {}),
          ...(VERIFIED.has(handle) ? { verify: [step(handle)] } : {}),
          ...(handle === 'accepts'
            ? {
                duplicates: {
                  match: ['email', 'phone', 'name_address', 'name_dob_zip'],
                  window_days: 30,
                  scope: 'offer',
                },
              }
            : {}),
        })),
        {
          ...{ handle: 'partner', name: 'Partner', buyer: 'partner', kind: 'partner' },
          ...{ offer_type: 'shared', tcpa_text: 'By clicking Send I agree that they may call me.' },
          partner: {
            search: {
              ...{ url: `${url}/match`, insecure_http: true, timeout: '2s' },
              body: '{ "lead": lead, "tracking": tracking }',
            },
            submit: delivery('accepts'),
          },
        },
      ],
      campaigns: ['northwind', 'southwind'].map((affiliate) => ({
        ...{
          handle: affiliate,
          name: affiliate,
          affiliate,
          allow_fallbacks: true,
          max_accepted_submissions: 20,
        },
        offers: [...BUYERS, 'partner'].map((offer) => ({ offer, payout: 20 })),
      })),
    },
    { aliasDuplicateObjects: false },
  );
}
