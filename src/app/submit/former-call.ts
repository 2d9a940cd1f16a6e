import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WebPorts } from '../ports/web-ports.js';
import { boundLead } from './bind-key.js';
import { isRepeat, keysOf } from './idempotency.js';
import type { SubmitCall } from './submit-request.js';

/**
 * The lead of an earlier call with the same Idempotency-Key and body, for a call that would be refused now: the offer may
 * have left the campaign, or the search may be gone. Null: no such call was stored. Throws on an outage.
 */
export async function formerCall(
  { boundKeys, leads, identities }: Pick<WebPorts, 'boundKeys' | 'leads' | 'identities'>,
  call: SubmitCall,
): Promise<LeadRecord | null> {
  const { affiliate_id, is_test } = call.key;
  const repeat = { affiliate_id, is_test, idempotency: keysOf(identities, call), received_at: call.now };
  const found = await boundLead({ boundKeys, leads }, repeat);
  return found && isRepeat(identities.same, found, repeat) ? found : null;
}
