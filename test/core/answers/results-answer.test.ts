import { expect } from 'chai';
import { processingDone, resultsAnswer } from '../../../src/core/answers/results-answer.js';
import type { PartnerAsk, SearchState } from '../../../src/core/search/search-record.js';
import { aResult, aSearch, someTerms } from '../builders.js';

const NOW = new Date('2026-03-01T12:00:10Z');
const VIEW = { max_accepted_submissions: 3, poll_after_ms: 1000, now: NOW };
const ask = (state: PartnerAsk['state'], run = 1, offer_id = 'offer-p'): PartnerAsk => ({
  offer_id,
  run,
  state,
  asked_at: NOW,
});

describe('processingDone', () => {
  const TABLE: readonly [SearchState, readonly PartnerAsk[], string, boolean][] = [
    ['new', [], 'open', false],
    ['asking', [ask('asked'), ask('answered')], 'open', false],
    ['asking', [ask('answered'), ask('failed')], 'open', true],
    ['asking', [ask('answered', 2), ask('asked', 1)], 'open, asked in an older run only', true],
    ['done', [], 'open', true],
    ['new', [], 'over', true],
    ['asking', [ask('asked')], 'over', true],
  ];
  for (const [state, partners, time, done] of TABLE)
    it(`${state} [${partners.map((partner) => partner.state).join()}], time ${time}: ${done}`, () => {
      const run = Math.max(1, ...partners.map((partner) => partner.run));
      const closes_at = time === 'over' ? NOW : new Date('2026-03-01T12:00:45Z');
      expect(processingDone(aSearch({ state, partners, run, closes_at }), NOW)).to.equal(done);
    });
});

describe('resultsAnswer', () => {
  it('has the published members and nothing of ours', () => {
    const terms = someTerms({
      offer_type: 'exclusive',
      tcpa_text: 'I agree.',
      school: { name: 'Lakeshore' },
      programs: [
        { value: 'bsn', label: 'BSN', payout_cents: 4250 },
        { value: 'msn', label: 'MSN' },
      ],
      payout_cents: 4250,
      base_payout_cents: 3000,
      form_fields: [
        {
          name: 'q',
          label: null,
          type: 'text',
          required: false,
          required_when: { program_ids: ['bsn'] },
          pattern: '^x',
        },
        { name: 's', label: 'S', type: 'select', required: true, options: [{ value: 'y', label: 'Y' }] },
      ],
      reference: 'secret',
      bid_cents: 9_876,
    });
    expect(resultsAnswer(aSearch({ results: [aResult({ terms })] }), VIEW)).to.deep.equal({
      code: 'OK',
      status: 'saved',
      reason: 'Search is complete',
      message: 'Submit one of the offers before it expires.',
      success: true,
      retryable: false,
      svc_lead_id: 'search-1',
      processing_done: true,
      accepted_count: 0,
      max_accepted_submissions: 3,
      true_exclusive_accepted: false,
      offers: [
        {
          svc_result_id: 'result-1',
          campaign_id: 'campaign-1',
          offer: {
            id: 'offer-1',
            name: 'Lakeshore Nursing',
            offer_type: 'exclusive',
            is_exclusive: true,
            tcpa_text: 'I agree.',
          },
          school: { name: 'Lakeshore', logo_url: null },
          programs: [
            { value: 'bsn', label: 'BSN', payout: 42.5 },
            { value: 'msn', label: 'MSN' },
          ],
          payout: 42.5,
          form_fields: [
            {
              name: 'q',
              label: null,
              type: 'text',
              required: false,
              required_when: { program_ids: ['bsn'] },
              pattern: '^x',
            },
            { name: 's', label: 'S', type: 'select', required: true, options: [{ value: 'y', label: 'Y' }] },
          ],
          expires_at: '2026-03-01T12:30:00.000Z',
        },
      ],
    });
  });

  it('says when to poll again while partners answer', () => {
    const answer = resultsAnswer(aSearch({ state: 'asking', partners: [ask('asked')] }), VIEW);
    expect(answer).to.deep.include({ processing_done: false, poll_after_ms: 1000, offers: [] });
  });

  it('has no payout where none is configured', () => {
    const [entry] = resultsAnswer(aSearch({ results: [aResult()] }), VIEW).offers;
    expect(entry).not.to.have.any.keys('payout', 'school');
    expect(entry?.offer.is_exclusive).to.equal(false);
  });

  it('shows the newest run, ranked, without what expired or came too late', () => {
    const expiring = (at: Date) => someTerms({ expires_at: at });
    const results = [
      aResult({ id: 'old', run: 1 }),
      aResult({ id: 'second', run: 2, priority: 1 }),
      aResult({ id: 'expired', run: 2, terms: expiring(NOW) }),
      aResult({ id: 'late', run: 2, offer_id: 'offer-p', priority: 9 }),
      aResult({ id: 'first', run: 2, priority: 2 }),
      aResult({ id: 'last moment', run: 2, terms: expiring(new Date(NOW.getTime() + 1)) }),
    ];
    const answer = resultsAnswer(aSearch({ run: 2, results, partners: [ask('late', 2)] }), VIEW);
    expect(answer.offers.map((offer) => offer.svc_result_id)).to.deep.equal([
      'first',
      'second',
      'last moment',
    ]);
  });

  it('keeps offers that cannot be sold beside what was accepted, and counts sales', () => {
    const sold = {
      lead: 'l',
      submission: 1,
      offer_id: 'offer-1',
      offer_type: 'true_exclusive',
      state: 'sold',
    } as const;
    expect(resultsAnswer(aSearch({ results: [aResult()], slots: [sold] }), VIEW))
      .to.include({ accepted_count: 1, true_exclusive_accepted: true })
      .and.to.have.property('offers')
      .with.length(1);
  });
});
