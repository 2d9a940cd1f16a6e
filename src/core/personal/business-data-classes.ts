import { names, under, type StoredData } from './data-class.js';

const STAFF = 'The name of a member of staff: the record says who did it.';
const CLICK_IDS = 'gclid gbraid wbraid fbclid msclkid ttclid click_id';
const SUBIDS = names('subid subid2 subid3 subid4 subid5');
const MESSAGE = 'kind subject order lane created_at state due_at failures runs ended_at leased_until';
const TRIES = under('attempts', 'at duration_ms ok status detail');

/** Money, reports, news and messages. */
export const BUSINESS: readonly StoredData[] = [
  {
    collection: 'entries',
    kept: 'for ever: they are the books',
    seen: 'operators with `finance`; affiliates and buyers on their statements',
    rows: [
      {
        class: 'clear',
        paths: [...under('subids', SUBIDS.join(' ')), 'external_id'],
        why: "The affiliate's labels and own id, which its statements show.",
      },
      { class: 'clear', paths: ['by'], why: STAFF },
      {
        class: 'none',
        paths: [
          ...names('_id kind at day month period written_at currency buyer_id buyer_cents affiliate_id'),
          ...names('affiliate_cents lead_id campaign_id offer_id program_id attempt reference'),
          ...names('catalogue_version reason claim_regained place_regained own_reference why'),
        ],
        why: 'Amounts, ids and times. Reasons are cleaned of personal data.',
      },
    ],
  },
  {
    collection: 'pending_adjustments',
    kept: 'until they are in the books',
    seen: 'nobody',
    rows: [
      { class: 'clear', paths: ['by', ...under('subids', SUBIDS.join(' ')), 'external_id'], why: STAFF },
      {
        class: 'none',
        paths: [
          ...names('_id kind at day month period written_at currency buyer_id buyer_cents affiliate_id'),
          ...names('affiliate_cents lead_id campaign_id offer_id program_id attempt reference'),
          ...names('catalogue_version reason own_reference why'),
        ],
        why: 'An adjustment that is not in the books yet.',
      },
    ],
  },
  {
    collection: 'return_shares',
    kept: 'for ever',
    seen: 'nobody',
    rows: [
      {
        class: 'none',
        paths: names('_id taken'),
        why: 'How many returns count in which share.',
      },
    ],
  },
  {
    collection: 'periods',
    kept: 'for ever',
    seen: 'operators with `finance`',
    rows: [
      {
        class: 'none',
        paths: ['names.**', ...names('_id state closing_since closed_at at begun_at')],
        why: 'Closed months.',
      },
      { class: 'clear', paths: names('by'), why: STAFF },
    ],
  },
  {
    collection: 'report_rollups',
    kept: 'for ever; subids 400 days',
    seen: 'operators',
    rows: [
      {
        class: 'none',
        paths: names('_id version due due_zones cubes.*'),
        why: 'Counts and sums by offer, campaign, buyer, program, state and subid. They lead to no person.',
      },
    ],
  },
  {
    collection: 'report_days',
    kept: 'until counted',
    seen: 'nobody',
    rows: [{ class: 'none', paths: names('_id n'), why: 'Days that are to be counted.' }],
  },
  {
    collection: 'folded_days',
    kept: 'for ever',
    seen: 'nobody',
    rows: [{ class: 'none', paths: ['_id', ...under('sold', '*')], why: 'Sales of closed days by cap.' }],
  },
  {
    collection: 'folded_quarters',
    kept: '40 days; longer while a lead of their day is open',
    seen: 'nobody',
    rows: [
      {
        class: 'none',
        paths: ['_id', ...under('sold', '*'), ...names('open')],
        why: 'Sales of closed quarters of an hour by cap, and ids of leads that were open then.',
      },
    ],
  },
  {
    collection: 'lead_news',
    kept: '90 days',
    seen: 'the affiliate of the lead, by the feed and webhooks',
    rows: [
      {
        class: 'sealed',
        paths: ['sealed', ...under('tracking', CLICK_IDS)],
        why: "Click ids of the lead, which the affiliate's tracking platform needs back.",
        kept: 'no longer than the person of the lead',
      },
      {
        class: 'clear',
        paths: ['subid', 'external_id', 'answer.external_id', ...under('tracking', SUBIDS.join(' '))],
        why: "The affiliate's labels of its traffic and own id of the lead.",
      },
      {
        class: 'none',
        paths: [
          ...names('_id lead_id revision affiliate_id campaign_id offer_id kind at environment status'),
          ...names('position ordered_at unordered answer.** sealed_by'),
        ],
        why: 'What reading the lead answered: codes, sentences and amounts, without what was sent.',
      },
    ],
  },
  {
    collection: 'webhook_messages',
    kept: '90 days after its end',
    seen: 'the affiliate; operators',
    rows: [
      {
        class: 'sealed',
        paths: ['sealed', ...under('content.data.tracking', CLICK_IDS), 'content.values.click_id'],
        why: "Click ids of the lead, which the affiliate's tracking platform needs back.",
        kept: 'no longer than the person of the lead',
      },
      {
        class: 'clear',
        paths: [
          ...under('content.data.tracking', SUBIDS.join(' ')),
          ...names('content.data.external_id content.values.subid'),
        ],
        why: "The affiliate's labels of its traffic and own id of the lead.",
      },
      {
        class: 'none',
        paths: [
          ...names(`_id ${MESSAGE} affiliate_id sealed_by`),
          ...TRIES,
          ...under('content', 'type timestamp replay data.** values.*'),
        ],
        why: 'What the affiliate is told of its lead: codes, sentences and amounts.',
      },
    ],
  },
  {
    collection: 'outbox_lanes',
    kept: 'for ever',
    seen: 'operators',
    rows: [
      { class: 'clear', paths: ['paused.by'], why: STAFF },
      {
        class: 'none',
        paths: [
          ...names('_id outbox due_at leased_until open_until is_paused delivered_at failures runs asked'),
          ...under('paused', 'why at'),
          ...under('last', 'at duration_ms ok status detail'),
        ],
        why: 'How an endpoint of an affiliate, a channel of alerts or an address of a buyer is served.',
      },
    ],
  },
  {
    collection: 'outbox',
    kept: '90 days after its end',
    seen: 'operators; the channels of alerts',
    rows: [
      {
        class: 'none',
        paths: [...names(`_id ${MESSAGE} content.**`), ...TRIES],
        why: 'Messages of alerts: rules, handles, counts.',
      },
    ],
  },
  {
    collection: 'refused_calls',
    kept: '14 days',
    seen: 'operators',
    rows: [
      {
        class: 'none',
        paths: names('_id at request_id route http code field key_prefix affiliate_id campaign_id'),
        why: 'Calls that were refused, without any value that the caller sent.',
      },
    ],
  },
];
