import type { Dispatcher } from 'undici';
import {
  ANSWER_LIMIT_BYTES,
  type PartialResponse,
  type HttpResult,
} from '../../core/delivery/http-result.js';
import type { InternalFault } from '../../core/delivery/delivery-result.js';
import { receivedBefore } from './answering-socket.js';
import { answerText } from '../../core/delivery/answer-text.js';
import { decodeAnswer, shownText } from './decode-answer.js';
import { isAddressRefused } from './guarded-connector.js';
import { isRequestRefused, nameFault } from './name-fault.js';
import { isRefusedHttp, whyRefused } from './refused-http.js';
import type { OutboundRequest } from '../../app/ports/prepared-request.js';

type Headers = Readonly<Record<string, string>>;

const TOO_LATE = 'too late: this process was stalled before it could send the request';

/**
 * Sends one request over `dispatcher` and waits for its whole answer. Never rejects.
 *
 * undici calls `onRequestStart` right before it writes the first byte. So an error before that call is `never_sent`;
 * a later error is not. If the time is up before the start, or the start comes after `sendBy`, or something speaks against
 * it (`whyNot`), the start is refused, so `never_sent` stays true.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  clock: () => Date,
): Promise<HttpResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let complete = false;
    let status: number | undefined;
    let headers: Headers = {};
    let size = 0;
    const chunks: Buffer[] = [];

    const settle = (outcome: HttpResult): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    const isTooLate = (): boolean => request.sendBy !== undefined && clock() > request.sendBy;
    const whyNot = (): HttpResult | undefined => {
      if (isTooLate()) return { kind: 'never_sent', detail: TOO_LATE, internal_fault: 'deadline_passed' };
      const detail = request.whyNot?.();
      return detail === undefined ? undefined : { kind: 'never_sent', detail, internal_fault: 'withdrawn' };
    };
    const fail = (detail: string, error?: unknown): void => {
      if (settled) return;
      if (!controller) {
        const internal_fault = internalFaultOf(error);
        settle({
          kind: 'never_sent',
          detail: `connect: ${detail}`,
          ...(internal_fault && { internal_fault }),
        });
      } else if (status === undefined) {
        const received = receivedBefore(error);
        settle({
          kind: 'unknown',
          detail: `answer: ${detail}`,
          ...(received && { partial: asItCame(received) }),
        });
      } else {
        const partial = partialOf(status, headers, chunks, size);
        settle({ kind: 'unknown', detail: `answer: ${detail}`, status, partial });
      }
    };
    const refuse = async (error: unknown, received: Buffer): Promise<void> => {
      complete = true;
      const detail = `answer: ${await whyRefused(error, received, status !== undefined)}`;
      const seen = status === undefined ? {} : { status };
      settle({ kind: 'unknown', detail, ...seen, partial: asItCame(received), unreadable: true });
    };
    const missing = (): string => (status === undefined ? '' : missingOf(headers, size));
    const giveUp = (): void => {
      if (complete) return;
      fail(`timed out${missing()}`);
      controller?.abort(new Error('timed out'));
    };
    // First read an answer that arrived while this process was stalled: an unknown outcome costs an operator time.
    const timer = setTimeout(() => setImmediate(giveUp), request.timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        const refused = whyNot();
        if (refused) settle(refused);
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
          void readWhole(known, headers, chunks).then(settle);
        }
      },
      onResponseError(_, error) {
        const received = controller && isRefusedHttp(error) ? receivedBefore(error) : undefined;
        if (received) void refuse(error, received);
        else fail(`${nameFault(error, controller ? 'answer' : 'connect')}${missing()}`, error);
      },
    };
    const refused = whyNot();
    if (refused) {
      settle(refused);
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

/** Why this service could not even connect. Undefined: the destination or the network is at fault. */
function internalFaultOf(error: unknown): InternalFault | undefined {
  if (isAddressRefused(error)) return 'address';
  return isRequestRefused(error) ? 'settings' : undefined;
}

function flatten(received: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]);
  return Object.fromEntries(entries) as Record<string, string>;
}

async function readWhole(status: number, headers: Headers, chunks: readonly Buffer[]): Promise<HttpResult> {
  const bytes = Buffer.concat(chunks);
  const decoded = await decodeAnswer(bytes, headers);
  if ('text' in decoded) {
    const { text, ...charset } = decoded;
    return { kind: 'answered', status, headers, body: text, ...charset };
  }
  return {
    ...{ kind: 'unknown', detail: `answer: ${decoded.fault}`, status },
    partial: partialOf(status, headers, chunks, bytes.length),
    ...(decoded.too_large ? {} : { unreadable: true }),
  };
}

/** What was received of a response of which not even the headers could be read. */
const asItCame = (received: Buffer): PartialResponse => ({
  ...{ headers: {}, body: answerText(received, '').text, bytes: received.length },
});

/** What was received before a response broke off. */
const partialOf = (
  status: number,
  headers: Headers,
  chunks: readonly Buffer[],
  bytes: number,
): PartialResponse => ({
  ...{ status, headers, body: shownText(Buffer.concat(chunks), headers, bytes), bytes },
});

/** How much of the body is missing, as the headers say. */
function missingOf(headers: Headers, bytes: number): string {
  const length = headers['content-length'];
  if (length !== undefined && /^\d+$/.test(length) && Number(length) > bytes)
    return `, after ${bytes} of the ${Number(length)} bytes that Content-Length says`;
  return /chunked/i.test(headers['transfer-encoding'] ?? '') ? ', without the end of its chunks' : '';
}
