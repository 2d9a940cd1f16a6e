import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { receiveStart, reportReady } from '../bare/start-message.js';
import { listen } from './listen.js';
import { openDatabase } from './mongo/open-database.js';

/** What the benchmark tells the stub. */
export interface StubStart {
  /** How long each answer takes. */
  readonly latencyMs: number;
}

/** What the stub tells the benchmark. */
export interface StubReady {
  readonly mongoUrl: string;
  readonly buyerUrl: string;
  /** Where `/metrics` tells its CPU. */
  readonly origin: string;
}

/** Database and buyer of all measured processes, in memory, in one process. */
const { latencyMs } = await receiveStart<StubStart>();
const { url: mongoUrl } = await openDatabase(latencyMs);

const buyer = createServer((request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  request.resume().on('end', () => {
    const body = JSON.stringify({ result: 'accepted', reference: randomUUID() });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    setTimeout(() => response.writeHead(200, headers).end(body), latencyMs);
  });
});

const origin = `http://127.0.0.1:${await listen(buyer)}`;
reportReady({ mongoUrl, buyerUrl: `${origin}/leads`, origin } satisfies StubReady);
