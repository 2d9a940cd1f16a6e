import { expect } from 'chai';
import { onceEach } from '../../../src/app/suppression/once-each.js';
import type { Suppression } from '../../../src/core/suppression/suppression.js';

const entry = (id: string): Suppression => ({
  ...{ id, kind: 'email', scope: { of: 'all' }, reason: 'Asked to stop', source: 'desk' },
  ...{ added_at: new Date('2026-11-22T17:00:00Z'), added_by: 'ann' },
});
/** In a rotation, what is under `x` comes under `1x`, too. */
const keysWithCurrentHashes = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (key.startsWith('1') ? [key] : [key, `1${key}`]));

describe('entries of the suppression list while IDENTITY_SECRET is rotated', () => {
  const shown = async (listed: readonly string[], stored: readonly string[]): Promise<string[]> => {
    const under = (keys: readonly string[]) =>
      Promise.resolve(stored.filter((id) => keys.includes(id.split(':', 1)[0] ?? '')).map(entry));
    const found = await onceEach(
      { suppressionStore: { under }, identities: { keysWithCurrentHashes } },
      listed.map(entry),
    );
    return found.map(({ id }) => id);
  };

  it('are shown once: under the newer secret, if they are there already', async () => {
    const stored = ['a', '1a', 'b', 'c:b:7', '1c:b:8'];
    expect(await shown(stored, stored)).to.deep.equal(['1a', 'b', 'c:b:7', '1c:b:8']);
    expect(await shown(['a'], stored), 'the newer one is on another page').to.deep.equal([]);
  });

  it('cost no look when there is no rotation', async () => {
    const never = { under: () => Promise.reject(new Error('nobody asks')) };
    const identities = { keysWithCurrentHashes: (keys: readonly string[]) => keys };
    expect(await onceEach({ suppressionStore: never, identities }, [entry('a')])).to.deep.equal([entry('a')]);
  });
});
