import type { Response } from 'express';
import type { Reply } from './reply.js';

/** Does what the reply says with the connection, `delayMs` later than it says. A caller that left is left alone. */
export function send(res: Response, reply: Reply, delayMs: number, reference?: string): void {
  const wait = setTimeout(
    () => {
      if (reply.sends === 'nothing') res.destroy();
      else if (reply.sends === 'half') sendHalf(res, reply);
      else sendWhole(res, reply, reference);
    },
    delayMs + (reply.after ?? 0),
  );
  res.on('close', () => {
    clearTimeout(wait);
  });
}

function sendWhole(res: Response, reply: Reply, reference: string | undefined): void {
  res.status(reply.status);
  if (reply.location !== undefined) res.set('location', reply.location);
  if (typeof reply.body === 'string') res.type('html').send(reply.body);
  else res.json(reference === undefined ? reply.body : { ...reply.body, reference });
}

function sendHalf(res: Response, reply: Reply): void {
  const text = JSON.stringify(reply.body);
  res.status(reply.status).set({ 'content-type': 'application/json', 'content-length': String(text.length) });
  res.write(text.slice(0, text.length / 2), () => res.destroy());
}
