import { once } from 'node:events';
import { createReadStream, createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { mongo, type Connection } from 'mongoose';
import { redisContents } from '../../support/redis-contents.js';
import { listenQuietly } from '../../support/quiet-port.js';

/** A text that is searched, and where it is: a collection with a path, `redis`, a process. */
export interface Piece {
  readonly where: string;
  readonly text: string;
  /** Of the document, if it is about one lead or search. */
  readonly id?: string;
}

/** Every stored value of every collection, as text, with its path; names of members too. */
export async function* storedPieces(connection: Connection): AsyncGenerator<Piece> {
  for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
    for await (const document of connection.collection(name).find({})) {
      const about = document as {
        readonly lead_id?: unknown;
        readonly record_id?: unknown;
        readonly _id?: unknown;
        readonly subject?: unknown;
      };
      const id = String(about.lead_id ?? about.record_id ?? about.subject ?? about._id);
      for (const [path, text] of sendableAtBy(document, '')) yield { where: `${name} ${path}`, text, id };
    }
}

function* sendableAtBy(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (value === null || value === undefined) return;
  if (value instanceof Date) yield [path, value.toISOString()];
  else if (value instanceof mongo.Binary)
    yield [path, `${value.toString('hex')} ${Buffer.from(value.buffer).toString('latin1')}`];
  else if (value instanceof Uint8Array)
    yield [path, `${Buffer.from(value).toString('hex')} ${Buffer.from(value).toString('latin1')}`];
  else if (Array.isArray(value)) for (const one of value) yield* sendableAtBy(one, path);
  else if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    for (const [name, member] of Object.entries(value)) {
      const below = path === '' ? name : `${path}.${name}`;
      yield [`${below} (its name)`, name];
      yield* sendableAtBy(member, below);
    }
  else yield [path, typeof value === 'string' ? value : JSON.stringify(value)];
}

export const redisPieces = async (redis: Redis, prefix: string): Promise<Piece[]> =>
  (await redisContents(redis, prefix)).split('\n').map((text) => ({
    where: `redis ${text.slice(0, text.indexOf(' ')).replaceAll(/[0-9a-f-]{8,}|\d+/g, '…')}`,
    text,
  }));

/** Every file in a folder. */
export const filePieces = (dir: string): Piece[] =>
  (readdirSync(dir, { recursive: true }) as string[])
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => ({
      where: `file ${name.replaceAll(/\d+/g, '…')}`,
      text: readFileSync(join(dir, name), 'latin1'),
    }));

const PIECE_BYTES = 1 << 20;
const OVERLAP = 4_096;

/** A large file, in pieces that overlap. */
export async function* largeFile(file: string, where: string): AsyncGenerator<Piece> {
  let before = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: PIECE_BYTES })) {
    yield { where, text: before + String(chunk) };
    before = String(chunk).slice(-OVERLAP);
  }
}

export interface Tap {
  readonly url: string;
  close(): Promise<void>;
}

/** A way to a server that writes down every byte that clients send: also what is removed before anybody looks. */
export async function tap(url: string, file: string): Promise<Tap> {
  const { hostname, port } = new URL(url);
  const written = createWriteStream(file);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    client.on('data', (bytes: Buffer) => void written.write(bytes));
  });
  const own = await listenQuietly(server);
  const here = new URL(url);
  here.host = `127.0.0.1:${own}`;
  return {
    url: here.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      written.end();
      await once(written, 'close');
    },
  };
}
