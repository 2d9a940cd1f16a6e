import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { mongo } from 'mongoose';

/** With the types of its numbers, so that what is passed on says the same. */
const deserialize = (bytes: Buffer): Doc => mongo.BSON.deserialize(bytes, { promoteValues: false });

export type Doc = Record<string, unknown>;

/** One message of MongoDB's wire protocol, as a driver sends it. */
interface Message {
  readonly id: number;
  readonly command: Doc;
  /** The first message of a connection has the form of old servers, and so has its answer. */
  readonly isLegacy: boolean;
  /** The driver waits for no answer. */
  readonly isSilent: boolean;
}

const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const CHECKSUM_BYTES = 4;

/** Returns a function that takes bytes as they come and gives the messages that are complete. */
function createReader(): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      messages.push(readMessage(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    return messages;
  };
}

function readMessage(bytes: Buffer): Message {
  const id = bytes.readInt32LE(4);
  const code = bytes.readInt32LE(12);
  if (code === OP_QUERY) return { id, command: readQuery(bytes), isLegacy: true, isSilent: false };
  if (code !== OP_MSG) throw new Error(`a message of the unknown kind ${code}`);
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? CHECKSUM_BYTES : 0);
  const command = readSections(bytes.subarray(HEADER_BYTES + 4, end));
  return { id, command, isLegacy: false, isSilent: (flags & MORE_TO_COME) !== 0 };
}

/** Flags, the collection's name with its zero, two numbers, and then the command. */
function readQuery(bytes: Buffer): Doc {
  const name = HEADER_BYTES + 4;
  return deserialize(bytes.subarray(bytes.indexOf(0, name) + 1 + 8));
}

/** One document, and lists of documents that are members of it. */
function readSections(bytes: Buffer): Doc {
  let command: Doc = {};
  for (let at = 0; at < bytes.length;) {
    const kind = bytes[at];
    const start = at + 1;
    const section = bytes.subarray(start, start + bytes.readInt32LE(start));
    if (kind === 0) command = { ...deserialize(section), ...command };
    else command = { ...command, ...readSequence(section) };
    at = start + section.length;
  }
  return command;
}

function readSequence(section: Buffer): Doc {
  const zero = section.indexOf(0, 4);
  const documents: Doc[] = [];
  for (let at = zero + 1; at < section.length;) {
    const length = section.readInt32LE(at);
    documents.push(deserialize(section.subarray(at, at + length)));
    at += length;
  }
  return { [section.toString('utf8', 4, zero)]: documents };
}

function encodeAnswer({ id, isLegacy }: Pick<Message, 'id' | 'isLegacy'>, answer: Doc): Buffer {
  const document = mongo.BSON.serialize(answer, { ignoreUndefined: true });
  const between = isLegacy ? legacyReplyHead() : Buffer.alloc(5);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeInt32LE(HEADER_BYTES + between.length + document.length, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([head, between, document]);
}

/** Flags, the cursor's id, where it begins, and that one document follows. */
function legacyReplyHead(): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(1, 16);
  return head;
}

type Answer = Doc | 'close';
/** The answer to a command. `close`: none, and the end of the connection. */
export type WireAnswer = Answer | Promise<Answer>;

/** Speaks MongoDB's wire protocol. `run` gives the answer to a command. */
export async function serveWire(run: (command: Doc) => WireAnswer) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A process that ended has closed it in some way.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const read = createReader();
    const answer = async (message: Message): Promise<void> => {
      const told = await run(message.command);
      if (told === 'close') socket.destroy();
      else if (!message.isSilent && socket.writable) socket.write(encodeAnswer(message, told));
    };
    socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) answer(message).catch(() => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends every connection, and takes no more. */
    end: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
