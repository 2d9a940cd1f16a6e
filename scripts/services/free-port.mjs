import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below what systems choose from for outgoing connections, and for servers that ask for any port.
const LOWEST = 10_000;
const END = 20_000;

/**
 * A port on the loopback interface that was free a moment ago. Another program may take it before it is used:
 * callers start on it and try again with another one (on-any-port.mjs).
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(LOWEST, END);
    if (await isFree(port)) return port;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether nobody listens on it on the loopback interface
 */
export function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
