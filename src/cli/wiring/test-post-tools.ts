import type { WithTestPostTools } from '../../app/ports/test-post-tools.js';
import { createTestPostTools } from '../../platform/outbound/test-post-tools.js';
import { readSettings } from '../../platform/process/settings.js';
import type { Cli } from '../cli.js';

/**
 * The commands write requests and read answers with the same code as the workers. The environment has the secrets and
 * OUTBOUND_ALLOW. Throws a SettingsError if the latter is malformed.
 */
export function testPostTools({ env, clock }: Cli): WithTestPostTools {
  const { OUTBOUND_ALLOW } = env;
  const { outboundAllow } = readSettings({ OUTBOUND_ALLOW, IDENTITY_SECRET: 'not used by it'.padEnd(32) });
  return createTestPostTools({ env, allow: outboundAllow, clock });
}
