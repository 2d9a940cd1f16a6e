import { expect } from 'chai';
import { findReceiver, receiverMissing } from '../../../src/app/outbox/find-receiver.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../../src/core/catalogue/types.js';

describe('whom a message is for', () => {
  const versions = (inForce: number, newest: number) => {
    let current: Catalogue = { ...EMPTY_CATALOGUE, version: inForce };
    const source = {
      reads: 0,
      current: () => current,
      refresh() {
        source.reads += 1;
        current = { ...EMPTY_CATALOGUE, version: newest };
        return Promise.resolve();
      },
    };
    return source;
  };
  const inSecond = ({ version }: Catalogue): string | undefined => (version >= 2 ? 'ann' : undefined);

  for (const [what, inForce, newest, found, reads] of [
    ['is found in the catalogue in force, which is not read anew', 2, 3, 'ann', 0],
    ['is found in a newer one', 1, 2, 'ann', 1],
    ['is in none', 1, 1, undefined, 1],
  ] as const)
    it(what, async () => {
      const catalogue = versions(inForce, newest);
      expect(await findReceiver(catalogue, inSecond)).to.equal(found);
      expect(catalogue.reads).to.equal(reads);
    });

  for (const [seconds, end] of [
    [0, { detail: 'waits: the endpoint is not in the catalogue', held_ms: 10_000, is_noted: true }],
    [59, { detail: 'waits: the endpoint is not in the catalogue', held_ms: 10_000, is_noted: true }],
    [60, { detail: 'the endpoint is no longer in the catalogue', final: true }],
  ] as const)
    it(`without anybody, a message that is ${seconds} s old ${'final' in end ? 'is given up' : 'waits'}`, () => {
      const sent = receiverMissing('endpoint', { created_at: new Date(0) }, new Date(seconds * 1_000));
      expect(sent).to.deep.equal({ ok: false, ...end });
    });
});
