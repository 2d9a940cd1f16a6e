import { request } from 'node:http';
import { Duplex } from 'node:stream';

/** undici also says so of any fault in headers behind Content-Length. */
const LENGTH_DIFFERS = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const CODES: readonly unknown[] = [LENGTH_DIFFERS, 'UND_ERR_HEADERS_OVERFLOW'];

/** Whether the answer is not HTTP that undici can read. Anything else that ends a connection only breaks an answer off. */
export const isRefusedHttp = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'HTTPParserError' || CODES.includes((error as NodeJS.ErrnoException).code));

const LINE_ENDS = 'it must end each line of its headers and chunks in CR LF';
const ONE_LENGTH =
  'it must send one Content-Length, the bytes of its body, or Transfer-Encoding: chunked without one';
const FIRST_LINE = 'its first line must be like HTTP/1.1 200 OK';

/** What the other server must change, by the code of Node's parser (llhttp). */
const CHANGES: Readonly<Record<string, string>> = {
  HPE_CR_EXPECTED: LINE_ENDS,
  HPE_LF_EXPECTED: LINE_ENDS,
  HPE_UNEXPECTED_CONTENT_LENGTH: ONE_LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: ONE_LENGTH,
  HPE_INVALID_CONTENT_LENGTH: ONE_LENGTH,
  HPE_INVALID_CHUNK_SIZE:
    'with Transfer-Encoding: chunked, its body must be in chunks, each behind its length in hexadecimal digits alone',
  HPE_INVALID_CONSTANT: FIRST_LINE,
  HPE_INVALID_VERSION: FIRST_LINE,
  HPE_INVALID_STATUS: FIRST_LINE,
  HPE_INVALID_HEADER_TOKEN:
    'each of its header lines must be like Name: value, on one line, without blanks in the name and without control characters',
  HPE_HEADER_OVERFLOW: 'its headers may have 16 KiB',
  UND_ERR_HEADERS_OVERFLOW: 'its headers may have 16 KiB',
  [LENGTH_DIFFERS]: 'its Content-Length must be the bytes of its body',
};

/**
 * Why an answer is not HTTP, in the parser's words, and what the other server must change. `received`: all that came of it.
 * `hasHeaders`: its headers were read.
 */
export async function whyRefused(error: unknown, received: Buffer, hasHeaders: boolean): Promise<string> {
  const own = ownWords(error);
  const isTold = hasHeaders && own.code === LENGTH_DIFFERS;
  const { code, message } = (isTold ? undefined : await parserFault(received)) ?? own;
  const change = CHANGES[code];
  return `the answer is no valid HTTP${change === undefined ? '' : `: ${change}`} (${[code, message].filter(Boolean).join(', ')})`;
}

interface Fault {
  readonly code: string;
  /** The parser's. It holds nothing of the answer. */
  readonly message?: string;
}

const ownWords = (error: unknown): Fault => {
  const { code, name } = error as NodeJS.ErrnoException;
  return { code: code ?? name };
};

/**
 * What Node's own parser, of the same make as undici's, says of these bytes. undici does not tell the code, and for many
 * faults tells another one in its place.
 */
function parserFault(received: Buffer): Promise<Fault | undefined> {
  return new Promise((resolve) => {
    const line = new Duplex({
      read: () => undefined,
      write(_, __, done) {
        done();
      },
    });
    const none = (): void => {
      resolve(undefined);
    };
    const asked = request({ method: 'POST', createConnection: () => line });
    asked.on('response', (answer) => answer.resume().on('close', none));
    asked.on('upgrade', none);
    asked.on('error', (error: NodeJS.ErrnoException & { reason?: string }) => {
      const { code = '', reason } = error;
      resolve(code.startsWith('HPE_') ? { code, ...(reason ? { message: reason } : {}) } : undefined);
    });
    asked.on('close', none);
    asked.end();
    line.push(received);
    line.push(null);
  });
}
