import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { HttpResult } from '../../core/delivery/http-result.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import { createHttpClient } from './http-client.js';
import { sendWithSecrets } from './secrets.js';

/** Sends one prepared request over its own client, with the secrets from `env`. */
export async function sendTestPost(
  prepared: PreparedRequest,
  env: NodeJS.ProcessEnv,
  outbound: OutboundSettings,
): Promise<HttpResult> {
  const client = createHttpClient(outbound);
  try {
    return await sendWithSecrets(client, prepared, env);
  } finally {
    await client.close();
  }
}
