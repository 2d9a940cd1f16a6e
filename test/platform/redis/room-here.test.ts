import { expect } from 'chai';
import { createLocalInFlight } from '../../../src/platform/redis/destination-gate/local-in-flight.js';

describe('room of a process at a destination', () => {
  const to = { id: 'destination', lease_ms: 60_000 };

  it('refuses at once while a full destination answers nothing', async () => {
    const room = createLocalInFlight(2);
    for (const permit of ['a', 'b']) expect(await room.take(to, permit)).to.equal(true);
    expect(room.hangs(to)).to.equal(true);
    expect(await room.take(to, 'c')).to.equal(false);
    expect(await room.take({ ...to, id: 'another' }, 'c')).to.equal(true);
  });

  it('waits in place, in order, while it answers', async () => {
    const room = createLocalInFlight(1);
    await room.take(to, 'a');
    room.free(to, 'a');
    await room.take(to, 'b');
    expect(room.hangs(to)).to.equal(false);
    const told: string[] = [];
    const wait = (permit: string): Promise<void> =>
      room.take(to, permit).then((got) => void told.push(`${permit} ${got}`));
    const waits = [wait('c'), wait('d')];
    room.free(to, 'b');
    await waits[0];
    expect(told).to.deep.equal(['c true']);
    room.free(to, 'c');
    await waits[1];
    expect(told).to.deep.equal(['c true', 'd true']);
  });

  it('gives up after a moment', async () => {
    const room = createLocalInFlight(1);
    await room.take(to, 'a');
    room.free(to, 'a');
    await room.take(to, 'b');
    expect(await room.take(to, 'c')).to.equal(false);
  });

  it('forgets a permit whose time is over', async () => {
    const room = createLocalInFlight(1);
    room.hold({ ...to, lease_ms: 0 }, 'a');
    expect(await room.take(to, 'b')).to.equal(true);
  });
});
