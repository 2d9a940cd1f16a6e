import type { Response } from 'express';
import type { SentResults } from '../../app/ports/result-streams.js';
import type { RequestRefused } from '../../app/request-refused.js';
import type { Envelope } from '../../core/envelope.js';
import type { ApiFault } from '../../http/api-fault.js';
import { authInvalid } from '../../http/faults.js';
import { localsOf } from '../../http/send.js';
import { answerOfFault } from '../../http/translate-error.js';
import { faultOfRefusal } from '../faults.js';

/** How long a client waits before it opens the stream again. */
const RETRY_MS = 1_000;

/** Writes results to a client that reads server-sent events. A slow client misses states between, never the newest. */
export interface EventStream {
  results(sent: SentResults): void;
  refused(why: RequestRefused): void;
  revoke(): void;
  beat(): void;
  end(): void;
}

/** `seen`: the `Last-Event-ID` of the client, whose results it has. */
export function beginEventStream(response: Response, seen: string | undefined): EventStream {
  const { request_id } = localsOf(response);
  localsOf(response).code = 'OK';
  let last = seen;
  /** What waits until the client has read what was written. */
  let waiting: string | undefined;
  let isEnded = false;

  const write = (text: string): void => {
    if (isEnded) return;
    if (response.writableNeedDrain) waiting = text;
    else response.write(text);
  };
  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    response.end(waiting);
  };
  const fail = (fault: ApiFault): void => {
    const body: Envelope = answerOfFault(fault).body;
    localsOf(response).code = body.code;
    write(`event: error\ndata: ${JSON.stringify({ ...body, request_id })}\n\n`);
    end();
  };
  response.on('drain', () => {
    const text = waiting;
    waiting = undefined;
    if (text !== undefined && !isEnded) response.write(text);
  });
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx would keep events until some kilobytes are there, or the stream ends.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    results({ id, json, done }) {
      if (id !== last) {
        last = id;
        const data = `${json.slice(0, -1)},"request_id":${JSON.stringify(request_id)}}`;
        write(`id: ${id}\nevent: ${done ? 'done' : 'results'}\ndata: ${data}\n\n`);
      }
      if (done) end();
    },
    refused(why) {
      fail(faultOfRefusal(why.refusal));
    },
    revoke() {
      fail(authInvalid());
    },
    beat() {
      if (!isEnded && !response.writableNeedDrain) response.write(':\n\n');
    },
    end,
  };
}
