import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { openMongo, type Mongo } from '../../../src/platform/mongo/mongo.js';
import { flakyProxy, type FlakyProxy } from '../../support/flaky-proxy.js';
import { privateServices, silentLog } from '../../support/services.js';

/** The driver checks the server at most this often. */
const CHECKED_AGAIN_MS = 600;

/**
 * `destroy` without an error leaves a socket as Node does when the server has closed the connection: destroyed, and
 * `close` is still to come.
 */
describe('a command to a server that has just closed the connection', () => {
  const services = privateServices();
  let proxy: FlakyProxy;
  let mongo: Mongo;
  let monitor: Socket;
  let pooled: Socket;

  beforeEach(async () => {
    proxy = await flakyProxy(services.mongoUrl);
    const { port } = new URL(proxy.url);
    const sockets: Socket[] = [];
    const note = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', note);
    try {
      mongo = openMongo(proxy.url, 'worker', silentLog);
      await mongo.opened;
    } finally {
      unsubscribe('net.client.socket', note);
    }
    const own = sockets.filter(({ remotePort }) => remotePort === Number(port));
    [monitor, pooled] = own as [Socket, Socket];
  });
  afterEach(async () => {
    await mongo.close();
    await proxy.close();
  });
  after(() => services.close());

  const ask = (): Promise<unknown> => mongo.connection.collection('meta').findOne({});

  it('is sent again', async () => {
    await ask();
    pooled.destroy();
    await ask();
  });

  it('finds the server again when the command was a check of the server', async () => {
    await ask();
    await once(mongo.connection.getClient(), 'serverHeartbeatSucceeded');
    await sleep(CHECKED_AGAIN_MS);
    // Its answer must not come before the connection closes.
    pooled.pause();
    const asked = ask();
    await turn();
    // Of two sockets, Node closes the newer one first. Its command then asks the monitor for a check.
    monitor.destroy();
    pooled.destroy();
    await asked;
  });
});
