import { expect } from 'chai';
import { openStatement, type StatementPorts } from '../../../src/app/money/open-statement.js';
import { EMPTY_DOCUMENT } from '../../../src/core/catalogue/document.js';
import type { Named } from '../../../src/core/money/period-names.js';

const MONTH = '2026-10';
const NONE = { issuer: {}, affiliates: {}, offers: {}, campaigns: {}, programs: {} };

/** Books whose month closed with these buyers, and the buyers of now, by id. Null: the month is open. */
const portsOf = (then: Record<string, string> | null, now: Record<string, string>): StatementPorts => ({
  books: {
    head: () => Promise.resolve({ begun_at: new Date('2026-09-02T12:00:00Z') }),
    periods: () => Promise.resolve([]),
  },
  periods: { names: () => Promise.resolve(then && { ...NONE, buyers: named(then, 'then') }) },
  entries: {
    async *list() {
      // There are none.
    },
  },
  catalogue: {
    current: () =>
      Promise.resolve({
        document: {
          ...EMPTY_DOCUMENT,
          buyers: Object.entries(now).map(([id, handle]) => ({ id, handle, name: `${id} now` })),
        },
      } as unknown as Awaited<ReturnType<StatementPorts['catalogue']['current']>>),
  },
  clock: () => new Date('2026-11-28T12:00:00Z'),
});

const named = (handles: Record<string, string>, when: string): Named =>
  Object.fromEntries(Object.entries(handles).map(([id, handle]) => [id, { handle, name: `${id} ${when}` }]));

describe('whose statement is opened', () => {
  const then = { b1: 'lakeshore', b2: 'summit', b4: 'harbor' };
  const now = { b1: 'lakeside', b2: 'lakeshore', b3: 'harbor' };
  const rows: readonly (readonly [what: string, party: string, opened: string])[] = [
    ['the present handle', 'lakeside', 'b1 then'],
    ['the handle of then', 'summit', 'b2 then'],
    ['an id', 'b1', 'b1 then'],
    ['the id of who has the handle now', 'b2', 'b2 then'],
    ['a handle that one has now who was not there', 'harbor', 'b4 then'],
    ['the id of one who was not there', 'b3', 'There is no buyer b3 in 2026-10'],
    [
      'a handle that went to another one',
      'lakeshore',
      'In 2026-10, lakeshore was the handle of b1 then (b1), and now it is that of b2 then (b2): use the id of the one that you mean',
    ],
  ];
  const opened = async (ports: StatementPorts, party: string): Promise<string> => {
    const found = await openStatement(ports, { kind: 'buyer', party, month: MONTH });
    return found.outcome === 'opened' ? found.statement.head.party.name : found.why;
  };
  for (const [what, party, expected] of rows)
    it(`of a closed month, by ${what}`, async () => {
      expect(await opened(portsOf(then, now), party)).to.equal(expected);
    });

  it('of an open month, by the present handle or the id', async () => {
    const ports = portsOf(null, now);
    expect(await opened(ports, 'lakeshore')).to.equal('b2 now');
    expect(await opened(ports, 'b1')).to.equal('b1 now');
    expect(await opened(ports, 'summit')).to.match(/^There is no buyer summit in 2026-10/);
  });
});
