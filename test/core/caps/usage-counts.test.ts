import { expect } from 'chai';
import { createUsageCount } from '../../../src/core/caps/usage-counts.js';
import type { ReservationEffect } from '../../../src/core/lead/lead-record.js';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';
import { FINAL_STATES, UNDECIDED_STATES } from '../../../src/core/lead/lead-states.js';
import type { GivenBackLead } from '../../../src/core/caps/given-back.js';
import { countedLead, testCap } from '../../support/caps.js';
import { IDS, testBuyer, testCatalogue } from '../../support/catalogue.js';
import { soldLead } from '../../support/returns.js';

const NOW = new Date('2026-11-21T17:30:00Z');
const EARLIER = new Date('2026-11-21T15:00:00Z');
const YESTERDAY = new Date('2026-11-20T17:00:00Z');
const TOMORROW = new Date('2026-11-22T17:00:00Z');

const catalogue = testCatalogue({
  offers: { [IDS.shared]: { caps: [testCap({ id: 'day' }), testCap({ id: 'hour', window: 'hour' })] } },
  campaign: { caps: [testCap({ id: 'total', window: 'total' })] },
});

const lead = (over: Partial<CountedLead>): CountedLead =>
  countedLead({ id: 'L', submission: 2, intent: { at: NOW, submission: 2, buyer_id: IDS.buyer }, ...over });
const pendingEffect = (over: Partial<ReservationEffect>): ReservationEffect => ({
  kind: 'reservations',
  submission: 2,
  what: 'release',
  claim_action: 'release',
  since: NOW,
  keys: [],
  offer_id: IDS.shared,
  campaign_id: IDS.campaign,
  buyer_id: IDS.buyer,
  intent_at: NOW,
  ...over,
});

/** What is counted, as `cap window confirmed reservations`. */
const counted = (...leads: CountedLead[]): string[] => {
  const usage = createUsageCount(catalogue, NOW);
  for (const one of leads) usage.count(one);
  return usage
    .buckets()
    .filter(({ confirmed, reservations }) => confirmed + reservations.size > 0)
    .map(({ bucket, confirmed, reservations }) =>
      [bucket.cap.id, bucket.window, confirmed, ...reservations].join(' '),
    )
    .sort();
};

const places = (what: string): string[] => [
  `day 2026-11-21 ${what}`,
  `hour 2026-11-21T12-0500 ${what}`,
  `total all ${what}`,
];

describe('counting stored leads into open windows', () => {
  const rows: [string, CountedLead, string[]][] = [
    ['accepted, owing nothing', lead({ state: 'accepted' }), places('1')],
    [
      'accepted, confirmation owed',
      lead({ state: 'accepted', pending_effects: [pendingEffect({ what: 'confirm' })] }),
      places('1'),
    ],
    ['rejected, owing nothing', lead({ state: 'rejected' }), []],
    [
      'rejected, give-back owed',
      lead({ state: 'rejected', pending_effects: [pendingEffect({})] }),
      places('0 L:2'),
    ],
    ['failed, owing nothing', lead({ state: 'failed' }), []],
    ['test lead', lead({ state: 'queued', is_test: true }), []],
    ['without an intent', countedLead({ state: 'queued' }), []],
    [
      'in the first moment of an hour',
      lead({
        state: 'accepted',
        intent: { at: new Date('2026-11-21T17:00:00Z'), submission: 2, buyer_id: IDS.buyer },
      }),
      places('1'),
    ],
    [
      'intent of an old submission',
      lead({ state: 'queued', intent: { at: NOW, submission: 1, buyer_id: IDS.buyer } }),
      [],
    ],
    [
      'old submission still owed, new one at work',
      lead({ state: 'working', pending_effects: [pendingEffect({ submission: 1, intent_at: EARLIER })] }),
      ['day 2026-11-21 0 L:1 L:2', 'hour 2026-11-21T12-0500 0 L:2', 'total all 0 L:1 L:2'],
    ],
    [
      'pending effect without an intent',
      lead({ state: 'rejected', pending_effects: [omitIntent(pendingEffect({}))] }),
      [],
    ],
    [
      'earlier today',
      lead({ state: 'accepted', intent: { at: EARLIER, submission: 2, buyer_id: IDS.buyer } }),
      ['day 2026-11-21 1', 'total all 1'],
    ],
    [
      'yesterday',
      lead({ state: 'pending', intent: { at: YESTERDAY, submission: 2, buyer_id: IDS.buyer } }),
      ['total all 0 L:2'],
    ],
    [
      'due to leave tomorrow',
      lead({ state: 'saved', intent: { at: TOMORROW, submission: 2, buyer_id: IDS.buyer } }),
      ['day 2026-11-22 0 L:2', 'hour 2026-11-22T12-0500 0 L:2', 'total all 0 L:2'],
    ],
    [
      'offer off the campaign',
      lead({ state: 'accepted', campaign_id: 'gone' }),
      ['day 2026-11-21 1', 'hour 2026-11-21T12-0500 1'],
    ],
    [
      'moved on, an attempt made yesterday and one earlier today may be the sale',
      lead({
        state: 'saved',
        intent: {
          at: TOMORROW,
          submission: 2,
          kept: [
            { at: YESTERDAY, attempts: 1, buyer_id: IDS.buyer },
            { at: EARLIER, attempts: 2, buyer_id: IDS.buyer },
          ],
          buyer_id: IDS.buyer,
        },
      }),
      ['day 2026-11-21 0 L:2', 'day 2026-11-22 0 L:2', 'hour 2026-11-22T12-0500 0 L:2', 'total all 0 L:2'],
    ],
    [
      'moved on to where there was no room',
      lead({
        state: 'waiting',
        intent: {
          at: TOMORROW,
          submission: 2,
          not_reserved: true,
          kept: [{ at: EARLIER, attempts: 1, buyer_id: IDS.buyer }],
          buyer_id: IDS.buyer,
        },
      }),
      ['day 2026-11-21 0 L:2', 'total all 0 L:2'],
    ],
    [
      'accepted where it was sent first',
      lead({
        state: 'accepted',
        intent: {
          at: TOMORROW,
          submission: 2,
          sold: { at: EARLIER, buyer_id: IDS.buyer },
          buyer_id: IDS.buyer,
        },
      }),
      ['day 2026-11-21 1', 'total all 1'],
    ],
    [
      'accepted where it was sent first, all owed',
      lead({
        state: 'accepted',
        intent: {
          at: TOMORROW,
          submission: 2,
          sold: { at: EARLIER, buyer_id: IDS.buyer },
          buyer_id: IDS.buyer,
        },
        pending_effects: [
          pendingEffect({
            what: 'confirm',
            intent_at: EARLIER,
            also_release: [{ at: TOMORROW, buyer_id: IDS.buyer }],
          }),
        ],
      }),
      ['day 2026-11-21 1', 'day 2026-11-22 0 L:2', 'hour 2026-11-22T12-0500 0 L:2', 'total all 1'],
    ],
    ['offer not in the catalogue', lead({ state: 'accepted', offer_id: 'gone' }), ['total all 1']],
  ];
  for (const [name, one, expected] of rows)
    it(name, () => {
      expect(counted(one)).to.deep.equal(expected);
    });

  it('counts the caps of the program that was chosen', () => {
    const ofProgram = testCatalogue({
      offers: { [IDS.shared]: { caps: [testCap({ id: 'bsn', program: 'bsn' })] } },
    });
    const counts = (program_id?: string): number => {
      const tally = createUsageCount(ofProgram, NOW);
      tally.count(lead({ state: 'accepted', ...(program_id && { program_id }) }));
      return tally.buckets().length;
    };
    expect([counts('bsn'), counts('msn'), counts()]).to.deep.equal([1, 0, 0]);
  });

  it('has a place for each undecided state and none for endings that owe nothing', () => {
    for (const state of UNDECIDED_STATES)
      expect(counted(lead({ state })), state).to.deep.equal(places('0 L:2'));
    for (const state of FINAL_STATES)
      if (state !== 'accepted') expect(counted(lead({ state })), state).to.deep.equal([]);
  });

  it('counts a lead once that is shown before and after its acceptance', () => {
    expect(
      counted(lead({ state: 'working' }), lead({ state: 'working' }), lead({ state: 'accepted' })),
    ).to.deep.equal(places('1'));
  });
});

