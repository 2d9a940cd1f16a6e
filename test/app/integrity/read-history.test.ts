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

describe('the limits that a cap had', () => {
  it('are those of the versions, and of what was changed beside them for a time', async () => {
    const stored: readonly [number, CatalogueDocument][] = [
      [0, withLimit(20)],
      [20, withLimit(30)],
    ];
    const raise = { what: 'limit', entry_id: 'O', window: 'day' } as const;
    const history = await readHistory({
      versions: {
        currentVersion: () => Promise.resolve(stored.length),
        read(version) {
          const [minute = 0, found] = stored[version - 1] ?? [];
          const info = { version, at: at(minute), by: 'ann', how: 'apply' } as const;
          return Promise.resolve(found ? { ...info, document: found } : null);
        },
      },
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
