import { Agent, fetch as undiciFetch, type RequestInit } from 'undici';
import type { CustomFetch } from 'openid-client';
import { OutageError } from '../../app/outage.js';
import { createGuardedConnector } from '../outbound/guarded-connector.js';
import type { OutboundSettings } from '../process/outbound-settings.js';

const MAX_BYTES = 1_000_000;
const LIMIT_MS = 10_000;

/**
 * The HTTP client for the identity provider: behind the guard of addresses, bounded in time and size.
 * Without an answer, or with a 5xx, it throws an OutageError.
 */
export function createProviderFetch(outbound: OutboundSettings): CustomFetch {
  const dispatcher = new Agent({
    connect: createGuardedConnector(outbound),
    ...{
      maxResponseSize: MAX_BYTES,
      headersTimeout: LIMIT_MS,
      bodyTimeout: LIMIT_MS,
      keepAliveTimeout: 4_000,
    },
  });
  return async (url, options) => {
    try {
      const answer = await undiciFetch(url, { ...(options as RequestInit), dispatcher });
      if (answer.status >= 500) throw new Error(`it answered ${answer.status}`);
      const { status, headers } = answer;
      // The library reads Node's own class.
      return new Response(await answer.arrayBuffer(), { status, headers: [...headers] });
    } catch (error) {
      throw new OutageError('the identity provider', error);
    }
  };
}
