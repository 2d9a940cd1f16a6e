import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Answer } from './answer.js';
import { authInvalid } from './faults.js';
import { closeAfter, isBodyOpen } from './linger.js';

/** Data about a request for its log line and its answer. The steps of the call fill it in. */
export interface Locals {
  request_id: string;
  /** The answer's code, for the log. */
  code?: string;
  route?: string;
  key_prefix?: string;
  affiliate_id?: string;
  /** The id of the operator key. */
  operator_key?: string;
  /** The id of the person who is signed in. */
  person?: string;
  /** The id of the lead or search in the answer. */
  svc_lead_id?: string;
  /** What a refused call is kept with. The log does not have it. */
  refused?: Refused;
}

/** More about a refused call. */
export interface Refused {
  /** The field or parameter at fault. */
  field?: string;
  /** The id of a campaign, as the caller sent it. */
  sent_campaign?: string;
}

export const localsOf = (response: Response): Locals => response.locals as Locals;

/** Sends an answer with the envelope and the request's id. */
export function send(
  response: Response,
  { http, body }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const locals = localsOf(response);
  locals.code = body.code;
  if ('svc_lead_id' in body && typeof body.svc_lead_id === 'string') locals.svc_lead_id = body.svc_lead_id;
  sendJson(response, http, { ...body, request_id: locals.request_id }, headers);
}

/** Sends a document without the envelope. */
export function sendDocument(response: Response, document: object): void {
  localsOf(response).code = 'OK';
  sendJson(response, 200, document, {});
}

/** A document as text in parts, for one that is too long to hold. */
export class LongText {
  constructor(
    readonly type: string,
    readonly parts: AsyncIterator<string, unknown>,
  ) {}
}

export class JsonText extends LongText {
  constructor(parts: AsyncIterator<string, unknown>) {
    super('application/json', parts);
  }
}

export class CsvText extends LongText {
  /** `file`: the name under which a browser saves it, of letters, digits, `.`, `_` and `-`. */
  constructor(
    parts: AsyncIterator<string, unknown>,
    readonly file?: string,
  ) {
    super('text/csv', parts);
  }
}

/** A whole PDF. `file`: as that of `CsvText`. */
export class PdfFile {
  constructor(
    readonly bytes: Buffer,
    readonly file: string,
  ) {}
}

/** Sends a file for a browser to save. */
export function sendFile(response: Response, { bytes, file }: PdfFile): void {
  localsOf(response).code = 'OK';
  response
    .status(200)
    .set({
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="${file}"`,
    })
    .end(bytes);
}

/**
 * Sends a document as its parts come, no faster than the client reads. An error before the first part is thrown. After
 * that the connection is cut, so that the client can't take a part for the whole. `isStillAllowed` is asked before each
 * part is read and before it is sent: who may not call any more gets no more of it.
 */
export async function sendText(
  response: Response,
  text: LongText,
  isStillAllowed: () => Promise<boolean>,
): Promise<void> {
  const { type, parts } = text;
  const next = async (): ReturnType<typeof parts.next> => {
    if (!(await isStillAllowed())) throw authInvalid();
    const part = await parts.next();
    if (!(await isStillAllowed())) throw authInvalid();
    return part;
  };
  async function* all(first: Awaited<ReturnType<typeof next>>): AsyncGenerator<string> {
    for (let part = first; part.done !== true; part = await next()) yield part.value;
  }
  try {
    const first = await next();
    localsOf(response).code = 'OK';
    response.status(200).set('Content-Type', `${type}; charset=utf-8`);
    if (text instanceof CsvText && text.file !== undefined)
      response.set('Content-Disposition', `attachment; filename="${text.file}"`);
    if (response.req.method === 'HEAD') response.end();
    else if (!response.destroyed) await pipeline(all(first), response);
  } finally {
    // Also when the client left: a suspended source would keep its cursor in the database open.
    await parts.return?.();
  }
}

function sendJson(
  response: Response,
  http: number,
  document: object,
  headers: Readonly<Record<string, string>>,
): void {
  const bytes = Buffer.from(JSON.stringify(document));
  const write = (): void => {
    // The client closed the connection, or a raw answer was written to the socket. This checks the request's socket: a
    // response that waits behind an earlier response on its connection has no socket yet.
    if (response.headersSent || !response.req.socket.writable) return;
    if (isBodyOpen(response.req)) closeAfter(response);
    // Express's own `send` would answer `If-None-Match: *` with a 304 and no envelope.
    response
      .status(http)
      .set({
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': String(bytes.length),
      })
      .end(bytes);
  };
  // By then, a short body that arrived with the headers is parsed, so the connection can stay open.
  if (isBodyOpen(response.req)) setImmediate(write);
  else write();
}
