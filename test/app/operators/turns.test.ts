import { expect } from 'chai';
import { createTurns, TurnsTaken } from '../../../src/app/operators/turns.js';

describe('turns', () => {
  it('let so many wait, and refuse the next at once', async () => {
    const takeTurn = createTurns(1, 2);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const all = [1, 2, 3].map(() => takeTurn(() => held));
    const next = await takeTurn(() => held).catch((error: unknown) => error);
    expect(next).to.be.instanceOf(TurnsTaken);
    end();
    await Promise.all(all);
    await takeTurn(() => Promise.resolve());
  });

  it('run so many at a time, in order, also after one that fails', async () => {
    const takeTurn = createTurns(2);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      takeTurn(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (n === 0) throw new Error('failed');
        return n;
      }).catch((error: unknown) => String(error)),
    );
    const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await tick();
    expect(begun).to.deep.equal([0, 1]);
    for (const upTo of [
      [0, 1, 2],
      [0, 1, 2, 3],
    ]) {
      ends.shift()?.();
      await tick();
      expect(begun).to.deep.equal(upTo);
    }
    for (const end of ends) end();
    expect(await Promise.all(all)).to.deep.equal(['Error: failed', 1, 2, 3]);
    expect(await takeTurn(() => Promise.resolve('free again'))).to.equal('free again');
  });
});
