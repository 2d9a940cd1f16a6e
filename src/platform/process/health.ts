import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { listen } from './listen.js';

/** Checks a part that must work before a process may receive work. Rejects, or returns what is wrong. */
export type Probe = () => Promise<string | undefined>;

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, `busy` (late, after a good answer; still ready), or what is wrong, in a few words without values. */
  readonly checks: Readonly<Record<string, string>>;
  /** What an operator should know although the process is ready. */
  readonly notes?: readonly string[];
}

export interface Health {
  /** Current readiness. The probes run at most once a second, however many callers ask. */
  ready(): Promise<Readiness>;
  /** Gauges and counters of this process. Other modules may register more. */
  readonly metrics: Registry;
  /**
   * Answers `/healthz`, `/readyz` and `/metrics`. For any other path, returns false and leaves the request untouched.
   */
  handle(request: Pick<IncomingMessage, 'url'>, response: ServerResponse): boolean;
}

/** How long an answer waits for its probes, because callers of `/readyz` have their own time limit. */
const WAIT_MS = 1_000;

/** A probe that was fine before may take this long. A busy machine is no reason to take a process out of service. */
export const SILENT_MS = 30_000;

/**
 * How often Node looks at the delay of its event loop, so the percentiles of `nodejs_eventloop_lag` begin there. Each look wakes
 * the process up: every 10 ms, as is the library's default, cost an idle one a fifth of its CPU.
 */
const LOOP_LOOK_MS = 50;

/**
 * Offers Node's own metrics and those registered later, and computes readiness from `probes`. `notes` go into the
 * answer.
 */
export function createHealth(
  probes: Readonly<Record<string, Probe>>,
  notes: () => readonly string[] = () => [],
  now: () => number = () => performance.now(),
): Health {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: LOOP_LOOK_MS });

  const checks = Object.entries(probes).map(([name, probe]) => [name, patient(probe, now)] as const);

  async function look(): Promise<Readiness> {
    const results = await Promise.all(checks.map(async ([name, check]) => [name, await check()] as const));
    const isReady = results.every(([, outcome]) => outcome === 'ok' || outcome === 'busy');
    const noted = notes();
    return {
      ready: isReady,
      checks: Object.fromEntries(results),
      ...(noted.length === 0 ? {} : { notes: noted }),
    };
  }

  const ready = onceIn(LOOK_EVERY_MS, look);
  // Concurrent callers share one answer.
  const text = onceIn(0, () => metrics.metrics());

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
      response.writeHead(200, { 'content-type': metrics.contentType }).end(await text());
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

/** Probing once a second shows each change, and many calls don't ask the services more often. */
const LOOK_EVERY_MS = 1_000;

/** Caches the result of `work` for `ms`. Until the result is renewed, all callers get the same one. */
function onceIn<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (last && performance.now() < freshUntil) return last;
    freshUntil = Infinity;
    last = work().finally(() => {
      freshUntil = performance.now() + ms;
    });
    return last;
  };
}

/**
 * Asks a probe again only when it has answered, and waits for it only so long. A probe that is late has no answer yet: `busy`
 * if its last answer was good and it has been asked for less than `SILENT_MS`, otherwise `no answer`. One
 * that rejects is `unavailable`.
 */
function patient(probe: Probe, now: () => number): () => Promise<string> {
  let asked: { readonly at: number; readonly outcome: Promise<string> } | undefined;
  let wasGood = false;
  const ask = async (): Promise<string> => {
    let outcome: string;
    try {
      outcome = (await probe()) ?? 'ok';
    } catch {
      outcome = 'unavailable';
    }
    wasGood = outcome === 'ok';
    asked = undefined;
    return outcome;
  };
  return async () => {
    asked ??= { at: now(), outcome: ask() };
    const { at, outcome } = asked;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        resolve(wasGood && now() - at < SILENT_MS ? 'busy' : 'no answer');
      }, WAIT_MS);
    });
    try {
      return await Promise.race([outcome, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Time limits of the health server. A scraper opens few connections and may wait for a probe to end. */
const BOUNDS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 };
const MAX_CONNECTIONS = 100;

/**
 * Serves the health pages on their own port. Throws a SettingsError if the port is taken. Resolves with a function
 * that stops the server.
 */
export async function serveHealth(
  health: Health,
  at: { readonly port: number; readonly host: string },
): Promise<() => Promise<void>> {
  const server = createServer(BOUNDS, (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (!health.handle(request, response)) sendJson(response, 404, { status: 'not found' });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, at, 'HEALTH_PORT');
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
}
