import type { Socket } from 'node:net';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-result.js';

const BEGIN = 'HTTP/1.1 100';
const END = '\r\n\r\n';
/** A longer one is left to the parser, which refuses it. */
const MAX_HELD_BYTES = 8_192;

const RECEIVED = new WeakMap<object, Buffer>();

/** What had arrived, byte for byte, before this error ended its connection. Undefined: nothing had. */
export const receivedBefore = (error: unknown): Buffer | undefined =>
  typeof error === 'object' && error !== null ? RECEIVED.get(error) : undefined;

/**
 * The same socket, with three changes for the answers that it reads. Every request is written at once, so what comes after a
 * write begins an answer.
 *
 * It leaves out the `100 Continue` that a server may send before its answer, also if nobody asked for it (RFC 9110). undici
 * cuts the connection there, so a lead that a buyer had just answered would be unknown.
 *
 * It remembers what arrived (`receivedBefore`): of an answer that undici's parser refuses, undici tells no more than what
 * stood in the last packet behind the fault.
 *
 * It gives a reset another name: undici takes one for the end of an answer without a length, and an operating system that
 * loses what was written would make an answer of the half of it.
 */
export function answeringSocket<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const destroy = socket.destroy.bind(socket);
  let begins = false;
  let held: Buffer = Buffer.alloc(0);
  let received: Buffer[] = [];
  let bytesReceived = 0;
  const changed = {
    write(...args: unknown[]): boolean {
      begins = true;
      [received, bytesReceived] = [[], 0];
      return write(...args);
    },
    read(size?: number): Buffer | null {
      const chunk = read(size);
      if (chunk === null) return chunk;
      if (bytesReceived <= ANSWER_LIMIT_BYTES) received.push(chunk);
      bytesReceived += chunk.length;
      if (!begins) return chunk;
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
    destroy(error?: Error): S {
      const end = isReset(error) ? new ResetError(error) : error;
      if (end && received.length > 0) RECEIVED.set(end, Buffer.concat(received));
      return destroy(end);
    },
  };
  Object.assign(socket, changed);
  return socket;
}

/** A reset, without the code by which undici knows one. */
export class ResetError extends Error {
  constructor(cause: Error) {
    super('the connection was reset', { cause });
  }
}

const isReset = (error: NodeJS.ErrnoException | undefined): error is NodeJS.ErrnoException =>
  error?.code === 'ECONNRESET';

/** Where a `100 Continue` at the begin of these bytes ends. 0: no such answer is there. `open`: that can't be told yet. */
function endOfContinue(bytes: Buffer): number | 'open' {
  const begin = bytes.toString('latin1', 0, BEGIN.length);
  if (!BEGIN.startsWith(begin)) return 0;
  const end = bytes.indexOf(END);
  if (end >= 0) return end + END.length;
  return bytes.length < MAX_HELD_BYTES ? 'open' : 0;
}
