import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testBuyer, testCatalogue } from '../../support/catalogue.js';
import { testIdentities, testLead, testAttempt } from '../../support/records.js';

const NOW = new Date('2026-11-21T22:00:00Z');
const at = (hour: number, day = 21): Date => new Date(Date.UTC(2026, 10, day, hour));

/** A sale to the shared offer whose request left at `left`. */
function sale(n: number, left: Date, over: Partial<LeadRecord> = {}): LeadRecord {
  const { due_at: _due, ...lead } = testLead({
    id: `20000000-0000-4000-8000-00000000000${n}`,
    ...{
      received_at: left,
      first_due_at: left,
      runs: 1,
      intent: { at: left, submission: 1, buyer_id: IDS.buyer },
    },
    identities: testIdentities(`person-${n}`),
    state: 'accepted',
    attempts: [testAttempt({ number: 1, submission: 1, at: left, timeout_ms: 2_000, outcome: 'accepted' })],
    decision: { code: 'ACCEPTED', at: left, source: 'buyer' },
    ...over,
  });
  return lead;
}

const repeated = (...lefts: readonly Date[]): LeadRecord['attempts'] =>
  lefts.map((left, i) =>
    testAttempt({ number: i + 1, submission: 1, at: left, timeout_ms: 2_000, outcome: 'accepted' }),
  );

const names = (
  leads: readonly LeadRecord[],
  versions: readonly [Date, Catalogue][],
  wanted: string,
): string[] =>
  violationsOf({
    leads,
    searches: [],
    claims: [],
    catalogueVersions: versions.map(([from, catalogue]) => ({ at: from, catalogue })),
    now: NOW,
    settled: true,
  })
    .map(({ invariant }) => invariant)
    .filter((name) => name === wanted);

