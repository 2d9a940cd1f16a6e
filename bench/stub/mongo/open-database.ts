import { createServer, type Socket } from 'node:net';
import { listen } from '../listen.js';
import { createStub } from './commands.js';
import { createReader, encodeAnswer, type Doc } from './wire.js';

export interface StubDatabase {
  readonly url: string;
  /** Resolves when all who were connected have left. */
  close(): Promise<void>;
}

export interface WireServer {
  readonly port: number;
  /** Takes no more connections. Resolves when all who were connected have left. */
  readonly close: () => Promise<void>;
  /** Ends every connection, and takes no more. */
  readonly drop: () => Promise<void>;
}

/** Keeps everything in memory, and gives each answer after a fixed time. */
export async function openDatabase(latencyMs: number): Promise<StubDatabase> {
  const { port, close } = await serveWire(createStub(), latencyMs);
  return { url: `mongodb://127.0.0.1:${port}`, close };
}

/** The answer to a command, also a later one. `close`: none, and the end of the connection. */
export type WireAnswer = Doc | Promise<Doc> | 'close';

/** Speaks MongoDB's wire protocol. `run` gives the answer to a command. */
export async function serveWire(run: (command: Doc) => WireAnswer, latencyMs: number): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // A process that ended has closed it in some way.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const read = createReader();
    socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) {
        const told = run(message.command);
        const answer = (document: Doc): void => {
          const bytes = encodeAnswer(message, document);
          if (!message.isSilent) setTimeout(send, latencyMs, socket, bytes);
        };
        if (told === 'close') socket.destroy();
        else if (told instanceof Promise) void told.then(answer);
        else answer(told);
      }
    });
  });
  const port = await listen(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  return {
    port,
    close,
    drop() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

function send(socket: Socket, answer: Buffer): void {
  if (socket.writable) socket.write(answer);
}
