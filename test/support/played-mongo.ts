import { mongo } from 'mongoose';
import { createStub } from '../../bench/stub/mongo/commands.js';
import { serveWire, type WireAnswer } from '../../bench/stub/mongo/open-database.js';
import type { Doc } from '../../bench/stub/mongo/wire.js';

export type { Doc };

/** What a server says instead of what its database would answer, which `answer` gives. Undefined: that. */
export type Play = (command: Doc, verb: string, answer: (command: Doc) => Doc) => WireAnswer | undefined;

export interface PlayedMongo {
  readonly host: string;
  /** The commands that came, but for the driver's own. */
  readonly sent: readonly Doc[];
  /** Ends every connection, and takes no more. */
  end(): Promise<void>;
}

/** An error as the server words it. */
export const failed = (code: number, errmsg: string): Doc => ({ ok: 0, code, errmsg });

const OWN = new Set(['hello', 'ismaster', 'isMaster', 'endSessions', 'buildInfo']);

/**
 * A server in memory that speaks MongoDB's wire protocol, and fails as a test plays it. `hello`: what it says of itself beside what
 * a single server says, by its own address.
 */
export async function playMongo(
  play: Play = () => undefined,
  hello: (host: string) => Doc = () => ({}),
): Promise<PlayedMongo> {
  const run = createStub();
  const sent: Doc[] = [];
  const answer = (command: Doc): Doc => {
    const told = { ...run(command), ...(hello('')['setName'] !== undefined && TIMED) };
    return 'isWritablePrimary' in told ? { ...told, ...hello(host) } : told;
  };
  const { port, drop } = await serveWire((command) => {
    const [verb = ''] = Object.keys(command);
    if (!OWN.has(verb)) sent.push(command);
    return play(command, verb, answer) ?? answer(command);
  }, 0);
  const host = `127.0.0.1:${port}`;
  return { host, sent, end: drop };
}

/** A member of a replica set tells the time of each answer, which later reads may ask for. */
const TIMED = { operationTime: new mongo.Timestamp({ t: 1, i: 1 }) };

/** What the only member of a replica set says of itself. */
export const primaryOf =
  (setName: string) =>
  (host: string): Doc => ({ setName, setVersion: 1, me: host, hosts: [host], primary: host });
