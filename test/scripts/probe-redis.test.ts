import { expect } from 'chai';
import { rawServer } from '../platform/outbound/raw-server.js';
import { loadScript } from './load-script.js';

const { probeRedis } = await loadScript<{
  probeRedis: (port: number) => Promise<{ pid: number; version: string } | null>;
}>('services/servers/redis-server.mjs');

const info = (loading: number): string =>
  `$99\r\n# Server\r\nredis_version:8.0.6\r\nprocess_id:7\r\n\r\n# Persistence\r\nloading:${loading}\r\nasync_loading:0\r\n`;

describe('the question whether a Redis is ready', () => {
  for (const [what, answer, said] of [
    ['answers', info(0), { pid: 7, version: '8.0.6' }],
    ['still reads its data', info(1), null],
    ['is none', 'HTTP/1.1 400 Bad Request\r\n\r\n', null],
  ] as const)
    it(`is ${said ? 'yes' : 'no'} where it ${what}`, async () => {
      const server = await rawServer((socket) => socket.once('data', () => socket.end(answer)));
      try {
        expect(await probeRedis(server.port)).to.deep.equal(said);
      } finally {
        await server.close();
      }
    });
});
