import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../platform/process/logger.js';
import { malformed } from './faults.js';
import { answerOfFault } from './translate-error.js';

const HTTP: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Send a request in valid HTTP/1.1 syntax.',
  408: 'Send the whole request sooner.',
  431: 'Send fewer or shorter headers.',
};

/**
 * Answers a request that Node's parser refused: such a request never reaches the app. Writes the envelope to the
 * socket, if that is still possible, and a log line with the same request_id. The log line contains the parser's name
 * for the fault, and nothing that the caller sent.
 */
export const answerClientError =
  (log: Log) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { _httpMessage: begun } = socket as Duplex & { _httpMessage?: ServerResponse | null };
    if (!socket.writable || error.code === 'ECONNRESET' || begun?.headersSent === true) {
      socket.destroy();
      return;
    }
    // Behind a whole request, the fault is that of a later one. An answer would be taken for that of the first, after whose
    // own answer the connection is closed.
    if (begun?.req.complete === true) {
      begun.shouldKeepAlive = false;
      return;
    }
    const http = HTTP[error.code ?? ''] ?? 400;
    const request_id = idOf(begun);
    const answer = answerOfFault(malformed(MESSAGES[http] ?? '', http));
    log.info({ request_id, http, code: answer.body.code, fault: error.code }, 'request could not be read');
    const body = JSON.stringify({ ...answer.body, request_id });
    const head = [
      `HTTP/1.1 ${http} ${STATUS_CODES[http] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };

/** The id of the call. If the headers were read, the call already has an id, which its other log lines contain. */
function idOf(begun: ServerResponse | null | undefined): string {
  const id = begun?.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : randomUUID();
}
