import { expect } from 'chai';
import type { Timed } from '../../../bench/scale/steady-load.js';
import { burstReport, type Burst, type StoredLead } from '../../../bench/scale/burst-report.js';

const ENDED = new Date('2026-11-22T12:00:05Z');
const answer = (n: number, more: Partial<Timed> = {}): Timed => ({
  ...{ offer: 0, ms: 500, status: 200, body: JSON.stringify({ svc_lead_id: `lead-${n}` }) },
  ...more,
});
/** Decided so many seconds after the burst. */
const lead = (n: number, seconds: number): StoredLead => ({
  ...{ id: `lead-${n}`, state: 'accepted' },
  decision: { at: new Date(ENDED.getTime() + seconds * 1_000) },
});

const GOOD: Burst = {
  answers: [answer(0), answer(1, { ms: 10_100, status: 202 })],
  searches: [answer(9)],
  leads: [lead(0, -1), lead(1, 0.1)],
  endedAt: ENDED,
  steady: 10,
};

describe('the report of a burst', () => {
  const rows: readonly (readonly [string, Partial<Burst>, string | undefined])[] = [
    ['all well', {}, undefined],
    ['a 503', { answers: [answer(0), answer(1, { status: 503, body: '{}' })] }, 'submits that failed: 1'],
    ['no answer', { answers: [answer(0), answer(1, { status: 0, body: '{}' })] }, 'submits that failed: 1'],
    [
      'a refusal',
      { answers: [answer(0), answer(1, { status: 400, body: '{}' })] },
      'submits that were refused: 1',
    ],
    ['a late answer', { answers: [answer(0), answer(1, { ms: 11_500 })] }, 'the slowest submit: 11500 ms'],
    ['a lost lead', { leads: [lead(0, -1)] }, 'lost leads: 1'],
    ['a lead too many', { leads: [...GOOD.leads, lead(7, -1)] }, 'leads stored twice: 1'],
    ['one lead for two calls', { answers: [answer(0), answer(0)] }, 'leads stored twice: 1'],
    ['an undecided lead', { leads: [lead(0, -1), { id: 'lead-1', state: 'queued' }] }, 'undecided leads: 1'],
    ['a slow search', { searches: [answer(9, { ms: 2_100 })] }, 'the slowest search: 2100 ms'],
    ['a search that failed', { searches: [answer(9, { status: 503 })] }, 'searches that failed: 1'],
    ['a slow backlog', { leads: [lead(0, 1), lead(1, 10)] }, 'draining: 0.02'],
  ];
  for (const [what, but, missed] of rows)
    it(what, () => {
      const [first, ...others] = burstReport({ ...GOOD, ...but }).failures;
      expect(first?.startsWith(missed ?? 'nothing') ?? missed === undefined, first).to.equal(true);
      // What is missed may be followed by one answer as an example.
      expect(others.filter((other) => !other.startsWith('HTTP'))).to.deep.equal([]);
    });
});
