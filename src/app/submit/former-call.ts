import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WebPorts } from '../ports/web-ports.js';
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
  const idempotency = keysOf(identities, call);
  const [sent] = idempotency;
  const bound = sent && (await boundKeys.read(call.key.affiliate_id, sent.key));
  const found = bound ? await leads.read(bound.lead_id) : null;
  const repeat = { idempotency, is_test: call.key.is_test, received_at: call.now };
  return found && isRepeat(identities.same, found, repeat) ? found : null;
}
