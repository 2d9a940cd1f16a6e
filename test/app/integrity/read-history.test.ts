import { expect } from 'chai';
import type { CatalogueDocument } from '../../../src/core/catalogue/document.js';
import { readHistory } from '../../../src/app/integrity/read-history.js';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { document, offer } from '../../core/catalogue/documents.js';
import { memoryTimedChanges } from '../../support/fakes/memory-timed-changes.js';
import { timedPause } from '../../support/timed-changes.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 10, minute));
const withLimit = (limit: number) => document({ offers: [offer({ caps: [{ window: 'day', limit }] })] });
const CAP = compileCatalogue(withLimit(1), 1).offers.get('O')?.caps[0]?.id ?? '';

const storeOf = (...stored: readonly (readonly [number, CatalogueDocument])[]) => ({
  currentVersion: () => Promise.resolve(stored.length),
  read(version: number) {
    const [minute = 0, found] = stored[version - 1] ?? [];
    const info = { version, at: at(minute), by: 'ann', how: 'apply' } as const;
    return Promise.resolve(found ? { ...info, document: found } : null);
  },
});

describe('the limits that a cap had', () => {
  it('are those of the versions, and of what was changed beside them for a time', async () => {
    const raise = { what: 'limit', entry_id: 'O', window: 'day' } as const;
    const history = await readHistory({
      versions: storeOf([0, withLimit(20)], [20, withLimit(30)]),
      timedChanges: memoryTimedChanges([
        timedPause({ ...raise, id: 1, value: 60, from: at(10), until: at(25) }),
        timedPause({
          ...raise,
          id: 2,
          value: 90,
          from: at(40),
          until: at(59),
          ended: { at: at(45), by: 'ann' },
        }),
        timedPause({ id: 3, from: at(30), until: at(35), entry_id: 'O' }),
      ]),
      clock: () => at(58),
    });
    const limits = [5, 12, 22, 28, 32, 42, 48].map((minute) => history.limit(CAP, at(minute), at(minute)));
    expect(limits).to.deep.equal([20, 60, 60, 30, 30, 90, 30]);
  });
});

describe('the prices that an offer had', () => {
  it('are those of the version, and of what was approved beside it for a time', async () => {
    const price = { what: 'price', entry_id: 'O' } as const;
    const by = { kind: 'person', id: 'ann', name: 'Ann' } as const;
    const times = { from: at(10), until: at(25) };
    const history = await readHistory({
      versions: storeOf([0, document({ offers: [offer({ price_cents: 5_000 })] })]),
      timedChanges: memoryTimedChanges([
        timedPause({ ...price, ...times, id: 1, value: 100, proposed: { by } }),
        timedPause({ ...price, ...times, id: 2, value: 4_000 }),
        timedPause({
          ...{ ...price, id: 3, value: 200, from: at(40), until: at(50) },
          proposed: { by, approved: { at: at(40), by: 'Ben' } },
        }),
      ]),
      clock: () => at(58),
    });
    const inUse = [5, 12, 30, 45].map((minute) => {
      const [one] = history.amounts('C', 'O', undefined).inUse(at(minute));
      return one?.price;
    });
    expect(inUse).to.deep.equal([
      { cents: 5_000 },
      { cents: 4_000, change: 2 },
      { cents: 5_000 },
      { cents: 200, change: 3 },
    ]);
  });
});
