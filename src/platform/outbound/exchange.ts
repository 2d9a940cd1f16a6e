import type { Dispatcher } from 'undici';
import { promisify } from 'node:util';
import { gunzip, inflate, brotliDecompress } from 'node:zlib';
import { ANSWER_LIMIT_BYTES, type Heard, type HttpOutcome } from '../../core/delivery/http-outcome.js';
import type { OwnFault } from '../../core/delivery/delivered.js';
import { isAddressRefused } from './guarded-connector.js';
import { isRequestRefused, nameFault } from './name-fault.js';
import type { OutboundRequest } from '../../app/ports/prepared-request.js';

const TOO_LATE = 'too late: this process stood still before it sent the request';

/**
 * Sends one request over `dispatcher` and waits for its whole answer. Never rejects.
 *
 * undici calls `onRequestStart` right before it writes the first byte. So an error before that call is `never_sent`;
 * a later error is not. If the time is up before the start, or the start comes after `sendBy`, the start is refused,
 * so `never_sent` stays true.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  clock: () => Date,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let complete = false;
    let status: number | undefined;
    let headers: Record<string, string> = {};
    let size = 0;
    const chunks: Buffer[] = [];

    const settle = (outcome: HttpOutcome): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    const isTooLate = (): boolean => request.sendBy !== undefined && clock() > request.sendBy;
    const refuseToStart = (): void => {
      settle({ kind: 'never_sent', detail: TOO_LATE, ours: 'late' });
    };
    const fail = (detail: string, error?: unknown): void => {
      if (settled) return;
      if (!controller) {
        const ours = ownFault(error);
        settle({ kind: 'never_sent', detail: `connect: ${detail}`, ...(ours && { ours }) });
      } else {
        const heard = status === undefined ? {} : { status, heard: heardOf(status, headers, chunks, size) };
        settle({ kind: 'unknown', detail: `answer: ${detail}`, ...heard });
      }
    };
    const giveUp = (): void => {
      if (complete) return;
      fail('timed out');
      controller?.abort(new Error('timed out'));
    };
    // First read an answer that arrived while this process was stalled: an unknown outcome costs an operator time.
    const timer = setTimeout(() => setImmediate(giveUp), request.timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (isTooLate()) refuseToStart();
        // A second start would be a retry by undici itself, which must not happen.
        if (settled || controller) started.abort(new Error('refused to start'));
        else controller = started;
      },
      onResponseStart(_, code, received) {
        if (code < 200) return;
        status = code;
        headers = flatten(received);
      },
      onResponseData(current, chunk) {
        size += chunk.length;
        if (size <= ANSWER_LIMIT_BYTES) chunks.push(chunk);
        else {
          fail('over 256 KiB');
          current.abort(new Error('answer too large'));
        }
      },
      onResponseEnd() {
        const known = status;
        if (known === undefined) fail('no status');
        else {
          clearTimeout(timer);
          complete = true;
          void decodeAnswer(Buffer.concat(chunks), headers).then((decoded) => {
            if ('fault' in decoded) fail(decoded.fault);
            else settle({ kind: 'answered', status: known, headers, body: decoded.text });
          });
        }
      },
      onResponseError(_, error) {
        fail(nameFault(error, controller ? 'answer' : 'connect'), error);
      },
    };
    if (isTooLate()) {
      refuseToStart();
      return;
    }
    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: request.url.pathname + request.url.search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    } catch (error) {
      fail(nameFault(error, controller ? 'answer' : 'connect'), error);
    }
  });
}

/** Why we could not even begin. Undefined: the destination or the network is at fault. */
function ownFault(error: unknown): OwnFault | undefined {
  if (isAddressRefused(error)) return 'address';
  return isRequestRefused(error) ? 'settings' : undefined;
}

function flatten(received: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** What came before an answer broke off. */
function heardOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  chunks: readonly Buffer[],
  bytes: number,
): Heard {
  const packed = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const isText = packed === '' || packed === 'identity';
  const body = isText
    ? textOf(Buffer.concat(chunks), headers['content-type'] ?? '')
    : `(${bytes} bytes of ${packed}, not unpacked)`;
  return { status, headers, body, bytes };
}

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Converts an answer's bytes to text. Unpacks them by Content-Encoding. The charset comes from the byte order mark,
 * Content-Type or XML declaration, else it is UTF-8. `fault`: the answer can't be read.
 */
export async function decodeAnswer(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  const packed = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (packed === '' || packed === 'identity' || bytes.length === 0)
    return { text: textOf(bytes, headers['content-type'] ?? '') };
  const unpack = Object.hasOwn(UNPACK, packed) ? UNPACK[packed as keyof typeof UNPACK] : undefined;
  if (!unpack) return { fault: 'packed in a way that is not known' };
  try {
    const unpacked = await unpack(bytes, { maxOutputLength: ANSWER_LIMIT_BYTES });
    return { text: textOf(unpacked, headers['content-type'] ?? '') };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { fault: tooLarge ? 'over 256 KiB' : `not ${packed}` };
  }
}

function textOf(bytes: Buffer, contentType: string): string {
  const label =
    markOf(bytes) ?? /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? declaredIn(bytes) ?? 'utf-8';
  return decode(bytes, label);
}

/** The charset of the byte order mark. The mark is not part of the text; the decoder drops it. */
function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

const declaredIn = (bytes: Buffer): string | undefined =>
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];

function decode(bytes: Buffer, label: string): string {
  try {
    const decoder = new TextDecoder(label);
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withQuotes(text) : text;
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Windows's characters 0x80 to 0x9f, which Node decodes as Latin-1 control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const withQuotes = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
