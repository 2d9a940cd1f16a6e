import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import express from 'express';
import { createHttpServer } from '../../src/http/http-server.js';
import { CsvText, sendText } from '../../src/http/send.js';
import { get, open } from '../attack/support/pipeline.js';
import { captureLog } from '../support/captured-log.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { until } from '../support/until.js';

describe('http: a long text whose client leaves', () => {
  let server: OpenServer;
  let [begun, ended] = [0, 0];
  /** Until it may give its first part. */
  let first: Promise<unknown>;
  async function* parts(): AsyncGenerator<string> {
    begun += 1;
    try {
      await first;
      for (let n = 0; n < 5_000; n += 1) yield 'x'.repeat(10_000);
    } finally {
      ended += 1;
    }
  }
  beforeEach(async () => {
    [begun, ended, first] = [0, 0, Promise.resolve()];
    const app = express().get('/', (_request, response) =>
      sendText(response, new CsvText(parts())).catch(() => undefined),
    );
    server = await openServer(createHttpServer(app, captureLog().log));
  });
  afterEach(() => server.close());

  const allEnded = (times: number): Promise<void> =>
    until(() => begun === times && ended === times, 'each source is ended');

  it('midway: its source is ended', async () => {
    const socket = await open(server.url);
    socket.write(get('/'));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await allEnded(1);
  });

  for (const [how, times] of [
    ['alone on its connection', 1],
    ['pipelined, also where its turn never came', 8],
  ] as const)
    it(`before the first part, ${how}: its source is ended`, async () => {
      let give = (): void => undefined;
      first = new Promise<void>((resolve) => (give = resolve));
      const socket = await open(server.url);
      socket.write(get('/').repeat(times));
      await until(() => begun === times, 'each has begun');
      expect(ended).to.equal(0);
      socket.resetAndDestroy();
      await pause(50);
      give();
      await allEnded(times);
    });
});
