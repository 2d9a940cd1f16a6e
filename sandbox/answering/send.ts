import type { Response } from 'express';
import type { Rendered } from './render.js';
import type { Reply } from './reply.js';

/**
 * Sends the reply, or drops the connection, after `delayMs` plus the reply's own delay. Does nothing if the caller has
 * left.
 */
export function send(res: Response, reply: Reply, rendered: Rendered, delayMs: number): void {
  const wait = setTimeout(
    () => {
      if (reply.sends === 'nothing') res.destroy();
      else if (reply.sends === 'half') sendHalf(res, rendered);
      else sendWhole(res, reply, rendered);
    },
    delayMs + (reply.after ?? 0),
  );
  res.on('close', () => {
    clearTimeout(wait);
  });
}

function sendWhole(res: Response, { location }: Reply, { status, headers, type, text }: Rendered): void {
  res.status(status);
  if (location !== undefined) res.set('location', location);
  if (type !== undefined) res.set('content-type', type);
  res.set(headers).end(text);
}

function sendHalf(res: Response, { status, headers, type, text }: Rendered): void {
  const bytes = Buffer.from(text);
  // An empty body has no middle, so announce more than is sent.
  res.status(status).set({ ...headers, 'content-length': String(Math.max(bytes.length, 2)) });
  if (type !== undefined) res.set('content-type', type);
  res.write(bytes.length < 2 ? ' ' : bytes.subarray(0, bytes.length / 2), () => res.destroy());
}
