import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const TRIES = 3;

/**
 * A free port may be taken by another program before the server has it: then the start is tried on another one.
 * The port is asked, not the server's log: each server says it in its own words, and some say more after it.
 *
 * @template T
 * @param {(port: number) => Promise<T>} start
 * @param {() => Promise<number>} [pickPort]
 * @returns {Promise<T>}
 */
export async function onAnyPort(start, pickPort = freePort) {
  for (let left = TRIES - 1; ; left -= 1) {
    const port = await pickPort();
    try {
      return await start(port);
    } catch (error) {
      if (left === 0 || (await isFree(port))) throw error;
    }
  }
}

// Below what systems choose from for outgoing connections, and for servers that ask for any port.
const LOWEST = 10_000;
const END = 20_000;

/**
 * A port on the loopback interface that was free a moment ago. Another program may take it before it is used:
 * callers start on it and try again with another one (`onAnyPort`).
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

const LISTENING = '0A';

/**
 * Whether this very process listens on the port, and not another one that was quicker.
 * Where the system doesn't tell (no /proc), yes: then only the server's own start-up error is the sign.
 *
 * @param {number} pid one of our own user's
 * @param {number} port
 */
export function ownsPort(pid, port) {
  if (process.platform !== 'linux') return true;
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(place) && fields[3] === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
  return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkTarget(`/proc/${pid}/fd/${fd}`)));
}

/** @param {string} file */
function linkTarget(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
