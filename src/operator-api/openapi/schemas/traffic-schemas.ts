import { BINS } from '../../../core/traffic/bins.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import {
  cents,
  count,
  day,
  exactly,
  exactlyWithSome,
  flag,
  listOf,
  maybe,
  number,
  oneOf,
  SHARE,
  time,
  whole,
} from './parts.js';

const COUNT_OR_NULL = orNull(whole('Null: nobody knows'));
const PRICE = cents('Null: nothing is configured');
const PAID = {
  price_cents: PRICE,
  payout_cents: PRICE,
  is_bid: flag('A partner pays what it bids; the price stands in for a bid'),
  programs: listOf(exactly({ value: text(), label: text(), price_cents: PRICE, payout_cents: PRICE })),
};
const MS = number(undefined, { minimum: 0 });
const STATUS = text('`active`, `paused`, `inactive`, `disabled` or `retired`');
const LEDGER = oneOf(
  ['sound', 'rebuilding', 'stale', 'none', 'unsuitable'],
  'Of the cap ledger. Counts are null unless it is sound or is being rebuilt',
);

const NAMED = {
  id: uuid(),
  handle: orNull(text()),
  name: orNull(text()),
};
const REASON = exactly({ reason: text('The rule'), count: count() });
const OF_LEADS = {
  submits: count(),
  accepted: count(),
  refused: count('Ended, but not accepted'),
  pending: count(),
  unknown: count(),
  accept_rate: SHARE,
  top_reasons: listOf(REASON, 'At most three'),
};
const SOLD = {
  ...OF_LEADS,
  answer_ms: orNull(
    exactly({ p50: MS, p95: MS, p99: MS }, 'How long the buyer took to answer; null: it answered nothing'),
  ),
  timeout_share: SHARE,
};
const OFFER = {
  ...NAMED,
  kind: oneOf(['direct', 'partner']),
  status: STATUS,
  buyer: exactly({ ...NAMED, status: STATUS }),
  unpriced: flag('It has a payout and no price: what it sells brings in nothing'),
  hours: ref('schemas', 'Hours'),
  destinations: listOf(ref('schemas', 'Destination')),
  today: ref('schemas', 'Sold'),
  fullest_cap: maybe('Cap', 'The cap that is used most; null: it has no cap, or nobody knows'),
};
const BUYER = {
  ...NAMED,
  status: STATUS,
  hours: ref('schemas', 'Hours'),
  offers: listOf(
    exactly({ ...NAMED, kind: text(), status: STATUS, breaker: ref('schemas', 'Breaker') }),
    'The breaker is the worst of its addresses',
  ),
  today: ref('schemas', 'Sold'),
  slow: orNull(
    exactly(
      {
        since: time(),
        answers: count('Of its newest 24 hours with enough answers'),
        p95_ms: MS,
        usual_ms: { ...MS, description: 'The same of the median day before' },
      },
      'It answers far more slowly than on the days before; null: it does not',
    ),
  ),
  fullest_cap: maybe('Cap'),
};
const TODAY_TO = time(
  'Up to when the leads of `today` are counted: now, or as far as the sweeper has counted if there are too many since',
);
const DETAIL = {
  as_of: time('At most 5 s ago'),
  today_to: TODAY_TO,
  ledger: LEDGER,
  caps: listOf(ref('schemas', 'Cap')),
  waiting_leads: count('Leads that wait and that no buyer has: what a pause stops'),
  timed_changes: listOf(
    ref('schemas', 'TimedChange'),
    'Temporary changes of it and of what sells it, active and upcoming',
  ),
  series: ref('schemas', 'Series'),
};
const SENT = {
  ...NAMED,
  status: STATUS,
  searches: count(),
  results_shown: count(),
  ...OF_LEADS,
  last_seen_at: orNull(time('The quarter of an hour of the last search or lead; null: none in this time')),
  refused_calls: exactly({
    count: count('Calls that were answered 4xx, of those that are kept'),
    last_at: orNull(time()),
    by_fault: listOf(
      exactly({ code: text(), field: orNull(text()), count: count() }),
      'The most frequent first',
    ),
  }),
};
const LISTED = { as_of: time('At most 5 s ago'), today_to: TODAY_TO, ledger: LEDGER };
const SENT_LIST = {
  as_of: time('At most 15 s ago'),
  from: time(),
  to: time('Leads and searches are counted up to here: now, or as far as the sweeper has counted'),
};

