import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Received } from '../support/documented.js';
import { headOf, parsed } from './answers-in.js';
import type { Aim } from './running-service.js';
import { withIds, type FuzzRequest, type Ids } from './requests/request.js';

/** What came back; undefined when the socket was closed without an answer. */
export interface Sent {
  readonly answer: Received | undefined;
  readonly ms: number;
  /** The address as it was sent. */
  readonly path: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** Ends the connections that are kept for further requests, so that none of them counts as the service's. */
export const endIdleConnections = (): void => {
  agent.destroy();
};
const PATIENCE_MS = 30_000;

export async function send(aim: Aim, url: string, fuzzed: FuzzRequest, ids: Ids): Promise<Sent> {
  const began = performance.now();
  const path = withIds(fuzzed.path, ids).replace(/#.*$/, '');
  const answer =
    fuzzed.raw === undefined ? await call(aim, url, path, fuzzed, ids) : await write(url, fuzzed.raw);
  return { answer, ms: performance.now() - began, path };
}

async function call(
  { keys }: Aim,
  url: string,
  path: string,
  { method, headers, key, by, body }: FuzzRequest,
  ids: Ids,
): Promise<Received> {
  const bytes = typeof body === 'string' ? Buffer.from(withIds(body, ids)) : body;
  const value = keys[key];
  const sent = new Map(headers);
  if (value !== null) sent.set(by, by === 'Authorization' ? `Bearer ${value}` : value);
  if (bytes !== undefined) sent.set('Content-Length', String(bytes.length));
  const outgoing = httpRequest(url, {
    method,
    path,
    agent,
    headers: Object.fromEntries(sent),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  outgoing.end(bytes);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: parsed(Buffer.concat(chunks).toString()),
  };
}

/** Writes it and closes our side; the answer is whatever comes until the other side is closed too. */
async function write(url: string, raw: string): Promise<Received | undefined> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => socket.destroy());
  socket.end(raw, 'latin1');
  await once(socket, 'close');
  const said = Buffer.concat(chunks).toString();
  if (said === '') return undefined;
  const end = said.indexOf('\r\n\r\n');
  return { ...headOf(said.slice(0, end)), body: parsed(said.slice(end + 4)) };
}
