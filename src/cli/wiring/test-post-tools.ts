import type { WithTestPostTools } from '../../app/ports/test-post-tools.js';
import { createTestPostTools } from '../../platform/outbound/test-post-tools.js';
import { readSettings } from '../../platform/process/settings.js';
import type { Cli } from '../cli.js';

/**
 * The commands write requests and read answers with the same code as the workers. The environment has the secrets and
 * which way requests leave. Throws a SettingsError if the latter is malformed.
 */
export function testPostTools({ env, clock }: Cli): WithTestPostTools {
  const { OUTBOUND_ALLOW, OUTBOUND_PROXY, SECRETS_DIR } = env;
  const IDENTITY_SECRET = 'not used by it'.padEnd(32);
  const outbound = readSettings({ OUTBOUND_ALLOW, OUTBOUND_PROXY, SECRETS_DIR, IDENTITY_SECRET });
  return createTestPostTools({ env, outbound, clock });
}
