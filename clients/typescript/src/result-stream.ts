import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { answerOf, errorOf, type Fetched } from './answer-of.js';
import { LeadkeepError } from './errors.js';
import type { Results } from './types.js';

export interface StreamPorts {
  /** Opens the stream; the service leaves out what this client has, by the id of its last event. */
  readonly open: (lastId: string | undefined) => Promise<Fetched<AsyncIterable<Uint8Array> | null>>;
  /** Waits before the stream is opened again, for the how-manieth time in a row. */
  readonly pauseBefore: (reopened: number) => Promise<void>;
  readonly tries: number;
}

/**
 * All results so far, whenever they change; the last ones are those of all partners. A stream that was cut is opened again:
 * one may last as long as a call may, so that a dead connection is found.
 */
export async function* resultStream({
  open,
  pauseBefore,
  tries,
}: StreamPorts): AsyncGenerator<Results, void, undefined> {
  let lastId: string | undefined;
  let cuts: number | undefined;
  while (cuts === undefined || cuts < tries) {
    if (cuts !== undefined) await pauseBefore(Math.max(cuts, 1));
    const opened = await open(lastId);
    // This client has the end already.
    if (opened.response.status === 204) return;
    const life = { parts: 0 };
    for await (const { event, id, data } of untilCut(answerOf(opened), life)) {
      const told: unknown = JSON.parse(data);
      if (event === 'error') throw errorOf(opened.response.status, told);
      lastId = id;
      yield told as Results;
      if (event === 'done') return;
    }
    // One that says nothing new, but that it is there, is not broken.
    cuts = life.parts > 0 ? 0 : (cuts ?? 0) + 1;
  }
  throw new LeadkeepError(200, {
    code: 'UNKNOWN',
    reason: 'The stream ended early',
    message: 'Poll the results.',
    retryable: true,
    request_id: '',
  });
}

/** Counts in `life` what came, if only the comment of each 15 s. */
async function* untilCut(
  body: AsyncIterable<Uint8Array>,
  life: { parts: number },
): AsyncGenerator<EventSourceMessage> {
  const came: EventSourceMessage[] = [];
  const onComment = (): void => {
    life.parts += 1;
  };
  const onEvent = (event: EventSourceMessage): void => {
    life.parts += 1;
    came.push(event);
  };
  const parser = createParser({ onEvent, onComment });
  const decoder = new TextDecoder();
  const parts = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await parts.next().catch(() => undefined);
      if (!part || part.done === true) return;
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* came.splice(0);
    }
  } finally {
    // Closes the connection of a reader that stops.
    await parts.return?.().catch(() => undefined);
  }
}
