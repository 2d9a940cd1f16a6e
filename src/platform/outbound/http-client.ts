import { Agent, Client } from 'undici';
import { createGuardedConnector, type AddressesOf } from './guarded-connector.js';
import { exchange } from './exchange.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import type { OutboundRequest, Travel } from '../../app/ports/prepared-request.js';
import { PROXY, type HttpResult } from '../../core/delivery/http-result.js';
import { MAX_REQUEST_MS } from '../../core/delivery/lease-times.js';

export interface HttpClient {
  /** Never rejects, never repeats, and follows no redirect: a 3xx is an answer. */
  send(request: Omit<OutboundRequest, 'url'> & { readonly url: string }, travel: Travel): Promise<HttpResult>;
  /** Waits for running requests, then closes every connection. */
  close(): Promise<void>;
}

/** With it, undici makes no error of its own for each connection that is closed after its answer. */
const ENDED = new Error('the exchange is over');

/**
 * The only HTTP client for outbound calls. Of proxies it uses that of the settings alone, none of the environment.
 * `lookup`: how names are looked up, if not by the system.
 */
export function createHttpClient(
  outbound: OutboundSettings,
  clock: () => Date = () => new Date(),
  lookup?: AddressesOf,
): HttpClient {
  const ways = new Map<string, string | undefined>();
  const connect = createGuardedConnector(outbound, (origin, via) => ways.set(origin, via), lookup);
  const kept = new Agent({ connect, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 });
  return {
    async send(request, travel) {
      const url = addressOf(request.url, travel);
      if (!(url instanceof URL)) return { kind: 'never_sent', detail: url.fault, internal_fault: 'settings' };
      const timeoutMs = Math.min(request.timeoutMs, MAX_REQUEST_MS);
      const sent = { ...request, url, timeoutMs };
      if (!travel.freshConnection) return withWay(await exchange(kept, sent, clock), ways.get(url.origin));
      const client = new Client(url.origin, { connect, pipelining: 0 });
      const outcome = await exchange(client, sent, clock);
      await client.destroy(ENDED);
      return withWay(outcome, ways.get(url.origin));
    },
    close: () => kept.close(),
  };
}

/** A request that never left went no way. If it got nowhere on its way through the proxy, its detail says so. */
function withWay(outcome: HttpResult, via: string | undefined): HttpResult {
  if (via === undefined) return outcome;
  if (outcome.kind !== 'never_sent') return { ...outcome, via };
  const { detail, internal_fault } = outcome;
  return internal_fault !== undefined || detail.includes(PROXY)
    ? outcome
    : { ...outcome, detail: `${detail}, through ${PROXY}` };
}

/** Where a request may go, or why it may not. */
function addressOf(address: string, { insecureHttp }: Travel): URL | { readonly fault: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return { fault: 'url: not an http address' };
  return url.protocol === 'http:' && !insecureHttp ? { fault: 'url: https only' } : url;
}
