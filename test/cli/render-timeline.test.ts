import { expect } from 'chai';
import { renderTimeline } from '../../src/cli/render/timeline.js';
import type { LeadEntry } from '../../src/core/lead/lead-entry.js';
import type { SearchEntry } from '../../src/core/search/search-entry.js';
import type { TimelineEntry } from '../../src/core/lead/timeline.js';

const at = new Date('2026-11-21T17:00:00Z');
const until = new Date('2026-11-21T17:05:00Z');

/** The table's line of one entry, from its kind on. */
const lineOf = (entry: TimelineEntry): string | undefined =>
  renderTimeline(at, [entry], (id) => id)
    .split('\n')[1]
    ?.replace(/^.*\+0 ms +/, '')
    .replace(/ {2,}/g, ' ');

describe('a timeline', () => {
  it('shows moments as moments', () => {
    const waits: LeadEntry = { at, what: 'waits', offer_id: 'o', reason: { why: 'throttled', until } };
    const saved: LeadEntry = { at, what: 'saved', offer_id: 'o', reason: { opens_at: until } };
    expect(lineOf(waits)).to.equal('waits o why throttled, until 2026-11-21 17:05:00.000 UTC');
    expect(lineOf(saved)).to.equal('saved o opens_at 2026-11-21 17:05:00.000 UTC');
  });

  const OTHERS: readonly (readonly [what: string, entry: TimelineEntry, line: string])[] = [
    [
      'entries without a reason',
      { at, what: 'answered', offer_id: 'o', outcome: 'unknown' },
      'answered o unknown',
    ],
    [
      'members that the kind does not have here',
      { at, what: 'saved', reason: { opens_at: 'soon', weather: { rain: true } } },
      'saved opens_at soon, weather {"rain":true}',
    ],
    [
      'kinds of a later build',
      { at, what: 'sprouted', offer_id: 'o', outcome: 'green', reason: { leaves: 2, constructor: 'x' } },
      'sprouted o green leaves 2, constructor x',
    ],
    [
      "kinds that are an object's own names",
      { at, what: 'toString', reason: { why: 'x' } },
      'toString why x',
    ],
  ];
  for (const [what, entry, line] of OTHERS) it(`shows ${what}`, () => expect(lineOf(entry)).to.equal(line));

  it('is written of known kinds alone', () => {
    // @ts-expect-error -- no such kind
    const sprouted: LeadEntry = { at, what: 'sprouted' };
    // @ts-expect-error -- a lead is not evaluated
    const evaluated: LeadEntry = { at, what: 'evaluated', reason: {} };
    // @ts-expect-error -- an attempt that was sent has a number
    const sent: LeadEntry = { at, what: 'sent', offer_id: 'o' };
    // @ts-expect-error -- a search is not sent
    const search: SearchEntry = { at, what: 'sent' };
    expect([sprouted, evaluated, sent, search]).to.have.length(4);
  });
});
