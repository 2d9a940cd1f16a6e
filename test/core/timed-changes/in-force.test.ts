import { expect } from 'chai';
import { countedCaps } from '../../../src/core/caps/cap-buckets.js';
import type { Cap } from '../../../src/core/catalogue/types.js';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import {
  isInForce,
  nextBoundary,
  overlapping,
  type TimedChange,
} from '../../../src/core/timed-changes/timed-change.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { timedPause } from '../../support/timed-changes.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour));
const { buyers, campaigns } = testCatalogue();
const BUYER = [...buyers.keys()][0]!;
const CAMPAIGN = [...campaigns.keys()][0]!;
const PAUSED = { from: at(10), until: at(12) };

/** The catalogue in force under these changes. */
const under = (over: CatalogueOverrides, ...changes: TimedChange[]) =>
  compileCatalogue(withChanges(documentOf(testCatalogue(over)), changes), 7);

describe('the catalogue under timed changes', () => {
  it('pauses an offer, a buyer for all its offers, a campaign', () => {
    const offer = under({}, timedPause({ ...PAUSED, entry_id: IDS.shared }));
    expect(offer.offers.get(IDS.shared)).to.deep.include({ status: 'paused', timed_pause: PAUSED });
    expect(offer.offers.get(IDS.exclusive)).to.include({ status: 'active' });
    const buyer = under({}, timedPause({ ...PAUSED, kind: 'buyer', entry_id: BUYER }));
    expect(buyer.offers.get(IDS.shared)?.buyer).to.deep.include({ status: 'paused', timed_pause: PAUSED });
    const campaign = under({}, timedPause({ ...PAUSED, kind: 'campaign', entry_id: CAMPAIGN }));
    expect(campaign.campaigns.get(CAMPAIGN)).to.deep.include({ status: 'inactive', timed_pause: PAUSED });
    expect(campaign.version).to.equal(7);
  });

  it('sets the limit of one cap, which keeps its counter', () => {
    const cap = (window: 'day' | 'hour', program?: string): Cap => ({
      ...{ id: '', scope: 'offer', window, limit: 20, time_zone: 'UTC' },
      ...(program === undefined ? {} : { program }),
    });
    const caps = [cap('day'), cap('day', 'bsn'), cap('hour')];
    const over = { offers: { [IDS.shared]: { caps } }, lines: { [IDS.shared]: { caps } } };
    const limit = { ...PAUSED, what: 'limit', window: 'day', program: 'bsn', value: 60 } as const;
    const offer = under(over, timedPause({ ...limit, entry_id: IDS.shared }));
    const line = under(
      over,
      timedPause({ ...limit, kind: 'campaign', entry_id: CAMPAIGN, offer_id: IDS.shared }),
    );
    const limits = (of: readonly Cap[] | undefined) => of?.map((one) => one.limit);
    const lineOf = (catalogue: typeof line) =>
      catalogue.campaigns.get(CAMPAIGN)?.offers.get(IDS.shared)?.caps;
    expect({
      ...{ 'of the offer': limits(offer.offers.get(IDS.shared)?.caps), beside: limits(lineOf(offer)) },
      ...{ 'of the line': limits(lineOf(line)), 'beside that': limits(line.offers.get(IDS.shared)?.caps) },
    }).to.deep.equal({
      ...{ 'of the offer': [20, 60, 20], beside: [20, 20, 20] },
      ...{ 'of the line': [20, 60, 20], 'beside that': [20, 20, 20] },
    });
    expect(countedCaps(offer).fingerprint, 'the ledger stays in service').to.equal(
      countedCaps(under(over)).fingerprint,
    );
  });

  for (const status of ['paused', 'retired'] as const)
    it(`changes nothing of an offer that is ${status} without an end`, () => {
      const over = { offers: { [IDS.shared]: { status } } };
      const { offers } = under(over, timedPause({ ...PAUSED, entry_id: IDS.shared }));
      expect(offers.get(IDS.shared)).to.include({ status });
      expect(offers.get(IDS.shared)).not.to.have.property('timed_pause');
    });

  it('changes nothing for an entry that is gone', () => {
    const gone = under({ offers: { [IDS.shared]: null } }, timedPause({ ...PAUSED, entry_id: IDS.shared }));
    expect(gone).to.deep.equal(under({ offers: { [IDS.shared]: null } }));
  });
});

describe('a timed change', () => {
  const change = timedPause({ ...PAUSED, entry_id: IDS.shared });
  it('is in force from its beginning until just before its end, or until somebody ends it', () => {
    const times = [9, 10, 11, 12].map((hour) => isInForce(change, at(hour)));
    expect(times).to.deep.equal([false, true, true, false]);
    expect(isInForce({ ...change, ended: { at: at(11), by: 'ann' } }, at(10))).to.equal(false);
  });

  it('overlaps another one of the same field alone', () => {
    const other = (over: Partial<TimedChange>) =>
      overlapping(timedPause({ entry_id: IDS.shared, ...over }), [change]) !== undefined;
    expect({
      before: other({ from: at(8), until: at(10) }),
      'at its beginning': other({ from: at(9), until: at(11) }),
      'at its end': other({ from: at(11), until: at(13) }),
      around: other({ from: at(8), until: at(13) }),
      after: other({ from: at(12), until: at(13) }),
      'of another offer': other({ ...PAUSED, entry_id: IDS.exclusive }),
    }).to.deep.equal({
      ...{ before: false, 'at its beginning': true, 'at its end': true, around: true },
      ...{ after: false, 'of another offer': false },
    });
    const ended = { ...change, ended: { at: at(10), by: 'ann' } };
    expect(overlapping(change, [ended])).to.equal(undefined);
  });

  it('tells when something changes next', () => {
    const later = { ...change, from: at(11), until: at(15) };
    const next = [9, 10, 11, 12, 15].map((hour) => nextBoundary([change, later], at(hour)));
    expect(next).to.deep.equal([at(10), at(11), at(12), at(15), undefined]);
  });
});
