import { mongo } from 'mongoose';
import { serveWire, type Doc, type WireAnswer } from './mongo-wire.js';

export type { Doc };

/** What a server says instead of what it would answer, which `answer` gives. Undefined: that. */
export type Play = (
  command: Doc,
  verb: string,
  answer: (command: Doc) => Promise<Doc>,
) => WireAnswer | undefined;

export interface PlayedMongo {
  readonly host: string;
  /** The commands that came, but for the driver's own. */
  readonly sent: readonly Doc[];
  /** Ends every connection, and takes no more. */
  readonly end: () => Promise<void>;
}

/** An error as the server words it. */
export const failed = (code: number, errmsg: string): Doc => ({ ok: 0, code, errmsg });

/** What a driver is told of the server: one server alone, whose wire protocol is that of MongoDB 8. */
const HELLO = {
  ...{ helloOk: true, ismaster: true, isWritablePrimary: true, readOnly: false },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{ minWireVersion: 0, maxWireVersion: 25, logicalSessionTimeoutMinutes: 30 },
};
const GREETINGS = new Set(['hello', 'ismaster', 'isMaster']);
const OWN = new Set([...GREETINGS, 'endSessions', 'buildInfo']);

/**
 * A server that speaks MongoDB's wire protocol, and fails as a test plays it. `hello`: what it says of itself beside what a single server
 * says, by its own address. `db`: where commands are run, whatever database they name. Without it, nothing is found and nothing is
 * stored.
 */
export async function playMongo(
  play: Play = () => undefined,
  hello: (host: string) => Doc = () => ({}),
  db?: mongo.Db,
): Promise<PlayedMongo> {
  const sent: Doc[] = [];
  const run = db ? runOn(db) : findNothing;
  const answer = async (command: Doc, verb: string): Promise<Doc> => {
    const self = hello(host);
    const told = GREETINGS.has(verb)
      ? { ...HELLO, localTime: new Date(), ...self, ok: 1 }
      : await run(command, verb);
    return { ...told, ...(self['setName'] !== undefined && TIMED) };
  };
  const { host, end } = await serveWire((command) => {
    const [verb = ''] = Object.keys(command);
    if (!OWN.has(verb)) sent.push(command);
    return play(command, verb, (one) => answer(one, verb)) ?? answer(command, verb);
  });
  return { host, sent, end };
}

const findNothing = (command: Doc, verb: string): Promise<Doc> => {
  const cursor = { id: 0n, ns: `leadkeep.${String(command[verb])}`, firstBatch: [] };
  return Promise.resolve({ ok: 1, n: 0, version: '8.0.0', cursor });
};

/** What only a replica set takes, and what each driver says for itself. */
const NOT_PASSED_ON = [
  'lsid',
  'txnNumber',
  '$db',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'commitQuorum',
];

/** In one session, because a cursor belongs to that of its command. */
function runOn(db: mongo.Db): (command: Doc) => Promise<Doc> {
  const session = db.client.startSession({ causalConsistency: false });
  return async (command) => {
    const passedOn = Object.entries(command).filter(([name]) => !NOT_PASSED_ON.includes(name));
    try {
      return await db.command(Object.fromEntries(passedOn), { session, promoteValues: false });
    } catch (error) {
      if (error instanceof mongo.MongoServerError) return { ...error.errorResponse };
      throw error;
    }
  };
}

/** A member of a replica set tells the time of each answer, which later reads may ask for. */
const TIMED = { operationTime: new mongo.Timestamp({ t: 1, i: 1 }) };

/** What the only member of a replica set says of itself. */
export const primaryOf =
  (setName: string) =>
  (host: string): Doc => ({ setName, setVersion: 1, me: host, hosts: [host], primary: host });
