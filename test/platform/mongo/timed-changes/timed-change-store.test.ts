import { expect } from 'chai';
import { createTimedChangeStore } from '../../../../src/platform/mongo/timed-changes/timed-change-store.js';
import type { TimedChangeStore } from '../../../../src/app/ports/timed-changes.js';
import { memoryTimedChanges } from '../../../support/fakes/memory-timed-changes.js';
import { privateServices } from '../../../support/services.js';
import { timedPause } from '../../../support/timed-changes.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour));
const change = (id: number, until: number) => timedPause({ id, until: at(until) });

for (const kind of ['in MongoDB', 'in memory'] as const)
  describe(`timed changes ${kind}`, () => {
    const services = privateServices();
    let store: TimedChangeStore;
    before(async () => {
      store =
        kind === 'in memory' ? memoryTimedChanges() : createTimedChangeStore(await services.connection());
    });
    after(() => services.close());

    it('gives each number once, and tells what is not over', async () => {
      expect([await store.newest(), await store.read(1), await store.list(9)]).to.deep.equal([0, null, []]);
      for (const [id, until] of [
        [1, 20],
        [2, 19],
        [3, 22],
      ] as const)
        expect(await store.add(change(id, until))).to.equal(true);
      expect(await store.add(change(3, 23))).to.equal(false);
      expect(await store.newest()).to.equal(3);
      expect(await store.read(3)).to.deep.equal(change(3, 22));
      expect((await store.list(2)).map(({ id }) => id)).to.deep.equal([3, 2]);
      expect(await store.toCome(at(18))).to.deep.equal([change(1, 20), change(2, 19), change(3, 22)]);
      expect((await store.toCome(at(19))).map(({ id }) => id)).to.deep.equal([1, 3]);
    });

    it('approves one once, from then on', async () => {
      const proposed = { by: { kind: 'person', id: 'ann', name: 'Ann' } } as const;
      await store.add({ ...change(4, 23), proposed });
      const approved = { at: at(18), by: 'Ben' };
      expect(await store.approve(4, approved, at(18))).to.equal(true);
      expect(await store.approve(4, { at: at(19), by: 'Eve' }, at(19))).to.equal(false);
      expect(await store.read(4)).to.deep.equal({
        ...{ ...change(4, 23), from: at(18) },
        proposed: { ...proposed, approved },
      });
      await store.end(4, { at: at(18), by: 'ann' });
      await store.add({ ...change(5, 23), proposed });
      await store.end(5, { at: at(18), by: 'ann' });
      expect(await store.approve(5, approved, at(18)), 'it was withdrawn').to.equal(false);
    });

    it('ends one once', async () => {
      const ended = { at: at(18), by: 'ben', why: 'They are back' };
      expect(await store.end(1, ended)).to.equal(true);
      expect(await store.end(1, { at: at(19), by: 'ann' })).to.equal(false);
      expect(await store.end(9, ended)).to.equal(false);
      expect(await store.read(1)).to.deep.equal({ ...change(1, 20), ended });
      expect((await store.toCome(at(18))).map(({ id }) => id)).to.deep.equal([2, 3]);
    });
  });
