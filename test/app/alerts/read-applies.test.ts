import { expect } from 'chai';
import { readApplies, type AppliesReader } from '../../../src/app/alerts/read-applies.js';

const NOW = new Date('2026-11-20T15:10:00Z');

/** An audit log with an emergency under each of these numbers, newest first, that ended so. */
function auditLog(all: readonly (readonly [number: number, result?: string])[]): AppliesReader {
  const common = { at: NOW, action: 'catalogue.emergency', who: { kind: 'os_user', id: 'ann' } };
  const entries = (found: readonly object[]) => Promise.resolve(found as never);
  return {
    intents: ({ action, before = Infinity }, limit) =>
      entries(
        all
          .filter(([number]) => action === 'catalogue.emergency' && number < before)
          .slice(0, limit)
          .map(([number]) => ({ ...common, phase: 'intent', number })),
      ),
    outcomes: (intents) =>
      entries(
        all
          .filter(([number, result]) => result !== undefined && intents.includes(number))
          .map(([intent, result]) => ({ ...common, phase: 'outcome', number: intent + 1, intent, result })),
      ),
  };
}

const found = async (...all: readonly (readonly [number: number, result?: string])[]): Promise<number[]> =>
  (await readApplies(auditLog(all), NOW)).map(({ entry }) => entry);

describe('catalogues applied as an emergency', () => {
  it('are those that came into force, and those that nobody knows the end of', async () => {
    expect(await found([9], [7, 'unknown'], [5, 'failed'], [3, 'done'])).to.deep.equal([9, 7, 5, 3]);
  });

  it('are not those that changed nothing', async () => {
    expect(await found([5, 'refused'], [3, 'nothing'], [1, 'done'])).to.deep.equal([1]);
  });

  it('are hidden by no number of those that changed nothing', async () => {
    const idle = Array.from({ length: 120 }, (_, n) => [300 - 2 * n, n % 2 ? 'nothing' : 'refused'] as const);
    expect(await found(...idle, [7, 'done'])).to.deep.equal([7]);
    expect(await found(...idle)).to.deep.equal([]);
  });

  it('are 50 at most, the newest ones', async () => {
    const many = Array.from({ length: 120 }, (_, n) => [300 - 2 * n, n % 2 ? 'nothing' : 'done'] as const);
    const entries = await found(...many);
    expect([entries.length, entries[0], entries.at(-1)]).to.deep.equal([50, 300, 104]);
  });
});
