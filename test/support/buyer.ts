import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A buyer and partner of a few lines: takes every lead, and has one match for every search. */
export interface TestBuyer {
  /** Everything it was sent, in order. */
  readonly received: readonly Received[];
  readonly url: string;
  /** From now on leads are answered with this (text as it is, `null`: the line is dropped); without arguments: taken. */
  answers(answer?: object | string | null, status?: number): void;
  /** From now on it answers nothing, until the returned function is called. */
  hold(): () => void;
  /** From now on it answers this on that path (of our own shape, HTTP 200). */
  says(path: string, body: object): void;
  close(): Promise<void>;
}

const ACCEPTED = { result: 'accepted', reference: 'ref-1' };
const MATCHES = {
  results: [
    { reference: 'match-1', name: 'Partner match', programs: [{ value: 'art', label: 'Art' }], payout: 25 },
  ],
};

interface Said {
  readonly answer: object | string | null;
  readonly status: number;
}

/** How often a lead left, in any of its submissions. */
export const timesSent = (received: readonly Pick<Received, 'idempotencyKey'>[], leadId: string): number =>
  received.filter(({ idempotencyKey: key }) => key?.split(':')[0] === leadId).length;

/** `host`: the address that it listens on. */
export async function startBuyer(host = '127.0.0.1'): Promise<TestBuyer> {
  const received: Received[] = [];
  const told = new Map<string, object>([['/match', MATCHES]]);
  let held: Promise<void> = Promise.resolve();
  let otherwise: Said = { answer: ACCEPTED, status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const key = request.headers['idempotency-key'];
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text === '' ? '{}' : text) as Received['body'];
      received.push({ path, body, idempotencyKey: typeof key === 'string' ? key : undefined });
      void held.then(() => {
        const body = told.get(path);
        const { answer, status } = body ? { answer: body, status: 200 } : otherwise;
        if (answer === null) request.socket.destroy();
        else response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
  });
  // Kept connections would end while a busy machine holds the test up, and a lead that is just sent with them.
  server.keepAliveTimeout = 0;
  server.listen(0, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    received,
    url,
    answers(answer = ACCEPTED, status = 200) {
      otherwise = { answer, status };
    },
    hold() {
      let release!: () => void;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    says(path, body) {
      told.set(path, body);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
