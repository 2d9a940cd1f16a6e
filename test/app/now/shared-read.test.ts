import { expect } from 'chai';
import { createSharedRead } from '../../../src/app/now/shared-read.js';

describe('a reading that all viewers share', () => {
  function shared() {
    let now = 0;
    let reads = 0;
    let fails = false;
    const read = createSharedRead(
      () => (fails ? Promise.reject(new Error('away')) : Promise.resolve((reads += 1))),
      5_000,
      () => new Date(now),
    );
    return {
      read,
      wait: (ms: number) => (now += ms),
      reads: () => reads,
      fail: (whether: boolean) => (fails = whether),
    };
  }

  it('happens once for all who ask within its age', async () => {
    const { read, wait, reads } = shared();
    const asked = [read.get(), read.get()];
    wait(4_999);
    asked.push(read.get());
    expect((await Promise.all(asked)).map(({ value }) => value)).to.deep.equal([1, 1, 1]);
    wait(1);
    expect((await read.get()).as_of).to.deep.equal(new Date(5_000));
    expect(reads()).to.equal(2);
    wait(-3_600_000);
    expect((await read.get()).as_of, 'the clock was set back').to.deep.equal(new Date(5_000 - 3_600_000));
  });

  it('is repeated after it was forgotten, and after it failed', async () => {
    const { read, reads, fail } = shared();
    await read.get();
    read.forget();
    fail(true);
    const error: unknown = await read.get().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error);
    fail(false);
    await read.get();
    expect(reads()).to.equal(2);
  });
});
