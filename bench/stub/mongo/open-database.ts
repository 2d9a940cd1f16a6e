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

/** Speaks MongoDB's wire protocol. `run` gives the answer to a command. */
export async function serveWire(run: (command: Doc) => Doc, latencyMs: number): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // A process that ended has closed it in some way.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const read = createReader();
    socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) {
        const answer = encodeAnswer(message, run(message.command));
        if (!message.isSilent) setTimeout(send, latencyMs, socket, answer);
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
