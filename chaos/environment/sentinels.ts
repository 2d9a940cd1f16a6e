import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { quietPort } from './quiet-port.js';
import { waitFor } from './wait-for.js';

/** Three real Sentinels that watch one master. */
export interface Sentinels {
  /** As in `host:port,host:port`. */
  readonly hosts: string;
  /** The port of the master that they name. */
  masterPort(): Promise<number>;
  /** Orders a failover, and resolves when it is begun. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

const COUNT = 3;

/** Starts them with the master's own program. They take a master that is silent for a second for dead. */
export async function startSentinels(master: Redis, name: string): Promise<Sentinels> {
  const program = await programOf(master);
  if (program === undefined) throw new Error('the program of this Redis is not on this machine');
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-sentinels-'));
  const running: ChildProcess[] = [];
  const clients: Redis[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const port = await quietPort();
    const file = join(dir, `${n}.conf`);
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor ${name} 127.0.0.1 ${master.options.port} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 5000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    running.push(spawn(program, [file, '--sentinel'], { stdio: 'ignore', cwd: dir }));
    const client = new Redis({ port, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    clients.push(client);
  }
  const [asked] = clients as [Redis, ...Redis[]];
  const ask = (command: string): Promise<unknown> => asked.call('SENTINEL', command, name);
  await agreed(clients, name);
  return {
    hosts: clients.map(({ options: { port } }) => `127.0.0.1:${port}`).join(','),
    async masterPort() {
      const [, port] = (await ask('GET-MASTER-ADDR-BY-NAME')) as [string, string];
      return Number(port);
    },
    async failOver() {
      await ask('FAILOVER');
    },
    async close() {
      for (const client of clients) client.disconnect();
      await Promise.all(
        running.map(async (each) => {
          const gone = once(each, 'exit');
          each.kill('SIGKILL');
          await gone;
        }),
      );
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The program of a server, which is also that of a Sentinel. Undefined: it runs elsewhere, as in a container. */
export async function programOf(server: Redis): Promise<string | undefined> {
  const program = /^executable:(.+)$/m.exec(await server.info('server'))?.[1]?.trim();
  return program !== undefined && existsSync(program) ? program : undefined;
}

/** Waits until each knows the others, and enough of them for a failover. */
async function agreed(clients: readonly Redis[], name: string): Promise<void> {
  await waitFor(async () => {
    const asked = clients.map((each) => each.call('SENTINEL', 'CKQUORUM', name).catch(() => ''));
    return (await Promise.all(asked)).every((text) => String(text).startsWith(`OK ${COUNT}`));
  }, 'the Sentinels do not find each other');
}
