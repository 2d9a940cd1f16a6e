import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { keepRefusedCalls } from '../../../src/app/refused-calls/keep-refused-calls.js';
import type { RefusedCall } from '../../../src/app/ports/refused-calls.js';

const call = (n: number, key_prefix?: string): RefusedCall => ({
  ...{ at: new Date(0), request_id: `call-${n}`, route: '/api/v1/leads', http: 400, code: 'INVALID_FIELD' },
  ...(key_prefix !== undefined && { key_prefix }),
});

function world(add: (calls: readonly RefusedCall[]) => Promise<void>) {
  let now = 0;
  const counted = { true: 0, false: 0 };
  const keeper = keepRefusedCalls({
    store: { add },
    clock: () => new Date(now),
    onCounted: (kept, calls) => (counted[`${kept}`] += calls),
  });
  return { keeper, counted, wait: (ms: number) => (now += ms) };
}

describe('keeping refused calls', () => {
  it('stores those of a second together, and nothing when there are none', async () => {
    const added: number[] = [];
    const { keeper } = world((calls) => Promise.resolve(void added.push(calls.length)));
    for (const n of [1, 2, 3]) keeper.note(call(n, 'lk_a'));
    expect(added, 'before the second is over').to.deep.equal([]);
    await pause(1_100);
    expect(added).to.deep.equal([3]);
    await keeper.close();
    expect(added).to.deep.equal([3]);
  });

  it('keeps some of a caller that is refused without end, and all of the others', async () => {
    const added: RefusedCall[] = [];
    const { keeper, counted, wait } = world((calls) => Promise.resolve(void added.push(...calls)));
    for (let n = 0; n < 10_000; n += 1) keeper.note(call(n, 'lk_loud'));
    for (let n = 0; n < 10_000; n += 1) keeper.note(call(n));
    for (let n = 0; n < 10; n += 1) keeper.note(call(n, 'lk_quiet'));
    await keeper.close();
    const of = (key?: string) => added.filter(({ key_prefix }) => key_prefix === key).length;
    expect([of('lk_loud'), of(), of('lk_quiet')]).to.deep.equal([60, 60, 10]);
    expect(counted).to.deep.equal({ true: 130, false: 20_010 - 130 });
    for (let n = 0; n < 10_000; n += 1) keeper.note(call(n, `lk_${n}`));
    await keeper.close();
    expect(added.length, 'in all').to.equal(600);
    wait(60_000);
    keeper.note(call(1, 'lk_loud'));
    await keeper.close();
    expect(added.length, 'in the next minute').to.equal(601);
  });

  it('drops them while the store is away', async () => {
    const { keeper, counted } = world(() => Promise.reject(new Error('away')));
    keeper.note(call(1, 'lk_a'));
    await keeper.close();
    expect(counted).to.deep.equal({ true: 0, false: 1 });
  });
});