export const trafficSchemas = {
  OfferList: exactly({ ...LISTED, offers: listOf(ref('schemas', 'OfferRow')) }),
  PartnerList: exactly({ ...LISTED, partners: listOf(ref('schemas', 'OfferRow')) }),
  BuyerList: exactly({ ...LISTED, buyers: listOf(ref('schemas', 'BuyerRow')) }),
  OfferRow: exactly(OFFER),
  BuyerRow: exactly(BUYER),
  Offer: exactly({
    ...{ ...OFFER, ...DETAIL, campaigns: listOf(ref('schemas', 'Named')) },
    terms: ref('schemas', 'OfferTerms'),
    currency: text('Of its money'),
  }),
  OfferTerms: exactly({
    rules: listOf(text('Like `State is one of WI, IL`'), 'Whom its rules take; every rule must hold'),
    price_cents: PRICE,
    programs: listOf(exactly({ value: text(), label: text(), price_cents: PRICE, rules: listOf(text()) })),
    paid: listOf(
      exactly({ campaign: ref('schemas', 'Named'), ...PAID }),
      'What the buyer pays and the affiliate earns, without a program and with each',
    ),
  }),
  Buyer: exactly({ ...BUYER, ...DETAIL, offer_rows: listOf(ref('schemas', 'OfferRow')) }),
  CapList: exactly({ as_of: time('At most 5 s ago'), ledger: LEDGER, caps: listOf(ref('schemas', 'Cap')) }),
  Cap: exactly({
    id: text(),
    scope: oneOf(['offer', 'buyer', 'campaign', 'campaign_offer']),
    owner: text('Like `offer nursing`'),
    name: text('Like `day of program bsn`'),
    limit: count(),
    window: text('The start of the window in the zone of the cap, or `all`'),
    reserved: COUNT_OR_NULL,
    confirmed: COUNT_OR_NULL,
    left: COUNT_OR_NULL,
    resets_at: orNull(time('Null: never')),
    time_zone: text(),
  }),
  Hours: exactly({
    time_zone: text(),
    is_open: flag(),
    opens_at: orNull(time('Null: it is open, or does not open within 400 days')),
    hours: listOf(
      exactly({
        days: listOf(whole(undefined, { minimum: 1, maximum: 7 }), '1 is Monday'),
        from: text('Like `09:30`'),
        to: text('`24:00` is the end of the day'),
      }),
      'Empty: always, but for holidays',
    ),
    holidays: listOf(day(), 'From today on'),
  }),
  Breaker: exactly({
    position: oneOf(['closed', 'open', 'half-open']),
    failures: count('In a row'),
    open_ms: { ...MS, description: 'How much longer it stays open' },
  }),
  Destination: exactlyWithSome(
    {
      what: oneOf(['delivery', 'search', 'submit', 'follow-up', 'verification']),
      breaker: ref('schemas', 'Breaker'),
      in_flight: COUNT_OR_NULL,
      max_in_flight: orNull(whole('Null: no limit')),
      per_minute: orNull(whole('Null: no limit')),
      waiting: count('Requests that wait for it'),
      last_hour: exactlyWithSome(
        { attempts: count('At most the newest 1,000') },
        {
          success: number(undefined, { minimum: 0, maximum: 1 }),
          p50_ms: MS,
          p95_ms: MS,
          p99_ms: MS,
          last_error: exactly({ at: time(), what: text() }),
        },
      ),
    },
    { step: text('Of a verification: the name of its step') },
  ),
  Sold: exactly(SOLD),
  Series: exactly({
    from: time(),
    to: time(
      'Without `to` in the call: now, or as far as the sweeper has counted if there are too many since',
    ),
    bin: oneOf(BINS, 'The length of a bin'),
    zone: text('The zone of days'),
    points: listOf(exactly({ at: time('The beginning of the bin'), ...SOLD }), 'One for each bin'),
    total: ref('schemas', 'Sold'),
    reasons: listOf(REASON, 'Why leads were refused in the whole time, the most frequent first; at most 15'),
  }),
  AffiliateList: exactly({ ...SENT_LIST, affiliates: listOf(ref('schemas', 'AffiliateRow')) }),
  CampaignList: exactly({ ...SENT_LIST, campaigns: listOf(ref('schemas', 'CampaignRow')) }),
  Affiliate: exactly({
    ...NAMED,
    status: STATUS,
    campaigns: listOf(
      exactly({
        ...NAMED,
        status: STATUS,
        offers: listOf(
          exactly({ ...NAMED, status: STATUS, ...PAID }),
          'What the buyer pays and the affiliate earns, without a program and with each',
        ),
      }),
    ),
    timed_changes: listOf(
      ref('schemas', 'TimedChange'),
      'What is changed for a time on its campaigns, or will be',
    ),
    series: ref('schemas', 'Series'),
    as_of: time(),
    currency: text('Of its money'),
  }),
  AffiliateRow: exactly(SENT),
  CampaignRow: exactly({ ...SENT, affiliate: ref('schemas', 'Named') }),
  RefusedCallList: exactly({
    from: time(),
    to: time(),
    refused_calls: listOf(ref('schemas', 'RefusedCall'), 'Newest first'),
    has_more: flag(),
  }),
  RefusedCall: exactly({
    at: time(),
    request_id: text(),
    route: text(),
    http: whole(),
    code: text(),
    field: orNull(text('The field or parameter at fault; `*` for one that the API does not have')),
    key: orNull(text('Its first characters; null: no valid key was sent')),
    affiliate: maybe('Named'),
    campaign: maybe('Named'),
  }),
};
