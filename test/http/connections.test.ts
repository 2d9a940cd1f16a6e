import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { withinDescriptors } from '../../src/http/bound-connections.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { get, open } from '../attack/support/pipeline.js';
import { captureLog } from '../support/captured-log.js';
import { openServer } from '../support/open-server.js';
import { until } from '../support/until.js';

describe('api: connections', () => {
  for (const [what, bounds, said] of [
    ['in all', { most: 3 }, 'MAX_CONNECTIONS'],
    ['of one address', { most: 100, mostOfAddress: 3 }, 'MAX_CONNECTIONS_PER_ADDRESS'],
  ] as const)
    it(`beyond the bound ${what} are closed, the others go on, and one that ends makes room`, async () => {
      const heard = captureLog();
      const server = createHttpServer((_request, response) => response.end('x'), heard.log, {}, bounds);
      const served = await openServer(server);
      const held: Socket[] = [];
      const isServed = async (): Promise<boolean> => {
        const socket = await open(served.url);
        const end = new Promise<false>((resolve) =>
          socket.once('close', () => {
            resolve(false);
          }),
        );
        socket.write(get('/'));
        const heard = await Promise.race([
          once(socket, 'data').then(
            () => true,
            () => false,
          ),
          end,
        ]);
        if (heard) held.push(socket);
        return heard;
      };
      const first: boolean[] = [];
      for (let n = 0; n < 6; n += 1) first.push(await isServed());
      expect(first).to.deep.equal([true, true, true, false, false, false]);
      expect(heard.lines().map(({ bound }) => bound)).to.deep.equal([said]);
      held[0]?.destroy();
      await until(isServed, 'there is room again');
      await served.close();
    });

  it('are never so many that no descriptor is left for the services', () => {
    expect(withinDescriptors(10)).to.equal(10);
    const most = withinDescriptors(Number.MAX_SAFE_INTEGER);
    expect(most).to.be.at.least(1);
    expect(withinDescriptors(most)).to.equal(most);
  });
});
