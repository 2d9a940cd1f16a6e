import { isDeepStrictEqual } from 'node:util';
import { compact } from '../../core/catalogue/compact.js';
import { formatDuration, parseDuration } from '../../core/catalogue/duration.js';
import type { Breaker, Endpoint } from '../../core/catalogue/types.js';
import { DEFAULT_BREAKER } from '../../core/destination-gate/destination.js';
import { DEFAULTS, unless } from './defaults.js';
import type { RawEndpoint } from './raw.js';

/** From files to the stored form. */
export function endpointOf(raw: RawEndpoint): Endpoint {
  return compact({
    url: raw.url,
    method: raw.method ?? DEFAULTS.method,
    headers: raw.headers ?? {},
    encoding: raw.encoding === DEFAULTS.encoding ? undefined : raw.encoding,
    body: raw.body?.trimEnd(),
    timeout_ms: parseDuration(raw.timeout ?? DEFAULTS.timeout) ?? 0,
    insecure_http: raw.insecure_http ?? DEFAULTS.insecure_http,
    throttle: raw.throttle,
    max_in_flight: raw.max_in_flight,
    breaker: breakerOf(raw.breaker),
  });
}

/** A breaker that equals the default is not stored, so that writing the default explicitly makes no change. */
function breakerOf(raw: RawEndpoint['breaker'] = {}): Breaker | undefined {
  const breaker = {
    failures: raw.failures ?? DEFAULT_BREAKER.failures,
    open_for_ms:
      raw.open_for === undefined ? DEFAULT_BREAKER.open_for_ms : (parseDuration(raw.open_for) ?? 0),
    offer_while_open: raw.offer_while_open ?? DEFAULT_BREAKER.offer_while_open,
  };
  return isDeepStrictEqual(breaker, DEFAULT_BREAKER) ? undefined : breaker;
}

/** From the stored form to files. */
export const exportEndpoint = (endpoint: Endpoint): RawEndpoint =>
  compact({
    method: unless(endpoint.method, DEFAULTS.method),
    url: endpoint.url,
    headers: unless(endpoint.headers, {}),
    encoding: endpoint.encoding,
    body: endpoint.body,
    timeout:
      endpoint.timeout_ms === parseDuration(DEFAULTS.timeout)
        ? undefined
        : formatDuration(endpoint.timeout_ms),
    insecure_http: unless(endpoint.insecure_http, DEFAULTS.insecure_http),
    throttle: endpoint.throttle,
    max_in_flight: endpoint.max_in_flight,
    breaker: endpoint.breaker && exportBreaker(endpoint.breaker),
  });

function exportBreaker({ failures, open_for_ms, offer_while_open }: Breaker): RawEndpoint['breaker'] {
  const byDefault = DEFAULT_BREAKER;
  return compact({
    failures: unless(failures, byDefault.failures),
    open_for: open_for_ms === byDefault.open_for_ms ? undefined : formatDuration(open_for_ms),
    offer_while_open: unless(offer_while_open, byDefault.offer_while_open),
  });
}
