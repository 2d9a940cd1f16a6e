import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as afterEvents, setTimeout as pause } from 'node:timers/promises';
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
    socket.on('close', () => this.#sockets.delete(socket));
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

  get connections(): number {
    return this.#sockets.size;
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
  const opened: Redis[] = [];
  let url: string;
  const open = (flavour: 'caller' | 'listener' = 'caller'): Redis => {
    const redis = openRedis(url, flavour, silentLog);
    opened.push(redis);
    return redis;
  };
  before(async () => {
    url = `redis+sentinel://127.0.0.1:${await sentinel.open()}/main`;
  });
  after(async () => {
    for (const redis of opened) closeRedis(redis);
    sentinel.close();
    await services.close();
  });

  it('that is closed while it connects to the master leaves no connection', async () => {
    const redis = open('listener');
    while (!(redis.stream as Socket | undefined)?.connecting) await afterEvents();
    closeRedis(redis);
    expect(sentinel.asked).to.equal(1);
    await pause(200);
    expect(sentinel.connections).to.equal(0);
  });

  it('that broke comes back, though it hears of the failover only while it asks for the master', async () => {
    const redis = open();
    await until(() => redis.status === 'ready' && sentinel.subscribers > 0, 'there is a master');
    sentinel.failsOver = true;
    const { asked } = sentinel;
    redis.stream.destroy();
    await until(() => sentinel.asked > asked, 'the master is asked for again');
    await until(() => redis.status === 'ready' || redis.status === 'end', 'it is open or given up');
    expect(await redis.ping()).to.equal('PONG');
  });
});
