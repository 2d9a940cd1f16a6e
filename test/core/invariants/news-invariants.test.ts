import { expect } from 'chai';
import type { World } from '../../../src/core/invariants/invariant.js';
import {
  newsIdOf,
  newsPublished,
  type CheckedNews,
  type PublishedLead,
} from '../../../src/core/invariants/news-invariants.js';
import { LIVE } from '../../../src/core/invariants/tolerance.js';
import type { LeadReturn } from '../../../src/core/lead/lead-return.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const [DECIDED, RETURNED, UNDONE] = [ago(3 * DAY_MS), ago(2 * DAY_MS), ago(DAY_MS)];
const world = { now: NOW, tolerance: LIVE } as World;
const back = (undone?: Date): LeadReturn =>
  ({ at: RETURNED, code: 'x', ...(undone && { undone: { at: undone } }) }) as unknown as LeadReturn;
const lead = (over: Partial<PublishedLead> = {}): PublishedLead => ({
  ...{
    id: 'l',
    submission: 1,
    received_at: ago(4 * DAY_MS),
    revision: 2,
    decision: { at: DECIDED },
    ...{ timeline: [], pending_effects: [] },
  },
  ...over,
});
const news = (revision: number, kind: CheckedNews['kind'], at: Date): CheckedNews => ({
  ...{ id: `l:${revision}`, lead_id: 'l', revision, kind, at },
});
const WAITED = news(1, 'changed', ago(4 * DAY_MS));
const SOLD = news(2, 'decided', DECIDED);
const owed = (since: Date): Partial<PublishedLead> => ({
  pending_effects: [{ kind: 'news', what: 'decided', since, submission: 1, state: 'accepted' }],
});

const received = (days: number, what = 'received') => [{ at: ago(days * DAY_MS), what }];
const BARE = { id: 'l', received_at: DECIDED, pending_effects: [] };
const ROWS: readonly (readonly [what: string, PublishedLead, CheckedNews[], ...faults: RegExp[]])[] = [
  ['all is told', lead(), [WAITED, SOLD]],
  ['the last is owed since now', lead({ decision: { at: NOW }, ...owed(NOW) }), [WAITED]],
  ['nothing was to be seen', { ...BARE, submission: 1, timeline: [] }, []],
  [
    'returned, and undone',
    lead({ revision: 4, returns: [back(UNDONE)] }),
    [WAITED, SOLD, news(3, 'returned', RETURNED), news(4, 'return_reversed', UNDONE)],
  ],
  [
    'older than news is kept',
    lead({ received_at: ago(95 * DAY_MS), decision: { at: ago(91 * DAY_MS) } }),
    [],
  ],
  [
    'posted again, and the news of the first submission is older than news is kept',
    lead({ submission: 2, revision: 4, timeline: received(91) }),
    [news(3, 'changed', ago(4 * DAY_MS)), news(4, 'decided', DECIDED)],
  ],
  [
    'posted again, and a revision between is left out',
    lead({ submission: 2, revision: 4, timeline: received(91) }),
    [news(2, 'decided', ago(5 * DAY_MS)), news(4, 'decided', DECIDED)],
    /^revision 3 of 4 is not published/,
  ],
  [
    'posted again, and nothing is published of it',
    lead({ submission: 2, revision: 4, timeline: received(91) }),
    [],
    /^decided at .* neither/,
  ],
  [
    'posted again within the time that news is kept, and the first news is lost',
    lead({ submission: 2, revision: 3, timeline: received(20) }),
    [news(3, 'decided', DECIDED)],
    ...[/^revision 1 of 3 is not published/, /^revision 2 of 3 is not published/],
  ],
  [
    'posted again, and nobody knows when it was posted first: its timeline begins later',
    lead({ submission: 2, revision: 3, timeline: received(20, 'received_again') }),
    [news(3, 'decided', DECIDED)],
  ],
  ['posted again, and not decided yet', { ...BARE, submission: 2, revision: 2, timeline: received(91) }, []],
  ['the decision is not told', lead(), [WAITED], /^decided at .* neither/, /^revision 2 of 2/],
  ['another decision is told', lead(), [WAITED, news(2, 'decided', ago(DAY_MS))], /^decided at .* neither/],
  ['a revision is left out', lead(), [SOLD], /^revision 1 of 2 is not published/],
  [
    'an undone return is not told',
    lead({ revision: 4, returns: [back(UNDONE)] }),
    [WAITED, SOLD, news(3, 'returned', RETURNED)],
    /^return_reversed at/,
    /^revision 4 of 4/,
  ],
  [
    'news is owed for an hour',
    lead({ decision: { at: ago(3_600_000) }, ...owed(ago(3_600_000)) }),
    [WAITED],
    /still/,
  ],
];

describe('news-published', () => {
  for (const [what, about, published, ...faults] of ROWS)
    it(what, () => {
      const found = newsPublished.faults({ lead: about, published }, world);
      expect(found).to.have.length(faults.length);
      faults.forEach((fault, n) => expect(found[n]).to.match(fault));
    });
});

describe('the news that a message comes from', () => {
  const message = { created_at: DECIDED, is_replay: false };
  for (const [id, news] of [
    ['webhook:l:2', 'l:2'],
    ['postback:l:2', 'l:2'],
    ['webhook:test:0d6f', undefined],
    ['webhook:cap:offer/x:2026-11-21', undefined],
  ] as const)
    it(`${id}: ${news ?? 'none'}`, () => {
      expect(newsIdOf({ ...message, id }, NOW)).to.equal(news);
      expect(newsIdOf({ ...message, id, is_replay: true }, NOW)).to.equal(undefined);
      expect(newsIdOf({ id, is_replay: false, created_at: ago(90 * DAY_MS) }, NOW)).to.equal(undefined);
    });
});
