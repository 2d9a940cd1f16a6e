import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import { sendTestPost } from '../../platform/outbound/send-test-post.js';
import { readSettings } from '../../platform/process/settings.js';

/** The commands write requests and read answers with the same code as the workers. */
export { createMappings } from '../../platform/outbound/mapping.js';
export { createRequestWriter, prepareDelivery, prepareQuery } from '../../platform/outbound/requests.js';

export { readEncoded } from '../../platform/mapping/read-body.js';

/** Sends a request once. `env` has secrets and OUTBOUND_ALLOW. Throws a SettingsError if the latter is malformed. */
export function sendPrepared(prepared: PreparedRequest, env: NodeJS.ProcessEnv): Promise<HttpOutcome> {
  const { OUTBOUND_ALLOW } = env;
  const { outboundAllow } = readSettings({ OUTBOUND_ALLOW, IDENTITY_SECRET: 'not used by it'.padEnd(32) });
  return sendTestPost(prepared, env, outboundAllow);
}
