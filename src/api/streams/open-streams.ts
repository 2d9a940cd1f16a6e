import type { Request, Response } from 'express';
import type { RequestRefused } from '../../app/request-refused.js';
import { noMoreStreams } from '../../app/search/stream-results.js';
import { rateLimited } from '../../http/faults.js';

/** A stream that is open. */
export interface OpenStream {
  /** Writes a comment, so that nobody between takes the connection for dead. */
  beat(): void;
  /** Whether its key may still be used. */
  isAllowed(): Promise<boolean>;
  /** Why a poll would be refused now, as far as the catalogue alone says it. */
  refusal(): RequestRefused | undefined;
  /** Tells that the key is not valid any more, and ends. */
  revoke(): void;
  /** Tells why, and ends. */
  refused(why: RequestRefused): void;
  /** Ends; the client comes back. */
  end(): void;
}

/** The open streams of one process. */
export interface OpenStreams {
  /**
   * Takes a place among the streams of a key. Returns how the place is filled, and given back. Throws RATE_LIMITED if
   * the key has no more places, or an outage if the process ends.
   */
  reserve(keyId: string): { fill(stream: OpenStream): void; leave(): void };
  size(): number;
  /** Ends all streams, and lets no more begin. */
  close(): void;
}

const BEAT_MS = 15_000;
/** With the age that a list of valid keys or the catalogue may have, a stream ends within 5 s of what ends it. */
const CHECK_MS = 900;
const RETRY_S = 5;

interface Place {
  stream?: OpenStream;
}

/** `most`: how many streams a key may have in this process. */
export function createOpenStreams(most: number): OpenStreams {
  const places = new Map<string, Set<Place>>();
  const streams = new Set<OpenStream>();
  let isClosed = false;
  const beat = setInterval(() => {
    for (const stream of streams) stream.beat();
  }, BEAT_MS);
  const check = setInterval(() => {
    for (const ofKey of places.values()) void checkKey(ofKey);
  }, CHECK_MS);
  beat.unref();
  check.unref();
  return {
    reserve(keyId) {
      if (isClosed) throw noMoreStreams();
      const mine = places.get(keyId) ?? new Set<Place>();
      if (mine.size >= most) throw rateLimited(RETRY_S);
      const place: Place = {};
      places.set(keyId, mine.add(place));
      return {
        fill(stream) {
          place.stream = stream;
          streams.add(stream);
          if (isClosed) stream.end();
        },
        leave() {
          mine.delete(place);
          if (mine.size === 0 && places.get(keyId) === mine) places.delete(keyId);
          if (place.stream) streams.delete(place.stream);
        },
      };
    },
    size: () => streams.size,
    close() {
      isClosed = true;
      clearInterval(beat);
      clearInterval(check);
      for (const stream of [...streams]) stream.end();
    },
  };
}

/**
 * All streams of a key live and die together, but for those of a campaign that was taken away. In an outage nothing is
 * known of the key, and nothing is read for them either.
 */
async function checkKey(places: ReadonlySet<Place>): Promise<void> {
  const open = [...places].flatMap(({ stream }) => stream ?? []);
  const isAllowed = (await open[0]?.isAllowed().catch(() => true)) ?? true;
  for (const stream of open) {
    const why = stream.refusal();
    if (!isAllowed) stream.revoke();
    else if (why) stream.refused(why);
  }
}

/** What a stream is opened with. */
export interface Connection {
  readonly request: Request;
  readonly response: Response;
  /** Whether the key of the request may still be used. */
  readonly isAllowed: () => Promise<boolean>;
}