describe('invariants over the versions of the catalogue', () => {
  const limited = (limit: number): Catalogue =>
    testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ limit })] } } });
  const three = [sale(1, at(15)), sale(2, at(16)), sale(3, at(17))];
  const caps: readonly [string, readonly [Date, Catalogue][], number][] = [
    ['within the limit', [[at(1), limited(3)]], 0],
    ['over the limit', [[at(1), limited(2)]], 1],
    [
      'over a limit that was lowered later',
      [
        [at(1), limited(3)],
        [at(18), limited(1)],
      ],
      0,
    ],
    [
      'over a limit that was lowered before',
      [
        [at(1), limited(3)],
        [at(16), limited(2)],
      ],
      1,
    ],
    [
      'within a limit that was raised before',
      [
        [at(1), limited(2)],
        [at(16), limited(3)],
      ],
      0,
    ],
    [
      'over a cap that was new afterwards',
      [
        [at(1), testCatalogue()],
        [at(18), limited(1)],
      ],
      0,
    ],
    [
      'over a cap that was new before',
      [
        [at(1), testCatalogue()],
        [at(16), limited(2)],
      ],
      1,
    ],
    [
      'within the seconds in which a process may not know',
      [
        [at(1), limited(3)],
        [new Date(at(17).getTime() - 4_000), limited(1)],
      ],
      0,
    ],
  ];
  for (const [what, versions, count] of caps)
    it(`cap-kept: three places ${what}: ${count === 0 ? 'kept' : 'broken'}`, () => {
      expect(names(three, versions, 'cap-kept')).to.have.length(count);
    });

  it('cap-kept: each window counts for itself', () => {
    const days = [sale(1, at(15, 19)), sale(2, at(15, 20)), sale(3, at(15, 21))];
    expect(names(days, [[at(1, 1), limited(1)]], 'cap-kept')).to.deep.equal([]);
  });

  const policy = (over: object): Catalogue =>
    testCatalogue({
      offers: {
        [IDS.shared]: { duplicates: { match: ['email', 'phone'], window_days: 1, scope: 'offer', ...over } },
      },
    });
  const same = { identities: testIdentities('ann') };
  const elsewhere = { offer_id: IDS.trueExclusive };
  const matching = (kind: 'email' | 'phone') =>
    ({ duplicates: { match: [kind], window_days: 1, scope: 'buyer' } }) as const;
  const byKind = testCatalogue({
    offers: { [IDS.shared]: matching('email'), [IDS.trueExclusive]: matching('phone') },
  });
  const anywhere = testCatalogue({
    offers: {
      [IDS.shared]: { duplicates: { match: ['email', 'phone'], window_days: 1, scope: 'offer' } },
      [IDS.trueExclusive]: { duplicates: { match: ['email', 'phone'], window_days: 1, scope: 'service' } },
    },
  });
  /** The first attempt ended so, the second one was a sale. */
  const afterFirst = (outcome: 'never_sent' | 'unknown', ...lefts: readonly [Date, Date]) => {
    const [first, second] = repeated(...lefts);
    return { ...same, attempts: [{ ...first!, outcome }, second!] };
  };
  const OTHER_BUYER = 'b0000000-0000-4000-8000-000000000002';
  const ofOther = testCatalogue({
    offers: { [IDS.shared]: { duplicates: { match: ['email', 'phone'], window_days: 1, scope: 'buyer' } } },
    moreBuyers: [testBuyer({ id: OTHER_BUYER })],
    buyers: { [IDS.shared]: OTHER_BUYER },
  });
  const to = (buyer_id: string) => ({ intent: { at: at(1), submission: 1, buyer_id } });
  const sales: readonly [string, LeadRecord[], [Date, Catalogue][], number][] = [
    ['in the window', [sale(1, at(1), same), sale(2, at(20), same)], [[at(1, 1), policy({})]], 2],
    ['after the window', [sale(1, at(1, 19), same), sale(2, at(2, 20), same)], [[at(1, 1), policy({})]], 0],
    [
      'of another offer',
      [sale(1, at(1), { ...same, ...elsewhere }), sale(2, at(2), same)],
      [[at(1, 1), policy({})]],
      0,
    ],
    [
      'of another offer of the buyer',
      [sale(1, at(1), { ...same, ...elsewhere }), sale(2, at(2), same)],
      [[at(1, 1), policy({ scope: 'buyer' })]],
      2,
    ],
    [
      'of another offer of the buyer, while the first was repeated',
      [
        sale(1, at(1), { ...same, attempts: repeated(at(1), at(3)) }),
        sale(2, at(2), { ...same, ...elsewhere }),
      ],
      [[at(1, 1), policy({ scope: 'buyer' })]],
      0,
    ],
    [
      'after the first one’s first request had left',
      [sale(1, at(1), afterFirst('unknown', at(1), at(3))), sale(2, at(2), { ...same, ...elsewhere })],
      [[at(1, 1), anywhere]],
      2,
    ],
    [
      'after the first one’s first request had not left',
      [sale(1, at(1), afterFirst('never_sent', at(1), at(3))), sale(2, at(2), { ...same, ...elsewhere })],
      [[at(1, 1), anywhere]],
      0,
    ],
    [
      'of another offer of the buyer, asked at the same moment',
      [
        sale(1, at(2), { ...same, received_at: at(1) }),
        sale(2, at(1), { ...same, ...elsewhere, received_at: at(1) }),
      ],
      [[at(1, 1), policy({ scope: 'buyer' })]],
      0,
    ],
    [
      'asked at the same moment',
      [sale(1, at(2), { ...same, received_at: at(1) }), sale(2, at(1), same)],
      [[at(1, 1), policy({})]],
      2,
    ],
    [
      'by phone where only e-mails match',
      [sale(1, at(1), same), sale(2, at(2), { identities: [testIdentities('ann')[1]!] })],
      [[at(1, 1), policy({ match: ['email'] })]],
      0,
    ],
    [
      'of offers that match on different kinds, one after the other',
      [sale(1, at(1), same), sale(2, at(2), { ...same, ...elsewhere })],
      [[at(1, 1), byKind]],
      2,
    ],
    [
      'of offers that match on different kinds, at the same moment',
      [sale(1, at(1), same), sale(2, at(1), { ...same, ...elsewhere })],
      [[at(1, 1), byKind]],
      2,
    ],
    [
      'of offers that match on different kinds, of which they share one, at the same moment',
      [sale(1, at(1), same), sale(2, at(1), { identities: [testIdentities('ann')[1]!], ...elsewhere })],
      [[at(1, 1), byKind]],
      0,
    ],
    [
      'of offers that match on different kinds, of which they share that of the first alone',
      [sale(1, at(1), same), sale(2, at(2), { identities: [testIdentities('ann')[0]!], ...elsewhere })],
      [[at(1, 1), byKind]],
      0,
    ],
    [
      'by e-mail and, as the policy changed seconds before, by phone',
      [sale(1, at(1), same), sale(2, at(2), same)],
      [
        [at(1, 1), policy({ match: ['email'] })],
        [new Date(at(2).getTime() - 4_000), policy({ match: ['phone'] })],
      ],
      2,
    ],
    [
      'to the former buyer and to the one that the offer got seconds before',
      [sale(1, at(1), { ...same, ...to(IDS.buyer) }), sale(2, at(2), { ...same, ...to(OTHER_BUYER) })],
      [
        [at(1, 1), policy({ scope: 'buyer' })],
        [new Date(at(1).getTime() - 4_000), ofOther],
      ],
      0,
    ],
    [
      'to the buyer that the offer got',
      [sale(1, at(1), { ...same, ...to(OTHER_BUYER) }), sale(2, at(2), { ...same, ...to(OTHER_BUYER) })],
      [
        [at(1, 1), policy({ scope: 'buyer' })],
        [new Date(at(1).getTime() - 4_000), ofOther],
      ],
      2,
    ],
    [
      'before the policy was made wider',
      [sale(1, at(1), { ...same, ...elsewhere }), sale(2, at(2), same)],
      [
        [at(1, 1), policy({})],
        [at(3), policy({ scope: 'buyer' })],
      ],
      0,
    ],
  ];
  for (const [what, leads, versions, count] of sales)
    it(`sold-once: two sales ${what}: ${count === 0 ? 'allowed' : 'broken'}`, () => {
      expect(names(leads, versions, 'sold-once')).to.have.length(count);
    });
});
