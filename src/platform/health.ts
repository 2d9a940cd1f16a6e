import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { listen } from './listen.js';

/** A part that must work before a process may be sent work. Rejects, or answers what is wrong. */
export type Check = () => Promise<string | undefined>;

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, or what is wrong, in a few words without values. */
  readonly checks: Readonly<Record<string, string>>;
  /** What an operator should know and what keeps nobody from being ready. */
  readonly notes?: readonly string[];
}

export interface Health {
  ready(): Promise<Readiness>;
  /** Gauges and counters of this process; others may register theirs. */
  readonly metrics: Registry;
  /** Answers `/healthz`, `/readyz` and `/metrics`; false for any other path, which is then untouched. */
  handle(request: Pick<IncomingMessage, 'url'>, response: ServerResponse): boolean;
}

/** A check that takes longer counts as failed: who asks for readiness has a time limit of its own. */
const CHECK_LIMIT_MS = 1_000;

/** Node's own metrics and what is registered later, readiness as the given checks say, with `notes` beside it. */
export function createHealth(
  checks: Readonly<Record<string, Check>>,
  notes: () => readonly string[] = () => [],
): Health {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });

  async function ready(): Promise<Readiness> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, (await outcomeOf(check)) ?? 'ok'] as const),
    );
    const isReady = results.every(([, outcome]) => outcome === 'ok');
    const noted = notes();
    return {
      ready: isReady,
      checks: Object.fromEntries(results),
      ...(noted.length === 0 ? {} : { notes: noted }),
    };
  }

  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/healthz': (response) => {
      sendJson(response, 200, { status: 'ok' });
      return Promise.resolve();
    },
    '/readyz': async (response) => {
      const readiness = await ready();
      sendJson(response, readiness.ready ? 200 : 503, readiness);
    },
    '/metrics': async (response) => {
      const text = await metrics.metrics();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    },
  };

  return {
    ready,
    metrics,
    handle(request, response) {
      const page = pages[(request.url ?? '').split('?', 1)[0] ?? ''];
      if (!page) return false;
      page(response).catch(() => response.writableEnded || response.writeHead(500).end());
      return true;
    },
  };
}

async function outcomeOf(check: Check): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_LIMIT_MS, 'no answer');
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return error instanceof Error ? error.name : 'failed';
  } finally {
    clearTimeout(timer);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** The whole HTTP side of a worker. Throws a SettingsError when the port is taken; resolves with how to end it. */
export async function serveHealth(health: Health, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (!health.handle(request, response)) sendJson(response, 404, { status: 'not found' });
  });
  await listen(server, port, 'HEALTH_PORT');
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
}
