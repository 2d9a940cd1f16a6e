import { mongo, MongooseError } from 'mongoose';
import { startStallTolerantTimeout } from './stall-tolerant-timeout.js';
import { OutageError, RefusedError } from '../../app/outage.js';
import { isRefused } from '../mongo/refusals.js';

/**
 * MongoDB error codes of bad requests. This list is safer than a list of outages: FerretDB reports a lost PostgreSQL
 * as code 1 with any text.
 */
const BAD_REQUEST = new Set([
  2, 4, 9, 10, 14, 15, 16, 20, 21, 22, 26, 27, 28, 29, 30, 40, 48, 52, 53, 54, 55, 56, 57, 59, 61, 66, 67, 68,
  72, 73, 85, 86, 115, 121, 168, 197, 238,
]);

/** Codes from this one on are assertions about the request (parse errors of pipelines and similar) … */
const ASSERTIONS_FROM = 10_000;

/** … except these, which mean that the server is shutting down, is no primary or was told to stop the command. */
const GOING_AWAY = new Set([10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436]);

/** FerretDB passes on PostgreSQL's deadlocks with its own code. One of two writes was undone and can be repeated. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.message.startsWith('deadlock detected');

function isMongoOutage(error: mongo.MongoError): boolean {
  if (error instanceof mongo.MongoServerError) {
    const code = Number(error.code ?? 1);
    if (isDeadlock(error)) return true;
    return !BAD_REQUEST.has(code) && (code < ASSERTIONS_FROM || GOING_AWAY.has(code));
  }
  return (
    !(error instanceof mongo.MongoAPIError) ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError
  );
}

const REDIS_BAD_REQUEST = /^(ERR|WRONGTYPE|NOSCRIPT|EXECABORT|CROSSSLOT|NOPERM|BUSYGROUP|UNKILLABLE)\b/;
const REDIS_FULL = /^ERR max number of clients/;
const REDIS_AWAY =
  /Connection is closed|Command timed out|isn't writeable|MaxRetriesPerRequest|max retries per request|Socket (closed|timeout)|Connection (lost|timeout)|Cluster isn't ready|slots cache|startup nodes|Cluster redirections|All sentinels are unreachable/i;
const NETWORK = /^(ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_)/;

/**
 * Classifies what a driver throws: true if the service was not available, false if the request was wrong. Only
 * src/platform uses this. The use cases get guarded ports, which throw OutageErrors (`guardOutages`).
 */
export function isDriverOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutageError) return true;
  if (error instanceof mongo.MongoError) return isMongoOutage(error);
  if (error.name === 'ReplyError')
    return !REDIS_BAD_REQUEST.test(error.message) || REDIS_FULL.test(error.message);
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if (error instanceof MongooseError)
    return /before initial connection|buffering timed out/.test(error.message);
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && NETWORK.test(code)) || REDIS_AWAY.test(error.message);
}

const listeners = new Set<(error: RefusedError) => void>();

/** Calls `tell` for each call of a guarded store that MongoDB refuses to the user of this process. Returns a function that ends it. */
export function onRefused(tell: (error: RefusedError) => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

function translate(service: string, error: unknown): unknown {
  if (error instanceof OutageError || !isDriverOutage(error)) return error;
  if (!isRefused(error)) return new OutageError(service, error);
  const refused = new RefusedError(error);
  for (const tell of listeners) tell(refused);
  return refused;
}

/** How long the calls of a caller who waits may take. */
export interface WaitLimits {
  /** Without an answer to anybody for so long, the service is away. */
  readonly silentMs: number;
  /** No call waits longer, even while others are answered. */
  readonly mostMs: number;
}

/** When a service last answered this process. In a burst, calls wait for their turn while others are answered. */
interface Hearing {
  at: number;
}

/** Waits within the limits, because a stopped server neither answers nor refuses a connection. */
async function within<T>(
  service: string,
  work: Promise<T>,
  { silentMs, mostMs }: WaitLimits,
  heard: Hearing,
): Promise<T> {
  const began = performance.now();
  let stop = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const wait = (ms: number): void => {
      stop = startStallTolerantTimeout(ms, () => {
        const now = performance.now();
        const left = Math.min(heard.at + silentMs, began + mostMs) - now;
        if (left > 0) wait(left);
        else reject(new OutageError(service, new Error(`no answer within ${Math.round(now - began)} ms`)));
      });
    };
    wait(silentMs);
  });
  try {
    const answer = await Promise.race([work, late]);
    heard.at = performance.now();
    return answer;
  } catch (error) {
    if (!isDriverOutage(error)) heard.at = performance.now();
    throw translate(service, error);
  } finally {
    stop();
  }
}

async function* iterate(service: string, items: AsyncIterable<unknown>): AsyncIterable<unknown> {
  try {
    yield* items;
  } catch (error) {
    throw translate(service, error);
  }
}

/** Guards several objects of one service, whose answers prove to each other that it is there. */
export function guardWith(service: string, limits?: WaitLimits): <T extends object>(target: T) => T {
  const heard: Hearing = { at: Number.NEGATIVE_INFINITY };
  return (target) => guard(service, target, limits, heard);
}

/** `guardWith` for one object. With `limitMs`, no call takes longer. */
export const guardOutages = <T extends object>(service: string, target: T, limitMs?: number): T =>
  guardWith(service, limitMs === undefined ? undefined : { silentMs: limitMs, mostMs: limitMs })(target);

/** A store in MongoDB whose methods throw OutageErrors. */
export const guardMongo = <T extends object>(store: T): T => guardOutages('MongoDB', store);

/**
 * The same object, but its methods reject with an OutageError if `service` is away. With `limits`, they also reject
 * when a call takes longer. A write that was given up may still be applied.
 */
function guard<T extends object>(
  service: string,
  target: T,
  limits: WaitLimits | undefined,
  heard: Hearing,
): T {
  const guarded = (result: unknown): unknown => {
    if (result instanceof Promise) {
      if (limits !== undefined) return within(service, result, limits, heard);
      return result.catch((error: unknown) => {
        throw translate(service, error);
      });
    }
    const isIterable = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
    return isIterable ? iterate(service, result as AsyncIterable<unknown>) : result;
  };
  return new Proxy(target, {
    get(object, name, receiver): unknown {
      const member: unknown = Reflect.get(object, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        try {
          return guarded(Reflect.apply(member, object, args));
        } catch (error) {
          throw translate(service, error);
        }
      };
    },
  });
}
