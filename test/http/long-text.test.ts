import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import express from 'express';
import type { ApiFault } from '../../src/http/api-fault.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { CsvText, sendText } from '../../src/http/send.js';
import { get, open } from '../attack/support/pipeline.js';
import { captureLog } from '../support/captured-log.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { until } from '../support/until.js';

const isAllowed = () => Promise.resolve(true);

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
      sendText(response, new CsvText(parts()), isAllowed).catch(() => undefined),
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

describe('http: a long text whose reader may not read on', () => {
  for (const [what, yes, read, status] of [
    ['while the first part is read', 1, 1, 401],
    ['after the first part', 2, 1, 200],
    ['while the second part is read', 3, 2, 200],
    ['before the fourth', 6, 3, 200],
  ] as const)
    it(`${what}: no more is read, and the client does not take it for the whole`, async () => {
      let [parted, asked, failed] = [0, 0, ''];
      async function* parts(): AsyncGenerator<string> {
        for (; parted < 9;) {
          await pause(1);
          yield `part ${(parted += 1)}\n`;
        }
      }
      const isStillAllowed = () => Promise.resolve((asked += 1) <= yes);
      const app = express().get('/', async (_request, response) => {
        await sendText(response, new CsvText(parts()), isStillAllowed).catch((error: unknown) => {
          const { code, http } = error as ApiFault;
          failed = code;
          if (!response.headersSent) response.status(http).end();
        });
      });
      const server = await openServer(createHttpServer(app, captureLog().log));
      const text = async () => {
        const response = await fetch(server.url);
        return response.ok ? response.text() : response.status;
      };
      expect(await text().catch(() => 200)).to.equal(status);
      expect([parted, failed]).to.deep.equal([read, 'AUTH_INVALID']);
      await server.close();
    });
});
