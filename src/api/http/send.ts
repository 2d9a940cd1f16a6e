import type { Response } from 'express';
import type { Answer } from '../call.js';
import { closeAfter, isBodyOpen } from './linger.js';

/** What the request log and the answer know about a request. Filled in step by step. */
export interface Locals {
  request_id: string;
  /** Of the answer, for the log. */
  code?: string;
  route?: string;
  key_prefix?: string;
  affiliate_id?: string;
  /** The lead's or search's id of the answer. */
  svc_lead_id?: string;
}

export const localsOf = (response: Response): Locals => response.locals as Locals;

/** Every answer leaves here: its envelope with the request's id. */
export function send(
  response: Response,
  { http, body }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const locals = localsOf(response);
  locals.code = body.code;
  if ('svc_lead_id' in body && typeof body.svc_lead_id === 'string') locals.svc_lead_id = body.svc_lead_id;
  const text = JSON.stringify({ ...body, request_id: locals.request_id });
  const write = (): void => {
    // The client left early, or a raw answer was written to the socket. This checks the request's socket, because a
    // response that waits behind an earlier one on its connection has none yet.
    if (response.headersSent || !response.req.socket.writable) return;
    if (isBodyOpen(response.req)) closeAfter(response);
    // Express would answer `If-None-Match: *` with a 304 and no envelope.
    response
      .status(http)
      .set({
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': String(Buffer.byteLength(text)),
      })
      .end(text);
  };
  // By then a short body that arrived with its headers is parsed, and its connection can be kept.
  if (isBodyOpen(response.req)) setImmediate(write);
  else write();
}
