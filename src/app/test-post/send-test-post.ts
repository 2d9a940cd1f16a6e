import type { HttpOutcome } from '../../platform/outbound/exchange.js';
import { createHttpClient } from '../../platform/outbound/http-client.js';
import type { PreparedRequest } from '../../platform/outbound/requests.js';
import { sendWithSecrets } from '../../platform/outbound/send-with-secrets.js';

/** Sends one prepared request, its secrets out of `env`, over a client of its own. `allow` as OUTBOUND_ALLOW. */
export async function sendTestPost(
  prepared: PreparedRequest,
  env: NodeJS.ProcessEnv,
  allow: readonly string[],
): Promise<HttpOutcome> {
  const client = createHttpClient(allow);
  try {
    return await sendWithSecrets(client, prepared, env);
  } finally {
    await client.close();
  }
}
