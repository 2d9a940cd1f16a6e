import type { WithTestPostTools } from '../../app/ports/test-post-tools.js';
import { createTestPostTools } from '../../platform/outbound/test-post-tools.js';
import type { Cli } from '../cli.js';
import { settingsOf } from './settings-of.js';

/**
 * The commands write requests and read answers with the same code as the workers. The environment has the secrets and
 * which way requests leave. Throws a SettingsError if the latter is malformed.
 */
export function testPostTools({ env, clock }: Cli): WithTestPostTools {
  const outbound = settingsOf(env, /^(OUTBOUND_ALLOW|OUTBOUND_PROXY|SECRETS_DIR)$/);
  return createTestPostTools({ env, outbound, clock });
}
