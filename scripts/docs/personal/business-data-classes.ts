import { names, under, type StoredData } from './data-class.js';

const STAFF = 'The name of a member of staff: the record says who did it.';
const CLICK_IDS = 'gclid gbraid wbraid fbclid msclkid ttclid click_id';
const SUBIDS = names('subid subid2 subid3 subid4 subid5');

/** Money, reports, news and messages. */
export const BUSINESS: readonly StoredData[] = [
  {
    collection: 'lead_stages',
    kept: 'for ever: reports count them. Once its person is removed, nothing leads from a lead to them',
    seen: 'operators with `leads:read`; affiliates as rates of 20 leads or more',
    rows: [
      {
        class: 'clear',
        paths: ['subid'],
        why: "The affiliate's label of its traffic, by which reports count.",
      },
      { class: 'clear', paths: ['by', 'earlier.by'], why: STAFF },
    ],
  },
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
    ],
  },
  {
    collection: 'pending_adjustments',
    kept: 'until they are in the books',
    seen: 'nobody',
    rows: [
      { class: 'clear', paths: ['by', ...under('subids', SUBIDS.join(' ')), 'external_id'], why: STAFF },
    ],
  },
  {
    collection: 'periods',
    kept: 'for ever',
    seen: 'operators with `finance`',
    rows: [{ class: 'clear', paths: names('by'), why: STAFF }],
  },
  {
    collection: 'statement_marks',
    kept: 'for ever',
    seen: 'operators with `finance`',
    rows: [{ class: 'clear', paths: names('sent.by paid.by'), why: STAFF }],
  },
  {
    collection: 'file_mappings',
    kept: 'for ever',
    seen: 'operators with `return`',
    rows: [{ class: 'clear', paths: names('by'), why: STAFF }],
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
    ],
  },
  {
    collection: 'outbox_lanes',
    kept: 'for ever',
    seen: 'operators',
    rows: [{ class: 'clear', paths: ['paused.by'], why: STAFF }],
  },
];