describe('counting by the buyer of the time', () => {
  const monthOf = (id: string) => testCap({ id, scope: 'buyer', window: 'month' });
  const two = testCatalogue({
    buyer: { caps: [monthOf('present')] },
    moreBuyers: [testBuyer({ id: 'former', caps: [monthOf('former')] })],
  });
  const bought = (...rows: readonly CountedLead[]): string[] => {
    const usage = createUsageCount(two, NOW);
    for (const row of rows) usage.count(row);
    const of = { campaign_id: IDS.campaign, offer_id: IDS.shared };
    usage.countSold({ ...of, buyer_id: 'former', count: 10 }, YESTERDAY);
    const at = { ...of, buyer_id: IDS.buyer, at: EARLIER };
    usage.countSold({ ...at, count: 100 }, TOMORROW);
    return usage
      .buckets()
      .map(({ bucket, confirmed, reservations }) => [bucket.cap.id, confirmed, ...reservations].join(' '));
  };

  it('as it is stored', () => {
    const sold = (at: Date, over: object = {}) =>
      lead({ state: 'accepted', intent: { at, submission: 2, buyer_id: IDS.buyer, ...over } });
    expect(bought(sold(NOW, { buyer_id: 'former' }), sold(EARLIER, { buyer_id: IDS.buyer }))).to.have.members(
      ['former 11', 'present 101'],
    );
    const owed = lead({ state: 'rejected', pending_effects: [pendingEffect({ buyer_id: 'former' })] });
    expect(bought(owed)).to.have.members(['former 10 L:2', 'present 100']);
  });

  it('counts a place once that a return gave back and its undoing regained, also if it meets the lead twice', () => {
    const of = soldLead({ intent: { at: NOW, submission: 1, buyer_id: IDS.buyer } });
    const undone = { at: NOW, by: 'operator', reason: 'a mistake', place_regained: true };
    const back = {
      ...of,
      returns: [{ at: NOW, place_given_back: true, undone }],
    } as unknown as GivenBackLead;
    const usage = createUsageCount(catalogue, NOW);
    usage.countGivenBack(back);
    usage.countGivenBack(back);
    expect(usage.buckets().map(({ confirmed, givenBack }) => confirmed - givenBack.size)).to.deep.equal([
      0, 0, 0,
    ]);
  });
});

function omitIntent({ intent_at: _, ...rest }: ReservationEffect): ReservationEffect {
  return rest;
}
