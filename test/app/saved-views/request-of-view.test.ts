import { expect } from 'chai';
import { requestOfView } from '../../../src/app/saved-views/request-of-view.js';

describe('the report of a saved view', () => {
  const VIEWS: readonly (readonly [what: string, query: string, request: object])[] = [
    ['the screen as it opens', '', { range: '7d', by: ['day'], only: [] }],
    [
      'the total of a range',
      'range=last-week&by=',
      { range: 'last-week', by: [], only: [], sort: 'margin_cents' },
    ],
    [
      'chosen days, whatever the range',
      'from=2026-10-01&to=2026-10-02&range=7d',
      { from: '2026-10-01', to: '2026-10-02', by: ['day'], only: [] },
    ],
    ['a range that nobody knows', 'range=century', { range: '7d', by: ['day'], only: [] }],
    [
      'filters, a zone and the period before',
      'by=hour&only=buyer%3Dlakeshore&only=state%3DWI&zone=UTC&compare=previous&columns=submits',
      { range: '7d', by: ['hour'], only: ['buyer=lakeshore', 'state=WI'], zone: 'UTC', compare: 'previous' },
    ],
    [
      'groups, in the order of the chart',
      'by=buyer&measure=sold_cents,submits',
      { range: '7d', by: ['buyer'], only: [], sort: 'sold_cents' },
    ],
    [
      'groups, in a chosen order',
      'by=buyer&sort=-payout_cents',
      { range: '7d', by: ['buyer'], only: [], sort: 'payout_cents' },
    ],
    ['an order that only the screen knows', 'by=buyer&sort=-p95', { range: '7d', by: ['buyer'], only: [] }],
  ];
  for (const [what, query, request] of VIEWS)
    it(what, () => {
      expect(requestOfView(query)).to.deep.equal(request);
    });
});
