import { expect } from 'chai';
import { newKeptBooks, type KeptBooks } from '../../chaos/operate/kept-books.js';
import { checkBooks } from '../../chaos/verdicts/books.js';
import type { BooksEvidence, StoredEntryOfBooks } from '../../chaos/verdicts/books-evidence.js';
import { salesOf } from '../../chaos/verdicts/evidence.js';
import { evidence } from '../support/chaos-evidence.js';

const BUYERS = new Map([
  ['b1', 'summit'],
  ['b2', 'harbor'],
]);
const entry = (over: Partial<StoredEntryOfBooks>): StoredEntryOfBooks => ({
  ...{ _id: 'sale:a:0', kind: 'sale', month: '2026-11', period: '2026-11', lead_id: 'a' },
  ...{ buyer_id: 'b1', buyer_cents: 5_000, affiliate_id: 'f1', affiliate_cents: 2_000 },
  ...over,
});
const RETURN = entry({ _id: 'return:a:0', kind: 'return', buyer_cents: -5_000, affiliate_cents: 0 });
const NOTE = entry({
  ...{ _id: 'adjustment:buyer:b1:N', kind: 'adjustment', own_reference: 'N', buyer_cents: 70 },
  ...{ month: '2026-10', period: '2026-10' },
});
const statement = (cents: readonly number[]): string =>
  JSON.stringify({
    lines: cents.map((amount_cents) => ({ amount_cents })),
    net_cents: cents.reduce((sum, one) => sum + one, 0),
  });
const SOLD = { at: new Date(), sale: { buyer_id: 'b1', buyer_cents: 5_000 } };
const kept = (over: Partial<KeptBooks> = {}): KeptBooks => ({ ...newKeptBooks(), ...over });
const books = (over: Partial<BooksEvidence> = {}): BooksEvidence => ({
  kept: kept(),
  entries: [entry({})],
  leads: [{ _id: 'a', state: 'accepted', decision: SOLD }],
  buyers: BUYERS,
  statements: new Map([['2026-11 buyer summit', statement([5_000])]]),
  owed: 0,
  ...over,
});
const entered = (acknowledged: boolean): KeptBooks =>
  kept({ entered: [{ kind: 'buyer', handle: 'summit', cents: 70, reference: 'N', acknowledged }] });
const sales = salesOf(evidence([{ id: 'a' }]).received);
const rulesOf = (found: BooksEvidence): string[] => checkBooks(found, sales).map(({ rule }) => rule);
const returned = { _id: 'a', state: 'accepted', decision: SOLD, returns: [{}] };

describe('chaos verdicts on the books', () => {
  const sound: readonly (readonly [string, BooksEvidence])[] = [
    ['a sale', books()],
    ['a returned lead', books({ entries: [entry({}), RETURN], leads: [returned], statements: new Map() })],
    ['an adjustment that nobody acknowledged', books({ kept: entered(false) })],
    ['one that was booked', books({ kept: entered(false), entries: [entry({}), NOTE] })],
  ];
  for (const [what, found] of sound)
    it(`find nothing wrong with ${what}`, () => {
      expect(rulesOf(found)).to.deep.equal([]);
    });

  const broken: readonly (readonly [string, string, BooksEvidence])[] = [
    ['owed and not booked', 'an owed entry', books({ owed: 1 })],
    ['not booked once', 'a sale without entry', books({ entries: [], statements: new Map() })],
    [
      'not booked once',
      'an entry without a return',
      books({ entries: [entry({}), RETURN], statements: new Map() }),
    ],
    [
      'booked for another buyer',
      "another buyer's sale",
      books({ entries: [entry({ buyer_id: 'b2' })], statements: new Map() }),
    ],
    [
      'acknowledged return is missing',
      'a lost return',
      books({ kept: kept({ returned: new Map([['a', 'callback']]) }) }),
    ],
    ['adjustment is missing or changed', 'a lost adjustment', books({ kept: entered(true) })],
    [
      'adjustment is missing or changed',
      'one of another amount',
      books({ kept: entered(true), entries: [entry({}), { ...NOTE, buyer_cents: 71 }] }),
    ],
    [
      'over the share of returns',
      'one of one returned',
      books({
        entries: [entry({ buyer_id: 'b2' }), { ...RETURN, buyer_id: 'b2' }],
        leads: [{ ...returned, decision: { ...SOLD, sale: { ...SOLD.sale, buyer_id: 'b2' } } }],
        statements: new Map(),
      }),
    ],
    [
      'a statement does not sum to its entries',
      'a statement with another line',
      books({ statements: new Map([['2026-11 buyer summit', statement([5_000, 1])]]) }),
    ],
    [
      'a closed statement changed',
      'a statement that prints otherwise',
      books({ kept: kept({ printed: new Map([['2026-11 buyer summit', 'before']]) }) }),
    ],
  ];
  for (const [rule, what, found] of broken)
    it(`find ${what}`, () => {
      expect(rulesOf(found)).to.include(rule);
    });
});
