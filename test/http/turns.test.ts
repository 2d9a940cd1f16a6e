import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect } from 'chai';
import { createHttpServer } from '../../src/http/http-server.js';
import { createTurns, TURN_BOUNDS as STEADY, type Place, type Turns } from '../../src/http/turns.js';
import { captureLog } from '../support/captured-log.js';
import { openServer } from '../support/open-server.js';
import { fakeClock } from '../support/fake-clock.js';
import { until } from '../support/until.js';

/** As in a burst, when more have begun than begin at ease. */
const TURN_BOUNDS = { ...STEADY, atEase: 0 };

const turnsOfLoop = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await turnOfLoop();
};

describe('api: turns of calls', () => {
  let begun: number[];
  beforeEach(() => {
    begun = [];
  });
  const wait = (turns: Turns, count: number, bytes = 0): Place[] =>
    Array.from({ length: count }, (_, n) => {
      const place = turns.place(new Socket());
      void place.turn(bytes).then(() => begun.push(n));
      return place;
    });

  it('calls begin in their order, a few in each turn of the event loop', async () => {
    const turns = createTurns({ ...TURN_BOUNDS, together: 2 });
    wait(turns, 5);
    expect(begun).to.deep.equal([]);
    await turnOfLoop();
    expect(begun).to.have.lengthOf.at.most(2);
    await turnsOfLoop(6);
    expect(begun).to.deep.equal([0, 1, 2, 3, 4]);
    expect(turns.waiting()).to.equal(0);
  });

  it('calls begin at once while few have begun and nobody waits', async () => {
    const turns = createTurns({ ...STEADY, atEase: 2 });
    const places = wait(turns, 3);
    await Promise.resolve();
    expect(begun).to.deep.equal([0, 1]);
    places[0]?.leave();
    void turns
      .place(new Socket())
      .turn(0)
      .then(() => begun.push(3));
    await Promise.resolve();
    expect(begun, 'nobody overtakes one that waits').to.deep.equal([0, 1]);
    await turnsOfLoop(2);
    expect(begun.slice(0, 3)).to.deep.equal([0, 1, 2]);
  });

  it('no more than the bound are inside; a place that is left twice counts once', async () => {
    const turns = createTurns({ ...TURN_BOUNDS, atOnce: 2 });
    const places = wait(turns, 5);
    await turnsOfLoop(10);
    expect(begun).to.deep.equal([0, 1]);
    places[0]?.leave();
    places[0]?.leave();
    await turnsOfLoop(10);
    expect(begun).to.deep.equal([0, 1, 2]);
    places[1]?.leave();
    places[2]?.leave();
    await turnsOfLoop(10);
    expect(begun).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('refuses a call when too many wait, or too many bytes', async () => {
    const turns = createTurns({ ...TURN_BOUNDS, atOnce: 0, waiting: 3, bytes: 100 });
    const refused = (bytes: number) =>
      turns
        .place(new Socket())
        .turn(bytes)
        .then(
          () => 'begun',
          (error: unknown) => (error as { http?: number }).http,
        );
    wait(turns, 2, 40);
    expect(await refused(21)).to.equal(503);
    wait(turns, 1, 20);
    expect(await refused(0)).to.equal(503);
    expect(turns.waiting()).to.equal(3);
  });

  it('a call waits no longer than the bound, then is refused, and its bytes make room', async () => {
    const turns = createTurns({ ...TURN_BOUNDS, atOnce: 0, bytes: 100, waitMs: 20 });
    const refused = await turns
      .place(new Socket())
      .turn(100)
      .catch((error: unknown) => (error as { http?: number }).http);
    expect([refused, turns.waiting()]).to.deep.equal([503, 0]);
    const socket = new Socket();
    turns.connected(socket);
    await turns
      .place(socket)
      .turn(100)
      .catch(() => undefined);
    expect(turns.waiting()).to.equal(0);
  });

  it('what has begun waits no more: its bytes make room', async () => {
    const turns = createTurns({ ...TURN_BOUNDS, bytes: 100 });
    wait(turns, 1, 100);
    await turnsOfLoop(3);
    wait(turns, 1, 100);
    await turnsOfLoop(3);
    expect(begun).to.deep.equal([0, 0]);
  });

  it('one call begins for four turns that accept a connection', async () => {
    const turns = createTurns(TURN_BOUNDS);
    wait(turns, 3);
    for (let n = 1; n <= 12; n += 1) {
      turns.connected(new Socket());
      await turnOfLoop();
      expect(begun.length, `after ${n} connections`).to.be.within(Math.floor((n - 1) / 4), Math.ceil(n / 4));
    }
    await turnsOfLoop(2);
    expect(begun).to.deep.equal([0, 1, 2]);
  });

  it('a caller has waited at most since the last turn that accepted nobody', async () => {
    const turns = createTurns(TURN_BOUNDS);
    const clock = await fakeClock();
    const sockets = Array.from({ length: 30 }, () => new Socket());
    for (const socket of sockets) {
      turns.connected(socket);
      clock.stall(2);
      await turnOfLoop();
    }
    await clock.restore();
    const waited = sockets.map((socket) => Math.round(turns.place(socket).waitedMs));
    expect(waited).to.deep.equal(Array.from({ length: 30 }, (_, n) => 2 * n));
    expect(turns.place(sockets[29]!).waitedMs, 'a later call of the connection').to.equal(0);
    await turnsOfLoop(2);
    const later = new Socket();
    turns.connected(later);
    expect(turns.place(later).waitedMs).to.equal(0);
  });
});

describe('api: callers that connect in a burst', () => {
  const CALLERS = 200;
  const BUSY_MS = 4;

  it('are accepted while the calls before them still wait for their work', async () => {
    const turns = createTurns(TURN_BOUNDS);
    let accepted = 0;
    let done = 0;
    let doneWhenAllWereAccepted = 0;
    const server = createHttpServer((request, response) => {
      const place = turns.place(request.socket);
      void place.turn(0).then(() => {
        const end = performance.now() + BUSY_MS;
        while (performance.now() < end);
        done += 1;
        place.leave();
        request.resume();
        response.end('ok');
      });
    }, captureLog().log);
    server.on('connection', (socket) => {
      turns.connected(socket);
      accepted += 1;
      if (accepted === CALLERS) doneWhenAllWereAccepted = done;
    });
    const opened = await openServer(server);
    const callers = Array.from({ length: CALLERS }, (): Socket => {
      const socket = connect(Number(new URL(opened.url).port), '127.0.0.1');
      socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      socket.resume();
      return socket;
    });
    try {
      await Promise.all(callers.map((socket) => once(socket, 'close')));
      await until(() => done === CALLERS, 'all calls are done');
      // If each call went on at once, nearly all would be done before the last caller was accepted.
      expect(doneWhenAllWereAccepted).to.be.below(CALLERS / 2);
    } finally {
      await opened.close();
    }
  });
});
