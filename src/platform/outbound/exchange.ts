import type { Dispatcher } from 'undici';
import { decodeAnswer } from './decode-answer.js';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-outcome.js';
import { isAddressRefused } from './guarded-connector.js';
import { nameFault } from './name-fault.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import type { OutboundRequest } from '../../app/ports/prepared-request.js';

const TOO_LATE = 'too late: this process stood still between storing the attempt and sending it';

/**
 * Sends one request over `dispatcher` and waits for its whole answer. Never rejects.
 *
 * undici calls `onRequestStart` right before it writes the first byte: an error before it is `never_sent`, anything
 * after it is not. When the time is up before the start, the start is refused, so `never_sent` stays true; so is one
 * after `sendBy`.
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
      const ours = isAddressRefused(error) ? ({ ours: 'address' } as const) : {};
      if (!controller) settle({ kind: 'never_sent', detail: `connect: ${detail}`, ...ours });
      else
        settle({ kind: 'unknown', detail: `answer: ${detail}`, ...(status === undefined ? {} : { status }) });
    };
    const giveUp = (): void => {
      if (complete) return;
      fail('timed out');
      controller?.abort(new Error('timed out'));
    };
    // An answer that came while this process stood still is read first: unknown would be a question for an operator.
    const timer = setTimeout(() => setImmediate(giveUp), request.timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (isTooLate()) refuseToStart();
        // A second start would be a repeat by undici itself, which nobody asked for.
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

function flatten(received: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
