import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { receiveStart, reportReady } from './bare/start-message.js';

/** A buyer that takes every lead at once. Runs as its own process, the same for both sides. */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const body = JSON.stringify({ result: 'accepted', reference: randomUUID() });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
});

await receiveStart();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  reportReady({ url: `http://127.0.0.1:${port}/leads` });
});
