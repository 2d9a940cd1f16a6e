import type { Socket } from 'node:net';

const BEGIN = 'HTTP/1.1 100';
const END = '\r\n\r\n';
/** A longer one is left to the parser, which refuses it. */
const MAX_HELD_BYTES = 8_192;

/**
 * The same socket, without the `100 Continue` that a server may send before its answer, also if nobody asked for it (RFC 9110).
 * undici cuts the connection there, so a lead that a buyer had just answered would be unknown. Every request is written at
 * once, so what comes after a write begins an answer.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let begins = false;
  let held: Buffer = Buffer.alloc(0);
  const changed = {
    write(...args: unknown[]): boolean {
      begins = true;
      return write(...args);
    },
    read(size?: number): Buffer | null {
      const chunk = read(size);
      if (!begins || chunk === null) return chunk;
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      for (;;) {
        const end = endOfContinue(bytes);
        if (end === 'open') {
          held = bytes;
          return null;
        }
        if (end === 0) break;
        bytes = bytes.subarray(end);
      }
      [begins, held] = [false, Buffer.alloc(0)];
      return bytes;
    },
  };
  Object.assign(socket, changed);
  return socket;
}

/** Where a `100 Continue` at the begin of these bytes ends. 0: no such answer is there. `open`: that can't be told yet. */
function endOfContinue(bytes: Buffer): number | 'open' {
  const begin = bytes.toString('latin1', 0, BEGIN.length);
  if (!BEGIN.startsWith(begin)) return 0;
  const end = bytes.indexOf(END);
  if (end >= 0) return end + END.length;
  return bytes.length < MAX_HELD_BYTES ? 'open' : 0;
}
