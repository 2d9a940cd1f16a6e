import { createServer, type Socket } from 'node:net';
import { listen } from '../listen.js';
import { createStub } from './commands.js';
import { createReader, encodeAnswer } from './wire.js';

export interface StubDatabase {
  readonly url: string;
  /** Resolves when all who were connected have left. */
  close(): Promise<void>;
}

/** Speaks MongoDB's wire protocol, keeps everything in memory, and gives each answer after a fixed time. */
export async function openDatabase(latencyMs: number): Promise<StubDatabase> {
  const run = createStub();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    // A process that ended has closed it in some way.
    socket.on('error', () => undefined);
    const read = createReader();
    socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) {
        const answer = encodeAnswer(message, run(message.command));
        if (!message.isSilent) setTimeout(send, latencyMs, socket, answer);
      }
    });
  });
  const port = await listen(server);
  return {
    url: `mongodb://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

function send(socket: Socket, answer: Buffer): void {
  if (socket.writable) socket.write(answer);
}
