import type { ResultStreams, SentResults } from '../../app/ports/result-streams.js';
import type { Caller } from '../../app/affiliate-ownership.js';
import type { RequestRefused } from '../../app/request-refused.js';
import { localsOf } from '../../http/send.js';
import { beginEventStream, type EventStream } from './event-stream.js';
import type { Connection, OpenStreams } from './open-streams.js';

interface Parts {
  readonly streams: ResultStreams;
  readonly open: OpenStreams;
  readonly key: Caller & { readonly id: string };
  readonly search_id: string;
}

/** What came before the stream began, and the stream. */
interface Heard {
  stream?: EventStream;
  early?: SentResults;
  refusal?: RequestRefused;
}

/** An answer that goes on while the results change. */
export class LiveAnswer {
  constructor(private readonly parts: Parts) {}

  /** Opens the stream and returns. Throws, before anything is written, what an answer would. */
  async serve({ request, response, isAllowed }: Connection): Promise<void> {
    const { streams, open, key, search_id } = this.parts;
    const seen = request.get('Last-Event-ID');
    const place = open.reserve(key.id);
    const here: Heard = {};
    const listener = {
      results(sent: SentResults) {
        if (here.stream) here.stream.results(sent);
        else here.early = sent;
      },
      refused(why: RequestRefused) {
        if (here.stream) here.stream.refused(why);
        else here.refusal = why;
      },
    };
    const { now, refusal, stop } = await streams.listen(key, search_id, listener).catch((error: unknown) => {
      place.leave();
      throw error;
    });
    const leave = (): void => {
      stop();
      place.leave();
    };
    localsOf(response).svc_lead_id = search_id;
    const first = here.early ?? now;
    if (here.refusal) {
      leave();
      throw here.refusal;
    }
    if (request.method === 'HEAD') {
      leave();
      localsOf(response).code = 'OK';
      response.status(200).set('Content-Type', 'text/event-stream; charset=utf-8').end();
      return;
    }
    // A client that has everything must not open the stream again and again (the standard's way to say so).
    if (first.done && first.id === seen) {
      leave();
      localsOf(response).code = 'OK';
      response.status(204).end();
      return;
    }
    // Who ends a stream's connection hears no more of it. The connection may have further streams.
    const { socket } = request;
    const onEnd = (): void => void response.destroy();
    socket.once('end', onEnd);
    response.once('close', () => {
      socket.off('end', onEnd);
      leave();
    });
    if (response.destroyed) {
      leave();
      return;
    }
    const begun = beginEventStream(response, seen);
    here.stream = begun;
    place.fill({ ...begun, isAllowed, refusal });
    begun.results(first);
  }
}
