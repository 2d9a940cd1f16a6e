import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { applyRules, RULES } from '../../../src/core/alerts/apply-rules.js';
import type { Readings } from '../../../src/core/alerts/readings.js';
import { attentionList } from '../../../src/core/now/attention.js';
import { changeAttention } from '../../../src/core/now/change-attention.js';
import { HELP_BY_RULE } from '../../../src/core/now/help.js';
import { DEFAULT_THRESHOLDS } from '../../../src/core/alerts/thresholds.js';

const AT = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number): Date => new Date(AT.getTime() - seconds * 1_000);
const MINUTE = 60;
const HOUR = 3_600;

const QUIET = {
  destinations: [],
  leads: { unknown: [], undecided: 0, oldest_due: null, effects: { count: 0, oldest: null } },
  caps: [],
  ledger: 'sound',
  queues: [{ queue: 'submit', waiting: 3, oldest: ago(2) }],
  traffic: { from: ago(HOUR), to: AT, subjects: [] },
  processes: [{ name: 'sweeper', at: AT, missing_secrets: [] }],
  counts: { partner_faults: [], dupe_checks: [] },
  applies: [],
  channels: [],
  endpoints: [],
  locked: [],
  by_hand: { count: 0, oldest: null },
  after_return: [],
} as const satisfies Omit<Readings, 'at' | 'away'>;

const find = (over: Partial<Readings>, before = new Map<string, Date>(), at = AT) =>
  applyRules({ ...QUIET, away: [], ...over, at }, DEFAULT_THRESHOLDS, before);

const broken = (since?: Date, what: 'delivery' | 'search' = 'delivery') => ({
  ...{ owner: 'offer' as const, id: 'o1', handle: 'nursing', what },
  ...(since && { failing_since: since }),
});
const unverified = (when_away: 'hold' | 'pass') => ({
  ...{ owner: 'campaign' as const, id: 'c1', handle: 'spring', what: 'verification' as const },
  ...{ step: { name: 'scrub', when_away }, failing_since: ago(5 * MINUTE) },
});
const cap = (reserved: number, confirmed: number, window: 'day' | 'hour' = 'day') => ({
  cap: { id: 'c1', window, limit: 10 },
  ...{ name: 'offer nursing, day', reserved, confirmed, resets_at: null },
});
const unknown = (count: number, oldest: Date) => ({
  ...QUIET.leads,
  unknown: [
    {
      ...{ buyer_id: 'b1', handle: 'summit', name: 'Summit College' },
      offers: [{ name: 'Nursing', count, oldest }],
    },
  ],
});
const faults = (n: number) => ({ ...QUIET.counts, partner_faults: [{ offer: 'nursing', faults: n }] });
const checks = (asked: number, likely: number) => ({
  ...QUIET.counts,
  dupe_checks: [{ affiliate: 'northwind', asked, likely }],
});
const told = (waiting: number, oldest: Date | null, parked: number) => ({
  ...{ channel: 'desk', waiting, oldest, parked },
});
const untold = (waiting: number, oldest: Date | null, parked: number, is_paused = false) => [
  { name: 'webhook:affiliate:northwind', affiliate: 'northwind', waiting, oldest, parked, is_paused },
];
const lacking = (...names: string[]) => [
  ...QUIET.processes,
  {
    ...{ name: 'submit', at: AT },
    missing_secrets: names.map((name) => ({ name, offers: ['nursing'] })),
  },
];

const clocked = (...off: readonly number[]) =>
  off.map((ms) => ({ ...QUIET.processes[0], clock: { ms, of: 'Redis' as const, host: 'worker-1' } }));

/** `slow-buyer.test.ts`, `traffic-rules.test.ts` */
const TESTED_APART = ['buyer_slow', 'accept_rate', 'affiliate_silent'];

