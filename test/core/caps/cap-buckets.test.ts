import { expect } from 'chai';
import { isElsewhere } from '../../../src/core/caps/reservation-points.js';
import {
  bucketNameOf,
  bucketsAt,
  bucketsFor,
  countedCaps,
  parseReservationId,
  reservationIdOf,
} from '../../../src/core/caps/cap-buckets.js';
import { openWindowStarts } from '../../../src/core/caps/time-ranges.js';
import type { Cap, CapWindow } from '../../../src/core/catalogue/types.js';
import { testCap } from '../../support/caps.js';
import { IDS, testBuyer, testCatalogue } from '../../support/catalogue.js';

const NOW = new Date('2026-11-21T17:00:00Z');

const cap = (id: string, over: Partial<Cap> = {}): Cap => testCap({ id, ...over });
const sold = (over: { offer?: Cap[]; buyer?: Cap[]; campaign?: Cap[]; line?: Cap[] }, program?: string) => {
  const catalogue = testCatalogue({
    buyer: { caps: over.buyer ?? [] },
    campaign: { caps: over.campaign ?? [] },
    offers: { [IDS.shared]: { caps: over.offer ?? [] } },
    lines: { [IDS.shared]: { caps: over.line ?? [] } },
  });
  const campaign = catalogue.campaigns.get(IDS.campaign)!;
  return { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program };
};

describe('places of a sale', () => {
  const all = {
    offer: [cap('d'), cap('p', { program: 'bsn' })],
    buyer: [cap('b', { window: 'month' })],
    campaign: [cap('c', { window: 'total' })],
    line: [cap('a', { window: 'hour' }), cap('q', { program: 'msn' })],
  };
  const rows: [string | undefined, string[]][] = [
    [undefined, ['a', 'b', 'c', 'd']],
    ['bsn', ['a', 'b', 'c', 'd', 'p']],
    ['msn', ['a', 'b', 'c', 'd', 'q']],
    ['other', ['a', 'b', 'c', 'd']],
  ];
  for (const [program, ids] of rows)
    it(`with program ${program ?? 'none'}: ${ids.join(' ')}`, () => {
      expect(bucketsFor(sold(all, program), NOW).map((place) => place.cap.id)).to.deep.equal(ids);
    });

  it('names no cap twice', () => {
    const places = bucketsFor(sold({ offer: [cap('x'), cap('x')], buyer: [cap('x')] }), NOW);
    expect(places.map((place) => place.cap.id)).to.deep.equal(['x']);
  });

  it('are those of the buyer at the time, of whom the catalogue need not know the offer any more', () => {
    const catalogue = testCatalogue({
      buyer: { caps: [cap('present')] },
      moreBuyers: [testBuyer({ id: 'former', caps: [cap('former')] })],
      offers: { [IDS.shared]: { caps: [cap('offer')] }, [IDS.exclusive]: null },
    });
    const owners = { campaign_id: 'gone', offer_id: IDS.shared };
    const ids = (offer_id: string, buyer_id: string) =>
      bucketsAt(catalogue, { ...owners, offer_id }, { at: NOW, buyer_id }).map(bucketNameOf);
    expect(ids(IDS.shared, 'former')).to.deep.equal(['former:2026-11-21', 'offer:2026-11-21']);
    expect(ids(IDS.shared, IDS.buyer)).to.deep.equal(['offer:2026-11-21', 'present:2026-11-21']);
    expect(ids(IDS.exclusive, 'former')).to.deep.equal(['former:2026-11-21']);
    expect(ids(IDS.shared, 'nobody')).to.deep.equal(['offer:2026-11-21']);
  });

  it('may be others from the next quarter of an hour on, by whatever cap there is or comes', () => {
    const since = (time: string) =>
      isElsewhere({ at: NOW, buyer_id: IDS.buyer }, new Date(`2026-11-21T${time}Z`));
    expect(since('17:14:59.999')).to.equal(false);
    expect(since('17:15:00.000')).to.equal(true);
    expect(since('16:59:59.999')).to.equal(true);
  });
});

describe('the caps that a catalogue counts', () => {
  it('are the same in whatever order they stand', () => {
    const [a, b] = [cap('a'), cap('b')];
    const of = (caps: Cap[]) => countedCaps(testCatalogue({ version: 3, campaign: { caps } }));
    expect(of([b, a])).to.deep.equal(of([a, b]));
    expect(of([b, a])).to.deep.include({ version: 3, ids: ['a', 'b'] });
    expect(of([a]).fingerprint).not.to.equal(of([a, b]).fingerprint);
  });
});

describe('the starts of open windows', () => {
  const HOUR = '2026-11-21T17:00:00.000Z';
  const DAY = '2026-11-21T05:00:00.000Z';
  const WEEK = '2026-11-16T05:00:00.000Z';
  const MONTH = '2026-11-01T04:00:00.000Z';
  const rows: [CapWindow[], string[]][] = [
    [[], []],
    [['hour'], [HOUR]],
    [
      ['hour', 'day', 'hour'],
      [DAY, HOUR],
    ],
    [
      ['day', 'week'],
      [WEEK, DAY],
    ],
    [
      ['month', 'week'],
      [MONTH, WEEK],
    ],
    [['hour', 'total'], [HOUR]],
  ];
  for (const [windows, starts] of rows)
    it(windows.join(' and ') || 'no caps', () => {
      const caps = windows.map((window) => cap(window, { window }));
      for (const owner of ['offer', 'buyer', 'campaign', 'line'] as const) {
        const { campaign } = sold({ [owner]: caps });
        const line = campaign.offers.get(IDS.shared)!;
        const catalogue = {
          ...testCatalogue(),
          buyers: new Map([[line.offer.buyer.id, line.offer.buyer]]),
          offers: new Map([[line.offer.id, line.offer]]),
          campaigns: new Map([[campaign.id, campaign]]),
        };
        const found = openWindowStarts(catalogue, NOW).map((start) => start.toISOString());
        expect(found, owner).to.deep.equal(starts);
      }
    });
});

describe('members', () => {
  it('name a lead and a submission', () => {
    expect(parseReservationId(reservationIdOf(IDS.shared, 12))).to.deep.equal({
      lead_id: IDS.shared,
      submission: 12,
    });
    expect(parseReservationId('l:1')).to.deep.equal({ lead_id: 'l', submission: 1 });
    for (const text of ['', ':1', 'lead', 'lead:x', 'lead:1.5'])
      expect(parseReservationId(text), text).to.be.null;
  });
});
