import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { open } from '../attack/support/pipeline.js';
import type { Received } from '../support/documented.js';
import { answersIn } from './answers-in.js';
import type { Aim } from './running-service.js';
import { withIds, type FuzzRequest, type Ids, type Manner, type Rude } from './requests/request.js';
import type { Sent } from './send.js';

export interface SentRudely {
  /** What was answered, each with its request. */
  readonly answered: readonly (readonly [FuzzRequest, Sent])[];
  /** How many answers are missing that had to come. */
  readonly missing: number;
}

/** Manners of one connection by itself. */
type OfOne = Exclude<Manner, 'crowds'>;

/** What one connection is to send, and as what. */
interface Line {
  readonly request: FuzzRequest;
  readonly path: string;
  readonly bytes: Buffer;
}

const PATIENCE_MS = 60_000;
const SLOW_MS = 50;
/** Connections of a crowd: each request comes on so many, and half of them leave at once. */
const CROWD = 6;

/** Sends requests with bad manners. Throws when a connection is not over in a minute. */
export async function sendRudely(
  { keys }: Aim,
  url: string,
  { manner, requests }: Rude,
  ids: Ids,
): Promise<SentRudely> {
  const line = (request: FuzzRequest, isLast: boolean): Line => {
    const path = withIds(request.path, ids);
    return { request, path, bytes: bytesOf(request, path, keys[request.key], ids, isLast) };
  };
  if (manner !== 'crowds')
    return talk(
      url,
      manner,
      requests.map((request, n) => line(request, n === requests.length - 1)),
    );
  const crowd = requests.flatMap((request) =>
    Array.from({ length: CROWD }, (_, n) =>
      talk(url, n < CROWD / 2 ? 'pipelines' : 'pipelines and leaves', [line(request, true)]),
    ),
  );
  const sent = await Promise.all(crowd);
  return {
    answered: sent.flatMap(({ answered }) => answered),
    missing: sent.reduce((sum, { missing }) => sum + missing, 0),
  };
}

/** One connection, from its beginning to its end. */
async function talk(url: string, manner: OfOne, lines: readonly Line[]): Promise<SentRudely> {
  const began = performance.now();
  const socket = await open(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const bytes = Buffer.concat(lines.map((one) => one.bytes));
  const patience = setTimeout(() => socket.destroy(new Error('too slow')), PATIENCE_MS);
  let isTooSlow = false;
  socket.once('error', (error) => (isTooSlow = error.message === 'too slow'));
  await BEHAVIORS[manner](socket, bytes, closed);
  await closed;
  clearTimeout(patience);
  if (isTooSlow) throw new Error(`${manner}: not over after ${PATIENCE_MS} ms`);
  const answers = answersIn(
    Buffer.concat(chunks),
    lines.map(({ request }) => request.method),
  );
  const ms = performance.now() - began;
  return {
    answered: lines
      .slice(0, answers.length)
      .map(({ request, path }, n) => [request, { answer: answers[n], ms, path }]),
    missing: isAllowedToMiss(manner, answers.at(-1)) ? 0 : lines.length - answers.length,
  };
}

/** Who leaves, or ends its side, hears what was ready; an early refusal ends its connection and says so. */
const isAllowedToMiss = (manner: OfOne, last: Received | undefined): boolean =>
  manner === 'pipelines and leaves' || manner === 'half-closes' || last?.headers['connection'] === 'close';

type Behavior = (socket: Socket, bytes: Buffer, closed: Promise<unknown>) => Promise<void> | void;
const BEHAVIORS: Readonly<Record<OfOne, Behavior>> = {
  pipelines: (socket, bytes) => {
    socket.write(bytes);
  },
  'pipelines and leaves': async (socket, bytes, closed) => {
    socket.write(bytes);
    await Promise.race([once(socket, 'data').catch(() => undefined), closed]);
    socket.destroy();
  },
  'reads slowly': (socket, bytes) => {
    socket.write(bytes);
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), SLOW_MS);
    });
  },
  'writes slowly': async (socket, bytes) => {
    const piece = Math.ceil(bytes.length / 20);
    for (let at = 0; at < bytes.length && !socket.destroyed; at += piece) {
      socket.write(bytes.subarray(at, at + piece));
      await pause(SLOW_MS);
    }
  },
  'half-closes': (socket, bytes) => {
    // Some in the middle of a request.
    socket.end(bytes.length % 2 === 0 ? bytes : bytes.subarray(0, bytes.length / 2));
  },
};

/** As it stands on the wire. The last one of a connection asks for its end. */
function bytesOf(
  { method, headers, by, body }: FuzzRequest,
  path: string,
  key: string | null,
  ids: Ids,
  isLast: boolean,
): Buffer {
  const content = typeof body === 'string' ? Buffer.from(withIds(body, ids)) : body;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: leadkeep',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(key === null ? [] : [by === 'Authorization' ? `Authorization: Bearer ${key}` : `${by}: ${key}`]),
    ...(content === undefined ? [] : [`Content-Length: ${content.length}`]),
    ...(isLast ? ['Connection: close'] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content ?? Buffer.alloc(0)]);
}
