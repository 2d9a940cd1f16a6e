import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { loadScript } from './load-script.js';

interface AnyPort {
  onAnyPort: <T>(start: (port: number) => Promise<T>, pickPort: () => Promise<number>) => Promise<T>;
}
interface FreePort {
  freePort: () => Promise<number>;
}

const { onAnyPort } = await loadScript<AnyPort>('services/servers/ports.mjs');
const { freePort } = await loadScript<FreePort>('services/servers/ports.mjs');

describe('a server on any port', () => {
  let quicker: Server;
  let taken: number;
  before(async () => {
    taken = await freePort();
    quicker = createServer().listen(taken, '127.0.0.1');
    await once(quicker, 'listening');
  });
  after(async () => {
    quicker.close();
    await once(quicker, 'close');
  });

  /** Starts on these ports in turn; says nothing but how it ended, as PostgreSQL does in its last lines. */
  async function startOn(...ports: number[]): Promise<{ tried: number[]; end: string }> {
    const tried: number[] = [];
    const start = (port: number): Promise<string> => {
      tried.push(port);
      const isBroken = port === taken || ports.length === 0;
      return isBroken ? Promise.reject(new Error('exit code 1')) : Promise.resolve(`runs on ${port}`);
    };
    const pick = (): Promise<number> => Promise.resolve(ports.shift() ?? taken);
    return { end: await onAnyPort(start, pick).catch((error: unknown) => (error as Error).message), tried };
  }

  it('tries another one where somebody was quicker', async () => {
    const [free, spare] = [await freePort(), await freePort()];
    expect(await startOn(taken, free, spare)).to.deep.equal({
      tried: [taken, free],
      end: `runs on ${free}`,
    });
  });

  it('gives up after three', async () => {
    expect(await startOn(taken, taken, taken, taken)).to.deep.equal({
      tried: [taken, taken, taken],
      end: 'exit code 1',
    });
  });

  it('tries no other one where the port is not the reason', async () => {
    const free = await freePort();
    expect(await startOn(free)).to.deep.equal({ tried: [free], end: 'exit code 1' });
  });
});