describe('the rules of the alerts', () => {
  it('have names that differ', () => {
    expect(new Set(RULES.map(({ name }) => name)).size).to.equal(RULES.length);
  });

  it('have their rows in docs/alerts.md, and what helps is of a rule', () => {
    const names = RULES.map(({ name }) => name);
    const [, table = ''] = readFileSync('docs/alerts.md', 'utf8').split(/^## .+$/m);
    expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).to.have.members(names);
    expect(names).to.include.members(Object.keys(HELP_BY_RULE));
  });

  const rows: readonly (readonly [what: string, over: Partial<Readings>, found: string | undefined])[] = [
    ['nothing is wrong', {}, undefined],
    ['a breaker is open for 4 min', { destinations: [broken(ago(4 * MINUTE))] }, undefined],
    [
      'a breaker is open for 5 min',
      { destinations: [broken(ago(5 * MINUTE))] },
      'urgent breaker_open|offer|o1:delivery: Requests to nursing (delivery) fail, and its circuit breaker is open.',
    ],
    [
      'a breaker is open since longer than the calls are kept',
      { destinations: [broken(undefined, 'search')] },
      'soon breaker_open|offer|o1:search: Requests to nursing (search) fail, and its circuit breaker is open.',
    ],
    [
      'requests get no further than the proxy',
      { destinations: [{ ...broken(ago(5 * MINUTE)), at_proxy: true }] },
      'urgent breaker_open|offer|o1:delivery: Requests to nursing (delivery) fail at the proxy (OUTBOUND_PROXY), and its circuit breaker is open.',
    ],
    [
      'a service is away without which nothing of a campaign is sold',
      { destinations: [unverified('hold')] },
      'urgent breaker_open|campaign|c1:verification:scrub: Requests to spring (verification scrub) fail, and its circuit breaker is open.',
    ],
    [
      'a service is away without which a campaign sells on',
      { destinations: [unverified('pass')] },
      'soon breaker_open|campaign|c1:verification:scrub: Requests to spring (verification scrub) fail, and its circuit breaker is open.',
    ],
    [
      'many leads are unknown for an hour',
      { leads: unknown(2_000, ago(2 * HOUR)) },
      'urgent unknown_leads|buyer|b1: 2,000 leads at Summit College have an unknown outcome (2,000 Nursing): ask the buyer, then settle them.',
    ],
    [
      'one lead is',
      { leads: unknown(1, ago(HOUR)) },
      'urgent unknown_leads|buyer|b1: 1 lead at Summit College has an unknown outcome (1 Nursing): ask the buyer, then settle it.',
    ],
    ['a cap is 70% used', { caps: [cap(3, 4)] }, undefined],
    [
      'a cap is 80% used',
      { caps: [cap(3, 5)] },
      'note cap_use|cap|c1: The cap of offer nursing, day is 80% used: 8 of 10.',
    ],
    [
      'a cap is full',
      { caps: [cap(0, 10)] },
      'soon cap_use|cap|c1: The cap of offer nursing, day is full: 10 of 10.',
    ],
    ["an hour's cap is full", { caps: [cap(0, 10, 'hour')] }, undefined],
    ['a job waits for 59 s', { queues: [{ queue: 'submit', waiting: 1, oldest: ago(59) }] }, undefined],
    [
      'a job waits for a minute',
      { queues: [{ queue: 'submit', waiting: 1, oldest: ago(60) }] },
      'urgent queue_lag|queue|submit: 1 job of the queue submit waits: start more submit processes, or see why they do not work.',
    ],
    [
      'a lead is overdue',
      { leads: { ...QUIET.leads, oldest_due: ago(2 * MINUTE) } },
      'urgent overdue_leads|exchange|exchange: Leads are overdue. Neither the sweeper nor the submit processes are making progress.',
    ],
    [
      'effects are late',
      { leads: { ...QUIET.leads, effects: { count: 2, oldest: ago(6 * MINUTE) } } },
      'soon late_effects|exchange|exchange: 2 pending effects of leads are late: caps, slots, claims, books, news or fallbacks are behind.',
    ],
    ['a clock is two seconds ahead', { processes: clocked(2_000) }, undefined],
    [
      'a clock is three seconds ahead',
      { processes: clocked(3_000, 0) },
      'soon clock_wrong|process|sweeper: The clock of sweeper on worker-1 is 3 s ahead of that of Redis: set it right.',
    ],
    [
      'two clocks are ten minutes behind',
      { processes: clocked(-600_000, 3_000) },
      'urgent clock_wrong|process|sweeper: The clock of sweeper on worker-1 (and 1 more) is 600 s behind that of Redis: it takes no work until its clock is right.',
    ],
    ['a partner makes 19 faults', { counts: faults(19) }, undefined],
    [
      'a partner makes 20 faults',
      { counts: faults(20) },
      'soon partner_faults|offer|nursing: The answers of nursing to searches had 20 faults in the last two hours; the timeline of a search names each.',
    ],
    ['99 pre-checks are all "likely"', { counts: checks(99, 99) }, undefined],
    ['of 100 pre-checks 49 are "likely"', { counts: checks(100, 49) }, undefined],
    [
      'of 100 pre-checks 50 are "likely"',
      { counts: checks(100, 50) },
      'soon dupe_check_hits|affiliate|northwind: 50% of 100 pre-checks of northwind within a day were answered "likely": it may be testing a list of people (`dupe_check: own` stops that).',
    ],
    [
      'a secret is missing',
      { processes: lacking('KEY') },
      'urgent secret_missing|secret|KEY: The secret KEY is not set in submit; needed by nursing.',
    ],
    ['an event waits for a webhook', { endpoints: untold(1, ago(5 * HOUR), 0) }, undefined],
    ['it waits in a pause', { endpoints: untold(1, ago(7 * HOUR), 0, true) }, undefined],
    [
      'it waits for six hours',
      { endpoints: untold(2, ago(6 * HOUR), 0) },
      'soon webhook_fails|endpoint|webhook:affiliate:northwind: northwind does not take what webhook:affiliate:northwind tells it: 2 messages wait.',
    ],
    [
      'events were given up, and others wait for a minute',
      { endpoints: untold(2, ago(MINUTE), 1) },
      'soon webhook_fails|endpoint|webhook:affiliate:northwind: northwind does not take what webhook:affiliate:northwind tells it: 1 message was given up.',
    ],
    [
      'both',
      { endpoints: untold(1, ago(7 * HOUR), 3) },
      'soon webhook_fails|endpoint|webhook:affiliate:northwind: northwind does not take what webhook:affiliate:northwind tells it: 1 message waits and 3 messages were given up.',
    ],
    [
      'leads wait for a data key',
      { locked: [{ data_key: 'second', leads: 2 }] },
      'urgent data_key_missing|secret|second: 2 leads wait for the data key second, which their worker does not have: put it back into DATA_KEYS of every process.',
    ],
    [
      'a buyer must be told by hand',
      { by_hand: { count: 1, oldest: ago(MINUTE) } },
      'soon buyers_untold|exchange|buyers-to-tell: Tell buyers of 1 revocation or erasure by hand: `leadkeep person notices` lists them.',
    ],
    [
      'a buyer reports stages of leads that it returned',
      { after_return: [{ buyer_id: 'b1', handle: 'harbor', name: 'Harbor', stages: 2 }] },
      'soon stages_after_return|buyer|b1: Harbor reported 2 stages of leads that it had returned: ask why, or undo the returns.',
    ],
    ['no return request is near its deadline', { requests: { count: 0, first: null } }, undefined],
    [
      'a return request is near its deadline',
      { requests: { count: 2, first: new Date('2026-11-22T08:30:00Z') } },
      'soon return_requests|exchange|return-requests: Decide 2 return requests: the first deadline is 2026-11-22 08:30:00 UTC.',
    ],
    ['a message waits for a channel', { channels: [told(1, ago(29 * MINUTE), 0)] }, undefined],
    [
      'a message waits for half an hour',
      { channels: [told(1, ago(30 * MINUTE), 0)] },
      'soon channel_fails|channel|desk: 1 message did not reach the channel desk: `leadkeep alerts list` shows what it answers.',
    ],
    [
      'messages were given up',
      { channels: [told(0, null, 2)] },
      'soon channel_fails|channel|desk: 2 messages did not reach the channel desk: `leadkeep alerts list` shows what it answers.',
    ],
    [
      'somebody applies in an emergency',
      { applies: [{ at: ago(HOUR), entry: 12, who: 'ann' }] },
      'urgent emergency_apply|catalogue|12: ann applied a catalogue as an emergency, without a second person (entry 12 of the audit log).',
    ],
  ];
  for (const [what, over, found] of rows)
    it(`${what}: ${found ?? 'nothing'}`, () => {
      const { findings } = find(over);
      expect(findings.map(({ severity, id, sentence }) => `${severity} ${id}: ${sentence}`)).to.deep.equal(
        found === undefined ? [] : [found],
      );
    });

  const lasting: readonly (readonly [what: string, over: Partial<Readings>, id: string])[] = [
    ['no sweeper is there', { processes: [] }, 'no_sweeper|process|sweeper'],
    ['one waits', { processes: [{ ...QUIET.processes[0], waits: true }] }, 'no_sweeper|process|sweeper'],
    ['the ledger is unsuitable', { ledger: 'unsuitable' }, 'ledger_unsound|exchange|exchange'],
    ['Redis is away', { away: ['Redis'] }, 'service_away|service|Redis'],
  ];
  for (const [what, over, id] of lasting)
    it(`${what}: a finding only after a while, and then since the beginning`, () => {
      const first = find(over, new Map(), ago(3 * MINUTE));
      expect(first.findings).to.deep.equal([]);
      const later = find(over, new Map(first.sightings));
      expect(later.findings.map((each) => [each.id, each.since])).to.deep.equal([[id, ago(3 * MINUTE)]]);
      expect(find({}, new Map(later.sightings)).sightings.size).to.equal(0);
    });

  it('have a row here, or a test of their own', () => {
    const here = [...rows.map(([, , found]) => found), ...lasting.map(([, , id]) => id)];
    expect([...here.map((found) => /(\w+)\|/.exec(found ?? '')?.[1]), ...TESTED_APART]).to.include.members(
      RULES.map(({ name }) => name),
    );
  });

  it('a stale ledger that nobody waits for is no finding', () => {
    const first = find({ ledger: 'stale' }, new Map(), ago(HOUR));
    expect(find({ ledger: 'stale' }, new Map(first.sightings)).findings).to.deep.equal([]);
    const waited = { ledger: 'stale', leads: { ...QUIET.leads, oldest_due: ago(1) } } as const;
    const begun = find(waited, new Map(), ago(HOUR));
    expect(find(waited, new Map(begun.sightings)).findings.map(({ rule }) => rule)).to.deep.equal([
      'ledger_unsound',
    ]);
  });

  it('what could not be read is not known, and did not begin anew afterwards', () => {
    const first = find({ processes: [] }, new Map(), ago(3 * MINUTE));
    const { processes: _, ...blind } = QUIET;
    const unread = applyRules(
      { ...blind, at: ago(MINUTE), away: ['Redis'] },
      DEFAULT_THRESHOLDS,
      first.sightings,
    );
    expect(unread.findings).to.deep.equal([]);
    expect([unread.known.has('no_sweeper'), unread.known.has('cap_use')]).to.deep.equal([false, true]);
    expect(find({ processes: [] }, new Map(unread.sightings)).findings[0]?.since).to.deep.equal(
      ago(3 * MINUTE),
    );
  });

  it('trouble that lasts began once, and stays taken, however young its oldest job is', () => {
    const lag = (at: Date) => ({
      queues: [{ queue: 'submit', waiting: 9, oldest: new Date(at.getTime() - 90_000) }],
    });
    const [now, later] = [AT, new Date(AT.getTime() + 10 * MINUTE * 1_000)];
    const first = find(lag(now));
    const [found] = first.findings;
    const who = { id: 'k', name: 'ann' };
    const changed = changeAttention(found!, null, { take: true }, { who, now });
    const still = find(lag(later), new Map(first.sightings), later).findings;
    expect(still.map(({ since }) => since)).to.deep.equal([ago(90)]);
    const kept = changed.outcome === 'changed' ? [changed.attention] : [];
    expect(attentionList(still, kept, [], later)[0]?.taken_by).to.deep.equal(who);
  });

  for (const [ledger, known] of [
    ['sound', true],
    ['stale', true],
    ['rebuilding', false],
    ['none', false],
  ] as const)
    it(`the use of caps is ${known ? 'known' : 'not known'} while the ledger is ${ledger}`, () => {
      expect(find({ caps: [cap(0, 0)], ledger }).known.has('cap_use')).to.equal(known);
    });

  it('the most urgent comes first, of those the oldest', () => {
    const { findings } = find({
      caps: [cap(0, 10)],
      destinations: [broken(ago(10 * MINUTE))],
      leads: unknown(1, ago(HOUR)),
    });
    expect(findings.map(({ rule }) => rule)).to.deep.equal(['unknown_leads', 'breaker_open', 'cap_use']);
  });
});
