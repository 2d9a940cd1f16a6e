import { Agent, Client } from 'undici';
import { createAddressGuard, createGuardedConnector } from './guarded-connector.js';
import { exchange } from './exchange.js';
import type { OutboundRequest, Travel } from '../../app/ports/prepared-request.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import { MAX_REQUEST_MS } from '../../core/delivery/lease-times.js';

export interface HttpClient {
  /** Never rejects, never repeats, and follows no redirect: a 3xx is an answer. */
  send(
    request: Omit<OutboundRequest, 'url'> & { readonly url: string },
    travel: Travel,
  ): Promise<HttpOutcome>;
  /** Waits for running requests, then closes every connection. */
  close(): Promise<void>;
}

/** With it, undici makes no error of its own for each connection that is closed after its answer. */
const ENDED = new Error('the exchange is over');

/**
 * The only HTTP client for outbound calls. It uses no proxy from the environment. `allow`: CIDRs of private addresses
 * that may be reached despite the guard (the setting OUTBOUND_ALLOW).
 */
export function createHttpClient(allow: readonly string[], clock: () => Date = () => new Date()): HttpClient {
  const connect = createGuardedConnector(createAddressGuard(allow));
  const kept = new Agent({ connect, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 });
  return {
    async send(request, travel) {
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
      if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
        return { kind: 'never_sent', detail: 'url: not an http address', ours: 'settings' };
      if (url.protocol === 'http:' && !travel.insecureHttp)
        return { kind: 'never_sent', detail: 'url: https only', ours: 'settings' };
      const timeoutMs = Math.min(request.timeoutMs, MAX_REQUEST_MS);
      if (!travel.freshConnection) return exchange(kept, { ...request, url, timeoutMs }, clock);
      const client = new Client(url.origin, { connect, pipelining: 0 });
      const outcome = await exchange(client, { ...request, url, timeoutMs }, clock);
      await client.destroy(ENDED);
      return outcome;
    },
    close: () => kept.close(),
  };
}
