import type { HttpOutcome } from '../outbound/exchange.js';
import { createHttpClient } from '../outbound/http-client.js';
import type { PreparedRequest } from '../outbound/requests.js';
import { resolveHeaders } from '../outbound/secrets.js';

/** Sends one prepared request, its secrets out of `env`, over a client of its own. `allow` as OUTBOUND_ALLOW. */
export async function sendTrial(
  { request, travel }: PreparedRequest,
  env: NodeJS.ProcessEnv,
  allow: readonly string[],
): Promise<HttpOutcome> {
  const resolved = resolveHeaders(request.headers, env);
  if (!resolved.ok) return { kind: 'never_sent', detail: resolved.fault, ours: 'secret' };
  const client = createHttpClient(allow);
  try {
    return await client.send({ ...request, headers: resolved.headers }, travel);
  } finally {
    await client.close();
  }
}
