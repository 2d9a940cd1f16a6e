import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import { createHttpClient } from './http-client.js';
import { sendWithSecrets } from './secrets.js';

/**
 * Sends one prepared request over its own client, with the secrets from `env`. `allow` has the format of
 * OUTBOUND_ALLOW.
 */
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
