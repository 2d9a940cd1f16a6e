import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { repeatedKeys } from '../core/json/repeated-keys.js';
import { replaceInvisible } from '../core/lead/invisible-characters.js';
import { malformed, tooLarge } from './faults.js';
import type { Turn } from './turns.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

type ReadBody = (request: Request, response: Response, turn?: Turn) => Promise<Record<string, unknown>>;

/**
 * Reads JSON objects of at most `limit` bytes after decompression. Throws an ApiFault for any other body. With `turn`, the
 * call waits for its turn when its bytes are there, so that it goes on even if its sender has left by then.
 */
export function bodyReader(limit: number): ReadBody {
  const readBytes = bytesReader(limit);
  return async (request, response, turn) => {
    const bytes = await readBytes(request, response);
    requireJson(request.headers['content-type']);
    await turn?.(bytes.length);
    return parse(bytes);
  };
}

/** A body as it came, packed as it was sent. */
export interface RawBody {
  readonly bytes: Buffer;
  /** Why this is not all of it. */
  readonly cut?: 'broken_off' | 'too_large';
}

/**
 * Reads a body of any type, and never rejects. Call it before anything is awaited: later, of a sender who has left in the
 * meantime, there is nothing left to read, and a body that broke off looks like none.
 */
export function readRawBody(request: IncomingMessage, limit: number): Promise<RawBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (cut?: RawBody['cut']): void => {
      resolve({ bytes: Buffer.concat(chunks), ...(cut && { cut }) });
    };
    const most = limit + PACKING;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else end('too_large');
    });
    request.once('end', () => {
      end();
    });
    request.once('error', () => undefined);
    request.once('close', () => {
      end('broken_off');
    });
    if (Number(request.headers['content-length'] ?? 0) > most) end('too_large');
    else if (request.destroyed) end('broken_off');
  });
}

/** Reads bodies of any type, of at most `limit` bytes after decompression. A missing body is an empty buffer. */
function bytesReader(limit: number): (request: Request, response: Response) => Promise<Buffer> {
  const readBytes: RequestHandler = express.raw({ limit, type: () => true });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      readBytes(request, response, (fault?: unknown) => {
        if (fault === undefined) resolve();
        else reject(readFault(fault, limit));
      });
      // body-parser reports a refused body only after it has read the whole body, however long it is.
      refuseBeyond(request, limit, reject);
    });
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

/** A compressed body may exceed `limit` by this many bytes, because compression can make a short body longer. */
const PACKING = 1_024;

function refuseBeyond(request: Request, limit: number, refuse: (fault: Error) => void): void {
  let bytes = Number(request.headers['content-length'] ?? 0);
  const refuseLong = (): void => {
    if (bytes > limit + PACKING) refuse(tooLarge(limit));
  };
  refuseLong();
  bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    refuseLong();
  });
}

function parse(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw malformed('Send a JSON object as the body.');
  let text: string;
  let body: unknown;
  try {
    text = utf8.decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw malformed('Send a body that is valid JSON in UTF-8.');
  }
  const fault = shapeFault(body) ?? repetitionIn(text, body);
  if (fault !== undefined) throw malformed(fault);
  return body as Record<string, unknown>;
}

function requireJson(contentType: string | undefined): void {
  const type = mimeType(contentType ?? '');
  const charset = type?.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (type?.essence !== 'application/json' || (charset !== 'utf-8' && charset !== 'utf8'))
    throw malformed('Send Content-Type: application/json, in UTF-8.');
}

function mimeType(header: string): MIMEType | undefined {
  try {
    return new MIMEType(header);
  } catch {
    return undefined;
  }
}

/** body-parser's own errors have a `type`. Any other error while reading is also the sender's fault. */
function readFault(fault: unknown, limit: number): Error {
  const type = fault instanceof Error && 'type' in fault ? fault.type : undefined;
  if (type === 'entity.too.large') return tooLarge(limit);
  if (type === 'encoding.unsupported') return malformed('Send the body plain or with gzip, deflate or br.');
  return malformed('Send the whole body, in the encoding that Content-Encoding names.');
}

/** The most characters of a key that a message repeats. */
const SHOWN = 60;

/** Which key stands twice in one object. Two values for one field say two things, and nobody knows which was meant. */
function repetitionIn(json: string, body: unknown): string | undefined {
  const [found] = repeatedKeys(json, body);
  if (!found) return undefined;
  const shown = Array.from(replaceInvisible(found.key, () => '\ufffd'))
    .slice(0, SHOWN)
    .join('');
  return `Send each key once in an object: "${shown}" stands twice.`;
}

export const MAX_DEPTH = 8;
export const MAX_KEYS = 500;

/** Why a parsed body is refused: not an object, too deep, or too many keys on all levels. Undefined if it is valid. */
export function shapeFault(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'Send a JSON object.';
  let keys = 0;
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `Send at most ${MAX_DEPTH} levels of nesting.`;
    const next: object[] = [];
    for (const parent of level) {
      const values = Object.values(parent) as unknown[];
      if (!Array.isArray(parent)) keys += values.length;
      if (keys > MAX_KEYS) return `Send at most ${MAX_KEYS} keys.`;
      for (const value of values) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return undefined;
}
