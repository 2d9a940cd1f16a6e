import { expect } from 'chai';
import { newsOf, type NewsLead } from '../../../src/core/news/lead-news.js';
import { effectsIn, newsOfAgain } from '../../../src/core/news/pending-news.js';
import type { LeadChange, LeadCondition } from '../../../src/core/lead/lead-change.js';
import type { Decision, PendingNews } from '../../../src/core/lead/lead-record.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute));
const ACCEPTED: Decision = { code: 'ACCEPTED', at: at(1), payout_cents: 1250, source: 'buyer' };
const REFUSED: Decision = { code: 'NOT_ELIGIBLE', at: at(1), source: 'service' };
const RETURN = { at: at(2), code: 'wrong_phone', by: 'callback', payout_reversed: true } as const;
const UNDONE = { at: at(3), by: 'pat', why: 'a mistake' };

const when: LeadCondition = { id: 'l', submission: 1, states: ['working'] };
const entry = { at: at(1), what: 'unknown', offer_id: 'o', reason: { why: 'x' } } as const;
const change = (more: Partial<LeadChange>): LeadChange => ({
  state: 'accepted',
  due_at: null,
  entries: [entry],
  ...more,
});

const owed = (what: PendingNews['what'], minute: number, submission = 1): PendingNews => ({
  ...{ kind: 'news', what, since: at(minute), submission, state: 'accepted' },
});
const lead = (more: Partial<NewsLead>): NewsLead => ({
  ...{
    id: 'l',
    affiliate_id: 'a',
    campaign_id: 'c',
    offer_id: 'o',
    is_test: false,
    form: 'B',
    submission: 1,
  },
  ...{ state: 'accepted', decision: ACCEPTED, revision: 1, pending_effects: [], ...more },
  tracking: {
    ip_address: '203.0.113.7',
    subid: 's-1',
    click_id: 'k',
    landing_page: 'https://x.example/?email=a@b.c',
  },
});

describe('the news of a transition', () => {
  const rows: readonly (readonly [string, LeadChange, LeadCondition, string | undefined])[] = [
    ['a decision', change({ decision: ACCEPTED }), when, 'decided'],
    [
      'a return',
      change({ new_return: RETURN }),
      { ...when, returned: { number: 0, is: 'next' } },
      'returned',
    ],
    ['an undone return', change({ undone: { number: 0, undone: UNDONE } }), when, 'return_reversed'],
    ['waiting for the hours', change({ state: 'saved' }), when, 'changed'],
    ['becoming unknown', change({ state: 'unknown' }), when, 'changed'],
    ['the first "later"', change({ state: 'pending', pending_since: at(1) }), when, 'changed'],
    ['a follow-up that finds nothing', change({ state: 'pending' }), when, undefined],
    ['waiting for a repeat', change({ state: 'waiting' }), when, undefined],
    ['an attempt', change({ state: 'sending' }), when, undefined],
    ['undoing that begins', change({}), when, undefined],
  ];
  for (const [name, what, condition, kind] of rows)
    it(`${name}: ${kind ?? 'none'}`, () => {
      expect(effectsIn(condition, what).map((effect) => effect.kind === 'news' && effect.what)).to.deep.equal(
        kind === undefined ? [] : [kind],
      );
    });
});

describe('the news that a lead owes', () => {
  it('is each as of its own transition, with revisions in order and without gaps', () => {
    const news = newsOf(
      lead({
        revision: 7,
        returns: [{ ...RETURN, undone: UNDONE }],
        pending_effects: [
          { ...owed('decided', 1, 2), decision: ACCEPTED },
          { ...owed('returned', 2, 2), number: 0 },
          { ...owed('return_reversed', 3, 2), number: 0 },
        ],
      }),
    );
    expect(news.map(({ id, revision }) => [id, revision])).to.deep.equal([
      ['l:5', 5],
      ['l:6', 6],
      ['l:7', 7],
    ]);
    expect(news.map(({ answer }) => [answer.code, answer.payout, answer.return_reason])).to.deep.equal([
      ['ACCEPTED', 12.5, undefined],
      ['ACCEPTED', 12.5, 'wrong_phone'],
      ['ACCEPTED', 12.5, undefined],
    ]);
  });

  it('keeps a decision that a later submission took from the lead', () => {
    const { decision: _, ...again } = lead({ state: 'queued', revision: 2 });
    const [first, second] = newsOf({
      ...again,
      pending_effects: [
        { ...owed('decided', 1), state: 'rejected', decision: REFUSED },
        newsOfAgain(1, at(4)),
      ],
    });
    expect([first?.answer.code, second?.answer.code]).to.deep.equal(['NOT_ELIGIBLE', 'PENDING']);
    expect([first?.status, second?.status]).to.deep.equal(['rejected', 'pending']);
  });

  it('is as its own submission was sent, however often the lead is sent again', () => {
    const sent = (n: number) => ({ campaign_id: `c${n}`, offer_id: `o${n}`, tracking: { subid: `s${n}` } });
    const failed = (submission: number) =>
      ({ ...owed('decided', submission, submission), state: 'failed', decision: REFUSED }) as const;
    const news = newsOf({
      ...{ ...lead({ state: 'queued', submission: 4, revision: 6 }), ...sent(4) },
      ...{ external_id: 'x4', fallbacks: [{ lead_id: 'f4', offer_id: 'o' }] },
      pending_effects: [
        failed(1),
        newsOfAgain(1, at(2), { ...sent(1), external_id: 'x1' }),
        failed(2),
        newsOfAgain(2, at(3), { ...sent(2), fallbacks: [{ lead_id: 'f2', offer_id: 'o' }] }),
        failed(3),
        newsOfAgain(3, at(4), sent(3)),
      ],
    });
    expect(
      news.map((one) => [one.campaign_id, one.offer_id, one.subid, one.external_id, one.answer.svc_offer_id]),
    ).to.deep.equal([
      ['c1', 'o1', 's1', 'x1', undefined],
      ['c2', 'o2', 's2', undefined, 'o2'],
      ['c2', 'o2', 's2', undefined, 'o2'],
      ['c3', 'o3', 's3', undefined, undefined],
      ['c3', 'o3', 's3', undefined, undefined],
      ['c4', 'o4', 's4', 'x4', 'o4'],
    ]);
  });

  it('holds the ids of the affiliate, and nothing else of the tracking', () => {
    const [news] = newsOf(lead({ pending_effects: [owed('decided', 1)] }));
    expect(news?.tracking).to.deep.equal({ subid: 's-1', click_id: 'k' });
    expect(news?.subid).to.equal('s-1');
    expect(news?.environment).to.equal('live');
    expect(JSON.stringify(news)).to.not.match(/203\.0|landing|a@b/);
  });
});
