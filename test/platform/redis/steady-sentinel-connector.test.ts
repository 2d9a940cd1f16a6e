import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { privateServices, silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

const bulk = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

/** RESP3: not an answer. */
const push = (...words: readonly string[]): string => bulk(...words).replace('*', '>');

/** A Sentinel that names the tests' Redis as the master, and tells of a failover while it is asked. */
class TalkingSentinel {
  readonly #server: Server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => void this.#answer(socket, data.toString().toLowerCase()));
  });
  readonly #sockets = new Set<Socket>();
  readonly #told = new Set<Socket>();
  failsOver = false;
  asked = 0;

  /** @param master the address that it names */
  constructor(readonly master: URL) {}

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  get subscribers(): number {
    return this.#told.size;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  async #answer(socket: Socket, commands: string): Promise<void> {
    const { hostname, port } = this.master;
    for (const command of commands.split(/(?=\*\d+\r\n\$)/))
      if (command.includes('get-master-addr-by-name')) {
        this.asked += 1;
        if (this.failsOver) {
          for (const each of this.#told) each.write(push('message', '+switch-master', 'main'));
          await pause(50);
        }
        socket.write(bulk(hostname, port));
      } else if (command.includes('subscribe')) {
        this.#told.add(socket);
        socket.write(`>3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n`);
      } else if (command.includes('hello')) socket.write('%1\r\n$5\r\nproto\r\n:3\r\n');
      else socket.write(command.includes('sentinels') ? '*0\r\n' : '+OK\r\n');
  }
}

describe('a connection behind Sentinels', () => {
  const services = privateServices();
  const sentinel = new TalkingSentinel(new URL(services.redisUrl));
  let redis: Redis | undefined;
  after(async () => {
    if (redis) closeRedis(redis);
    sentinel.close();
    await services.close();
  });

  it('that broke comes back, though it hears of the failover only while it asks for the master', async () => {
    const port = await sentinel.open();
    const opened = openRedis(`redis+sentinel://127.0.0.1:${port}/main`, 'caller', silentLog);
    redis = opened;
    await until(() => opened.status === 'ready' && sentinel.subscribers > 0, 'there is a master');
    sentinel.failsOver = true;
    const { asked } = sentinel;
    opened.stream.destroy();
    await until(() => sentinel.asked > asked, 'the master is asked for again');
    await until(() => opened.status === 'ready' || opened.status === 'end', 'it is open or given up');
    expect(await opened.ping()).to.equal('PONG');
  });
});
