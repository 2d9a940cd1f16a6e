import type { SentData } from './data-class.js';

/** What leaves for other places than the database, and what other places keep. */
export const SENT: readonly SentData[] = [
  {
    to: 'buyers and partners',
    class: 'clear',
    what: 'what the mapping of the offer names: the lead, its answers, consent and tracking; partners get less in a search',
    why: 'they buy the lead ([ADR 3](adr/0003-partners-are-told-nothing-that-names-a-consumer.md))',
    kept: 'by their own rules',
    seen: 'the buyer or partner',
  },
  {
    to: 'affiliates: webhooks, postbacks, the feed',
    class: 'clear',
    what: 'codes, amounts, ids, and the subids, click ids and own ids that the affiliate sent',
    why: 'their tracking platforms need them back',
    kept: 'by their own rules',
    seen: 'the affiliate of the lead',
  },
  {
    to: 'Redis: queues',
    class: 'none',
    what: 'ids of leads and searches',
    why: 'the jobs of workers',
    kept: 'until the job is done',
    seen: 'nobody',
  },
  {
    to: 'Redis: ledger, destination gates, counters',
    class: 'none',
    what: 'counts by cap, buyer, key and affiliate; reservations by id of a lead',
    why: 'caps and limits',
    kept: 'until the window of the cap or limit is over',
    seen: 'operators, as counts',
  },
  {
    to: 'Redis: limits on wrong keys and sign-ins',
    class: 'clear',
    what: 'network addresses of callers with wrong keys, and of failed sign-ins of staff',
    why: 'guessing is slowed down by address',
    kept: 'at most a day',
    seen: 'nobody',
  },
  {
    to: 'logs',
    class: 'none',
    what: 'ids, codes, times, kinds of errors; what may quote input is cut',
    why: 'faults are found by them',
    kept: 'by your own rules',
    seen: 'those who read your logs',
  },
  {
    to: 'metrics',
    class: 'none',
    what: 'counts and times by handle',
    why: 'dashboards and alerts',
    kept: 'by your own rules',
    seen: 'those who read your metrics',
  },
  {
    to: 'mail and channels of alerts',
    class: 'none',
    what: 'rules, handles, counts; mail of invitations goes to members of staff',
    why: 'somebody must look at it',
    kept: 'by your own rules',
    seen: 'those who are told',
  },
];
