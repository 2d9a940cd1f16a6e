import { Agent, Client } from 'undici';
import { createEarlyConnections } from './early-connections.js';
import { createAddressGuard, createGuardedConnector } from './guarded-connector.js';
import { exchange } from './exchange.js';
import type { OutboundRequest, Travel } from '../../app/ports/prepared-request.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import { MAX_REQUEST_MS } from '../../core/delivery/lease-times.js';

export interface HttpClient {
  /**
   * Begins to connect for a request that `send` sends within moments. It does nothing where `send` would refuse, or would
   * use a kept connection.
   */
  connectAhead(url: string, travel: Travel): void;
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
  const early = createEarlyConnections(connect);
  return {
    connectAhead(address, travel) {
      const url = addressOf(address, travel);
      if (url instanceof URL && travel.freshConnection) early.begin(url);
    },
    async send(request, travel) {
      const url = addressOf(request.url, travel);
      if (!(url instanceof URL)) return { kind: 'never_sent', detail: url.fault, ours: 'settings' };
      const timeoutMs = Math.min(request.timeoutMs, MAX_REQUEST_MS);
      if (!travel.freshConnection) return exchange(kept, { ...request, url, timeoutMs }, clock);
      const client = new Client(url.origin, { connect: early.connector, pipelining: 0 });
      const outcome = await exchange(client, { ...request, url, timeoutMs }, clock);
      await client.destroy(ENDED);
      return outcome;
    },
    close: () => kept.close(),
  };
}

/** Where a request may go, or why it may not. */
function addressOf(address: string, { insecureHttp }: Travel): URL | { readonly fault: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return { fault: 'url: not an http address' };
  return url.protocol === 'http:' && !insecureHttp ? { fault: 'url: https only' } : url;
}
